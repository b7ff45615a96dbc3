import Support

/// The checksum of a stored line, kept beside the lines in `{form}.jsonl.sums`: a record of 64 bytes for each, as text.
struct LineSum: Equatable {
  /// Bytes of a record: checksum, length, offset and id in hexadecimal digits, a space or the line's end behind each.
  static let recordSize = 64

  /// A record that says more is damaged: nothing is read into memory because of it.
  private static let lineByteLimit = 1 << 28
  /// Of a line that was not written here and has none.
  static let noID = Token((0, 0))

  let id: Token
  /// Where the line begins in its file.
  let offset: Int
  /// Its bytes without the line's end.
  let length: Int
  /// CRC-32.
  let checksum: UInt32

  init(_ line: [UInt8], as id: Token, at offset: Int) {
    self.id = id
    self.offset = offset
    length = line.count
    checksum = CRC32.checksum(line)
  }

  /// Nil: these are no record.
  init?(record: ArraySlice<UInt8>) {
    guard record.count == Self.recordSize, record.last == 10 else { return nil }
    let fields = record.dropLast().split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard fields.map(\.count) == [8, 8, 12, 32],
      let checksum = UInt32(String(decoding: fields[0], as: UTF8.self), radix: 16),
      let length = Int(String(decoding: fields[1], as: UTF8.self), radix: 16), 0...Self.lineByteLimit ~= length,
      let offset = Int(String(decoding: fields[2], as: UTF8.self), radix: 16), offset >= 0,
      let id = Token(String(decoding: fields[3], as: UTF8.self))
    else { return nil }
    (self.id, self.offset, self.length, self.checksum) = (id, offset, length, checksum)
  }

  var record: [UInt8] {
    func digits(_ number: UInt64, _ count: Int) -> String {
      let text = String(number, radix: 16)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let fields = [
      digits(UInt64(checksum), 8), digits(UInt64(length), 8), digits(UInt64(offset), 12), id.text,
    ]
    return Array((fields.joined(separator: " ") + "\n").utf8)
  }

  /// Whether these are the bytes that were written.
  func fits(_ line: [UInt8]) -> Bool { line.count == length && CRC32.checksum(line) == checksum }
}
