import Support
public import Localization

/// `currency`: an amount of money, of a form that is written in Swift.
public struct CurrencyCell: PlaceholderCell, QuantityCell {
  private let currency: String
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - currency: ISO 4217 code.
  ///   - file: where its mistakes are reported.
  ///   - line: the same.
  public init(
    _ id: String, label: Localized, currency: String, file: String = #fileID, line: Int = #line
  ) {
    self.currency = currency
    definition = CellDefinition(
      .currency, id, label, SwiftLine(file: file, line: line), said("currency", .string(currency)))
  }
}

extension CurrencyCell {
  /// The value that it begins with.
  public func value(_ amount: ExactNumber) -> Self {
    with("value", .object(said("amount", .string(amount.digits)) + said("currency", .string(currency))))
  }

  /// Where the symbol stands; by the locale if left out.
  public func symbol(_ symbol: CurrencySymbol) -> Self { with("symbol", .string(symbol.rawValue)) }
}
