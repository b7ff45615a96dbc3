/// The options of one picker at one moment: immutable, shared by every visitor. A source file read again is a new table.
public final class OptionTable: Sendable {
  public let count: Int
  public let lists: [OptionList]
  /// 16 hex digits over the values in row order: two tables with one digest have the same rows.
  public let digest: String

  init(count: Int, lists: [OptionList], digest: String) {
    self.count = count
    self.lists = lists
    self.digest = digest
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
  /// The rows whose texts hold every word of `query`, case and accents aside; nil where the query has no word in it.
  public func search(_ query: String, in languages: [LanguageTag]) -> RowSet? { nil }
}
