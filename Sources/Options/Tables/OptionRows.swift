import Localization

/// The columns of a table while it is read. Texts are plain: a table whose texts differ by language
/// keeps its options beside them.
struct OptionRows: Sendable {
  private(set) var count = 0
  private(set) var disabled: [UInt32] = []
  private var columns = InlineArray<7, TextColumn>(repeating: TextColumn())
  /// The fields of the row being written, a bit for each that has come.
  private var written: UInt8 = 0

  @inline(__always)
  subscript(field: OptionField) -> TextColumn {
    _read { yield columns[field.rawValue] }
  }

  @inline(__always)
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, to field: OptionField) {
    columns[field.rawValue].append(text)
    written |= 1 << UInt8(field.rawValue)
  }

  mutating func append(_ text: String?, to field: OptionField) {
    guard let text else { return }
    columns[field.rawValue].append(text)
    written |= 1 << UInt8(field.rawValue)
  }

  /// The texts of the row being written that are longer than this.
  @inline(__always)
  func fields(longerThan byteLimit: Int) -> [OptionField] {
    var fields: [OptionField] = []
    var rest = written
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest - 1
      if columns[index].openBytes > byteLimit { fields.append(OptionField.allCases[index]) }
    }
    return fields
  }

  @inline(__always)
  mutating func endRow(isDisabled: Bool = false) {
    if isDisabled { disabled.append(UInt32(count)) }
    while written != 0 {
      columns[written.trailingZeroBitCount].endRow(count)
      written &= written - 1
    }
    count += 1
  }

  /// A column that is wanted here no more.
  mutating func take(_ field: OptionField) -> TextColumn {
    defer { columns[field.rawValue] = TextColumn() }
    return columns[field.rawValue]
  }

  /// Row `i` of the result is row `order[i]` of this.
  func reordered(_ order: [UInt32]) -> OptionRows {
    var rows = self
    for index in columns.indices { rows.columns[index] = columns[index].reordered(order) }
    if !disabled.isEmpty {
      let wasDisabled = Set(disabled)
      rows.disabled = order.indices.filter { wasDisabled.contains(order[$0]) }.map(UInt32.init)
    }
    return rows
  }
}
