import HTTPCore

/// One connection as a state machine: bytes, responses and time in, actions out. It has no descriptor and no clock.
///
///     while true {
///       switch conversation.next(at: now) { … }   // perform it, report the outcome, repeat
///     }
struct Conversation {
  private(set) var wire: Connection
  private(set) var output = SocketOutput()
  /// True from handing out a request until its response.
  private(set) var isAwaitingAnswer = false
  /// True from handing out a block of content until it was taken.
  private(set) var isAwaitingReceiver = false
  /// True from asking for the next piece of a response's content until it has arrived.
  private(set) var isAwaitingPiece = false
  /// The last response is queued; then the connection closes.
  private(set) var isEnding = false
  private(set) var isLingering = false
  /// The connection closes after this response, because the server is ending.
  private(set) var isDraining = false
  /// Requests answered.
  private(set) var answeredCount = 0
  /// When the current request began to arrive.
  private(set) var requestStart: Instant
  private(set) var deadline: Instant

  private let pace: Pace
  /// Whether the request of `.respond` or `.screen` is still to be handled.
  private var hasRequest = false
  /// Whether the block of `.receive` is still to be handed out.
  private var hasBlock = false
  /// Bytes of memory that the receiver of the content holds.
  private var receiverBytes = 0
  private var isStreaming = false
  /// Bytes of memory reserved for the current request.
  private(set) var reservedBytes = 0
  private var timer: Timer
  private var windowBytes = 0
  /// When content began to arrive, moved later by the time that its receiver took.
  private var contentStart = Instant.never
  private var blockStart = Instant.never
  private var lingeredBytes = 0

  /// The reason of the current deadline.
  enum Timer: Equatable {
    case idle, head, content, answer, write, linger
  }

  /// - Parameter asksForReceiver: whether content may be streamed.
  init(limits: MessageLimits, pace: Pace, asksForReceiver: Bool = false, now: Instant) {
    wire = Connection(limits: limits, asksForReceiver: asksForReceiver)
    self.pace = pace
    requestStart = now
    // A connection that has not sent anything gets no more time than a head.
    timer = .head
    deadline = now + pace.head
  }

  /// Whether the connection is idle: no part of a request, no response.
  var isIdle: Bool { wire.phase == .start && !isAwaitingAnswer && !isEnding && output.isEmpty }

  /// Whether a request has begun and is incomplete.
  var isReceiving: Bool {
    switch wire.phase {
    case .requestLine, .fields, .content, .chunkSize, .chunkData, .chunkEnd, .trailers: !isAwaitingAnswer && !isEnding
    case .start, .answering, .refused, .closed: false
    }
  }

  mutating func next(at now: Instant) -> Action {
    if isLingering { return .read }
    while true {
      if isAwaitingPiece { return .wait }
      if output.isStarved { return .fetch }
      if isEnding {
        guard output.isEmpty else { return blockedWrite(at: now) }
        if wire.hasInputEnded { return .close }
        isLingering = true
        set(.linger, deadline: now + pace.linger)
        return .linger
      }
      if isAwaitingReceiver { return hasBlock ? .receive : .wait }
      if isAwaitingAnswer {
        if hasRequest { return .respond }
        return output.isEmpty ? .wait : .write
      }
      guard output.hasRoom else { return blockedWrite(at: now) }
      switch wire.next() {
      case .needMore:
        if wantedBytes > reservedBytes { return .reserve }
        if !output.isEmpty { return blockedWrite(at: now) }
        updateReadDeadline(at: now)
        return .read
      case .continueExpected:
        output.append { $0.append(contentsOf: ResponseWriter.continueLine) }
      case .request:
        hasRequest = true
        isAwaitingAnswer = true
        set(.answer, deadline: now + pace.answer)
        return wantedBytes > reservedBytes ? .reserve : .respond
      case .head:
        hasRequest = true
        return .screen
      case .block:
        hasBlock = true
        isAwaitingReceiver = true
        blockStart = now
        set(.answer, deadline: now + pace.answer)
        return .receive
      case .fault(let fault):
        isAwaitingAnswer = true
        return .refuse(fault)
      case .end:
        if output.isEmpty { return .close }
        isEnding = true
      }
    }
  }

  /// Bytes of memory that the current request is known to take. It changes nothing, but is mutating because a getter that is not
  /// would copy the whole state.
  var wantedBytes: Int { mutating get { wire.heldBytes + receiverBytes } }

  /// Records the number of reserved bytes.
  mutating func reserved(_ bytes: Int) { reservedBytes = bytes }

  /// Records that nothing is reserved any more, and returns the number of bytes that were.
  mutating func release() -> Int {
    defer { reservedBytes = 0 }
    return reservedBytes
  }

  /// Records that the content of the request of `.screen` goes to a receiver, which takes up to this number of bytes.
  mutating func stream(byteLimit: Int, at now: Instant) {
    isStreaming = true
    contentStart = now
    wire.stream(byteLimit: byteLimit)
  }

  /// The block of `.receive`; for a whole request, the rest of its content.
  mutating func takeBlock() -> [UInt8] {
    hasBlock = false
    return wire.takeBlock()
  }

  /// Records that the block was taken.
  /// - Parameter heldBytes: bytes of memory that the receiver holds.
  mutating func receiverTookBlock(heldBytes: Int, at now: Instant) {
    isAwaitingReceiver = false
    receiverBytes = heldBytes
    contentStart = contentStart + Interval(nanoseconds: now.since(blockStart))
    beginContentWindow(at: now)
  }

  /// Abandons the current request. The answer that follows is the last one, unless the request is whole: then the beginning of the
  /// next one is known.
  mutating func refuse() {
    hasRequest = false
    hasBlock = false
    isAwaitingReceiver = false
    if wire.phase != .answering { wire.refuse() }
    isAwaitingAnswer = true
  }

  /// The request of `.respond` and `.screen`.
  mutating func takeRequest() -> Request? {
    guard hasRequest else { return nil }
    hasRequest = false
    return wire.request()
  }

  /// Whether the current request, or the refused one, was sent by a program, judged by the part of its head that was read.
  var isOfProgram: Bool { mutating get { wire.request().isOfProgram } }

  mutating func received(_ octets: UnsafeRawBufferPointer, at now: Instant) {
    if isLingering {
      lingeredBytes += octets.count
      return
    }
    if wire.phase == .start && wire.bufferedBytes == 0 { requestStart = now }
    wire.receive(octets)
  }

  /// Whether a refused peer has sent more than the limit of discarded bytes.
  var lingersTooLong: Bool { isLingering && lingeredBytes > Conversation.lingeredByteLimit }

  /// Frees the read buffer while there is nothing to read.
  mutating func rest() {
    wire.rest()
    output.rest()
  }

  mutating func inputEnded() { wire.receiveEnd() }

  mutating func wrote(_ count: Int, at now: Instant) {
    output.wrote(count)
    windowBytes += count
  }

  /// The stream of `.fetch`, and the offset of its next piece. Call `fetched` with that piece.
  mutating func takeStream(at now: Instant) -> (stream: ContentStream, offset: Int)? {
    guard let stream = output.stream else { return nil }
    isAwaitingPiece = true
    set(.answer, deadline: now + pace.answer)
    return (stream, output.streamedCount)
  }

  /// - Returns: false if the rest of the content cannot be read. Only closing the connection can tell the peer.
  mutating func fetched(_ piece: [UInt8]?, at now: Instant) -> Bool {
    isAwaitingPiece = false
    set(.write, deadline: .never)
    return output.append(piece: piece ?? [])
  }

  /// Queues the answer to the current request, or to its fault.
  mutating func respond(with response: Response, requestID: String? = nil, dateLine: [UInt8], at now: Instant) {
    guard isAwaitingAnswer else { return }
    isAwaitingAnswer = false
    isStreaming = false
    receiverBytes = 0
    answeredCount += 1
    let persists = wire.persists && !isDraining && !ResponseWriter.closes(response)
    let context = ResponseWriter.Context(
      isHead: wire.method == .head, persists: persists, announcesKeepAlive: wire.announcesKeepAlive,
      requestID: requestID)
    output.append { ResponseWriter.appendHead(of: response, context, dateLine: dateLine, to: &$0) }
    if let stream = response.stream, ResponseWriter.sendsBody(response, in: context) {
      output.append(stream: stream)
    } else if ResponseWriter.sendsBody(response, in: context) {
      let small = response.body.count <= SocketOutput.copiedContentByteLimit
      output.append(content: response.body, copied: small && persists && wire.bufferedBytes > 0)
    }
    wire.answered(persists: persists)
    isEnding = !persists
    // What waits in the buffer is the next request. It began to arrive now, at the latest.
    requestStart = now
    set(.write, deadline: .never)
  }

  /// The current request, or its fault, with the answer, for the log. It changes nothing, but is mutating because a method that is not
  /// would copy the whole state.
  mutating func exchange(
    _ response: Response, peer: String, requestID: String, fault: Fault?, at now: Instant
  ) -> Exchange {
    let method = wire.method
    return Exchange(
      method: method?.rawValue ?? "", path: wire.path ?? "", query: wire.query, status: response.status,
      bytes: method != .head && response.status.allowsBody ? response.contentByteCount : 0,
      durationNanoseconds: now.since(requestStart), peer: peer, requestID: requestID, fault: fault?.rawValue)
  }

  /// Records that the server is ending: the current response is the last one. A connection that has not had any request yet waits a
  /// moment for one.
  mutating func drain(at now: Instant) {
    isDraining = true
    guard isIdle && answeredCount == 0 else { return }
    set(.head, deadline: min(deadline, max(now + pace.drainGrace, requestStart + pace.firstRequestGrace)))
  }

  /// The action after a deadline has passed; `nil` if there was progress, and a new deadline is set.
  mutating func expire(at now: Instant) -> Expiry? {
    guard now >= deadline else { return nil }
    switch timer {
    case .idle, .linger:
      return .close
    case .head, .content:
      if timer == .content && now < contentDeadline && wire.contentBytes - windowBytes >= pace.progressBytes {
        beginContentWindow(at: now)
        return nil
      }
      // Nothing was asked, so nothing is answered.
      if wire.phase == .start && wire.bufferedBytes == 0 { return .close }
      wire.refuse()
      isAwaitingAnswer = true
      return .refuse(.tooSlow)
    case .write:
      if windowBytes >= pace.progressBytes {
        set(.write, deadline: .never)
        _ = blockedWrite(at: now)
        return nil
      }
      return .reset
    case .answer:
      if isAwaitingPiece { return .reset }
      if isAwaitingReceiver { refuse() }
      return .giveUp
    }
  }

  private mutating func set(_ timer: Timer, deadline: Instant) {
    self.timer = timer
    self.deadline = deadline
  }

  /// The time limit of a write starts with the write, not with each system call.
  private mutating func blockedWrite(at now: Instant) -> Action {
    if timer != .write || deadline == .never {
      set(.write, deadline: now + pace.progress)
      windowBytes = 0
    }
    return .write
  }

  private mutating func updateReadDeadline(at now: Instant) {
    switch wire.phase {
    case .start:
      if answeredCount > 0 && timer != .idle { set(.idle, deadline: now + pace.idle) }
    case .requestLine, .fields:
      // Counted from the first octet and set only once, so that sending a byte now and then does not extend it.
      if timer != .head || answeredCount > 0 { set(.head, deadline: requestStart + pace.head) }
    case .content, .chunkSize, .chunkData, .chunkEnd, .trailers:
      if timer != .content {
        contentStart = now
        beginContentWindow(at: now)
      }
    case .answering, .refused, .closed:
      break
    }
  }

  private var contentDeadline: Instant {
    let earned = isStreaming ? Duration.seconds(wire.contentBytes / pace.streamedBytesPerSecond) : .zero
    return contentStart + pace.content + Interval(earned)
  }

  private mutating func beginContentWindow(at now: Instant) {
    windowBytes = wire.contentBytes
    set(.content, deadline: min(contentDeadline, now + pace.progress))
  }

  /// Bytes discarded after a last response: enough for a client that sends its whole body before it reads.
  private static let lingeredByteLimit = 8 * 1024 * 1024
}

/// What a conversation asks its loop to do next.
enum Action: Equatable {
  /// Read what the peer has sent.
  case read
  /// Hand `takeRequest()` to the site; pass its answer to `respond`.
  case respond
  /// Look at `takeRequest()`, of which only the head has arrived. If that is enough to refuse it, call `refuse`, then `respond`; if a
  /// receiver takes its content, call `stream`.
  case screen
  /// Hand `takeBlock()` to the receiver of the content; then call `receiverTookBlock`.
  case receive
  /// Reserve `wantedBytes` of memory and call `reserved`; if that is not possible, call `refuse` and send an answer that says so.
  case reserve
  /// Answer with the error page of this fault.
  case refuse(Fault)
  /// Write what is queued.
  case write
  /// Read the next piece of the response's content, by `takeStream()`; then call `fetched`.
  case fetch
  /// Do nothing until the site answers.
  case wait
  /// Tell the peer that nothing more will be sent, then read and discard until it closes.
  case linger
  /// Close.
  case close
}

/// What a conversation asks for when its deadline has passed.
enum Expiry: Equatable {
  /// Close: nobody waits for an answer.
  case close
  /// Close and make the kernel discard what is unsent: the peer does not read it.
  case reset
  /// Answer with the error page of this fault.
  case refuse(Fault)
  /// The site took too long: answer 503.
  case giveUp
}
