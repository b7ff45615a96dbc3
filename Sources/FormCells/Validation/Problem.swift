/// Why a value is refused. No words: the pages say it in the visitor's language.
public enum Problem: Error, Sendable, Equatable {
  /// Required, and empty.
  case missing
  /// Grapheme clusters.
  case tooLong(limit: Int, count: Int)
  case tooShort(limit: Int, count: Int)
  /// A password of more bytes than are hashed.
  case tooManyBytes(limit: Int)
  /// A password with U+0000 in it: hash functions take it for the end.
  case nullCharacter
  /// A password was entered and is gone with the session that held it.
  case lostPassword
  case pattern
  /// Not an e-mail address, URL or telephone number.
  case format(TextCell.Format)
  /// Neither an integer (`format: integer`) nor a decimal number or amount.
  case notANumber
  /// A number that can be read in two ways; both, as exact digits.
  case ambiguous([String])
  /// An amount in another currency, ISO 4217.
  case otherCurrency(String)
  /// More digits than anything is counted in.
  case tooManyDigits(limit: Int)
  /// More decimals than the currency has.
  case tooManyDecimals(limit: Int)
  /// Exact decimal digits of the bound.
  case belowMinimum(String)
  case aboveMaximum(String)
  /// Fewer values chosen than the minimum.
  case tooFew(minimum: Int, count: Int)
  case tooMany(maximum: Int, count: Int)
  /// Values that never were among the options, or criteria that are none of the picker's.
  case unknownOptions([String])
  /// Values that were chosen and are no longer among the options (a source file that changed).
  case noLongerAvailable([String])
  /// Chosen options that are disabled, by value.
  case disabledOptions([String])
  case notADate
  case beforeMinimum(CalendarDate)
  case afterMaximum(CalendarDate)

  /// Values named in one problem: a page that names more helps nobody.
  public static let namedLimit = 20
}
