import FormCells
import Markup

/// An amount of money (features TI-e), `Templates/cells/currency.html`.
struct CurrencyView: View {
  let context: CellContext
  let money: CurrencyPresentation
  /// Formatted, or as typed where it could not be read.
  let text: String

  init(_ context: CellContext, _ money: CurrencyPresentation, _ text: String) {
    self.context = context
    self.money = money
    self.text = text
  }

  private var describedBy: String? {
    let names = context.presentation
    switch (context.helper != nil, context.isInvalid) {
    case (false, false): return nil
    case (true, false): return names.helperID
    case (false, true): return names.errorID
    case (true, true): return "\(names.helperID) \(names.errorID)"
    }
  }

  static let slots: [Slot<CurrencyView>] = [
    .text("id") { $0.context.presentation.id },
    .text("label") { $0.context.presentation.label },
    .optionalText("code") { $0.money.code },
    .flag("asterisk") { $0.context.showsAsterisk },
    .optionalText("optional") { $0.context.optionalMark },
    .text("value") { $0.text },
    .optionalText("inputmode") { $0.money.inputMode },
    .optionalText("placeholder") { $0.context.presentation.placeholder },
    .flag("isRequired") { $0.context.state.isRequired },
    .flag("isReadOnly") { $0.context.state.isReadOnly },
    .flag("isDisabled") { $0.context.state.isDisabled },
    .flag("isInvalid") { $0.context.isInvalid },
    .optionalText("describedBy") { $0.describedBy },
    .optionalText("errorID") { $0.context.isInvalid ? $0.context.presentation.errorID : nil },
    .optionalText("helper") { $0.context.helper },
    .optionalText("message") { $0.context.message },
    .text("errorPrefix") { $0.context.words.errorPrefix },
  ]
}
