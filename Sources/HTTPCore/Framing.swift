import Support

/// The message's length, and whether the connection persists: collected from the field lines one by one (RFC 9112 §6, §9).
struct Framing {
  /// How much follows the head.
  enum Content: Equatable {
    case none
    case length(Int)
    case chunks
  }

  private(set) var hostLines = 0
  private(set) var host: Range<Int> = 0..<0
  private var contentLength: Int?
  private var transferEncodingLines = 0
  private var unknownCodings = 0
  private var chunkedCount = 0
  private var chunkedIsLast = false
  private(set) var closes = false
  private(set) var keepsAlive = false
  private(set) var expectsContinue = false
  private var expectsOther = false

  init() {}

  /// Takes note of what one field line says.
  mutating func note(_ fact: FramingFact) throws(Fault) {
    switch fact {
    case .nothing:
      break
    case .host(let range):
      hostLines += 1
      // RFC 9112 §3.2: 400 to any request with more than one Host field line.
      if hostLines > 1 { throw .hostRepeated }
      host = range
    case .contentLength(let length):
      // RFC 9112 §6.3 #5 allows accepting repeated equal values; a server that refuses all repetitions cannot be misled.
      if contentLength != nil { throw .contentLengthRepeated }
      contentLength = length
    case .transferEncoding(let list):
      transferEncodingLines += 1
      unknownCodings += list.unknown
      chunkedCount += list.chunked
      if list.unknown + list.chunked > 0 { chunkedIsLast = list.chunkedIsLast }
    case .connection(let close, let keepAlive):
      closes = closes || close
      keepsAlive = keepsAlive || keepAlive
    case .expect(let hasContinue, let hasOther):
      expectsContinue = expectsContinue || hasContinue
      expectsOther = expectsOther || hasOther
    }
  }

  /// The content that follows, decided when the head has ended (RFC 9112 §6.3).
  func content(minorVersion: Int, limit: Int) throws(Fault) -> Content {
    // RFC 9112 §3.2: 400 to any HTTP/1.1 request that lacks a Host field.
    if hostLines == 0 && minorVersion >= 1 { throw .hostMissing }
    if transferEncodingLines > 0 {
      // §6.1: a Transfer-Encoding in a version before HTTP/1.1 means faulty framing.
      if minorVersion == 0 { throw .transferEncodingBeforeHTTP11 }
      // §6.3 #3: a message with both ought to be handled as an error.
      if contentLength != nil { throw .contentLengthWithTransferEncoding }
      if unknownCodings + chunkedCount == 0 { throw .transferEncodingMalformed }
      // §6.3 #4: chunked must be last; §7.1: and must not be applied twice.
      if !chunkedIsLast || chunkedCount > 1 { throw .chunkedNotLast }
      // §6.1: 501 for a coding that is not understood.
      if unknownCodings > 0 { throw .transferCodingUnknown }
      if expectsOther && minorVersion >= 1 { throw .expectationUnknown }
      return .chunks
    }
    // RFC 9110 §10.1.1: 417 for an unknown expectation; HTTP/1.0 has no expectations.
    if expectsOther && minorVersion >= 1 { throw .expectationUnknown }
    guard let contentLength, contentLength > 0 else { return .none }
    if contentLength > limit { throw .contentTooLarge }
    return .length(contentLength)
  }

  /// Whether the connection stays open after the answer (RFC 9112 §9.3).
  func persists(minorVersion: Int) -> Bool {
    if closes { return false }
    return minorVersion >= 1 || keepsAlive
  }
}

extension Span<UInt8> {
  /// Whether the range has this text, without regard to case. `text` is in lower case.
  @inline(__always)
  func equals(_ range: Range<Int>, text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count where ASCII.lower(self[range.lowerBound + offset]) != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// The members of a comma-separated list, trimmed; empty ones are skipped (RFC 9110 §5.6.1.2).
  func forEachMember(_ range: Range<Int>, body: (Range<Int>) -> Void) {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, self[end] != 0x2C { end += 1 }
      let member = trimming(start..<end)
      if !member.isEmpty { body(member) }
      start = end + 1
    }
  }

  /// The range without the `OWS` at both ends.
  @inline(__always)
  func trimming(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, ASCII.isBlank(self[start]) { start += 1 }
    while end > start, ASCII.isBlank(self[end - 1]) { end -= 1 }
    return start..<end
  }
}

/// What one field line means for framing and for the connection; most mean nothing.
enum FramingFact: Equatable {
  case nothing
  case host(Range<Int>)
  case contentLength(Int)
  case transferEncoding(Codings)
  case connection(close: Bool, keepAlive: Bool)
  case expect(hasContinue: Bool, hasOther: Bool)

  /// The codings of one Transfer-Encoding line (RFC 9112 §6.1).
  struct Codings: Equatable {
    var unknown = 0
    var chunked = 0
    var chunkedIsLast = false
  }

  /// Reads the five fields that matter. The length of a name and its first letter rule out most others.
  @inline(__always)
  init(_ span: Span<UInt8>, field: FieldLine) throws(Fault) {
    switch (field.name.count, ASCII.lower(span[field.name.lowerBound])) {
    case (4, UInt8(ascii: "h")), (6, UInt8(ascii: "e")), (10, UInt8(ascii: "c")), (14, UInt8(ascii: "c")),
      (17, UInt8(ascii: "t")):
      self = try FramingFact(candidate: field, span)
    default: self = .nothing
    }
  }

  private init(candidate field: FieldLine, _ span: Span<UInt8>) throws(Fault) {
    let (name, value) = (field.name, field.value)
    if span.equals(name, text: "host") {
      guard Grammar.isHost(span, in: value) else { throw .hostInvalid }
      self = .host(value)
    } else if span.equals(name, text: "content-length") {
      guard let length = Grammar.contentLength(span, in: value) else { throw .contentLengthInvalid }
      self = .contentLength(length)
    } else if span.equals(name, text: "transfer-encoding") {
      var codings = Codings()
      span.forEachMember(value) { member in
        codings.chunkedIsLast = span.equals(member, text: "chunked")
        if codings.chunkedIsLast { codings.chunked += 1 } else { codings.unknown += 1 }
      }
      self = .transferEncoding(codings)
    } else if span.equals(name, text: "connection") {
      var close = false
      var keepAlive = false
      span.forEachMember(value) { member in
        if span.equals(member, text: "close") { close = true }
        if span.equals(member, text: "keep-alive") { keepAlive = true }
      }
      self = .connection(close: close, keepAlive: keepAlive)
    } else if span.equals(name, text: "expect") {
      var hasContinue = false
      var hasOther = false
      span.forEachMember(value) { member in
        if span.equals(member, text: "100-continue") { hasContinue = true } else { hasOther = true }
      }
      self = .expect(hasContinue: hasContinue, hasOther: hasOther)
    } else {
      self = .nothing
    }
  }
}

/// `field-line = field-name ":" OWS field-value OWS` (RFC 9112 §5), as ranges of the input.
struct FieldLine {
  var name: Range<Int>
  var value: Range<Int>

  init(_ span: Span<UInt8>, line: Range<Int>) throws(Fault) {
    let colon = span.extracting(line).withUnsafeBufferPointer { octets in
      line.lowerBound + (octets.firstIndex { !ASCII.isTokenCharacter($0) } ?? octets.count)
    }
    guard colon > line.lowerBound, colon < line.upperBound, span[colon] == 0x3A else {
      // §5.2: obs-fold is refused; §5.1: a space before the colon is refused too.
      throw line.lowerBound < line.upperBound && ASCII.isBlank(span[line.lowerBound])
        ? .foldedLine : .invalidFieldName
    }
    name = line.lowerBound..<colon
    value = span.trimming((colon + 1)..<line.upperBound)
    guard Grammar.isFieldContent(span, in: value) else { throw .invalidFieldValue }
  }
}
