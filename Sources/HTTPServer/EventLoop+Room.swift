import Glibc
import HTTPMessage
import HTTPWire

/// Which connection to close when connections or descriptors are used up: one of the address that has most of them. Idle
/// ones come first, then those with an incomplete head, then those with incomplete content; of each the oldest.
extension EventLoop {
  /// The order in which connections are closed.
  enum Rank: Int { case idle, head, content }

  /// A connection that may be closed, as it was when it was chosen.
  struct Leaving {
    let token: UInt64
    let rank: Rank
    let connectionCount: Int
    let since: Instant
  }

  /// The connection to close next; nil if all are being answered.
  func nextToLeave() -> Channel? {
    if time >= leavingUntil { leaving.removeAll() }
    for attempt in 0..<2 {
      while let next = leaving.last {
        // It may have moved on meanwhile, or be gone.
        if let channel = channel(next.token), rank(of: channel) == next.rank, since(channel, next.rank) == next.since {
          return channel
        }
        leaving.removeLast()
      }
      if attempt == 0 { chooseLeaving() }
    }
    return nil
  }

  /// Chooses several at once, so that a flood does not cost a scan for each.
  private func chooseLeaving() {
    var found: [Leaving] = []
    for case let channel? in channels {
      guard let rank = rank(of: channel) else { continue }
      found.append(
        Leaving(
          token: channel.token, rank: rank, connectionCount: channel.network.connectionCount,
          since: since(channel, rank)))
    }
    found.sort { a, b in
      if a.connectionCount != b.connectionCount { return a.connectionCount > b.connectionCount }
      return a.rank == b.rank ? a.since < b.since : a.rank.rawValue < b.rank.rawValue
    }
    leaving = found.prefix(EventLoop.leavingCount).reversed()
    leavingUntil = time + EventLoop.leavingPause
  }

  private func rank(of channel: Channel) -> Rank? {
    let conversation = channel.conversation
    if conversation.isIdle || conversation.isLingering { return .idle }
    guard conversation.isReceiving else { return nil }
    return conversation.wire.phase == .requestLine || conversation.wire.phase == .fields ? .head : .content
  }

  private func since(_ channel: Channel, _ rank: Rank) -> Instant {
    rank == .idle ? channel.lastActivity : channel.conversation.requestStart
  }

  /// Counts a new connection; nil if its address has too many.
  func enter(_ peer: IPAddress) -> NetworkUse? {
    if let limits = service.addresses { guard limits.enter(peer) else { return nil } }
    let network = networks[peer.network] ?? NetworkUse(peer.network)
    if network.connectionCount == 0 { networks[peer.network] = network }
    network.connectionCount += 1
    return network
  }

  func leave(_ peer: IPAddress, _ network: NetworkUse) {
    service.addresses?.leave(peer)
    network.connectionCount -= 1
    if network.connectionCount == 0 { networks[network.network] = nil }
  }

  /// Refuses a connection that was just accepted, because its address has too many, and closes it.
  func turnAway(_ descriptor: Int32) {
    service.counts.noteRefusedConnection()
    // What is unread when a socket closes makes the kernel throw the answer away.
    _ = Socket.read(descriptor, into: scratch)
    var response = service.errorPage(.serviceUnavailable, .root, nil)
    response.fields[.retryAfter] = "5"
    var output = Output()
    let context = ResponseWriter.Context(isHead: false, persists: false)
    output.append { ResponseWriter.appendHead(of: response, context, dateLine: dateLine.bytes, to: &$0) }
    output.append(content: response.body, copied: true)
    _ = Socket.write(descriptor, output)
    _ = shutdown(descriptor, Int32(SHUT_WR))
    _ = Glibc.close(descriptor)
  }

  /// Connections chosen by one scan.
  private static let leavingCount = 64
  /// How long the choice holds.
  private static let leavingPause = Interval(.milliseconds(100))
}
