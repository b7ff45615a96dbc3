import HTTPCore

/// A conversation and its descriptor. It belongs to one loop.
final class Channel {
  let descriptor: Int32
  /// Descriptor and generation, so that an event or an answer for a connection that was closed cannot reach the next one with that
  /// descriptor.
  let token: UInt64
  let peer: IPAddress
  let network: NetworkUse
  /// The peer as text.
  let address: String
  /// The visitor's address for the current request, if a trusted proxy named it.
  var visitor: String?
  /// The beginning of the current request's path that a trusted proxy has removed.
  var strippedPrefix = MountPath.root
  /// The id of the current request, once it has one.
  var requestID: String?
  /// Whether the current request was admitted, and counted.
  var isAdmitted = false
  /// Takes the content of the current request; `nil`: it stays in memory.
  var receiver: (any ContentReceiver)?
  var conversation: Conversation
  var interest: Interest = .readable
  /// The kernel's buffer was found empty: the next read waits until the kernel reports input.
  var isExhausted = false
  /// Counts requests, so that a late answer is not used for the next request.
  var serial: UInt64 = 0
  /// Whether the loop is driving it now: answers that arrive meanwhile need no second pass.
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

/// Octets that wait to be written: heads and small contents in one run, followed by at most one content that is not copied. That
/// content may arrive piece by piece.
struct SocketOutput {
  private(set) var run: [UInt8] = []
  private(set) var content: [UInt8] = []
  /// Octets of both that were already written.
  private(set) var written = 0
  /// The rest of the content, which is read once everything before it was written.
  private(set) var stream: ContentStream?
  /// Octets of the stream that were already read.
  private(set) var streamedCount = 0

  var isEmpty: Bool { written == run.count + content.count && stream == nil }
  /// Whether the next piece of the stream has to be read.
  var isStarved: Bool { stream != nil && written == run.count + content.count }
  var count: Int { run.count + content.count - written }

  /// Whether another answer may be queued: a content must be the last thing, and the run is limited so that a peer who pipelines
  /// without reading costs little memory.
  var hasRoom: Bool { content.isEmpty && stream == nil && run.count < SocketOutput.runBytes }

  /// Frees the memory of what was written.
  mutating func rest() { if isEmpty { run = [] } }

  /// Appends to the run what `body` writes.
  mutating func append(_ body: (inout [UInt8]) -> Void) { body(&run) }

  mutating func append(content bytes: [UInt8], copied: Bool) {
    if copied { run.append(contentsOf: bytes) } else { content = bytes }
  }

  mutating func append(stream: ContentStream) { (self.stream, streamedCount) = (stream, 0) }

  /// - Returns: false if the stream cannot have this piece here.
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
  /// Contents up to this many bytes are copied after their head if more requests wait: then all answers take one write.
  static let copiedContentByteLimit = 4 * 1024
  private static let keptBytes = 8 * 1024
}
