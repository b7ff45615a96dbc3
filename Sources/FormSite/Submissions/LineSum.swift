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

  func write(to writer: inout ByteWriter) {
    writer.append(hexadecimal: UInt64(checksum), digits: 8)
    writer.append(" ")
    writer.append(hexadecimal: UInt64(length), digits: 8)
    writer.append(" ")
    writer.append(hexadecimal: UInt64(offset), digits: 12)
    writer.append(" ")
    writer.append(id)
    writer.append("\n")
  }

  /// Whether these are the bytes that were written.
  func fits(_ line: [UInt8]) -> Bool { line.count == length && CRC32.checksum(line) == checksum }
}
