import Glibc
import Support

/// The file of a journal's checksums. It is written after the lines and not synced: a line without a record is checked as JSON
/// instead.
struct LineSums: Sendable {
  let path: String
  private var descriptor: Int32 = -1
  private(set) var failure: SubmissionError?

  init(path: String) { self.path = path }

  /// - `restarts`: whether the lines are the first of a new file.
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
      // Cuts off half a record left by a failed write or a crash.
      ftruncate(descriptor, status.st_size - status.st_size % off_t(LineSum.recordSize)) == 0
    else { throw SubmissionError(path: path, reason: "cannot open", errno: errno) }
  }

  /// Writes the checksums of all lines of a journal again.
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

  /// The line of this id, found by its checksum's record. This reads 64 bytes for each line of the journal.
  static func find(_ id: Token, in journal: String) throws(SubmissionError) -> [UInt8]? {
    for place in try places(of: [id], in: journal) {
      if let line = try line(at: place.sum, in: journal), LineHead(of: line)?.id == id { return line }
    }
    return nil
  }

  /// The bytes at a line's place; `nil` if the file ends before.
  static func line(at sum: LineSum, in journal: String) throws(SubmissionError) -> [UInt8]? {
    var lines = try LineReader(journal, from: sum.offset)
    return try lines.next(byteCount: sum.length)?.bytes
  }

  /// A record, and where it begins in the file of checksums.
  struct Place: Sendable {
    let sum: LineSum
    let record: Int
  }

  /// The records of these ids, in the order of the file; empty if the file does not exist.
  static func places(of ids: Set<Token>, in journal: String) throws(SubmissionError) -> [Place] {
    var start = 0
    return try places(of: ids, in: journal, from: &start, isWhole: true)
  }

  /// The records of these ids, read from `start` to the end and then from the beginning to `start`.
  /// - Parameter isWhole: for `false`, stops when each id is found.
  static func places(
    of ids: Set<Token>, in journal: String, from start: inout Int, isWhole: Bool
  ) throws(SubmissionError) -> [Place] {
    guard FileIdentity(path: journal) != nil, FileIdentity(path: journal + ".sums") != nil else { return [] }
    var places: [Place] = []
    var rest = ids
    let first = start
    for begin in first == 0 ? [0] : [first, 0] {
      var records = try LineReader(journal + ".sums", from: begin)
      while isWhole || !rest.isEmpty, let record = try records.next(byteCount: LineSum.recordSize - 1) {
        if begin < first, record.offset >= first { break }
        guard let id = Token(digits: record.bytes.span.extracting(LineSum.idPlace)), ids.contains(id),
          let sum = LineSum(record: record.bytes[...] + [10])
        else { continue }
        rest.remove(id)
        places.append(Place(sum: sum, record: record.offset))
        if begin == first { start = record.offset }
      }
    }
    return places
  }

  /// Writes the records of overwritten lines again and waits for the disk. Otherwise, after a crash, a line could meet the
  /// checksum of its former content.
  static func overwrite(_ lines: [ErasedLine], of journal: String, disk: DiskCalls) throws(SubmissionError) {
    let path = journal + ".sums"
    let file = Glibc.open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return }
      throw SubmissionError(path: path, reason: "cannot open", errno: errno)
    }
    defer { _ = Glibc.close(file) }
    func hasRecord(of line: ErasedLine, at offset: Int) -> Bool {
      var record = [UInt8](repeating: 0, count: LineSum.recordSize)
      return pread(file, &record, record.count, off_t(offset)) == record.count
        && LineSum(record: record[...]).map { $0.offset == line.offset && $0.id == line.id } ?? false
    }
    for line in lines {
      var offset = line.record
      if offset == nil || !hasRecord(of: line, at: offset ?? 0) {
        offset = try places(of: [line.id], in: journal).first { $0.sum.offset == line.offset }?.record
      }
      guard let offset else { continue }
      var record: [UInt8] = []
      record.append(upTo: LineSum.recordSize) { line.sum.write(to: &$0) }
      guard disk.overwriteAll(file, bytes: record, at: offset) else {
        throw SubmissionError(path: path, reason: "cannot write", errno: errno)
      }
    }
    guard disk.sync(file) == 0 else { throw SubmissionError(path: path, reason: "cannot sync", errno: errno) }
  }
}

/// The checksum of a stored line, kept beside the lines in `{form}.jsonl.sums`: a record of 64 bytes for each, as text.
struct LineSum: Equatable {
  /// Bytes of a record: checksum, length, offset and id in hexadecimal digits, each followed by a space or the line end.
  static let recordSize = 64

  /// The range of the id in a record.
  static let idPlace = 31..<63

  /// A record with a greater length is damaged; this limits what is read into memory.
  private static let lineByteLimit = 1 << 28
  /// The id for a line that has none, which was not written here.
  static let noID = Token((0, 0))

  let id: Token
  /// Where the line begins in its file.
  let offset: Int
  /// Its length in bytes, without the line end.
  let length: Int
  /// CRC-32.
  let checksum: UInt32

  init(_ line: [UInt8], as id: Token, at offset: Int) {
    self.id = id
    self.offset = offset
    length = line.count
    checksum = CRC32.checksum(line)
  }

  /// `nil` if the bytes are not a record.
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

  /// Whether a line has the bytes that were written.
  func fits(_ line: [UInt8]) -> Bool { line.count == length && CRC32.checksum(line) == checksum }
}
