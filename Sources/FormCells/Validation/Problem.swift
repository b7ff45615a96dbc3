/// Why a value is refused. No words: the pages say it in the visitor's language.
public enum Problem: Error, Sendable, Equatable {
  /// Required, and empty.
  case missing
  /// Grapheme clusters.
  case tooLong(limit: Int, count: Int)
  case tooShort(limit: Int, count: Int)
  case pattern
  /// Not an e-mail address, URL or telephone number.
  case format(TextCell.Format)
  /// Neither an integer (`format: integer`) nor a decimal number.
  case notANumber
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
  /// Values that never were among the options.
  case unknownOptions([String])
  /// Values that were chosen and are no longer among the options (a source file that changed).
  case noLongerAvailable([String])
  /// Chosen options that are disabled, by value.
  case disabledOptions([String])
  case notADate
  case beforeMinimum(CalendarDate)
  case afterMaximum(CalendarDate)
}

extension Form {
  /// The first problem of each cell that the visitor can change, in the order of cells.
  /// - Parameters:
  ///   - values: `values[i]` belongs to `cells[i]`.
  ///   - today: for dates bound to it.
  public func problems(in values: [CellValue], today: CalendarDate) -> [(cell: Int, problem: Problem)] { [] }
}

extension Cell {
  /// The first problem of a value of this cell.
  /// - Parameter isRequired: as `CellState` has it.
  public func problem(with value: CellValue, isRequired: Bool, today: CalendarDate) -> Problem? { nil }

  /// Whether the value counts as nothing: an empty text, no selected option or criterion, a switch that is off.
  public func isEmpty(_ value: CellValue) -> Bool { true }

  /// A posted value as it is kept and counted: line ends LF; `text` and its like without white space around them and
  /// without line ends inside; a password untouched.
  public func normalised(_ text: String) -> String { text }
}
