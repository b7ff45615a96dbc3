import HTTPMessage
import Support

/// The productions that the reader uses, each as its RFC has it, on octets.
enum Grammar {
  /// `field-vchar = VCHAR / obs-text`, `field-value = *( field-vchar / SP / HTAB )` with blanks trimmed (RFC 9110 §5.5).
  /// Everything from SP up but DEL, and HTAB.
  @inline(__always)
  static func isFieldContent(_ byte: UInt8) -> Bool { (byte >= 0x20 && byte != 0x7F) || byte == 0x09 }

  /// Whether all octets are field content.
  @inline(__always)
  static func isFieldContent(_ span: Span<UInt8>, _ range: Range<Int>) -> Bool {
    fieldContentEnd(span, range) == range.upperBound
  }

  /// The first octet that is no field content, else the range's end; eight octets are looked at at once.
  @inline(__always)
  static func fieldContentEnd(_ span: Span<UInt8>, _ range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound {
      if index &+ 8 <= range.upperBound {
        let word = UInt64(littleEndian: span.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
        let delete = word ^ (0x7F &* ones)
        // The lowest mark is right; a borrow may set others above it.
        let marks = (((word &- (0x20 &* ones)) & ~word) | ((delete &- ones) & ~delete)) & highBits
        if marks == 0 {
          index &+= 8
          continue
        }
        index &+= marks.trailingZeroBitCount &>> 3
      }
      guard isFieldContent(span[index]) else { return index }
      index &+= 1
    }
    return range.upperBound
  }

  /// The first octet from `start` on that no token has, else the end of all; letters and hyphens are passed eight at once.
  @inline(__always)
  static func tokenEnd(_ span: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < span.count {
      if index &+ 8 <= span.count {
        let word = UInt64(littleEndian: span.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
        // Seven bits and a sum below 256 each: nothing is carried from one octet to the next.
        let lower = (word | (0x20 &* ones)) & ~highBits
        let letters = (lower &+ (0x1F &* ones)) & ~(lower &+ (0x05 &* ones)) & ~word
        let others = word ^ (0x2D &* ones)
        let hyphens = ~((others & ~highBits) &+ ~highBits | others)
        let marks = ~(letters | hyphens) & highBits
        if marks == 0 {
          index &+= 8
          continue
        }
        index &+= marks.trailingZeroBitCount &>> 3
      }
      guard ASCII.isTokenCharacter(span[index]) else { return index }
      index &+= 1
    }
    return span.count
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// `request-target`: RFC 9112 §3.2 takes URIs of RFC 3986, which are visible ASCII without "#". The few visible
  /// characters that RFC 3986 leaves out ("|", "^", "`", braces, quotes) are what browsers send in queries: they are taken
  /// as they come.
  @inline(__always)
  static func isTargetCharacter(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F && byte != 0x23 }

  /// `token = 1*tchar` (RFC 9110 §5.6.2).
  static func isToken(_ span: Span<UInt8>, _ range: Range<Int>) -> Bool {
    if range.isEmpty { return false }
    for index in range where !ASCII.isTokenCharacter(span[index]) { return false }
    return true
  }

  /// `Content-Length = 1*DIGIT` (RFC 9110 §8.6). A number beyond `Int` is as good as none: nil, like anything else.
  static func contentLength(_ span: Span<UInt8>, _ range: Range<Int>) -> Int? {
    if range.isEmpty { return nil }
    var value = 0
    for index in range {
      guard ASCII.isDigit(span[index]) else { return nil }
      let (product, over) = value.multipliedReportingOverflow(by: 10)
      let (sum, more) = product.addingReportingOverflow(Int(span[index] &- 0x30))
      if over || more { return nil }
      value = sum
    }
    return value
  }

  /// `Host = uri-host [ ":" port ]` (RFC 9110 §7.2), `port = *DIGIT`,
  /// `host = IP-literal / IPv4address / reg-name` (RFC 3986 §3.2.2); an empty name is a reg-name.
  static func isHost(_ span: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    if index < range.upperBound, span[index] == 0x5B {
      index += 1
      let start = index
      while index < range.upperBound, span[index] != 0x5D {
        guard isLiteralCharacter(span[index]) else { return false }
        index += 1
      }
      guard index < range.upperBound, index - start >= 2 else { return false }
      index += 1
      if index < range.upperBound, span[index] != 0x3A { return false }
    } else {
      while index < range.upperBound, span[index] != 0x3A {
        if span[index] == 0x25 {
          guard index + 2 < range.upperBound, ASCII.hexValue(span[index + 1]) != nil,
            ASCII.hexValue(span[index + 2]) != nil
          else { return false }
          index += 3
          continue
        }
        guard isNameCharacter(span[index]) else { return false }
        index += 1
      }
      // A port belongs to a host.
      if index == range.lowerBound, !range.isEmpty { return false }
    }
    guard index < range.upperBound else { return true }
    index += 1
    guard range.upperBound - index <= 5 else { return false }
    while index < range.upperBound {
      guard ASCII.isDigit(span[index]) else { return false }
      index += 1
    }
    return true
  }

  /// `reg-name = *( unreserved / pct-encoded / sub-delims )` without pct-encoded (RFC 3986 §3.2.2).
  @inline(__always)
  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2D, 0x2E, 0x5F, 0x7E: true  // unreserved: - . _ ~
    case 0x21, 0x24, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x3B, 0x3D: true  // sub-delims: ! $ & ' ( ) * + , ; =
    default: ASCII.isAlpha(byte) || ASCII.isDigit(byte)
    }
  }

  /// `IP-literal = "[" ( IPv6address / IPvFuture ) "]"`: the characters of both, not their arithmetic.
  @inline(__always)
  private static func isLiteralCharacter(_ byte: UInt8) -> Bool { byte == 0x3A || isNameCharacter(byte) }
}
