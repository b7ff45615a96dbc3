import HTTPMessage
import Support

/// The meaning of one field line for framing and the connection; most have none.
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

  /// Reads the five fields that matter; the length of a name and its first letter tell most others apart.
  @inline(__always)
  init(_ span: Span<UInt8>, _ field: FieldLine) throws(Fault) {
    switch (field.name.count, ASCII.lower(span[field.name.lowerBound])) {
    case (4, UInt8(ascii: "h")), (6, UInt8(ascii: "e")), (10, UInt8(ascii: "c")), (14, UInt8(ascii: "c")),
      (17, UInt8(ascii: "t")):
      self = try FramingFact(candidate: field, span)
    default: self = .nothing
    }
  }

  private init(candidate field: FieldLine, _ span: Span<UInt8>) throws(Fault) {
    let (name, value) = (field.name, field.value)
    if span.equals(name, "host") {
      guard Grammar.isHost(span, value) else { throw .hostInvalid }
      self = .host(value)
    } else if span.equals(name, "content-length") {
      guard let length = Grammar.contentLength(span, value) else { throw .contentLengthInvalid }
      self = .contentLength(length)
    } else if span.equals(name, "transfer-encoding") {
      var codings = Codings()
      span.forEachMember(value) { member in
        codings.chunkedIsLast = span.equals(member, "chunked")
        if codings.chunkedIsLast { codings.chunked += 1 } else { codings.unknown += 1 }
      }
      self = .transferEncoding(codings)
    } else if span.equals(name, "connection") {
      var close = false
      var keepAlive = false
      span.forEachMember(value) { member in
        if span.equals(member, "close") { close = true }
        if span.equals(member, "keep-alive") { keepAlive = true }
      }
      self = .connection(close: close, keepAlive: keepAlive)
    } else if span.equals(name, "expect") {
      var hasContinue = false
      var hasOther = false
      span.forEachMember(value) { member in
        if span.equals(member, "100-continue") { hasContinue = true } else { hasOther = true }
      }
      self = .expect(hasContinue: hasContinue, hasOther: hasOther)
    } else {
      self = .nothing
    }
  }
}
