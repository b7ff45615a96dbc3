/// The columns of a table that is read to its end; whoever has them frees them.
struct StoredColumns: Sendable {
  /// Rows.
  let count: Int
  private let columns: InlineArray<7, StoredColumn>

  init(_ rows: OptionRows) {
    count = rows.count
    columns = InlineArray { StoredColumn(rows[OptionField.allCases[$0]]) }
  }

  @inline(__always)
  subscript(field: OptionField) -> StoredColumn { columns[field.rawValue] }

  func deallocate() {
    for index in columns.indices { columns[index].deallocate() }
  }
}
