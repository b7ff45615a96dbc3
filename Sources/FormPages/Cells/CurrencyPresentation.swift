import FormCells

/// The parts of an amount's cell that are the same for every visitor.
final class CurrencyPresentation: Sendable {
  let cell: CurrencyKind
  let placeholder: String?
  /// "Amount (USD)": the code is part of the label element, and so of the field's name (TI27).
  let code: String?
  /// Digits with a decimal key; none where a minus may be needed, which the numeric keyboards of some phones lack
  /// (B30).
  let inputMode: String?
  /// How scripts write an amount.
  let scriptFormat: String

  init(_ cell: CurrencyKind, _ surroundings: CellPresentation.Kind.Surroundings) {
    self.cell = cell
    placeholder = surroundings.text(cell.placeholder)
    scriptFormat = surroundings.numbers.scriptFormat(currency: cell.currency, symbol: cell.symbol)
    code = surroundings.label.contains(cell.currency) ? nil : "(\(cell.currency))"
    let isNeverNegative = cell.minimum.map { !$0.isNegative } ?? false
    inputMode = isNeverNegative ? cell.decimals == 0 ? "numeric" : "decimal" : nil
  }
}
