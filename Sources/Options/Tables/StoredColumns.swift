import Support

/// The columns of a complete table; the owner frees them.
struct StoredColumns: Sendable {
  /// The number of rows.
  let count: Int
  private let columns: InlineArray<7, StoredColumn>

  /// Each column is copied and then freed, so that only one column is in memory twice.
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

/// A column of a complete table: one text per row, in separate memory that the table frees.
///
/// It has pointers instead of arrays, so that reading a text counts no references. If many rows share texts, such as halls or states,
/// the column stores each text once.
struct StoredColumn: @unchecked Sendable {
  /// The maximum number of different texts of a column that stores each once.
  private static let distinctLimit = 4096

  /// Well-formed UTF-8.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The end of each text: of a row, or of a shared text. Rows beyond have none.
  private let ends: UnsafeBufferPointer<UInt32>
  /// If texts are shared: the index of each row's text; rows beyond have none.
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

  /// The row's text; empty if it has none.
  @inline(__always)
  subscript(row: Int) -> UnsafeBufferPointer<UInt8> { text(in: range(at: row)) }

  /// Values computed from each of the shared texts.
  func distinctTexts<T>(_ make: (UnsafeBufferPointer<UInt8>) -> T) -> [T] {
    ends.indices.map { make(text(in: textRange(at: $0))) }
  }

  /// The rows that have this text, which must not be empty. Checks every row, but few of them in full.
  func rows(holding text: String) -> RowSet {
    var rows: [UInt32] = []
    text.withBytes { text in
      guard let last = text.last else { return }
      if isShared {
        guard let code = distinctTexts({ $0.elementsEqual(text) }).firstIndex(of: true) else { return }
        for (row, other) in codes.enumerated() where other == code { rows.append(UInt32(row)) }
      } else {
        var lower = 0
        for (row, end) in ends.enumerated() {
          let upper = Int(end)
          // Compared from the end, as texts of a column often begin alike.
          if upper - lower == text.count, bytes[upper - 1] == last,
            self.text(in: lower..<upper).elementsEqual(text)
          {
            rows.append(UInt32(row))
          }
          lower = upper
        }
      }
    }
    return RowSet(rows: rows)
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

/// The values of a table's first rows as pages contain them: percent-encoded, each followed by a comma. They are kept with the table,
/// since most pages show its first rows.
package final class EncodedRun: Sendable {
  /// The text, in ASCII.
  private let bytes: [UInt8]
  /// The start of each value, and at last the end of the last comma.
  private let bounds: [UInt16]

  package var count: Int { bounds.count - 1 }

  /// The values of some rows (at least one), without the comma after the last one.
  package func values(of rows: Range<Int>) -> ArraySlice<UInt8> {
    bytes[Int(bounds[rows.lowerBound])..<Int(bounds[rows.upperBound]) - 1]
  }

  /// Limits of rows and bytes; further rows are encoded each time.
  private static let rowLimit = 1024
  private static let byteLimit = 16 << 10

  fileprivate init(of table: OptionTable) {
    var bytes: [UInt8] = []
    var bounds: [UInt16] = [0]
    for row in 0..<min(table.count, Self.rowLimit) {
      table.withText(.value, at: row, in: []) { PercentEncoding.append($0, to: &bytes) }
      guard bytes.count < Self.byteLimit else { break }
      bytes.append(UInt8(ascii: ","))
      bounds.append(UInt16(bytes.count))
    }
    self.bytes = Array(bytes[..<Int(bounds[bounds.count - 1])])
    self.bounds = bounds
  }
}

extension OptionTable {
  /// `nil` if the table exists for one request only.
  package var encodedRun: EncodedRun? { isWhole ? firstValues.value(for: 0) { EncodedRun(of: self) } : nil }
}
