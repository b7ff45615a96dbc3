import FormCells
import Templates

/// An amount of money (TI27 to TI31), `Templates/cells/currency.html`.
struct CurrencyView: CellView {
  let context: CellContext
  let money: CurrencyPresentation
  /// Formatted, or as typed where it could not be read.
  let text: String

  init(_ context: CellContext, _ money: CurrencyPresentation) {
    self.context = context
    self.money = money
    text = context.shown
  }

  static let needs: [Need] =
    entryNeeds + [
      .field, .slot("value", adding: #"value="{value}""#, or: "what was entered would be lost"),
      .slot("code", where: "code", or: "nothing would say in which currency"),
    ]

  static let slots: [Slot<CurrencyView>] =
    commonSlots
    + [
      .optionalText("code") { $0.money.code },
      .text("money") { $0.money.scriptFormat },
      .optionalText("inputmode") { $0.money.inputMode },
      .optionalText("placeholder") { $0.money.placeholder },
      .text("value") { $0.text },
    ]
}
