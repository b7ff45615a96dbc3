import Glibc
import HTTPCore
import Support
import Synchronization

/// One thread that serves its connections: waits for the kernel, drives conversations, runs the site's tasks.
///
/// It is the task executor of its handlers. A handler runs on this thread, inside the call that read the request; after a
/// wait it resumes on this thread.
///
/// `@unchecked Sendable` is safe because only the loop's own thread uses the state, except for `mailbox`.
final class EventLoop: TaskExecutor, @unchecked Sendable {
  let service: Service
  let queue: any EventQueue
  let now: @Sendable () -> Instant
  var listener: Listener?
  var isListening = false
  /// A spare descriptor, closed when the process has no other left, so that a short shortage costs no connection.
  var reserve: Int32 = -1
  /// The channels, indexed by descriptor.
  var channels: [Channel?] = []
  var channelCount = 0
  var generation: UInt64 = 0
  var time = Instant(nanoseconds: 0)
  var dateLine = DateLine()
  var requestIDs = RequestIDs()
  /// No deadline is earlier than this.
  var nextSweep = Instant.never
  var listenAgain = Instant.never
  var isDraining = false
  /// When a drain ends by force; `never` while the loop is not draining.
  var drainDeadline = Instant.never
  /// Whether another process has the listening sockets too, and accepts the waiting connections.
  var handsOver = false
  /// What each network uses of the loop.
  var networks: [IPAddress: NetworkUse] = [:]
  /// Connections to close next when room is needed, the first one at the end.
  var leaving: [Leaving] = []
  var leavingUntil = Instant(nanoseconds: 0)
  /// Conversations that got their response outside of `drive`.
  var answered: [Channel] = []
  /// Conversations whose response was batched in this iteration, and the number of bytes.
  var unwritten: [Channel] = []
  var unwrittenBytes = 0
  /// True while responses are batched until this iteration ends.
  var collectsWrites = false
  /// The thread that runs the loop, or 0.
  let thread = Atomic<pthread_t>(0)
  var localJobs: [UnownedJob] = []
  let mailbox = Lock(Mailbox())
  let scratch: UnsafeMutableRawBufferPointer

  /// Jobs and commands from other threads.
  struct Mailbox {
    var jobs: [UnownedJob] = []
    var drainDeadline = Instant.never
    var handsOver = false
    var hasEnded = false
  }

  init(
    service: Service, queue: any EventQueue, listener: Listener?, now: @escaping @Sendable () -> Instant = Instant.now
  ) {
    self.service = service
    self.queue = queue
    self.listener = listener
    self.now = now
    scratch = .allocate(byteCount: EventLoop.scratchBytes, alignment: 16)
  }

  deinit { scratch.deallocate() }

  /// Serves until drained. Call it on the loop's own thread.
  func run() {
    begin()
    while round() {}
    end()
  }

  func begin() {
    thread.store(pthread_self(), ordering: .relaxed)
    refillReserve()
    time = now()
    dateLine.refresh()
    startListening()
  }

  /// One iteration; false when nothing is left to do.
  func round() -> Bool {
    let count = queue.wait(milliseconds: waitMilliseconds())
    // Before anything is handled: a deadline counts from when input arrived, not from when the waiting began.
    time = now()
    dateLine.refresh()
    collectsWrites = count > 1
    for index in 0..<count {
      guard let event = queue.event(index) else { continue }
      if event.token == EventLoop.listenerToken { acceptAll() } else { handle(event) }
    }
    writeCollected()
    collectsWrites = false
    collectMail()
    runJobs()
    driveAnswered()
    if drainDeadline != .never && !isDraining { beginDrain() }
    if time >= nextSweep { sweep() }
    if time >= listenAgain { startListening() }
    return !isDraining || (channelCount > 0 && time < drainDeadline)
  }

  static let listenerToken = UInt64.max - 1
  /// Bytes read by one call: the most that one system call can return and that still fits a second-level cache.
  private static let scratchBytes = 64 * 1024
}

/// The path of a request: reading what the kernel reports, and answering it.
extension EventLoop {
  func handle(_ event: Readiness) {
    guard let channel = channel(event.token) else { return }
    // The peer is gone, so nobody would read an answer.
    let isWaiting =
      channel.conversation.isAwaitingAnswer || channel.conversation.isAwaitingReceiver
      || channel.conversation.isAwaitingPiece
    if event.isOver && isWaiting { return close(channel) }
    channel.isExhausted = false
    channel.lastActivity = time
    drive(channel)
  }

  func channel(_ token: UInt64) -> Channel? {
    let index = Int(token & 0xFFFF_FFFF)
    guard index < channels.count, let channel = channels[index], channel.token == token else { return nil }
    return channel
  }

  /// Performs the conversation's actions until it has to wait.
  func drive(_ channel: Channel) {
    guard !channel.isDriven else { return }
    channel.isDriven = true
    var steps = 0
    while step(channel) {
      steps += 1
      // A peer that pipelines without end gets its next turn after the others.
      if steps == EventLoop.stepLimit {
        answered.append(channel)
        break
      }
    }
    channel.isDriven = false
    if !unwritten.isEmpty, unwrittenBytes >= EventLoop.unwrittenByteLimit || now() >= time + EventLoop.unwrittenTime {
      writeCollected()
    }
    let deadline = channel.conversation.deadline
    if deadline < nextSweep { nextSweep = deadline }
  }

  /// Performs one action; false if the next one depends on the kernel, the site or the clock.
  private func step(_ channel: Channel) -> Bool {
    switch channel.conversation.next(at: time) {
    case .read: return read(channel)
    case .write: return write(channel)
    case .screen: return screen(channel)
    case .receive: return receive(channel)
    case .fetch: return fetch(channel)
    case .reserve: return reserve(channel)
    case .respond: return respond(channel)
    case .refuse(let fault):
      refuse(channel, fault: fault)
      return true
    case .wait:
      // Stop watching for input until the answer is written: the kernel would report it again and again.
      if channel.isExhausted == false { listen(channel, interest: []) }
      return false
    case .linger:
      _ = shutdown(channel.descriptor, Int32(SHUT_WR))
      return true
    case .close:
      close(channel)
      return false
    }
  }

  private func read(_ channel: Channel) -> Bool {
    if channel.isExhausted {
      channel.isExhausted = false
      return awaitInput(channel)
    }
    switch Socket.read(channel.descriptor, into: scratch) {
    case .bytes(let count):
      channel.conversation.received(UnsafeRawBufferPointer(rebasing: scratch[..<count]), at: time)
      if channel.conversation.lingersTooLong {
        close(channel)
        return false
      }
      // Fewer bytes than asked for: the kernel has no more (epoll(7)).
      channel.isExhausted = count < scratch.count
      return true
    case .end:
      if channel.conversation.isLingering {
        close(channel)
        return false
      }
      channel.conversation.inputEnded()
      return true
    case .wouldBlock:
      return awaitInput(channel)
    case .broken:
      close(channel)
      return false
    }
  }

  private func awaitInput(_ channel: Channel) -> Bool {
    if isDraining && channel.conversation.isIdle && channel.conversation.answeredCount > 0 {
      close(channel)
    } else {
      channel.conversation.rest()
      listen(channel, interest: .readable)
    }
    return false
  }

  /// Writes the batched responses one after another.
  ///
  /// Waking a reader costs more than writing: a proxy that reads many responses wakes up only once.
  func writeCollected() {
    guard !unwritten.isEmpty else { return }
    let (channels, collected) = (unwritten, collectsWrites)
    unwritten.removeAll(keepingCapacity: true)
    unwrittenBytes = 0
    collectsWrites = false
    for channel in channels where self.channel(channel.token) === channel { drive(channel) }
    collectsWrites = collected
  }

  private func write(_ channel: Channel) -> Bool {
    if collectsWrites {
      unwritten.append(channel)
      unwrittenBytes += channel.conversation.output.count
      return false
    }
    switch Socket.write(channel.descriptor, output: channel.conversation.output) {
    case .bytes(let count):
      channel.conversation.wrote(count, at: time)
      return true
    case .wouldBlock:
      listen(channel, interest: .writable)
      return false
    case .end, .broken:
      close(channel)
      return false
    }
  }

  /// Runs the handler up to its first wait within this call; a handler that waits for nothing has answered when the call returns.
  ///
  /// `Task.immediate` starts it on this stack; a `Task(executorPreference:)` would go through `enqueue` first. Measured with
  /// callgrind for a whole request with a 10 KiB answer: 19,700 user-mode instructions against 20,600. After a wait both resume
  /// through `enqueue`, on this thread. A hop to another thread and back costs about 28 µs, three times what the whole request does.
  private func respond(_ channel: Channel) -> Bool {
    guard var request = channel.conversation.takeRequest() else { return true }
    if let fault = admit(&request, of: channel) {
      refuse(channel, fault: fault)
      return true
    }
    channel.serial &+= 1
    request.takesStream = true
    let (token, serial) = (channel.token, channel.serial)
    guard let receiver = channel.receiver else {
      Task.immediate(executorPreference: self) { [request] in
        let response = await service.respond(request)
        self.complete(token, serial: serial, response: response)
      }
      return true
    }
    let rest = channel.conversation.takeBlock()
    request.body = []
    Task.immediate(executorPreference: self) { [request] in
      _ = await receiver.receive(rest)
      let response = await service.respond(await receiver.finish(request))
      self.complete(token, serial: serial, response: response)
    }
    return true
  }

  /// Counts the request for its client address; returns the reason if it is refused. Called once per request.
  func admit(_ request: inout Request, of channel: Channel) -> Fault? {
    request.peer = channel.address
    if service.trustsProxy {
      request.believeProxy()
      if let id = request.id { channel.requestID = id }
      channel.visitor = request.peer
      channel.strippedPrefix = request.strippedPrefix
    } else if request.scheme == "https" {
      // RFC 9110 §7.4: this connection is not secured.
      return .misdirected
    }
    request.id = requestID(of: channel)
    guard !channel.isAdmitted else { return nil }
    channel.isAdmitted = true
    guard request.method == .post, let posts = service.posts else { return nil }
    let sender = service.trustsProxy ? IPAddress(request.peer) ?? channel.peer : channel.peer
    return posts.admit(sender, at: time) ? nil : .tooManyPosts
  }

  /// The id of the current request; made here if it has none yet.
  func requestID(of channel: Channel) -> String {
    if let id = channel.requestID { return id }
    let id = requestIDs.next()
    channel.requestID = id
    return id
  }

  /// Sends a handler's answer. Runs on the loop's own thread, like all handlers.
  private func complete(_ token: UInt64, serial: UInt64, response: Response) {
    guard let channel = channel(token), channel.serial == serial, channel.conversation.isAwaitingAnswer else { return }
    respond(to: channel, with: response)
    if !channel.isDriven { answered.append(channel) }
  }

  func respond(to channel: Channel, with response: Response, fault: Fault? = nil) {
    // An interim status is not an answer, and a number of four digits is not a status.
    guard response.status.rawValue >= 200 && response.status.rawValue <= 599 else {
      return respond(to: channel, with: errorPage(.internalServerError, for: channel), fault: fault)
    }
    let id = requestID(of: channel)
    if let onExchange = service.onExchange {
      onExchange(
        channel.conversation.exchange(
          response, peer: channel.visitor ?? channel.address, requestID: id, fault: fault, at: now()))
    }
    channel.conversation.respond(with: response, requestID: id, dateLine: dateLine.bytes, at: time)
    channel.requestID = nil
    channel.visitor = nil
    channel.strippedPrefix = .root
    channel.isAdmitted = false
    channel.receiver = nil
    release(channel)
  }

  func driveAnswered() {
    while !answered.isEmpty {
      let channels = answered
      answered.removeAll(keepingCapacity: true)
      for channel in channels where self.channel(channel.token) === channel { drive(channel) }
      runJobs()
    }
  }

  private func listen(_ channel: Channel, interest: Interest) {
    guard channel.interest != interest else { return }
    channel.interest = interest
    if queue.modify(channel.descriptor, interest: interest, token: channel.token) != 0 { close(channel) }
  }

  func close(_ channel: Channel) {
    guard channels[Int(channel.descriptor)] === channel else { return }
    channels[Int(channel.descriptor)] = nil
    channelCount -= 1
    service.connections.wrappingSubtract(1, ordering: .relaxed)
    release(channel)
    leave(channel.peer, network: channel.network)
    // Closing removes the descriptor from the queue (epoll(7)).
    _ = Glibc.close(channel.descriptor)
    refillReserve()
    if !isListening { startListening() }
  }

  /// How long after the beginning of an iteration responses are batched.
  private static let unwrittenTime = Interval(.milliseconds(1))
  /// Bytes that may wait to be written; the last answer may exceed it. As much as a second-level cache holds.
  private static let unwrittenByteLimit = 1024 * 1024
  /// Actions on one connection before the others get their turn.
  private static let stepLimit = 256
}
