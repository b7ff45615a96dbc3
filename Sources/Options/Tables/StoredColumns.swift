/// The columns of a table that is read to its end; whoever has them frees them.
struct StoredColumns: Sendable {
  /// Rows.
  let count: Int
  private let columns: InlineArray<7, StoredColumn>

  /// Each column is copied and let go, so that no two columns are there twice.
  init(_ rows: consuming OptionRows) {
    count = rows.count
    columns = InlineArray { StoredColumn(rows.take(OptionField.allCases[$0])) }
  }

  @inline(__always)
  subscript(field: OptionField) -> StoredColumn { columns[field.rawValue] }

  func deallocate() {
    for index in columns.indices { columns[index].deallocate() }
  }
}
