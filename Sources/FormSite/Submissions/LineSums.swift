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
