import FormCells
import Markup

/// A simple property (features TI-b), `Templates/cells/text.html`.
struct TextView: View {
  let context: CellContext
  let input: TextPresentation
  let text: String
  let helper: String?
  let counter: Counter?

  struct Counter {
    let text: String
    let spoken: String
    let isOver: Bool
  }

  init(_ context: CellContext, _ input: TextPresentation, _ text: String) {
    self.context = context
    self.input = input
    self.text = text
    let cell = input.cell
    let count = cell.maxLength == nil ? 0 : text.count
    if cell.showsCounter, let limit = cell.maxLength {
      counter = Counter(
        text: context.words.counter(count, of: limit), spoken: context.words.characterLimit(limit),
        isOver: count > limit)
    } else {
      counter = nil
    }
    if let limit = cell.maxLength, cell.overflow == .stop, count >= limit, !context.isInvalid {
      helper = context.words.characterLimitReached
    } else {
      helper = context.helper
    }
  }

  private var describedBy: String? {
    let names = context.presentation
    switch (helper != nil, context.isInvalid) {
    case (false, false): return counter == nil ? nil : names.counterID
    case (true, false): return counter == nil ? names.helperID : "\(names.helperID) \(names.counterID)"
    case (false, true): return counter == nil ? names.errorID : "\(names.errorID) \(names.counterID)"
    case (true, true): return "\(names.helperID) \(names.errorID)"
    }
  }

  static let slots: [Slot<TextView>] = [
    .text("id") { $0.context.presentation.id },
    .text("label") { $0.context.presentation.label },
    .flag("asterisk") { $0.context.showsAsterisk },
    .optionalText("optional") { $0.context.optionalMark },
    .text("value") { $0.text },
    .text("type") { $0.input.inputType },
    .optionalText("inputmode") { $0.input.inputMode },
    .optionalText("autocomplete") { $0.input.cell.autocomplete },
    .optionalText("placeholder") { $0.context.presentation.placeholder },
    .optionalText("maxlength") { $0.input.maxLength },
    .flag("isRequired") { $0.context.state.isRequired },
    .flag("isReadOnly") { $0.context.state.isReadOnly },
    .flag("isDisabled") { $0.context.state.isDisabled },
    .flag("isInvalid") { $0.context.isInvalid },
    .optionalText("describedBy") { $0.describedBy },
    .optionalText("errorID") { $0.context.isInvalid ? $0.context.presentation.errorID : nil },
    .optionalText("helper") { $0.helper },
    .optionalText("message") { $0.context.message },
    .text("errorPrefix") { $0.context.words.errorPrefix },
    .optionalText("counter") { $0.counter?.text },
    .optionalText("counterSpoken") { $0.counter?.spoken },
    .flag("isOver") { $0.counter?.isOver ?? false },
  ]
}
