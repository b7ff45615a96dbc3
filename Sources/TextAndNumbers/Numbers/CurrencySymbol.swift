/// Where an amount's currency symbol stands.
public enum CurrencySymbol: String, Sendable, CaseIterable {
  /// As the locale has it.
  case locale
  case leading, trailing, none
}
