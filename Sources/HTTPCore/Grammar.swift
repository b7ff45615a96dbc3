import Support

/// The grammar rules that the reader uses, each as in its RFC, on octets.
enum Grammar {
  /// `field-vchar = VCHAR / obs-text`, `field-value = *( field-vchar / SP / HTAB )` with blanks trimmed (RFC 9110 §5.5).
  /// This means everything from SP on except DEL, and HTAB.
  @inline(__always)
  static func isFieldContent(_ byte: UInt8) -> Bool { (byte >= 0x20 && byte != 0x7F) || byte == 0x09 }

  static func isFieldContent(_ span: Span<UInt8>, in range: Range<Int>) -> Bool {
    span.extracting(range).withUnsafeBufferPointer { octets in
      // Without a branch, so that the compiler processes many octets at once: octets below SP, and DEL, set the top bit.
      let found = octets.reduce(0) { $0 | (($1 &- 0x20) | (($1 ^ 0x7F) &- 1)) & ~$1 } as UInt8
      // The octet found may be an HTAB, which is allowed.
      return found < 0x80 || octets.allSatisfy(isFieldContent)
    }
  }

  /// `request-target`: RFC 9112 §3.2 accepts URIs of RFC 3986, which are visible ASCII without "#". The few visible
  /// characters that RFC 3986 leaves out ("|", "^", "`", braces, quotes) appear in browsers' queries: they are accepted as they are.
  @inline(__always)
  static func isTargetCharacter(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F && byte != 0x23 }

  /// `token = 1*tchar` (RFC 9110 §5.6.2).
  static func isToken(_ span: Span<UInt8>, in range: Range<Int>) -> Bool {
    if range.isEmpty { return false }
    for index in range where !ASCII.isTokenCharacter(span[index]) { return false }
    return true
  }

  /// `Content-Length = 1*DIGIT` (RFC 9110 §8.6). `nil` for anything else, and for a number larger than an `Int`.
  static func contentLength(_ span: Span<UInt8>, in range: Range<Int>) -> Int? {
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
  static func isHost(_ span: Span<UInt8>, in range: Range<Int>) -> Bool {
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
      // A port without a host is invalid.
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

  /// `IP-literal = "[" ( IPv6address / IPvFuture ) "]"`: checks the characters of both, not that the address is valid.
  @inline(__always)
  private static func isLiteralCharacter(_ byte: UInt8) -> Bool { byte == 0x3A || isNameCharacter(byte) }
}

extension Grammar {
  /// `chunk-size = 1*HEXDIG` at the start of a chunk's line (RFC 9112 §7.1): its value, and the index after it.
  static func chunkSize(_ span: Span<UInt8>, line: Range<Int>, digits: Int) throws(Fault) -> (value: Int, end: Int) {
    var value = 0
    var index = line.lowerBound
    while index < line.upperBound, let digit = ASCII.hexValue(span[index]) {
      guard index - line.lowerBound < digits else { throw .chunkSizeInvalid }
      // A size too large for an `Int` stays at the maximum instead of wrapping around: it is beyond every limit anyway.
      value = value > Int.max >> 4 ? Int.max : value << 4 | Int(digit)
      index += 1
    }
    guard index > line.lowerBound else { throw .chunkSizeInvalid }
    return (value, index)
  }

  /// `chunk-ext = *( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )`,
  /// `chunk-ext-name = token`, `chunk-ext-val = token / quoted-string` (RFC 9112 §7.1.1).
  static func checkChunkExtensions(_ span: Span<UInt8>, in range: Range<Int>) throws(Fault) {
    var index = range.lowerBound
    func skipBlanks() { while index < range.upperBound, ASCII.isBlank(span[index]) { index += 1 } }
    func skipToken() -> Bool {
      let start = index
      while index < range.upperBound, ASCII.isTokenCharacter(span[index]) { index += 1 }
      return index > start
    }
    while index < range.upperBound {
      skipBlanks()
      guard index < range.upperBound, span[index] == 0x3B else {
        throw index == range.lowerBound || span[range.lowerBound] != 0x3B ? .chunkSizeInvalid : .chunkExtensionInvalid
      }
      index += 1
      skipBlanks()
      guard skipToken() else { throw .chunkExtensionInvalid }
      let nameEnd = index
      skipBlanks()
      guard index < range.upperBound, span[index] == 0x3D else {
        index = nameEnd
        continue
      }
      index += 1
      skipBlanks()
      if index < range.upperBound, span[index] == 0x22 {
        guard let end = quotedStringEnd(span, in: index..<range.upperBound) else { throw .chunkExtensionInvalid }
        index = end
      } else {
        guard skipToken() else { throw .chunkExtensionInvalid }
      }
    }
  }

  /// `quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE` (RFC 9110 §5.6.4): the index after it.
  private static func quotedStringEnd(_ span: Span<UInt8>, in range: Range<Int>) -> Int? {
    var index = range.lowerBound + 1
    while index < range.upperBound {
      switch span[index] {
      case 0x22: return index + 1
      case 0x5C: index += 1
      default: break
      }
      guard index < range.upperBound, isFieldContent(span[index]) else { return nil }
      index += 1
    }
    return nil
  }
}
