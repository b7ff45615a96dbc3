import Glibc
import Support

/// The head of the request that is being read.
struct Head {
  var line: RequestLine?
  var framing = Framing()
  /// The place of each field, relative to `fieldsStart`.
  var entries: [Fields.Entry] = []
  /// The field lines in the input: from after the request line to the empty line.
  var fieldsStart = 0
  var fieldsEnd = 0
  private var fields = Fields()
  private var host: String?

  var minorVersion: Int { line?.minorVersion ?? 1 }
  var persists: Bool { framing.persists(minorVersion: minorVersion) }

  mutating func begin(_ line: consuming RequestLine, fieldsStart: Int) {
    self.line = line
    self.fieldsStart = fieldsStart
    // A browser's request has about fourteen fields; growing the array by doubling would cost four allocations.
    entries.reserveCapacity(16)
  }

  mutating func add(_ field: FieldLine, fact: FramingFact) throws(Fault) {
    try framing.note(fact)
    entries.append(
      Fields.Entry(
        name: (field.name.lowerBound - fieldsStart)..<(field.name.upperBound - fieldsStart),
        value: (field.value.lowerBound - fieldsStart)..<(field.value.upperBound - fieldsStart)))
  }

  /// Copies the field lines out of the input, which the content will overwrite.
  mutating func takeFields(_ input: [UInt8]) {
    fields = Fields(checked: Array(input[fieldsStart..<fieldsEnd]), entries: entries)
    entries = []
    host = framing.hostLines > 0 ? input.span.text(framing.host) : nil
  }

  func request(body: [UInt8]) -> Request {
    Request(
      method: line?.method ?? .get, path: line?.target.path ?? "/", query: line?.target.query, fields: fields,
      body: body, scheme: line?.target.isSecure == true ? "https" : "http", host: line?.target.authority ?? host)
  }

  mutating func clear() { self = Head() }
}

/// `request-line = method SP request-target SP HTTP-version` (RFC 9112 §3).
struct RequestLine {
  var method: Method
  var target: RequestTarget
  /// The minor version of HTTP/1.x; a higher one than 1 means 1 (RFC 9110 §2.5).
  var minorVersion: Int
}

extension RequestLine {
  init(_ span: Span<UInt8>, line: Range<Int>) throws(Fault) {
    var index = line.lowerBound
    while index < line.upperBound, ASCII.isTokenCharacter(span[index]) { index += 1 }
    guard index > line.lowerBound, index < line.upperBound, span[index] == 0x20 else { throw .malformedRequestLine }
    let methodRange = line.lowerBound..<index
    index += 1
    let targetStart = index
    while index < line.upperBound, Grammar.isTargetCharacter(span[index]) { index += 1 }
    guard index < line.upperBound, span[index] == 0x20 else {
      throw index < line.upperBound ? .malformedTarget : .malformedRequestLine
    }
    guard index > targetStart else { throw .malformedRequestLine }
    let targetRange = targetStart..<index
    let minorVersion = try RequestLine.minorVersion(span, in: (index + 1)..<line.upperBound)
    let method = RequestLine.method(span, in: methodRange)
    if method == .connect { throw .connectNotImplemented }
    let target = try RequestTarget(span, in: targetRange, method: method)
    self.init(method: method, target: target, minorVersion: minorVersion)
  }

  /// `HTTP-version = HTTP-name "/" DIGIT "." DIGIT`, `HTTP-name = %x48.54.54.50` (RFC 9112 §2.3): case-sensitive.
  private static func minorVersion(_ span: Span<UInt8>, in range: Range<Int>) throws(Fault) -> Int {
    let start = range.lowerBound
    guard range.count == 8, span[start] == 0x48, span[start + 1] == 0x54, span[start + 2] == 0x54,
      span[start + 3] == 0x50, span[start + 4] == 0x2F, ASCII.isDigit(span[start + 5]), span[start + 6] == 0x2E,
      ASCII.isDigit(span[start + 7])
    else { throw .malformedVersion }
    guard span[start + 5] == 0x31 else { throw .unsupportedVersion }
    return span[start + 7] == 0x30 ? 0 : 1
  }

  private static func method(_ span: Span<UInt8>, in range: Range<Int>) -> Method {
    let start = range.lowerBound
    if range.count == 3, span[start] == 0x47, span[start + 1] == 0x45, span[start + 2] == 0x54 { return .get }
    return Method(span.text(range))
  }
}

extension Span<UInt8> {
  /// A range as text, invalid UTF-8 repaired.
  func text(_ range: Range<Int>) -> String {
    extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}

/// `request-target = origin-form / absolute-form / authority-form / asterisk-form` (RFC 9112 §3.2), reduced to what a
/// site needs.
struct RequestTarget {
  var path: String
  var query: String?
  /// The authority of absolute-form: it takes precedence over the Host field (§3.2.2).
  var authority: String?
  /// Whether it is absolute-form with "https://…".
  var isSecure = false

  init(_ span: Span<UInt8>, in range: Range<Int>, method: Method) throws(Fault) {
    switch span[range.lowerBound] {
    case 0x2F:
      // origin-form = absolute-path [ "?" query ]
      self = RequestTarget(span, pathAndQuery: range, authority: nil)
    case 0x2A where range.count == 1 && method == .options:
      // asterisk-form = "*", for OPTIONS only (§3.2.4)
      self = RequestTarget(path: "*", query: nil, authority: nil)
    default:
      // absolute-form = absolute-URI, with a scheme that leads to an HTTP origin
      guard let start = RequestTarget.authorityStart(span, in: range) else { throw .malformedTarget }
      var end = start
      while end < range.upperBound, span[end] != 0x2F, span[end] != 0x3F { end += 1 }
      // A URI without a host, or with user information, is invalid (RFC 9110 §4.2.1, §4.2.4).
      guard end > start, Grammar.isHost(span, in: start..<end) else { throw .malformedTarget }
      let authority = span.text(start..<end)
      if end < range.upperBound, span[end] == 0x2F {
        self = RequestTarget(span, pathAndQuery: end..<range.upperBound, authority: authority)
      } else {
        // An empty path means "/"; for OPTIONS it means the server as a whole (§3.2.1, §3.2.4).
        let query = end < range.upperBound ? span.text((end + 1)..<range.upperBound) : nil
        self = RequestTarget(path: method == .options && query == nil ? "*" : "/", query: query, authority: authority)
      }
      isSecure = ASCII.lower(span[range.lowerBound + 4]) == 0x73
    }
  }

  private init(path: String, query: String?, authority: String?) {
    self.path = path
    self.query = query
    self.authority = authority
  }

  private init(_ span: Span<UInt8>, pathAndQuery range: Range<Int>, authority: String?) {
    var end = range.lowerBound
    while end < range.upperBound, span[end] != 0x3F { end += 1 }
    path = span.text(range.lowerBound..<end)
    query = end < range.upperBound ? span.text((end + 1)..<range.upperBound) : nil
    self.authority = authority
  }

  /// The index after "http://" or "https://", in any case (RFC 3986 §3.1).
  private static func authorityStart(_ span: Span<UInt8>, in range: Range<Int>) -> Int? {
    for scheme in ["http://", "https://"] as [StaticString] where range.count >= scheme.utf8CodeUnitCount {
      let count = scheme.utf8CodeUnitCount
      if (0..<count).allSatisfy({ ASCII.lower(span[range.lowerBound + $0]) == scheme.utf8Start[$0] }) {
        return range.lowerBound + count
      }
    }
    return nil
  }
}

/// Reading the lines of the head as they arrive.
extension Connection {
  /// Returns the line at `position` without its CRLF and steps over it; `nil` until it is whole. An error that is already visible in
  /// an incomplete line is refused at once, not when its sender has run out of time.
  mutating func takeLine(limit: Int, over fault: Fault) throws(Fault) -> Range<Int>? {
    let found = lineFeed(from: searched)
    guard let newline = found else {
      try checkPartialLine()
      // The limit has one octet more: a CR at the end may belong to the line's end.
      if input.count - position > limit + 1 { throw fault }
      return nil
    }
    // RFC 9112 §2.2 allows accepting a bare LF. Refusing it means that this server sees the same lines as every proxy.
    guard newline > position, input[newline - 1] == 0x0D else { throw .bareLineEnd }
    let line = position..<(newline - 1)
    if line.count > limit { throw fault }
    position = newline + 1
    searched = position
    return line
  }

  private mutating func lineFeed(from start: Int) -> Int? {
    let found = input.withUnsafeBufferPointer { buffer -> Int? in
      guard start < buffer.count, let base = buffer.baseAddress,
        let hit = memchr(base + start, 0x0A, buffer.count - start)
      else { return nil }
      return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(hit))
    }
    searchedBytes += (found ?? input.count) - start
    return found
  }

  private mutating func checkPartialLine() throws(Fault) {
    let end = input.count
    var index = searched
    searchedBytes += end - index
    while index < end {
      let byte = input[index]
      if byte == 0x0D {
        // The last octet so far: the next one decides, so it is looked at again together with that.
        if index + 1 == end { break }
        throw .bareLineEnd
      }
      guard Grammar.isFieldContent(byte) else { throw .controlCharacter }
      index += 1
    }
    searched = index
  }

  /// Skips empty lines before a request line (RFC 9112 §2.2).
  mutating func readStart() throws(Fault) {
    while position < input.count {
      guard input[position] == 0x0D else {
        if input[position] == 0x0A { throw .bareLineEnd }
        guard ASCII.isTokenCharacter(input[position]) else { throw .malformedRequestLine }
        searched = position
        move(.firstOctet)
        return
      }
      guard position + 1 < input.count else { return }
      guard input[position + 1] == 0x0A else { throw .bareLineEnd }
      emptyLines += 1
      if emptyLines > limits.emptyLineLimit { throw .tooManyEmptyLines }
      position += 2
      searched = position
      move(.emptyLine)
    }
  }

  /// Reads field lines up to the empty one; false until that has arrived.
  mutating func readFields() throws(Fault) -> Bool {
    while true {
      let room = limits.fieldByteLimit - (position - head.fieldsStart)
      guard let line = try takeLine(limit: room, over: .fieldsTooLarge) else {
        if bufferedBytes > 0 && ASCII.isBlank(input[position]) { throw .foldedLine }
        return false
      }
      if line.isEmpty {
        try endHead(at: line.lowerBound)
        return true
      }
      if head.entries.count == limits.fieldLimit { throw .tooManyFields }
      let field = try FieldLine(input.span, line: line)
      try head.add(field, fact: try FramingFact(input.span, field: field))
      move(.fieldLine)
    }
  }

  private mutating func endHead(at end: Int) throws(Fault) {
    head.fieldsEnd = end
    head.takeFields(input)
    let limit = asksForReceiver ? Int.max : limits.bodyByteLimit
    let content = try head.framing.content(minorVersion: head.minorVersion, limit: limit)
    continuePending = head.framing.expectsContinue && head.minorVersion >= 1
    switch content {
    case .none:
      continuePending = false
      move(.headWithoutContent)
    case .length(let length):
      if bufferedBytes > 0 { continuePending = false }
      remaining = length
      move(.headWithLength)
    case .chunks:
      if bufferedBytes > 0 { continuePending = false }
      move(.headWithChunks)
    }
  }
}
