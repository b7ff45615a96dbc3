import TextAndNumbers

/// The columns of a table while it is read. Texts are plain: a table whose texts differ by language
/// keeps its options beside them.
struct OptionRows: Sendable {
  private(set) var count = 0
  private(set) var disabled: [UInt32] = []
  private var columns = [TextColumn](repeating: TextColumn(), count: OptionField.allCases.count)

  @inline(__always)
  subscript(field: OptionField) -> TextColumn {
    get { columns[field.rawValue] }
    _modify { yield &columns[field.rawValue] }
  }

  @inline(__always)
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, to field: OptionField) {
    columns[field.rawValue].append(text)
  }

  mutating func append(_ text: String?, to field: OptionField) {
    if let text { columns[field.rawValue].append(text) }
  }

  mutating func endRow(isDisabled: Bool = false) {
    if isDisabled { disabled.append(UInt32(count)) }
    for index in columns.indices { columns[index].endRow(count) }
    count += 1
  }

  /// Row `i` of the result is row `order[i]` of this.
  func reordered(_ order: [UInt32]) -> OptionRows {
    var rows = self
    rows.columns = columns.map { $0.reordered(order) }
    if !disabled.isEmpty {
      let wasDisabled = Set(disabled)
      rows.disabled = order.indices.filter { wasDisabled.contains(order[$0]) }.map(UInt32.init)
    }
    return rows
  }
}
