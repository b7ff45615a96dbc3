import Glibc
import HTTPCore
import Synchronization

extension EventLoop {
  func handle(_ event: Readiness) {
    guard let channel = channel(event.token) else { return }
    // Nobody is left to read an answer.
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
      // A peer that pipelines for ever gets its next turn behind the others'.
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
    switch channel.conversation.next(time) {
    case .read: return read(channel)
    case .write: return write(channel)
    case .screen: return screen(channel)
    case .receive: return receive(channel)
    case .fetch: return fetch(channel)
    case .reserve: return reserve(channel)
    case .respond: return respond(channel)
    case .refuse(let fault):
      refuse(channel, fault)
      return true
    case .wait:
      // Stop watching for input until the answer is out: the kernel would report it again and again.
      if channel.isExhausted == false { listen(channel, []) }
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
      channel.conversation.received(UnsafeRawBufferPointer(rebasing: scratch[..<count]), time)
      if channel.conversation.lingersTooLong {
        close(channel)
        return false
      }
      // Less than asked for: the kernel has no more (epoll(7)).
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
      listen(channel, .readable)
    }
    return false
  }

  /// Writes the batched responses one after the other.
  ///
  /// Waking a reader costs more than writing: a proxy that reads many responses wakes up once.
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
    switch Socket.write(channel.descriptor, channel.conversation.output) {
    case .bytes(let count):
      channel.conversation.wrote(count, time)
      return true
    case .wouldBlock:
      listen(channel, .writable)
      return false
    case .end, .broken:
      close(channel)
      return false
    }
  }

  /// Reads the next piece of an answer, once the one before is out: who reads slowly has one in memory.
  private func fetch(_ channel: Channel) -> Bool {
    guard let (stream, offset) = channel.conversation.takeStream(time) else { return false }
    let (token, serial) = (channel.token, channel.serial)
    Task.immediate(executorPreference: self) {
      let piece = await stream.read(offset)
      self.fetched(token, serial, piece)
    }
    return true
  }

  private func fetched(_ token: UInt64, _ serial: UInt64, _ piece: [UInt8]?) {
    guard let channel = channel(token), channel.serial == serial, channel.conversation.isAwaitingPiece else { return }
    guard channel.conversation.fetched(piece, time) else {
      // Not as if this were its end.
      Socket.forgetUnsent(channel.descriptor)
      return close(channel)
    }
    if !channel.isDriven { answered.append(channel) }
  }

  /// Hands a block of content on. The connection is not read until it was taken, so that a slow disk slows its sender down.
  private func receive(_ channel: Channel) -> Bool {
    guard let receiver = channel.receiver else { return false }
    let block = channel.conversation.takeBlock()
    channel.serial &+= 1
    let (token, serial) = (channel.token, channel.serial)
    Task.immediate(executorPreference: self) {
      let heldBytes = await receiver.receive(block)
      self.received(token, serial, heldBytes: heldBytes)
    }
    return true
  }

  private func received(_ token: UInt64, _ serial: UInt64, heldBytes: Int) {
    guard let channel = channel(token), channel.serial == serial, channel.conversation.isAwaitingReceiver else {
      return
    }
    channel.conversation.received(heldBytes: heldBytes, time)
    if !channel.isDriven { answered.append(channel) }
  }

  /// Runs the handler up to its first wait within this call: what waits for nothing is answered in it.
  ///
  /// `Task.immediate` starts it on this stack; a `Task(executorPreference:)` would go through `enqueue` first. Counted
  /// with callgrind for a whole request with a 10 KiB answer: 19,700 user-mode instructions against 20,600. After a wait
  /// both come back through `enqueue`, on this thread. A hop to another thread and back costs some 28 µs, three times what
  /// the whole request does.
  private func respond(_ channel: Channel) -> Bool {
    guard var request = channel.conversation.takeRequest() else { return true }
    if let fault = admit(&request, of: channel) {
      refuse(channel, fault)
      return true
    }
    channel.serial &+= 1
    request.takesStream = true
    let (token, serial) = (channel.token, channel.serial)
    guard let receiver = channel.receiver else {
      Task.immediate(executorPreference: self) { [request] in
        let response = await service.respond(request)
        self.complete(token, serial, response)
      }
      return true
    }
    let rest = channel.conversation.takeBlock()
    request.body = []
    Task.immediate(executorPreference: self) { [request] in
      _ = await receiver.receive(rest)
      let response = await service.respond(await receiver.finish(request))
      self.complete(token, serial, response)
    }
    return true
  }

  /// A handler's answer. On the loop's own thread, as all of its handlers' work.
  private func complete(_ token: UInt64, _ serial: UInt64, _ response: Response) {
    guard let channel = channel(token), channel.serial == serial, channel.conversation.isAwaitingAnswer else { return }
    answer(channel, response)
    if !channel.isDriven { answered.append(channel) }
  }

  func answer(_ channel: Channel, _ response: Response, fault: Fault? = nil) {
    // An interim status is not an answer, and one of four digits no status.
    guard response.status.rawValue >= 200 && response.status.rawValue <= 599 else {
      return answer(channel, errorPage(.internalServerError, for: channel), fault: fault)
    }
    let id = requestID(of: channel)
    if let onExchange = service.onExchange {
      onExchange(
        channel.conversation.exchange(
          response, peer: channel.visitor ?? channel.address, requestID: id, fault, now()))
    }
    channel.conversation.answer(response, requestID: id, dateLine: dateLine.bytes, time)
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

  private func listen(_ channel: Channel, _ interest: Interest) {
    guard channel.interest != interest else { return }
    channel.interest = interest
    if queue.modify(channel.descriptor, interest, token: channel.token) != 0 { close(channel) }
  }

  func close(_ channel: Channel) {
    guard channels[Int(channel.descriptor)] === channel else { return }
    channels[Int(channel.descriptor)] = nil
    channelCount -= 1
    service.connections.wrappingSubtract(1, ordering: .relaxed)
    release(channel)
    leave(channel.peer, channel.network)
    // Closing takes the descriptor out of the queue (epoll(7)).
    _ = Glibc.close(channel.descriptor)
    refillReserve()
    if !isListening { startListening() }
  }

  /// How long after the beginning of an iteration responses are batched.
  private static let unwrittenTime = Interval(.milliseconds(1))
  /// Octets that wait, of which the last answer may be over: what a second-level cache holds.
  private static let unwrittenByteLimit = 1024 * 1024
  /// Actions on one connection before other connections get their turn.
  private static let stepLimit = 256
}
