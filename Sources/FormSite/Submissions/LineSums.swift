import Glibc
import Support

/// The file of a journal's checksums. It follows the lines without a sync of its own: a line whose record is missing is
/// checked as JSON instead.
struct LineSums: Sendable {
  let path: String
  private var descriptor: Int32 = -1
  private(set) var failure: SubmissionError?

  init(path: String) { self.path = path }

  /// - `restarts`: the lines are the first of a new file.
  mutating func append(_ sums: [LineSum], restarts: Bool) {
    do throws(SubmissionError) {
      try open(restarts: restarts)
      var bytes: [UInt8] = []
      bytes.append(upTo: sums.count * LineSum.recordSize) { writer in
        for sum in sums { sum.write(to: &writer) }
      }
      guard write(descriptor, bytes, bytes.count) == bytes.count else {
        throw SubmissionError(path: path, reason: "cannot write", errno: errno)
      }
      failure = nil
    } catch {
      failure = error
      close()
    }
  }

  mutating func close() {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  private mutating func open(restarts: Bool) throws(SubmissionError) {
    if restarts { close() }
    if descriptor >= 0 { return }
    descriptor = Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | (restarts ? O_TRUNC : 0), 0o640)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0,
      // Half a record that a failed write or a crash left.
      ftruncate(descriptor, status.st_size - status.st_size % off_t(LineSum.recordSize)) == 0
    else { throw SubmissionError(path: path, reason: "cannot open", errno: errno) }
  }

  /// Writes the checksums of a journal's lines as they are now, in place of those that are there.
  static func rebuild(of journal: String) throws(SubmissionError) {
    let path = journal + ".sums"
    var lines = try LineReader(journal)
    var rebuilt = LineSums(path: path + ".new")
    var sums: [LineSum] = []
    var isFirst = true
    while true {
      let line = try lines.next()
      if let line, line.hasEnd {
        sums.append(LineSum(line.bytes, as: LineHead(of: line.bytes)?.id ?? LineSum.noID, at: line.offset))
      }
      guard line == nil || sums.count == 1000 else { continue }
      rebuilt.append(sums, restarts: isFirst)
      if let failure = rebuilt.failure { throw failure }
      (sums, isFirst) = ([], false)
      if line == nil { break }
    }
    rebuilt.close()
    guard rename(rebuilt.path, path) == 0 else {
      throw SubmissionError(path: rebuilt.path, reason: "cannot rename", errno: errno)
    }
  }

  /// The line of this id in the journal, found by its checksum's record: 64 bytes read for each line of the journal.
  static func find(_ id: Token, in journal: String) throws(SubmissionError) -> [UInt8]? {
    guard FileIdentity(path: journal) != nil else { return nil }
    var records = try LineReader(journal + ".sums")
    let digits = Array(id.text.utf8)
    while let record = try records.next(byteCount: LineSum.recordSize - 1) {
      guard record.bytes.suffix(32).elementsEqual(digits), let sum = LineSum(record: record.bytes[...] + [10]) else {
        continue
      }
      var lines = try LineReader(journal, from: sum.offset)
      if let line = try lines.next(byteCount: sum.length), LineHead(of: line.bytes)?.id == id {
        return line.bytes
      }
    }
    return nil
  }
}

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
