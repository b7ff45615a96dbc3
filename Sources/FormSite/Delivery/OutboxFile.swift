import Glibc
import Support

/// The file of a destination, `DATA/outbox/{name}.jsonl`: its state as the events that led to it.
///
/// Events are appended without a sync. If a crash loses the last ones, their submissions are delivered again, and none is
/// missed. That is because a line is taken before it is delivered, and recorded as done afterwards. After a failed write,
/// nothing is appended until the whole file is rewritten: a later event must not be in the file without the earlier ones.
struct OutboxFile: Sendable {
  let path: String
  private(set) var state = OutboxState()
  private var descriptor: Int32 = -1
  private var byteCount = 0
  /// Bytes of the state when the file was last rewritten.
  private var baseByteCount = 0
  /// Why the file is older than the state.
  private(set) var failure: SubmissionError?

  private static let lineByteLimit = 8192
  /// A file that exceeds this size, and several times that of its state, is rewritten.
  private static let growthByteLimit = 1 << 20

  static let ending = ".jsonl"

  static func path(of name: String, inData data: String) -> String { "\(data)/outbox/\(name)\(ending)" }

  /// The names of the destinations that have a file.
  static func names(inData data: String) throws(SubmissionError) -> [String] {
    do throws(FileError) {
      return try FolderContent(of: "\(data)/outbox").entries.filter { $0.name.hasSuffix(ending) && !$0.isFolder }
        .map { String($0.name.dropLast(ending.count)) }.filter(Destination.isName)
    } catch {
      if error == .missing { return [] }
      throw SubmissionError(path: "\(data)/outbox", reason: "cannot read the folder: \(error)")
    }
  }

  /// Reads the state and changes nothing.
  /// - Parameter damaged: called with the first line that cannot be read. Later lines are ignored, so what they record as done
  ///   is delivered again.
  init(_ path: String, damaged: (_ number: Int) -> Void = { _ in }) throws(SubmissionError) {
    self.path = path
    guard FileIdentity(path: path) != nil else { return }
    var lines = try LineReader(path)
    var number = 0
    while let line = try lines.next() {
      number += 1
      guard line.hasEnd, line.bytes.count <= Self.lineByteLimit, let event = OutboxState.Event(line: line.bytes) else {
        // Half a line is the usual result of a crash during a write.
        if line.hasEnd { damaged(number) }
        return
      }
      state.apply(event)
    }
  }

  /// Applies events and appends them to the file.
  mutating func append(_ events: [OutboxState.Event]) {
    for event in events { state.apply(event) }
    let bytes = events.flatMap { event -> [UInt8] in event.line + [10] }
    if failure != nil || descriptor < 0 || byteCount + bytes.count > max(Self.growthByteLimit, 4 * baseByteCount) {
      return rewrite()
    }
    byteCount += bytes.count
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      failure = SubmissionError(path: path, reason: "cannot write", errno: errno)
      return
    }
  }

  /// Replaces the file by the state. If that fails, the file stays as it was, and the next event tries again.
  mutating func rewrite() {
    do throws(SubmissionError) {
      try replace()
      failure = nil
    } catch {
      failure = error
    }
  }

  private mutating func replace() throws(SubmissionError) {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    try Folder.make(folder)
    let new = path + ".new"
    let opened = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o640)
    guard opened >= 0 else { throw SubmissionError(path: new, reason: "cannot open", errno: errno) }
    let bytes = state.events.flatMap { event -> [UInt8] in event.line + [10] }
    guard write(opened, bytes, bytes.count) == bytes.count, fsync(opened) == 0, rename(new, path) == 0 else {
      let error = SubmissionError(path: new, reason: "cannot write", errno: errno)
      Glibc.close(opened)
      throw error
    }
    close()
    descriptor = opened
    (byteCount, baseByteCount) = (bytes.count, bytes.count)
    try Folder.sync(folder)
  }

  mutating func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }
}
