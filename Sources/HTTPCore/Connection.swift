import Glibc

/// The server's side of one HTTP/1.1 connection: octets in, events out. It reads nothing, writes nothing and has no clock.
///
///     connection.receive(octets)
///     switch connection.next() { … }
///     connection.answered(persists: …)
///
/// It remembers how far it has searched, so that a request which arrives octet by octet costs no more than one which arrives at once.
package struct Connection {
  package internal(set) var phase = Phase.start
  package let limits: MessageLimits
  /// Whether the peer has ended its side of the connection.
  package private(set) var hasInputEnded = false

  /// Octets received; those before `position` are consumed.
  var input: [UInt8] = []
  var position = 0
  /// The line that starts at `position` is known to have no line end and nothing forbidden before this index.
  var searched = 0
  /// Octets searched for line ends, each counted as often as it was looked at: the cost of requests beyond their length.
  package internal(set) var searchedBytes = 0
  var emptyLines = 0
  var head = Head()
  var body: [UInt8] = []
  /// Octets of the content, or of the chunk, that are still to come.
  var remaining = 0
  var extensionBytes = 0
  var trailerBytes = 0
  var continuePending = false
  private var isHeadTold = false
  private var isRequestTold = false
  /// Whether content is reported in blocks, and taken out of `body`.
  private var isStreaming = false
  /// Bytes of content that the current request may have.
  private(set) var contentByteLimit: Int
  /// Bytes of content that were already taken out of `body`.
  private var takenBytes = 0
  /// Whether the head is reported before content that is too large is refused.
  let asksForReceiver: Bool

  /// - Parameter asksForReceiver: whether content may be taken in blocks (`stream`).
  package init(limits: MessageLimits = MessageLimits(), asksForReceiver: Bool = false) {
    self.limits = limits
    self.asksForReceiver = asksForReceiver
    contentByteLimit = limits.bodyByteLimit
  }

  /// Octets that wait to be consumed. The caller stops reading while a whole request is being answered.
  package var bufferedBytes: Int { input.count - position }

  /// Octets of content received so far, for the deadline that asks for progress.
  package var contentBytes: Int { takenBytes + body.count }

  /// Bytes of memory that the current request takes, or will take by the length that it announces: its content, and its head if
  /// that is larger than a browser's.
  package var heldBytes: Int {
    switch phase {
    case .start, .refused, .closed: 0
    case .requestLine, .fields: Self.largeHead(input.count)
    case .content, .chunkSize, .chunkData, .chunkEnd, .trailers, .answering:
      Self.largeHead(head.fieldsEnd) + (isStreaming ? Self.streamedByteCount : body.count + remaining)
    }
  }

  private static func largeHead(_ bytes: Int) -> Int { bytes > usualHeadByteLimit ? bytes : 0 }

  /// The method of the current request, once its request line was read.
  package var method: Method? { head.line?.method }

  /// The path of the current request, once its request line was read, and its query if it has one.
  package var path: String? { head.line?.target.path }
  package var query: String? { head.line?.target.query }

  /// The request of the last event. It has no content if only its head was reported.
  package func request() -> Request { head.request(body: phase == .answering ? body : []) }

  /// Whether the peer asked for, and its version allows, another request after this one.
  package var persists: Bool {
    phase == .answering && head.persists && !(hasInputEnded && bufferedBytes == 0)
  }

  /// Whether the peer speaks HTTP/1.0: if it asked to keep the connection, the answer has to say that it stays.
  package var announcesKeepAlive: Bool { head.line?.minorVersion == 0 }

  package mutating func receive(_ octets: UnsafeRawBufferPointer) {
    if phase == .refused || phase == .closed { return }
    // The field lines of a head stay where they are until it is whole: then they become the request's.
    if phase != .fields {
      if position == input.count {
        input.removeAll(keepingCapacity: input.capacity <= Connection.keptCapacityByteLimit)
        searched = 0
        position = 0
      } else if position >= Connection.keptCapacityByteLimit {
        input.removeSubrange(0..<position)
        searched -= position
        position = 0
      }
    }
    input.append(contentsOf: octets)
  }

  /// Frees the memory that the next request will need: a connection may be silent for long between requests.
  package mutating func rest() {
    guard phase == .start, bufferedBytes == 0 else { return }
    input = []
    position = 0
    searched = 0
  }

  package mutating func receiveEnd() { hasInputEnded = true }

  /// The next event. `needMore` and `end` stay until something changes.
  package mutating func next() -> Event {
    do throws(Fault) {
      return try read()
    } catch {
      refuse()
      return .fault(error)
    }
  }

  /// Records that the answer to the current request, or to its fault, was written.
  package mutating func answered(persists: Bool) {
    let persists = persists && phase == .answering
    move(persists ? .answered : .answeredLast)
    head.clear()
    body = []
    extensionBytes = 0
    trailerBytes = 0
    emptyLines = 0
    continuePending = false
    isHeadTold = false
    isRequestTold = false
    isStreaming = false
    contentByteLimit = limits.bodyByteLimit
    takenBytes = 0
  }

  /// Abandons the request, for instance because its sender is too slow: the answer that follows is the last one.
  package mutating func refuse() {
    move(.fault)
    input = []
    position = 0
    searched = 0
    body = []
  }

  /// From now on, reports the content of the request whose head was reported in blocks.
  /// - Parameter byteLimit: bytes of content in all; more is refused with 413.
  package mutating func stream(byteLimit: Int) {
    isStreaming = true
    contentByteLimit = byteLimit
  }

  /// The block that was reported; for a whole request, what is left of its content.
  package mutating func takeBlock() -> [UInt8] {
    takenBytes += body.count
    defer { body = [] }
    return body
  }

  private var hasBlock: Bool { isStreaming && body.count >= Self.blockByteCount }

  mutating func move(_ signal: Signal) { phase = Transitions.next(phase, signal: signal) ?? .closed }

  /// Buffers above this many bytes are freed between requests, so that an idle connection keeps little.
  private static let keptCapacityByteLimit = 16 * 1024

  /// Bytes of a head that are not counted: the size of a browser's head with a few cookies.
  private static let usualHeadByteLimit = 4 * 1024

  /// Bytes of content in one block, at least; only the last one has fewer. One block takes about one system call, and then one write.
  package static let blockByteCount = 64 * 1024
  /// Bytes of memory that a connection takes at most while its content is streamed: a block, and what one call to the kernel may add
  /// before and after it.
  private static let streamedByteCount = 3 * blockByteCount

  /// Bytes that an announced length may reserve before any content has arrived.
  private static let reservedBodyByteLimit = 64 * 1024

  private mutating func read() throws(Fault) -> Event {
    while true {
      switch phase {
      case .start:
        try readStart()
        if phase == .start {
          if hasInputEnded { move(.inputEnd) }
          return hasInputEnded ? .end : .needMore
        }
      case .requestLine:
        guard let line = try takeLine(limit: limits.requestLineByteLimit, over: .requestLineTooLong) else {
          return try starved()
        }
        head.begin(try RequestLine(input.span, line: line), fieldsStart: position)
        move(.requestLine)
      case .fields:
        guard try readFields() else { return try starved() }
      case .content:
        if let event = try askForReceiver() { return event }
        takeContent()
        if remaining > 0 {
          if hasBlock { return .block }
          if continuePending { return expectContent() }
          return try starved()
        }
        move(.contentEnd)
      case .chunkSize:
        if continuePending && bufferedBytes == 0 { return expectContent() }
        guard try readChunkSize() else { return try starved() }
      case .chunkData:
        if let event = try askForReceiver() { return event }
        takeContent()
        if hasBlock { return .block }
        if remaining > 0 { return try starved() }
        move(.chunkDataEnd)
      case .chunkEnd:
        guard try readChunkEnd() else { return try starved() }
      case .trailers:
        guard try readTrailers() else { return try starved() }
      case .answering:
        guard head.line != nil, !isRequestTold else { return .needMore }
        isRequestTold = true
        return .request
      case .refused:
        return .needMore
      case .closed:
        return .end
      }
    }
  }

  /// Moves the received part of the content, or of the current chunk, from the input to the body.
  private mutating func takeContent() {
    let count = min(remaining, bufferedBytes)
    guard count > 0 else { return }
    if body.isEmpty && remaining <= Connection.reservedBodyByteLimit { body.reserveCapacity(remaining) }
    body.append(contentsOf: input[position..<(position + count)])
    position += count
    searched = position
    remaining -= count
  }

  /// A request that is not complete needs more input; a peer that has ended its input cannot send it (RFC 9112 §8).
  private mutating func starved() throws(Fault) -> Event {
    if hasInputEnded { throw .inputEndedEarly }
    return untoldHead() ?? .needMore
  }

  /// Before content that is too large for memory is refused, reports the head: a receiver may accept more than memory does.
  private mutating func askForReceiver() throws(Fault) -> Event? {
    guard remaining > contentByteLimit - contentBytes else { return nil }
    if asksForReceiver, let event = untoldHead() { return event }
    throw .contentTooLarge
  }

  private mutating func untoldHead() -> Event? {
    guard !isHeadTold, phase != .requestLine, phase != .fields else { return nil }
    isHeadTold = true
    return .head
  }

  private mutating func expectContent() -> Event {
    if let event = untoldHead() { return event }
    continuePending = false
    return .continueExpected
  }
}

/// What a connection reports after octets came in.
package enum Event: Sendable {
  /// Nothing, until more octets come or the answer is written.
  case needMore
  /// The head of a request whose content has not fully arrived, reported once, before anything waits for that content. The request may
  /// already be answered (`request()`), and must then be refused; else the next events follow as if nothing had been reported.
  case head
  /// A block of content has arrived; nothing more is reported until `takeBlock`.
  case block
  /// The client waits for `100 Continue` before it sends its content (RFC 9110 §10.1.1).
  case continueExpected
  /// A whole request: `request()`. The next event comes after its answer.
  case request
  /// The request is refused; answer with the fault's status, then close.
  case fault(Fault)
  /// Nothing more will come.
  case end
}
