import HTTPCore

/// A conversation with its descriptor. It belongs to one loop.
final class Channel {
  let descriptor: Int32
  /// Descriptor and generation, so that an event or an answer for a connection that is gone cannot meet its successor.
  let token: UInt64
  let peer: IPAddress
  let network: NetworkUse
  /// The peer as text.
  let address: String
  /// The visitor of the request at hand, where a trusted proxy named them.
  var visitor: String?
  /// The beginning of the path of the request at hand that a trusted proxy has taken off.
  var strippedPrefix = MountPath.root
  /// The id of the request at hand, once it has one.
  var requestID: String?
  /// Whether the request at hand has been let in, and counted.
  var isAdmitted = false
  /// Takes the content of the request at hand; nil: it stays in memory.
  var receiver: (any ContentReceiver)?
  var conversation: Conversation
  var interest: Interest = .readable
  /// The kernel's buffer was seen empty: the next read waits for the kernel to say so.
  var isExhausted = false
  /// Counts requests, so that an answer that comes too late is not taken for the next one's.
  var serial: UInt64 = 0
  /// Whether the loop is at work on it: answers that come meanwhile need no second visit.
  var isDriven = false
  var lastActivity: Instant

  init(descriptor: Int32, token: UInt64, peer: IPAddress, network: NetworkUse, conversation: Conversation, now: Instant)
  {
    self.descriptor = descriptor
    self.token = token
    self.peer = peer
    self.network = network
    address = peer.description
    self.conversation = conversation
    lastActivity = now
  }
}

/// Octets that wait to be written: heads and small contents in one run, behind them at most one content that is not
/// copied. That may come piece by piece.
struct SocketOutput {
  private(set) var run: [UInt8] = []
  private(set) var content: [UInt8] = []
  /// Octets of both that are out already.
  private(set) var written = 0
  /// Read when all before it is out.
  private(set) var stream: ContentStream?
  /// Octets of the stream that were read.
  private(set) var streamedCount = 0

  var isEmpty: Bool { written == run.count + content.count && stream == nil }
  /// Whether the next piece of the stream is to be read.
  var isStarved: Bool { stream != nil && written == run.count + content.count }
  var count: Int { run.count + content.count - written }

  /// Whether another answer may be queued: the content is last, and the run is bounded so that a peer who pipelines and
  /// does not read costs little.
  var hasRoom: Bool { content.isEmpty && stream == nil && run.count < SocketOutput.runBytes }

  /// Gives back the memory of what was written.
  mutating func rest() { if isEmpty { run = [] } }

  /// Appends to the run by what `body` writes.
  mutating func append(_ body: (inout [UInt8]) -> Void) { body(&run) }

  mutating func append(content bytes: [UInt8], copied: Bool) {
    if copied { run.append(contentsOf: bytes) } else { content = bytes }
  }

  mutating func append(stream: ContentStream) { (self.stream, streamedCount) = (stream, 0) }

  /// - Returns: false: it is no piece that the stream may have here.
  mutating func append(piece: [UInt8]) -> Bool {
    guard let stream, !piece.isEmpty, piece.count <= stream.byteCount - streamedCount else { return false }
    content = piece
    streamedCount += piece.count
    if streamedCount == stream.byteCount { self.stream = nil }
    return true
  }

  mutating func wrote(_ count: Int) {
    written += count
    guard written == run.count + content.count else { return }
    run.removeAll(keepingCapacity: run.capacity <= SocketOutput.keptBytes)
    content = []
    written = 0
  }

  /// Bytes of queued answers above which nothing more is queued.
  static let runBytes = 64 * 1024
  /// Contents up to this many bytes are copied behind their head where more requests wait: one write for all answers.
  static let copiedContentByteLimit = 4 * 1024
  private static let keptBytes = 8 * 1024
}
