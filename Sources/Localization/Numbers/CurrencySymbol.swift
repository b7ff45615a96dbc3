/// Where an amount's currency symbol stands.
public enum CurrencySymbol: String, Sendable, CaseIterable {
  /// As the locale has it.
  case locale
  /// In front of the amount, behind it, or not shown.
  case leading, trailing, none
}
