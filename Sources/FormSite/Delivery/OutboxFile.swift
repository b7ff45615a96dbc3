import Glibc
import Support

/// The file of a destination, `DATA/outbox/{name}.jsonl`: its state as the events that led to it.
///
/// Events are appended without a sync: whatever a crash takes from the end is delivered once more, and nothing is missing. That holds
/// because a line is taken before it is delivered, and written down as done after that. After a failed write nothing is appended before
/// the file is written anew, since a later event must not stand there without an earlier one.
struct OutboxFile: Sendable {
  let path: String
  private(set) var state = OutboxState()
  private var descriptor: Int32 = -1
  private var byteCount = 0
  /// Bytes of the state when it was written anew last.
  private var baseByteCount = 0
  /// Why the file is behind the state.
  private(set) var failure: SubmissionError?

  private static let lineByteLimit = 8192
  /// A file that has grown beyond this, and to several times its state, is written anew.
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

  /// Reads the state; nothing is changed.
  /// - Parameter damaged: told of the first line that cannot be read; those behind it do not count, so that what they say is done is
  ///   delivered again.
  init(_ path: String, damaged: (_ number: Int) -> Void = { _ in }) throws(SubmissionError) {
    self.path = path
    guard FileIdentity(path: path) != nil else { return }
    var lines = try LineReader(path)
    var number = 0
    while let line = try lines.next() {
      number += 1
      guard line.hasEnd, line.bytes.count <= Self.lineByteLimit, let event = OutboxState.Event(line: line.bytes) else {
        // A crash in the midst of a write is usual.
        if line.hasEnd { damaged(number) }
        return
      }
      state.apply(event)
    }
  }

  /// Adds what happened.
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

  /// Writes the state in place of the file. Where that fails, the file is as it was, and it is tried again with the next event.
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
