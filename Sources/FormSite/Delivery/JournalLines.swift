import Glibc
import Support

/// How far the journals of a data folder are synced. Anything after that is not delivered yet.
struct JournalEnds: Sendable {
  struct Growth: Sendable, Equatable {
    /// Bytes of the journal that are synced.
    var end: Int
    /// Lines that were added.
    var lineCount: Int
    /// The journal is a new file: the former one was moved away.
    var isNew = false
  }

  private(set) var byForm: [String: Growth] = [:]

  mutating func add(_ growth: Growth, of form: String) {
    guard var known = byForm[form], !growth.isNew else {
      byForm[form] = growth
      return
    }
    known.end = growth.end
    known.lineCount += growth.lineCount
    byForm[form] = known
  }

  mutating func take() -> [String: Growth] {
    defer { byForm = [:] }
    return byForm
  }
}

/// Reads individual lines of the journals of a data folder.
struct JournalLines: Sendable {
  let data: String

  struct Found {
    let line: DeliveredLine
    let bytes: [UInt8]
    let offset: Int
    let next: Int
  }

  func path(of form: String) -> String { SubmissionFiles.path(of: form, inData: data) }

  /// The first line from a place on that is a submission to deliver.
  /// - Parameters:
  ///   - end: nothing after it is read.
  ///   - passed: gets each line before it: blank, erased, or not a submission.
  /// - Returns: `nil` if there is none before the end.
  func next(
    of form: String, from offset: Int, to end: Int, passed: (_ line: LineReader.Line, _ isSubmission: Bool) -> Void
  ) throws(SubmissionError) -> Found? {
    guard offset < end else { return nil }
    var lines = try LineReader(path(of: form), from: offset)
    while lines.offset < end, let line = try lines.next(), line.next <= end, line.hasEnd {
      let head = line.isBlank ? nil : DeliveredLine(line.bytes)
      if let head, !head.isErased {
        return Found(line: head, bytes: line.bytes, offset: line.offset, next: line.next)
      }
      passed(line, head != nil)
    }
    return nil
  }

  /// When the line at a place was submitted, according to its head; `nil` if it does not say.
  func time(of form: String, at offset: Int) -> String? {
    let descriptor = open(path(of: form), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.headByteCount)
    let count = pread(descriptor, &bytes, bytes.count, off_t(offset))
    return count > 0 ? LineHead(of: Array(bytes[..<count]))?.time.text : nil
  }

  private static let headByteCount = 512

  /// The line of a waiting submission, at its place or wherever it is now.
  /// - Returns: `nil` if it no longer exists or was erased.
  func line(of name: OutboxState.Name, at offset: Int) throws(SubmissionError) -> Found? {
    let path = path(of: name.form)
    guard FileIdentity(path: path) != nil else { return nil }
    if let found = try line(at: offset, of: path), found.line.id == name.id { return found.line.isErased ? nil : found }
    guard let place = try place(of: name.id, in: path), let found = try line(at: place, of: path) else { return nil }
    return found.line.isErased ? nil : found
  }

  private func line(at offset: Int, of path: String) throws(SubmissionError) -> Found? {
    var lines = try LineReader(path, from: offset)
    guard let line = try lines.next(), let head = DeliveredLine(line.bytes) else { return nil }
    return Found(line: head, bytes: line.bytes, offset: line.offset, next: line.next)
  }

  /// Where the line with this id begins. This reads all lines.
  private func place(of id: Token, in path: String) throws(SubmissionError) -> Int? {
    var lines = try LineReader(path)
    while let line = try lines.next() {
      if LineHead(of: line.bytes)?.id == id { return line.offset }
    }
    return nil
  }

  /// Where reading a journal resumes after a start: at the same place, after the same line in an edited file, or at the
  /// beginning of another file.
  func resumed(_ cursor: OutboxState.Cursor, of form: String) throws(SubmissionError) -> (
    OutboxState.Cursor, isOther: Bool
  ) {
    let path = path(of: form)
    guard FileIdentity(path: path) != nil else { return (OutboxState.Cursor(next: 0), cursor.next > 0) }
    guard let last = cursor.last else { return (cursor, false) }
    if let found = try line(at: last.offset, of: path), found.line.id == last.id { return (cursor, false) }
    if let offset = try place(of: last.id, in: path), let found = try line(at: offset, of: path) {
      return (OutboxState.Cursor(next: found.next, last: .init(offset: offset, id: last.id)), false)
    }
    return (OutboxState.Cursor(next: 0), true)
  }

  /// A line as a destination gets it.
  func delivery(_ found: Found, of form: String) -> Delivery {
    let version = found.line.version ?? ""
    // A definition that is missing or was changed is left out.
    let definition = (try? FormVersionFiles.read(version, of: form, inData: data)) ?? nil
    return Delivery(
      form: form, id: found.line.id.text,
      language: found.line.language ?? DeliveredLine.ownLanguage(ofForm: definition), line: found.bytes,
      definition: definition == nil ? nil : FormVersionFiles.path(version, of: form, inData: data))
  }

  /// Continues reading a journal from a place.
  /// - Parameters:
  ///   - end: nothing after it is read; `nil` reads to the end.
  ///   - take: gets the head of each line that has one, and its place.
  /// - Returns: where the lines end, and how many are not blank.
  func scan(
    _ form: String, from offset: Int, to end: Int? = nil, take: (LineHead, _ offset: Int) -> Void = { _, _ in }
  ) throws(SubmissionError) -> JournalEnds.Growth {
    let path = path(of: form)
    guard FileIdentity(path: path) != nil else { return .init(end: 0, lineCount: 0) }
    var lines = try LineReader(path, from: offset)
    var growth = JournalEnds.Growth(end: offset, lineCount: 0)
    while let line = try lines.next(), line.hasEnd, line.next <= end ?? .max {
      growth.end = line.next
      if line.isBlank { continue }
      growth.lineCount += 1
      if let head = LineHead(of: line.bytes) { take(head, line.offset) }
    }
    return growth
  }

  /// Calls `take` with all lines from a place on that are submissions.
  func forEach(of form: String, from offset: Int, _ take: (DeliveredLine) throws -> Void) throws {
    var lines = try LineReader(path(of: form), from: offset)
    while let line = try lines.next(), line.hasEnd {
      if let head = DeliveredLine(line.bytes) { try take(head) }
    }
  }

  /// Syncs a journal.
  func sync(_ form: String) throws(SubmissionError) {
    let descriptor = open(path(of: form), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SubmissionError(path: path(of: form), reason: "cannot open", errno: errno) }
    defer { close(descriptor) }
    guard fdatasync(descriptor) == 0 else {
      throw SubmissionError(path: path(of: form), reason: "cannot sync", errno: errno)
    }
  }

  /// The place after the last line of a journal.
  func end(of form: String, from cursor: OutboxState.Cursor = .init(next: 0), to end: Int? = nil)
    throws(SubmissionError)
    -> OutboxState.Cursor
  {
    var cursor = cursor
    cursor.next = try scan(form, from: cursor.next, to: end) { cursor.last = .init(offset: $1, id: $0.id) }.end
    return cursor
  }
}
