import Localization
import Support

/// The columns of a table while it is being read. Texts are in one language: a table whose texts differ by language
/// keeps its options as well.
struct OptionRows: Sendable {
  private(set) var count = 0
  private(set) var disabled: [UInt32] = []
  private var columns = InlineArray<7, TextColumn>(repeating: TextColumn())
  /// The kept columns, by their index in `OptionColumns.keptTexts`.
  private(set) var filters: [TextColumn]
  /// The values of the parent rows.
  private(set) var parents = TextColumn()
  /// Texts in further languages, in the order in which their columns were found.
  private(set) var translations: [TextColumn] = []
  /// The fields that the row being written already has, one bit each.
  private var written: UInt8 = 0

  init(filterCount: Int = 0) { filters = Array(repeating: TextColumn(), count: filterCount) }

  @inline(__always)
  subscript(field: OptionField) -> TextColumn {
    _read { yield columns[field.rawValue] }
  }

  mutating func append(_ text: UnsafeBufferPointer<UInt8>, toFilter column: Int) { filters[column].append(text) }

  mutating func addTranslation() { translations.append(TextColumn()) }

  mutating func append(_ text: UnsafeBufferPointer<UInt8>, toTranslation column: Int) {
    translations[column].append(text)
  }

  mutating func appendParent(_ text: UnsafeBufferPointer<UInt8>) { parents.append(text) }

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

  /// The fields of the row being written whose texts are longer than this.
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
    for index in filters.indices { filters[index].endRow(count) }
    for index in translations.indices { translations[index].endRow(count) }
    parents.endRow(count)
    count += 1
  }

  /// Disables further rows.
  mutating func disable(_ rows: some Sequence<Int>) {
    disabled = Set(disabled).union(rows.lazy.map(UInt32.init)).sorted()
  }

  /// Moves a column out of the rows.
  mutating func take(_ field: OptionField) -> TextColumn {
    defer { columns[field.rawValue] = TextColumn() }
    return columns[field.rawValue]
  }

  /// The rows in another order: row `i` of the result is row `order[i]` of this value.
  func reordered(_ order: [UInt32]) -> OptionRows {
    var rows = self
    for index in columns.indices { rows.columns[index] = columns[index].reordered(order) }
    rows.filters = filters.map { $0.reordered(order) }
    rows.parents = parents.reordered(order)
    rows.translations = translations.map { $0.reordered(order) }
    if !disabled.isEmpty {
      let wasDisabled = Set(disabled)
      rows.disabled = order.indices.filter { wasDisabled.contains(order[$0]) }.map(UInt32.init)
    }
    return rows
  }
}

/// One text per row in one buffer of bytes, while a table is being read. An empty text counts as none.
struct TextColumn: Sendable {
  /// Well-formed UTF-8.
  private(set) var bytes: [UInt8] = []
  /// The end of each row's text; rows beyond have none. 32 bits are enough for `OptionFile.byteLimit`.
  private(set) var ends: [UInt32] = []

  var isEmpty: Bool { bytes.isEmpty }

  @inline(__always)
  func range(at row: Int) -> Range<Int> {
    guard row < ends.count else { return 0..<0 }
    return (row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])
  }

  func text(at row: Int) -> String? {
    let range = range(at: row)
    return range.isEmpty ? nil : String(decoding: bytes[range], as: UTF8.self)
  }

  /// Adds bytes to the row being written.
  @inline(__always)
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: text) }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Ends row `row`; rows that were skipped are empty.
  @inline(__always)
  mutating func endRow(_ row: Int) {
    let start = ends.last ?? 0
    guard bytes.count > start else { return }
    while ends.count < row { ends.append(start) }
    ends.append(UInt32(bytes.count))
  }

  /// Bytes of the row being written.
  @inline(__always)
  var openBytes: Int { bytes.count - Int(ends.last ?? 0) }

  /// The text of the row being written.
  var openText: String { String(decoding: bytes[Int(ends.last ?? 0)...], as: UTF8.self) }

  /// The different texts, and for each row the index of its text; `nil` if there are too many texts, or if nothing would be saved.
  func shared(distinctLimit: Int) -> (texts: TextColumn, codes: [UInt16])? {
    var texts = TextColumn()
    var codes: [UInt16] = []
    codes.reserveCapacity(ends.count)
    let distinctLimit = min(distinctLimit, Self.distinctLimit(rows: ends.count))
    // Open addressing: the number of a text plus 1.
    var slots = [UInt16](repeating: 0, count: distinctLimit * 2)
    return bytes.withUnsafeBufferPointer { bytes in
      for row in ends.indices {
        let text = UnsafeBufferPointer(rebasing: bytes[range(at: row)])
        var slot = Int(ByteHash.hash(text) % UInt64(slots.count))
        while slots[slot] != 0, !text.elementsEqual(texts.bytes[texts.range(at: Int(slots[slot]) - 1)]) {
          slot = (slot + 1) % slots.count
        }
        if slots[slot] == 0 {
          guard texts.ends.count < distinctLimit, texts.ends.count < Self.distinctLimit(rows: row) else { return nil }
          texts.bytes.append(contentsOf: text)
          texts.ends.append(UInt32(texts.bytes.count))
          slots[slot] = UInt16(texts.ends.count)
        }
        codes.append(slots[slot] - 1)
      }
      return codes.isEmpty || texts.ends.count * 4 > codes.count ? nil : (texts, codes)
    }
  }

  /// The number of different texts up to which they count as few among this number of rows.
  private static func distinctLimit(rows: Int) -> Int { rows / 4 + 17 }

  /// The same texts in another order: row `i` of the result is row `order[i]` of this.
  func reordered(_ order: [UInt32]) -> TextColumn {
    guard !isEmpty else { return self }
    var column = TextColumn()
    column.bytes.reserveCapacity(bytes.count)
    column.ends.reserveCapacity(order.count)
    for row in order {
      column.bytes.append(contentsOf: bytes[range(at: Int(row))])
      column.ends.append(UInt32(column.bytes.count))
    }
    return column
  }
}
