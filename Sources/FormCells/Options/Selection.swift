/// The chosen rows of one table, in the order of selection. Runs of neighbouring rows are one entry, so that "Select
/// All" over a million rows costs a few bytes.
public struct Selection: Sendable, Equatable {
  /// A value that was chosen and is no longer among the options.
  public struct Missing: Sendable, Equatable {
    public var value: String
    public var label: String
  }
  public private(set) var table: OptionTable
  public private(set) var missing: [Missing] = []
  public init(in table: OptionTable) { self.table = table }
  public var count: Int { 0 }
  public var isEmpty: Bool { count == 0 }
  public static func == (a: Selection, b: Selection) -> Bool { a.table === b.table }
}
