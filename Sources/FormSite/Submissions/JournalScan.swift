import Glibc
import Support

/// Reads which submissions a journal has, finds what a crash or the disk has damaged, and sets that aside.
///
/// A line is good if it fits its checksum, or, without a checksum, if it is JSON. Anything else is copied to
/// `{form}.jsonl.torn`. A half last line is cut off; elsewhere blanks replace the line, so that no other line moves. A whole
/// last line without a line end gets one.
struct JournalScan {
  let path: String
  /// Everything before it has been read.
  private(set) var offset = 0
  private(set) var lineNumber = 0
  /// What was damaged, for the log.
  private(set) var findings: [String] = []
  /// Why the checksums could not be rebuilt; lines without one are checked as JSON.
  private(set) var sumsFailure: SubmissionError?
  /// The next record of the checksums.
  private var sumsOffset = 0
  /// Whether every line so far has a checksum.
  private var isCovered = true

  init(path: String) { self.path = path }

  /// Continues reading without changing anything, up to damage or to what another process may still be writing.
  mutating func look(_ found: (LineHead) -> Void) throws(SubmissionError) { _ = try read(found, onlyCovered: true) }

  /// Continues reading to the end and repairs damage. Only for the owner of the folder.
  mutating func mend(_ found: (LineHead) -> Void) throws(SubmissionError) {
    var isMended = false
    while let damage = try read(found, onlyCovered: false) {
      try repair(damage)
      isMended = true
    }
    guard !isCovered || isMended else { return }
    do throws(SubmissionError) { try LineSums.rebuild(of: path) } catch { sumsFailure = error }
  }

  private enum Damage {
    /// Bytes up to a line end that are not a line.
    case line(LineReader.Line)
    /// A whole line with another byte, or none, in place of its line end.
    case end(LineReader.Line)
    /// The start of a line at the end of the file.
    case half(LineReader.Line)
  }

  /// - Parameter onlyCovered: stops at the first line without a checksum, if the file has checksums: the line has only just
  ///   been written.
  /// - Returns: the next damage; `nil` at the end.
  private mutating func read(
    _ found: (LineHead) -> Void, onlyCovered: Bool
  ) throws(SubmissionError) -> Damage? {
    var lines = try LineReader(path, from: offset)
    var sums = try SumReader(path + ".sums", from: sumsOffset)
    // The size now, so as not to follow a growing file for ever.
    let end = onlyCovered ? try lines.byteCount() : .max
    while offset < end {
      let sum = try sums.next(atLeast: lines.offset)
      sumsOffset = sums.offset
      if onlyCovered, sum == nil, sums.isThere { return nil }
      if let sum, sum.offset == lines.offset, let line = try lines.next(byteCount: sum.length) {
        let isBlank = line.isBlank
        if sum.fits(line.bytes) || isBlank && line.hasEnd {
          guard line.hasEnd else { return .end(line) }
          if !isBlank, let head = LineHead(of: line.bytes) { found(head) }
          pass(line)
          continue
        }
        if line.hasEnd, !isOfAnotherSnapshot(line, than: sum) { return .line(line) }
        lines.putBack(line)
      }
      guard let line = try lines.next() else { return nil }
      if !line.isBlank {
        guard line.bytes.first == UInt8(ascii: "{"), Self.isJSON(line.bytes) else {
          return line.hasEnd ? .line(line) : .half(line)
        }
        guard line.hasEnd else { return .end(line) }
        isCovered = false
        if let head = LineHead(of: line.bytes) { found(head) }
      }
      pass(line)
    }
    return nil
  }

  private mutating func pass(_ line: LineReader.Line) {
    offset = line.next
    lineNumber += 1
  }

  /// Whether the file was edited since its checksums were written: the line is valid, but a different one.
  private func isOfAnotherSnapshot(_ line: LineReader.Line, than sum: LineSum) -> Bool {
    guard Self.isJSON(line.bytes) else { return false }
    guard let id = LineHead(of: line.bytes)?.id else { return sum.id == LineSum.noID }
    let differingBits = (id.high ^ sum.id.high).nonzeroBitCount + (id.low ^ sum.id.low).nonzeroBitCount
    return differingBits > 8
  }

  private mutating func repair(_ damage: Damage) throws(SubmissionError) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw SubmissionError(path: path, reason: "cannot open", errno: errno) }
    defer { close(descriptor) }
    let isRepaired: Bool
    switch damage {
    case .end(let line):
      findings.append("\(path):\(lineNumber + 1): its line end was missing or damaged; repaired")
      isRepaired = Self.write([10], at: line.offset + line.bytes.count, descriptor: descriptor)
    case .half(let line):
      findings.append("\(path):\(lineNumber + 1): a torn last line was set aside in \(path).torn")
      try setAside(line)
      isRepaired = ftruncate(descriptor, off_t(line.offset)) == 0
    case .line(let line):
      findings.append("\(path):\(lineNumber + 1): a damaged line was set aside in \(path).torn")
      try setAside(line)
      let blanks = line.bytes.map { $0 == 10 ? $0 : UInt8(ascii: " ") }
      isRepaired = Self.write(blanks, at: line.offset, descriptor: descriptor)
    }
    guard isRepaired, fsync(descriptor) == 0 else {
      throw SubmissionError(path: path, reason: "cannot set a damaged line aside", errno: errno)
    }
  }

  private func setAside(_ line: LineReader.Line) throws(SubmissionError) {
    let torn = open(path + ".torn", O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640)
    guard torn >= 0 else { throw SubmissionError(path: path + ".torn", reason: "cannot open", errno: errno) }
    defer { close(torn) }
    let bytes = line.bytes + [10]
    guard Glibc.write(torn, bytes, bytes.count) == bytes.count, fsync(torn) == 0 else {
      throw SubmissionError(path: path + ".torn", reason: "cannot write", errno: errno)
    }
    try Folder.sync(Folder.of(path))
  }

  private static func write(_ bytes: [UInt8], at offset: Int, descriptor: Int32) -> Bool {
    pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    (try? JSONReader.storedLine(bytes)) != nil
  }
}

/// The checksums of a journal in the order of its lines; empty if the file does not exist.
private struct SumReader: ~Copyable {
  private var records: LineReader?
  private var current: LineSum?
  private(set) var offset: Int
  let isThere: Bool

  init(_ path: String, from offset: Int) throws(SubmissionError) {
    self.offset = offset
    isThere = FileIdentity(path: path) != nil
    if isThere { records = try LineReader(path, from: offset) }
  }

  /// The first record of a line that begins at this place or later.
  mutating func next(atLeast place: Int) throws(SubmissionError) -> LineSum? {
    while current.map({ $0.offset < place }) ?? true {
      guard let record = try records?.next(byteCount: LineSum.recordSize - 1) else { return nil }
      if let sum = LineSum(record: record.bytes[...] + [10]) {
        current = sum
        offset = record.offset
      }
    }
    return current
  }
}

/// What a stored line has before its values.
struct LineHead {
  let id: Token
  let time: SubmissionTime
  /// The submission that it corrects.
  var replaces: Token?
  /// Whether it was erased.
  var isErased = false

  private static let opening = Array("{\"id\":\"".utf8)
  /// The head has names and times, and is shorter than this.
  private static let headByteLimit = 2048

  /// Reads `{"id":"…","form":"…","version":"…","submittedAt":"…"`: the id comes first, followed by texts as they were written.
  /// A line of another program is parsed as JSON. `nil` if it has no id.
  init?(of line: [UInt8]) {
    let end = Self.opening.count + Token.digitCount
    guard line.starts(with: Self.opening), line.count > end else {
      guard let head = Self.read(line) else { return nil }
      self = head
      return
    }
    guard let id = Token(digits: line.span.extracting(Self.opening.count..<end)) else { return nil }
    var texts = HeadTexts(line, from: end, to: min(line.count, Self.headByteLimit))
    var (hasTime, isErased) = (false, false)
    var time: SubmissionTime?
    var replaces: Token?
    while let (key, value) = texts.next() {
      if key == "submittedAt" {
        hasTime = true
        time = SubmissionTime(line.span.extracting(value))
      } else if key == "replaces" {
        replaces = Token(digits: line.span.extracting(value))
      } else if key == "erasedAt" {
        isErased = true
      }
    }
    if !hasTime, !isErased, let head = Self.read(line) {
      self = head
      return
    }
    self.init(id: id, time: time, replaces: replaces, isErased: isErased)
  }

  private init(id: Token, time: SubmissionTime?, replaces: Token?, isErased: Bool) {
    (self.id, self.time, self.replaces, self.isErased) = (id, time ?? .unknown, replaces, isErased)
  }

  private static func read(_ line: [UInt8]) -> LineHead? {
    // JSON escapes can make a line longer than what was posted.
    guard let submission = try? JSONReader.storedLine(line).value,
      case .string(let id)? = submission["id"],
      let id = Token(id)
    else { return nil }
    func text(_ key: String) -> String? { if case .string(let text)? = submission[key] { text } else { nil } }
    return LineHead(
      id: id, time: text("submittedAt").flatMap { SubmissionTime($0) },
      replaces: text("replaces").flatMap { Token($0) },
      isErased: submission["erasedAt"] != nil)
  }
}

/// The members of an object up to the first whose value is not a text.
private struct HeadTexts {
  private let line: [UInt8]
  private var position: Int
  private let end: Int

  /// - Parameter position: of the quotation mark that ends the previous text.
  init(_ line: [UInt8], from position: Int, to end: Int) {
    (self.line, self.position, self.end) = (line, position, end)
  }

  /// A key, and the range of its value with its escapes.
  mutating func next() -> (key: StaticKey, value: Range<Int>)? {
    guard position + 3 < end, line[position + 1] == UInt8(ascii: ","), let key = text(from: position + 2),
      key.upperBound + 2 < end, line[key.upperBound + 1] == UInt8(ascii: ":"),
      let value = text(from: key.upperBound + 2)
    else { return nil }
    position = value.upperBound
    return (StaticKey(bytes: line[key]), value)
  }

  /// The range between the quotation mark at this place and the next one.
  private func text(from start: Int) -> Range<Int>? {
    guard start < end, line[start] == UInt8(ascii: "\"") else { return nil }
    var position = start + 1
    while position < end {
      switch line[position] {
      case UInt8(ascii: "\""): return start + 1..<position
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    return nil
  }

  /// A key that is compared without making a `String`.
  struct StaticKey {
    let bytes: ArraySlice<UInt8>

    static func == (key: StaticKey, text: StaticString) -> Bool {
      key.bytes.count == text.utf8CodeUnitCount
        && key.bytes.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
  }
}
