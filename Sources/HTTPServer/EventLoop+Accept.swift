import CEpoll
import Glibc
import HTTPCore
import Synchronization

extension EventLoop {
  func startListening() {
    listenAgain = .never
    guard let listener, !isListening, !isDraining else { return }
    if queue.add(listener.descriptor, interest: .readable, token: EventLoop.listenerToken) == 0 {
      isListening = true
    } else {
      pauseListening()
    }
  }

  /// Leaves new connections in the kernel's queue for a moment.
  func pauseListening() {
    if isListening, let listener { queue.remove(listener.descriptor) }
    isListening = false
    listenAgain = time + EventLoop.listenPause
  }

  func stopListening() {
    guard let listener else { return }
    if isListening { queue.remove(listener.descriptor) }
    isListening = false
    listener.close()
    self.listener = nil
  }

  /// Accepts waiting connections, up to a limit, so that existing ones get their turn.
  /// - Returns: whether more may be waiting.
  @discardableResult
  func acceptAll() -> Bool {
    for _ in 0..<EventLoop.acceptsCount {
      guard let listener else { return false }
      var leaving: Channel?
      if service.connections.load(ordering: .relaxed) >= service.connectionLimit {
        leaving = nextToLeave()
        if leaving == nil {
          pauseListening()
          return false
        }
      }
      guard accept(listener, insteadOf: leaving) else { return false }
    }
    return true
  }

  /// False when no more connections wait, or none can be accepted now.
  private func accept(_ listener: Listener, insteadOf leaving: Channel?) -> Bool {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let descriptor = withUnsafeMutableBytes(of: &storage) { bytes in
      accept4(
        listener.descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length,
        Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
    }
    if descriptor >= 0 {
      open(descriptor, peer: Address.peer(storage), insteadOf: leaving)
      return true
    }
    switch errno {
    case EAGAIN, EWOULDBLOCK:
      return false
    case EMFILE, ENFILE:
      return makeRoom()
    case ENOBUFS, ENOMEM:
      pauseListening()
      return false
    default:
      // EINTR, ECONNABORTED, EPROTO and the network's errors concern one connection that no longer exists (accept(2)).
      return true
    }
  }

  private func displace(_ channel: Channel) {
    service.counts.noteDisplacedConnection()
    close(channel)
  }

  /// No descriptor is left: closes a connection, or else the spare descriptor. After that, new connections wait in the
  /// kernel's queue. Returns true if accepting may succeed now.
  private func makeRoom() -> Bool {
    if let leaving = nextToLeave() {
      displace(leaving)
      return true
    }
    if reserve >= 0 {
      _ = Glibc.close(reserve)
      reserve = -1
      return true
    }
    pauseListening()
    return false
  }

  /// Opens the spare descriptor, if there is none yet.
  func refillReserve() {
    if reserve < 0 { reserve = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC) }
  }

  private func open(_ descriptor: Int32, peer: IPAddress, insteadOf leaving: Channel?) {
    guard let network = enter(peer) else { return turnAway(descriptor) }
    leaving.map(displace)
    generation = (generation &+ 1) & 0x7FFF_FFFF
    let token = generation << 32 | UInt64(UInt32(bitPattern: descriptor))
    guard queue.add(descriptor, interest: .readable, token: token) == 0 else {
      _ = Glibc.close(descriptor)
      leave(peer, network: network)
      return
    }
    // This turn of the loop may have begun long before the connection arrived, so `time` is too old.
    let now = now()
    var conversation = Conversation(
      limits: service.limits, pace: service.pace, asksForReceiver: service.receive != nil, now: now)
    if isDraining { conversation.drain(at: now) }
    let channel = Channel(
      descriptor: descriptor, token: token, peer: peer, network: network, conversation: conversation, now: now)
    while channels.count <= Int(descriptor) { channels.append(nil) }
    channels[Int(descriptor)] = channel
    channelCount += 1
    service.connections.wrappingAdd(1, ordering: .relaxed)
    // The request has often arrived together with the connection.
    drive(channel)
  }

  /// Connections accepted in one turn.
  private static let acceptsCount = 64
  private static let listenPause = Interval(.milliseconds(100))
}
