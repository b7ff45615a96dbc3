import Glibc
import HTTPCore

/// Refusing requests, and reserving memory for the others.
extension EventLoop {
  /// The error page for the current request; for a program, the same in JSON.
  func errorPage(_ status: Status, for channel: Channel) -> Response {
    channel.conversation.isOfProgram
      ? ErrorAnswer.json(status) : service.errorPage(status, channel.strippedPrefix, requestID(of: channel))
  }

  /// Answers with the page of a fault.
  func refuse(_ channel: Channel, fault: Fault) {
    var response = errorPage(fault.status, for: channel)
    if let seconds = fault.retrySeconds { response.fields[.retryAfter] = String(seconds) }
    service.counts.note(fault)
    respond(to: channel, with: response, fault: fault)
  }

  /// Reserves memory for a request. If none is left, a request of the address that uses the most is refused, possibly this one.
  func reserve(_ channel: Channel) -> Bool {
    let bytes = channel.conversation.wantedBytes
    let more = bytes - channel.conversation.reservedBytes
    while !service.held.take(more) {
      guard let leaving = largestHolder(besides: channel, wanting: bytes) else {
        channel.conversation.refuse()
        refuse(channel, fault: .noRoom)
        return true
      }
      leaving.conversation.refuse()
      refuse(leaving, fault: .noRoom)
      answered.append(leaving)
    }
    channel.conversation.reserved(bytes)
    channel.network.heldByteCount += more
    return true
  }

  /// Releases the memory reserved for a connection.
  func release(_ channel: Channel) {
    let bytes = channel.conversation.release()
    guard bytes > 0 else { return }
    service.held.give(bytes)
    channel.network.heldByteCount -= bytes
  }

  /// The oldest unfinished request of the address that uses the most memory; `nil` if that is the asking address.
  private func largestHolder(besides channel: Channel, wanting bytes: Int) -> Channel? {
    let own = channel.network
    guard let most = networks.values.max(by: { $0.heldByteCount < $1.heldByteCount }), most !== own,
      most.heldByteCount > own.heldByteCount + bytes
    else { return nil }
    var oldest: Channel?
    for case let other? in channels where other.network === most && other.conversation.isReceiving {
      guard other.conversation.reservedBytes > 0 else { continue }
      if oldest.map({ other.conversation.requestStart < $0.conversation.requestStart }) ?? true { oldest = other }
    }
    return oldest
  }
}

extension Fault {
  /// Seconds after which the same request may succeed; `nil` if never or unknown.
  fileprivate var retrySeconds: Int? {
    switch self {
    case .noRoom: 5
    case .tooManyPosts: 60
    default: nil
    }
  }
}

/// Which connection to close when connections or descriptors are used up: one of the address that has the most. Idle
/// connections come first, then those with an incomplete head, then those with incomplete content; within each rank, the oldest.
extension EventLoop {
  /// The order in which connections are closed.
  enum Rank: Int { case idle, head, content }

  /// A connection that may be closed, with its state at the time it was chosen.
  struct Leaving {
    let token: UInt64
    let rank: Rank
    let connectionCount: Int
    let since: Instant
  }

  /// The connection to close next; `nil` if all are being answered.
  func nextToLeave() -> Channel? {
    if time >= leavingUntil { leaving.removeAll() }
    for attempt in 0..<2 {
      while let next = leaving.last {
        // Its state may have changed meanwhile, or it may be closed.
        if let channel = channel(next.token), rank(of: channel) == next.rank,
          since(channel, rank: next.rank) == next.since
        {
          return channel
        }
        leaving.removeLast()
      }
      if attempt == 0 { chooseLeaving() }
    }
    return nil
  }

  /// Chooses several at once, so that a flood does not cost a scan for each connection.
  private func chooseLeaving() {
    var found: [Leaving] = []
    for case let channel? in channels {
      guard let rank = rank(of: channel) else { continue }
      found.append(
        Leaving(
          token: channel.token, rank: rank, connectionCount: channel.network.connectionCount,
          since: since(channel, rank: rank)))
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

  private func since(_ channel: Channel, rank: Rank) -> Instant {
    rank == .idle ? channel.lastActivity : channel.conversation.requestStart
  }

  /// Counts a new connection; `nil` if its address has too many.
  func enter(_ peer: IPAddress) -> NetworkUse? {
    if let limits = service.addresses { guard limits.enter(peer) else { return nil } }
    let network = networks[peer.network] ?? NetworkUse(peer.network)
    if network.connectionCount == 0 { networks[peer.network] = network }
    network.connectionCount += 1
    return network
  }

  func leave(_ peer: IPAddress, network: NetworkUse) {
    service.addresses?.leave(peer)
    network.connectionCount -= 1
    if network.connectionCount == 0 { networks[network.network] = nil }
  }

  /// Refuses a connection that was just accepted, because its address has too many, and closes it.
  func turnAway(_ descriptor: Int32) {
    service.counts.noteRefusedConnection()
    // If a socket is closed with unread input, the kernel discards the answer.
    _ = Socket.read(descriptor, into: scratch)
    var response = service.errorPage(.serviceUnavailable, .root, nil)
    response.fields[.retryAfter] = "5"
    var output = SocketOutput()
    let context = ResponseWriter.Context(isHead: false, persists: false)
    output.append { ResponseWriter.appendHead(of: response, context, dateLine: dateLine.bytes, to: &$0) }
    output.append(content: response.body, copied: true)
    _ = Socket.write(descriptor, output: output)
    _ = shutdown(descriptor, Int32(SHUT_WR))
    _ = Glibc.close(descriptor)
  }

  /// Connections chosen by one scan.
  private static let leavingCount = 64
  /// How long the choice remains valid.
  private static let leavingPause = Interval(.milliseconds(100))
}

/// Makes ids for the requests of one loop, so that no loop waits for another: a sequence that collides with no other one for a long
/// time (SplitMix64, from a random start). The ids are names, not secrets.
struct RequestIDs {
  private var state = UInt64.random(in: .min ... .max)

  /// Twelve characters in groups that can be read aloud, "4k7p-9x2m-q3tz": short enough to need no allocation.
  mutating func next() -> String {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return String(unsafeUninitializedCapacity: Self.length) { buffer in
      // Unrolled by hand: this runs for every request, and a loop would cost twice as much.
      func write(_ bits: UInt64, at place: Int) {
        let digits = Self.digits.utf8Start
        buffer[place] = digits[Int(truncatingIfNeeded: bits & 31)]
        buffer[place + 1] = digits[Int(truncatingIfNeeded: bits >> 5 & 31)]
        buffer[place + 2] = digits[Int(truncatingIfNeeded: bits >> 10 & 31)]
        buffer[place + 3] = digits[Int(truncatingIfNeeded: bits >> 15 & 31)]
      }
      write(bits, at: 0)
      buffer[4] = UInt8(ascii: "-")
      write(bits >> 20, at: 5)
      buffer[9] = UInt8(ascii: "-")
      write(bits >> 40, at: 10)
      return Self.length
    }
  }

  private static let length = 14
  /// Crockford's base 32, without letters that look like a digit, and without "u".
  private static let digits: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"
}
