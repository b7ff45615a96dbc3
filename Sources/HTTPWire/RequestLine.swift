import HTTPMessage
import Support

/// `request-line = method SP request-target SP HTTP-version` (RFC 9112 §3).
struct RequestLine {
  var method: Method
  var target: RequestTarget
  /// Of HTTP/1.x; a higher one than 1 means 1 (RFC 9110 §2.5).
  var minorVersion: Int
}

extension RequestLine {
  init(_ span: Span<UInt8>, _ line: Range<Int>) throws(Fault) {
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
    let minorVersion = try RequestLine.minorVersion(span, (index + 1)..<line.upperBound)
    let method = RequestLine.method(span, methodRange)
    if method == .connect { throw .connectNotImplemented }
    let target = try RequestTarget(span, targetRange, method: method)
    self.init(method: method, target: target, minorVersion: minorVersion)
  }

  /// `HTTP-version = HTTP-name "/" DIGIT "." DIGIT`, `HTTP-name = %x48.54.54.50` (RFC 9112 §2.3): case-sensitive.
  private static func minorVersion(_ span: Span<UInt8>, _ range: Range<Int>) throws(Fault) -> Int {
    let start = range.lowerBound
    guard range.count == 8, span[start] == 0x48, span[start + 1] == 0x54, span[start + 2] == 0x54,
      span[start + 3] == 0x50, span[start + 4] == 0x2F, ASCII.isDigit(span[start + 5]), span[start + 6] == 0x2E,
      ASCII.isDigit(span[start + 7])
    else { throw .malformedVersion }
    guard span[start + 5] == 0x31 else { throw .unsupportedVersion }
    return span[start + 7] == 0x30 ? 0 : 1
  }

  private static func method(_ span: Span<UInt8>, _ range: Range<Int>) -> Method {
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
