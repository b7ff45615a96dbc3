/// A column of a table that is read to its end: one text a row, in memory of its own that the table frees.
///
/// It holds pointers, not arrays, so that to read a text counts no references. Where many rows have one text, as halls or
/// states are, the column has each text once.
struct StoredColumn: @unchecked Sendable {
  /// Different texts of a column that has each of them once.
  private static let distinctLimit = 4096

  /// Well-formed UTF-8.
  let bytes: UnsafeBufferPointer<UInt8>
  /// Where each text ends: of a row, or of those that rows share. Rows beyond have none.
  private let ends: UnsafeBufferPointer<UInt32>
  /// Where texts are shared: the text of each row, rows beyond have none.
  let codes: UnsafeBufferPointer<UInt16>

  init(_ column: TextColumn) {
    if let shared = column.shared(distinctLimit: Self.distinctLimit) {
      bytes = Self.copy(shared.texts.bytes)
      ends = Self.copy(shared.texts.ends)
      codes = Self.copy(shared.codes)
    } else {
      bytes = Self.copy(column.bytes)
      ends = Self.copy(column.ends)
      codes = UnsafeBufferPointer(start: nil, count: 0)
    }
  }

  private static func copy<T>(_ elements: [T]) -> UnsafeBufferPointer<T> {
    let memory = UnsafeMutableBufferPointer<T>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return UnsafeBufferPointer(memory)
  }

  func deallocate() {
    bytes.deallocate()
    ends.deallocate()
    codes.deallocate()
  }

  var isEmpty: Bool { bytes.isEmpty }
  var isShared: Bool { !codes.isEmpty }

  @inline(__always)
  func has(_ row: Int) -> Bool { !range(at: row).isEmpty }

  func text(at row: Int) -> String? {
    let range = range(at: row)
    return range.isEmpty ? nil : String(decoding: bytes[range], as: UTF8.self)
  }

  /// The row's text; empty where it has none.
  @inline(__always)
  subscript(row: Int) -> UnsafeBufferPointer<UInt8> { text(in: range(at: row)) }

  /// Something made of each of the texts that rows share.
  func distinctTexts<T>(_ make: (UnsafeBufferPointer<UInt8>) -> T) -> [T] {
    ends.indices.map { make(text(in: textRange(at: $0))) }
  }

  private func text(in range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes.baseAddress.map { $0 + range.lowerBound }, count: range.count)
  }

  @inline(__always)
  private func range(at row: Int) -> Range<Int> {
    if codes.isEmpty { return row < ends.count ? textRange(at: row) : 0..<0 }
    return row < codes.count ? textRange(at: Int(codes[row])) : 0..<0
  }

  @inline(__always)
  private func textRange(at index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }
}
