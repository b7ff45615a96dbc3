import FormController
import Glibc
import Support

/// The copies of damaged lines, `{form}.jsonl.torn`. Erased parts are overwritten by blanks.
struct TornCopies {
  private let path: String
  private let disk: DiskCalls

  init(ofJournal journal: String, _ disk: DiskCalls) { (path, self.disk) = (journal + ".torn", disk) }

  /// - Returns: the ids of which there were copies.
  func erase(_ ids: [Token]) throws(SubmissionError) -> [Token] {
    let texts = ids.map { (id: $0, digits: Array($0.text.utf8)) }
    var found: [Token] = []
    try blank { line in
      let held = texts.filter { line.position(of: $0.digits) != nil }
      found += held.map(\.id).filter { !found.contains($0) }
      guard let first = held.first, let start = line.position(of: first.digits) else { return nil }
      return start..<start + first.digits.count
    }
    return found
  }

  /// Erases lines older than a time. A file that was last written before that time is removed whole.
  func expire(before limit: SubmissionTime) throws(SubmissionError) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    if let written = SubmissionTime(Timestamp(seconds: status.st_mtim.tv_sec).iso8601), written.isBefore(limit) {
      return try Folder.remove(path)
    }
    try blank { line in
      guard let head = LineHead(of: line), head.time != .unknown, head.time.isBefore(limit) else { return nil }
      return 0..<0
    }
  }

  private static let opening = Array("{\"id\":".utf8)

  /// Overwrites lines with blanks, and also the lines that follow each up to the next submission: damage may have turned a byte
  /// into a line end.
  /// - Parameter name: the range by which a line is found, which is overwritten last, so that after a crash everything left can
  ///   still be found. `nil` keeps the line.
  private func blank(where name: ([UInt8]) -> Range<Int>?) throws(SubmissionError) {
    let file = Glibc.open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return }
      throw SubmissionError(path: path, reason: "cannot open", errno: errno)
    }
    defer { _ = Glibc.close(file) }
    var lines = try LineReader(path)
    var isInside = false
    var isChanged = false
    var names: [Range<Int>] = []
    while let line = try lines.next() {
      if line.isBlank { continue }
      let kept = name(line.bytes)
      isInside = kept != nil || isInside && !line.bytes.starts(with: Self.opening)
      guard isInside else { continue }
      isChanged = true
      let end = line.offset + line.bytes.count
      let place = kept.map { line.offset + $0.lowerBound..<line.offset + $0.upperBound } ?? end..<end
      try overwrite(line.offset..<place.lowerBound, in: file)
      try overwrite(place.upperBound..<end, in: file)
      names.append(place)
    }
    guard isChanged else { return }
    try sync(file)
    for place in names { try overwrite(place, in: file) }
    try sync(file)
  }

  private func overwrite(_ place: Range<Int>, in file: Int32) throws(SubmissionError) {
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: place.count)
    guard blanks.isEmpty || disk.overwriteAll(file, bytes: blanks, at: place.lowerBound) else {
      throw SubmissionError(path: path, reason: "cannot write", errno: errno)
    }
  }

  private func sync(_ file: Int32) throws(SubmissionError) {
    guard disk.sync(file) == 0 else { throw SubmissionError(path: path, reason: "cannot sync", errno: errno) }
  }
}

/// The digests of files of erased submissions, in the file `erased-files`, until it is known that no other submission names
/// them.
struct ReleasedFiles {
  private let path: String
  private let disk: DiskCalls

  private static let byteLimit = 64 << 20

  init(in directory: String, _ disk: DiskCalls) { (path, self.disk) = (directory + "/erased-files", disk) }

  var isThere: Bool { FileIdentity(path: path) != nil }

  /// Adds files and syncs.
  func add(_ digests: [String]) throws(SubmissionError) {
    // A crash may have left half a name. The first line end terminates it, and it is ignored.
    if !digests.isEmpty { try write("\n" + Self.lines(digests), to: path, flag: O_APPEND) }
  }

  func replace(with digests: Set<String>) throws(SubmissionError) {
    if digests.isEmpty { return try Folder.remove(path) }
    try write(Self.lines(digests.sorted()), to: path + ".new", flag: O_TRUNC)
    guard rename(path + ".new", path) == 0 else {
      throw SubmissionError(path: path, reason: "cannot rename", errno: errno)
    }
    try Folder.sync(Folder.of(path))
  }

  private static func lines(_ digests: [String]) -> String { digests.map { $0 + "\n" }.joined() }

  private func write(_ text: String, to path: String, flag: Int32) throws(SubmissionError) {
    let file = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flag, 0o640)
    guard file >= 0 else { throw SubmissionError(path: path, reason: "cannot open", errno: errno) }
    defer { _ = Glibc.close(file) }
    let bytes = Array(text.utf8)
    guard bytes.withUnsafeBytes({ disk.write(file, $0) }) == bytes.count, disk.sync(file) == 0 else {
      throw SubmissionError(path: path, reason: "cannot write", errno: errno)
    }
    try Folder.sync(Folder.of(path))
  }

  func digests() throws(SubmissionError) -> Set<String> {
    do throws(FileError) {
      let lines = try FileContent(of: path, byteLimit: Self.byteLimit).bytes.split(separator: 10)
      return Set(lines.map { String(decoding: $0, as: UTF8.self) })
    } catch {
      if error == .missing { return [] }
      throw SubmissionError(path: path, reason: "cannot read: \(error)")
    }
  }
}
