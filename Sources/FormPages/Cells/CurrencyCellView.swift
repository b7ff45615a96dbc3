import FormCells
import Templates

/// An amount of money (TI27 to TI31), `Templates/cells/currency.html`.
struct CurrencyCellView: CellView {
  let context: CellContext
  let money: CurrencyPresentation
  /// The formatted amount, or the text as it was typed if it could not be read.
  let text: String

  init(_ context: CellContext, money: CurrencyPresentation) {
    self.context = context
    self.money = money
    text = context.shown
  }

  static let needs: [Need] =
    entryNeeds + [
      .field, .slot("value", adding: #"value="{value}""#, or: "what was entered would be lost"),
      .slot("code", where: "code", or: "nothing would say in which currency"),
    ]

  static let slots: [Slot<CurrencyCellView>] =
    commonSlots
    + [
      .optionalText("code") { $0.money.code },
      .text("money") { $0.money.scriptFormat },
      .optionalText("inputmode") { $0.money.inputMode },
      .optionalText("placeholder") { $0.money.placeholder },
      .text("value") { $0.text },
    ]
}

/// The parts of a currency cell that are the same for every visitor.
final class CurrencyPresentation: Sendable {
  let cell: CurrencyKind
  let placeholder: String?
  /// "Amount (USD)": the code is part of the label element, and so of the field's name (TI27).
  let code: String?
  /// The keyboard of phones: digits with a decimal key. `nil` where a minus may be needed, because the numeric
  /// keyboards of some phones have none (B30).
  let inputMode: String?
  /// The format in which scripts write an amount.
  let scriptFormat: String

  init(_ cell: CurrencyKind, in surroundings: CellPresentation.Kind.Surroundings) {
    self.cell = cell
    placeholder = surroundings.text(cell.placeholder)
    scriptFormat = surroundings.numbers.scriptFormat(currency: cell.currency, symbol: cell.symbol)
    code = surroundings.label.contains(cell.currency) ? nil : "(\(cell.currency))"
    let isNeverNegative = cell.minimum.map { !$0.isNegative } ?? false
    inputMode = isNeverNegative ? cell.decimals == 0 ? "numeric" : "decimal" : nil
  }
}
