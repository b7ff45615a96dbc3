/// A column of a table that is read to its end: one text a row, in memory of its own that the table frees.
///
/// It holds pointers, not arrays, so that to read a text counts no references.
struct StoredColumn: @unchecked Sendable {
  /// Well-formed UTF-8.
  let bytes: UnsafeBufferPointer<UInt8>
  /// Where the text of each row ends; rows beyond have none.
  private let ends: UnsafeBufferPointer<UInt32>

  init(_ column: TextColumn) {
    bytes = Self.copy(column.bytes)
    ends = Self.copy(column.ends)
  }

  private static func copy<T>(_ elements: [T]) -> UnsafeBufferPointer<T> {
    let memory = UnsafeMutableBufferPointer<T>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return UnsafeBufferPointer(memory)
  }

  func deallocate() {
    bytes.deallocate()
    ends.deallocate()
  }

  var isEmpty: Bool { bytes.isEmpty }

  @inline(__always)
  func has(_ row: Int) -> Bool { !range(at: row).isEmpty }

  func text(at row: Int) -> String? {
    let range = range(at: row)
    return range.isEmpty ? nil : String(decoding: bytes[range], as: UTF8.self)
  }

  /// The row's text; empty where it has none.
  @inline(__always)
  subscript(row: Int) -> UnsafeBufferPointer<UInt8> {
    let range = range(at: row)
    return UnsafeBufferPointer(start: bytes.baseAddress.map { $0 + range.lowerBound }, count: range.count)
  }

  @inline(__always)
  private func range(at row: Int) -> Range<Int> {
    guard row < ends.count else { return 0..<0 }
    return (row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])
  }
}
