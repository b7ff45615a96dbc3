import HTTPMessage

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
