/// Rows of a table in ascending order: the answer to a search.
public struct RowSet: Sendable, Equatable {
  public private(set) var rows: [UInt32]
  public init(rows: [UInt32] = []) { self.rows = rows }
  public var count: Int { rows.count }
  /// The part of it that lies in this range of rows (binary search).
  public func slice(_ range: Range<Int>) -> ArraySlice<UInt32> { [] }
}
