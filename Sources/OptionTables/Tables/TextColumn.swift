import TextAndNumbers

/// One text a row in one buffer of bytes, while a table is read. An empty text is no text.
struct TextColumn: Sendable {
  /// Well-formed UTF-8.
  private(set) var bytes: [UInt8] = []
  /// Where the text of each row ends; rows beyond have none. 32 bits are enough for `OptionFile.byteLimit`.
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

  /// Ends row `row`; those passed over are empty.
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
