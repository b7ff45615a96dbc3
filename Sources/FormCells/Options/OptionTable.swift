/// The options of one picker at one moment: immutable, shared by every visitor. A source file read again is a new table.
public final class OptionTable: Sendable {
  public let count: Int
  /// The value lists: they cover the rows without gaps, in order. One without a title where nothing groups the options.
  public let lists: [OptionList]
  /// 16 hex digits over the values in row order: two tables with one digest have the same values in the same rows.
  public let digest: String
  /// Whether any row has a description or a footnote (object cells).
  public let hasObjects: Bool
  /// Whether any row has initials or an image beside a description (contact cells).
  public let hasContacts: Bool
  /// Rows whose value an earlier row has; always empty in a file's table, where they are errors.
  public let repeatedRows: [Int]

  public convenience init(options: [Option]) { self.init(lists: [OptionSource.List(options: options)]) }

  public init(lists: [OptionSource.List]) {
    count = lists.reduce(0) { $0 + $1.options.count }
    self.lists = []
    digest = ""
    hasObjects = false
    hasContacts = false
    repeatedRows = []
  }

  public func value(at row: Int) -> String { "" }
  public func label(at row: Int, in languages: [LanguageTag]) -> String { "" }
  public func description(at row: Int, in languages: [LanguageTag]) -> String? { nil }
  public func footnote(at row: Int, in languages: [LanguageTag]) -> String? { nil }
  public func status(at row: Int, in languages: [LanguageTag]) -> String? { nil }
  public func image(at row: Int) -> String? { nil }
  public func initials(at row: Int) -> String? { nil }
  public func isDisabled(at row: Int) -> Bool { false }
  /// The row of this value, or nil.
  public func row(of value: String) -> Int? { nil }
  /// The rows whose label, description or value holds every word of `query`, case and accents aside; nil where the
  /// query has no word in it.
  public func search(_ query: String, in languages: [LanguageTag]) -> RowSet? { nil }
}
