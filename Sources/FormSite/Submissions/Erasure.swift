import FormController
import Glibc
import Support

/// A line to be erased and its replacement: an object without values, filled up with blanks so that no other line moves.
struct ErasedLine: Sendable, Equatable {
  let id: Token
  /// Where the line begins in its file.
  let offset: Int
  /// Its length in bytes, without the line end.
  let length: Int
  /// What stays of it; empty if it is too short for anything.
  let head: [UInt8]
  /// Where its checksum's record begins; `nil` if it has none.
  let record: Int?
  /// The digests of the files that it names.
  let files: [String]

  var bytes: [UInt8] { head + [UInt8](repeating: UInt8(ascii: " "), count: length - head.count) }
  var sum: LineSum { LineSum(bytes, as: id, at: offset) }

  /// - Parameters:
  ///   - line: as it is now.
  ///   - place: of its checksum's record; `nil` if it has none.
  init(
    _ line: [UInt8], id: Token, at offset: Int, record: Int?, form: String, erasedAt time: String, by name: String
  ) {
    (self.id, self.offset, length, self.record) = (id, offset, line.count, record)
    files = FileNames.digests(in: line)
    let submittedAt = LineHead(of: line).flatMap { $0.time == .unknown ? nil : $0.time.text }
    head = Self.head(id.text, form: form, submittedAt: submittedAt, erasedAt: time, by: name, upTo: line.count)
  }

  fileprivate init(id: Token, offset: Int, length: Int, head: [UInt8], record: Int?, files: [String]) {
    (self.id, self.offset, self.length, self.head, self.record, self.files) = (id, offset, length, head, record, files)
  }

  /// What stays of an erased submission. If the line is too short, `by` is dropped first, then `form`, then `submittedAt`. If
  /// it is too short for its id and a time, nothing stays.
  static func head(
    _ id: String, form: String, submittedAt: String?, erasedAt: String, by name: String, upTo byteCount: Int
  ) -> [UInt8] {
    let all: [(key: String, text: String?)] = [
      ("id", id), ("form", form), ("submittedAt", submittedAt), ("erasedAt", erasedAt), ("by", name),
    ]
    let dropped: [Set<String>] = [[], ["by"], ["by", "form"], ["by", "form", "submittedAt"]]
    for keys in dropped {
      let members = all.filter { !keys.contains($0.key) }.compactMap { member in
        member.text.map { JSONValue.Member(member.key, .string($0)) }
      }
      let bytes = JSONValue.object(members).compactBytes
      if bytes.count <= byteCount { return bytes }
    }
    return []
  }
}

/// What stays of a submission in stores where lines may become shorter.
package enum ErasedSubmission {
  /// The current time, as lines have it and in seconds since 1970.
  package static func now() -> (text: String, seconds: Int) {
    let now = Environment.system.now()
    return (now.iso8601, now.seconds)
  }

  /// The time this number of days ago, as lines have it.
  package static func time(daysAgo days: Int) -> String {
    Timestamp(seconds: Environment.system.now().seconds - days * 86_400).iso8601
  }

  /// - Parameters: as in the line; times in RFC 3339.
  package static func line(
    _ id: String, form: String, submittedAt: String, erasedAt: String, by name: String
  ) -> [UInt8] {
    ErasedLine.head(id, form: form, submittedAt: submittedAt, erasedAt: erasedAt, by: name, upTo: .max)
  }
}

/// The lines of a form that are being erased, in the file `{form}.jsonl.erasing` until everything is done. After a crash, the
/// next start finishes the work. The file has no values.
struct ErasureIntention: Sendable, Equatable {
  /// Identifies the journal that has the lines; a later file of the same name has others.
  let device: UInt64
  let inode: UInt64
  let lines: [ErasedLine]
  /// The ids that were looked for, whether or not the journal has them: the copies of damaged lines may.
  let ids: [Token]

  static let ending = ".jsonl.erasing"

  static func path(of journal: String) -> String { journal + ".erasing" }

  /// Writes the file atomically and syncs it.
  func write(beside journal: String, disk: DiskCalls) throws(SubmissionError) {
    try Folder.write(bytes, to: Self.path(of: journal), disk: disk)
  }

  private var bytes: [UInt8] {
    let lines = lines.map { line -> JSONValue in
      [
        "id": .string(line.id.text), "offset": .number("\(line.offset)"), "length": .number("\(line.length)"),
        "record": line.record.map { .number("\($0)") } ?? .null,
        "head": .string(String(decoding: line.head, as: UTF8.self)), "files": .array(line.files.map { .string($0) }),
      ]
    }
    let object: JSONValue = [
      "device": .number("\(device)"), "inode": .number("\(inode)"),
      "ids": .array(ids.map { .string($0.text) }), "lines": .array(lines),
    ]
    return object.compactBytes
  }

  /// The largest size of the file, for the lines that are erased at once.
  private static let byteLimit = 8 << 20

  /// The intention of this journal; `nil` if nothing is being erased.
  static func read(beside journal: String) throws(SubmissionError) -> ErasureIntention? {
    let path = path(of: journal)
    let content: [UInt8]
    do throws(FileError) { content = try FileContent(of: path, byteLimit: byteLimit).bytes } catch {
      if error == .missing { return nil }
      throw SubmissionError(path: path, reason: "cannot read: \(error)")
    }
    guard let value = try? JSONReader.document(content).value, let intention = ErasureIntention(value) else {
      throw SubmissionError(
        path: path, reason: "it is damaged; remove it, and repeat the erasing that was under way (see the log)")
    }
    return intention
  }

  init(device: UInt64, inode: UInt64, lines: [ErasedLine], ids: [Token]) {
    (self.device, self.inode, self.lines, self.ids) = (device, inode, lines, ids)
  }

  private init?(_ value: JSONValue) {
    func number(_ value: JSONValue?) -> Int? { if case .number(let digits)? = value { Int(digits) } else { nil } }
    func text(_ value: JSONValue?) -> String? { if case .string(let text)? = value { text } else { nil } }
    guard case .number(let device)? = value["device"], case .number(let inode)? = value["inode"],
      let device = UInt64(device), let inode = UInt64(inode), case .array(let ids)? = value["ids"],
      case .array(let lines)? = value["lines"]
    else { return nil }
    (self.device, self.inode) = (device, inode)
    self.ids = ids.compactMap { text($0).flatMap { Token($0) } }
    self.lines = lines.compactMap { line -> ErasedLine? in
      guard let id = text(line["id"]).flatMap({ Token($0) }), let offset = number(line["offset"]), offset >= 0,
        let length = number(line["length"]), let head = text(line["head"]), head.utf8.count <= length,
        case .array(let files)? = line["files"]
      else { return nil }
      return ErasedLine(
        id: id, offset: offset, length: length, head: Array(head.utf8), record: number(line["record"]),
        files: files.compactMap { text($0) })
    }
    guard self.ids.count == ids.count, self.lines.count == lines.count else { return nil }
  }

  /// The lines that are at their places in this file, whole or half overwritten. A line counts if it is between line ends, and
  /// if either the file is the same one or the line begins like its replacement.
  func linesThere(in file: Int32) -> [ErasedLine] {
    var status = stat()
    guard fstat(file, &status) == 0 else { return [] }
    let isSameFile = UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode
    return lines.filter { line in
      guard let bytes = Self.bytes(of: line, in: file) else { return false }
      return isSameFile || !line.head.isEmpty && bytes.starts(with: line.head.prefix(Self.commonByteCount))
    }
  }

  /// The bytes at a line's place; `nil` if they are not one line.
  private static func bytes(of line: ErasedLine, in file: Int32) -> [UInt8]? {
    var end: UInt8 = 0
    // Only the first line has no line end before it; a byte order mark may precede it.
    let isFirst = line.offset <= 3
    guard isFirst || pread(file, &end, 1, off_t(line.offset - 1)) == 1 && end == 10 else { return nil }
    var bytes = [UInt8](repeating: 0, count: line.length + 1)
    guard pread(file, &bytes, bytes.count, off_t(line.offset)) == bytes.count, bytes.firstIndex(of: 10) == line.length
    else { return nil }
    return bytes
  }

  /// The length of `{"id":"` and the id.
  private static let commonByteCount = 39
}

/// The digests of the files that lines name.
package enum FileNames {
  private static let key = Array("\"sha256\"".utf8)
  private static let digitCount = 64

  /// The digests after the keys `sha256`, each once.
  package static func digests(in line: [UInt8]) -> [String] {
    var digests: [String] = []
    var start = 0
    while let found = line.position(of: key, from: start) {
      start = found + key.count
      var position = start
      while position < line.count, [0x20, 0x09, 0x0D, UInt8(ascii: ":")].contains(line[position]) { position += 1 }
      guard position + digitCount + 1 < line.count, line[position] == UInt8(ascii: "\"") else { continue }
      let digits = line[position + 1..<position + 1 + digitCount]
      guard digits.allSatisfy({ ASCII.isDigit($0) || 0x61...0x66 ~= $0 }) else { continue }
      let digest = String(decoding: digits, as: UTF8.self)
      if !digests.contains(digest) { digests.append(digest) }
    }
    return digests
  }
}

extension [UInt8] {
  /// The next position of these bytes; `nil` if there is none.
  func position(of needle: [UInt8], from start: Int = 0) -> Int? {
    guard let first = needle.first, count >= needle.count else { return nil }
    return withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      // One past the last place where they could begin.
      let end = bytes.count - needle.count + 1
      var position = start
      while position < end, let found = memchr(base + position, Int32(first), end - position) {
        position = base.distance(to: UnsafeRawPointer(found))
        if memcmp(base + position, needle, needle.count) == 0 { return position }
        position += 1
      }
      return nil
    }
  }
}
