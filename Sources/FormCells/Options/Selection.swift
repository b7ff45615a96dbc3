/// The chosen rows of one table, in the order of selection. Neighbouring rows chosen one after the other are one run,
/// so that "Select All" over a million rows costs a few bytes.
public struct Selection: Sendable {
  /// A value that was chosen and is no longer among the options.
  public struct Missing: Sendable, Equatable {
    public var value: String
    /// As it was last shown; the value itself where no label is known.
    public var label: String
    public init(value: String, label: String) {
      self.value = value
      self.label = label
    }
  }

  /// Missing values that are kept by name: more than a page could show, few enough to keep in every draft.
  public static let missingLimit = 200

  public private(set) var table: OptionTable
  /// Up to `missingLimit` of them.
  public private(set) var missing: [Missing] = []
  /// How many more are missing.
  public private(set) var furtherMissing = 0

  public init(in table: OptionTable) { self.table = table }
  /// These values in this order; a value that is not in the table goes to `missing`, a repeated one counts once.
  public init(values: some Sequence<String>, in table: OptionTable) { self.table = table }

  /// Rows chosen; missing values do not count.
  public private(set) var count = 0
  public var isEmpty: Bool { count == 0 }
  public func contains(_ row: Int) -> Bool { false }
  /// Rows in the order of selection.
  public var rows: some Sequence<Int> & Sendable { [] as [Int] }
  /// Values in the order of selection.
  public var values: some Sequence<String> & Sendable { [] as [String] }
  /// The rows at these positions of the order of selection.
  public func rows(at positions: Range<Int>) -> [Int] { [] }

  /// Adds one row at the end, also a disabled one.
  /// - Returns: false where it was chosen already.
  @discardableResult public mutating func insert(_ row: Int) -> Bool { false }
  /// Adds the rows that are not chosen and not disabled, ascending, at the end.
  public mutating func insert(_ rows: Range<Int>) {}
  /// Adds the rows that are not chosen and not disabled, ascending, at the end.
  public mutating func insert(_ rows: RowSet) {}
  @discardableResult public mutating func remove(_ row: Int) -> Bool { false }
  public mutating func remove(_ rows: Range<Int>) {}
  public mutating func remove(_ rows: RowSet) {}
  /// Takes a missing value out.
  @discardableResult public mutating func remove(missing value: String) -> Bool { false }
  /// Nothing is chosen any more, nothing is missing.
  public mutating func removeAll() {}
  /// This row alone: a single choice.
  public mutating func replace(with row: Int) {}

  /// The same choice in a table read again. Values that are gone are kept in `missing` with their last label, missing
  /// values that are back are chosen again, at the end.
  public func rebased(onto table: OptionTable, in languages: [LanguageTag] = []) -> Selection { self }

  /// The selection as text for a hidden input (ASCII that needs no escaping in an attribute).
  public func encoded() -> String { "" }
  /// Nil where the text is malformed or names rows of another table.
  public static func decoded(_ text: String, in table: OptionTable) -> Selection? { nil }
}

extension Selection: Equatable {
  /// The same values, chosen and missing, in the same order.
  public static func == (a: Selection, b: Selection) -> Bool { a.table === b.table }
}
