/// Octets that wait to be written: heads and small contents in one run, behind them at most one content that is not
/// copied.
struct Output {
  private(set) var run: [UInt8] = []
  private(set) var content: [UInt8] = []
  /// Octets of both that are out already.
  private(set) var written = 0

  var isEmpty: Bool { written == run.count + content.count }
  var count: Int { run.count + content.count - written }

  /// Whether another answer may be queued: the content is last, and the run is bounded so that a peer who pipelines and
  /// does not read costs little.
  var hasRoom: Bool { content.isEmpty && run.count < Output.runBytes }

  /// Gives back the memory of what was written.
  mutating func rest() { if isEmpty { run = [] } }

  /// Appends to the run by what `body` writes.
  mutating func append(_ body: (inout [UInt8]) -> Void) { body(&run) }

  mutating func append(content bytes: [UInt8], copied: Bool) {
    if copied { run.append(contentsOf: bytes) } else { content = bytes }
  }

  mutating func wrote(_ count: Int) {
    written += count
    guard isEmpty else { return }
    run.removeAll(keepingCapacity: run.capacity <= Output.keptBytes)
    content = []
    written = 0
  }

  /// Bytes of queued answers above which nothing more is queued.
  static let runBytes = 64 * 1024
  /// Contents up to this many bytes are copied behind their head where more requests wait: one write for all answers.
  static let copiedContentByteLimit = 4 * 1024
  private static let keptBytes = 8 * 1024
}
