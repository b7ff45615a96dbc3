package import Support

extension Output {
  /// Writes text from outside, escaped for its position.
  @usableFromInline
  package mutating func write(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ write($0) }) != nil { return }
    var contiguous = text
    contiguous.withUTF8 { write($0) }
  }

  /// Writes a URL that ends in a query of its own.
  /// - `query`: empty, or from `?` or `&` on.
  package mutating func write(_ url: String, _ query: String) {
    write(url)
    write(query)
  }

  /// Writes text from outside that is not a string, escaped for its position.
  /// - Parameter bytes: well-formed UTF-8.
  package mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    if position == .url, !Output.hasHarmlessScheme(bytes) {
      append("about:invalid")
    } else {
      escape(bytes)
    }
  }

  /// Writes the address of a file among the site's assets. Whoever serves the page has made sure that there is one.
  mutating func writeAddress(ofAsset file: String) {
    if let link = assetLink?(file) { write(link) } else { append("about:invalid") }
  }

  /// Writes a number in decimal digits.
  package mutating func write(_ number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var length = 1
    var bound: UInt = 10
    // The largest number has 20 digits; there is no bound above it.
    while length < 20, rest >= bound {
      length &+= 1
      bound &*= 10
    }
    reserve(length)
    var place = base + (count &+ length)
    for _ in 0..<length {
      place -= 1
      place.storeBytes(of: UInt8(ascii: "0") | UInt8(truncatingIfNeeded: rest % 10), as: UInt8.self)
      rest /= 10
    }
    advance(length)
  }

  /// Writes a number's digits.
  package mutating func write(_ number: ShortNumber) {
    reserve(number.length)
    (base + count).storeBytes(of: number.digits.littleEndian, as: UInt64.self)
    advance(number.length)
  }

  /// Writes letters, digits and the like, which need no escaping anywhere.
  /// - Parameters:
  ///   - limit: bytes that `body` may write.
  ///   - body: writes nothing else.
  mutating func write(plain limit: Int, _ body: (inout ByteWriter) -> Void) {
    reserve(limit)
    let room = UnsafeMutableRawBufferPointer(start: base + count, count: limit)
    var writer = ByteWriter(into: room.assumingMemoryBound(to: UInt8.self))
    body(&writer)
    advance(writer.writtenCount)
  }

  /// Writes a token's digits.
  package mutating func write(_ token: Token) { write(plain: Token.digitCount) { $0.append(token) } }

  /// Writes `letterCount` letters of each number: `Base64.append(lowBitsOf:at:letterCount:to:)`.
  package mutating func write(lowBitsOf numbers: [UInt64], at indices: [Int], letterCount: Int) {
    write(plain: indices.count * letterCount) {
      Base64.url.append(lowBitsOf: numbers, at: indices, letterCount: letterCount, to: &$0)
    }
  }

  /// Bytes that a template has itself, escaped as a value would be.
  static func escaped(_ bytes: [UInt8], _ position: Position) -> [UInt8] {
    var result: [UInt8] = []
    Output.append(to: &result, expecting: bytes.count) { output in
      output.position = position
      bytes.withUnsafeBufferPointer { output.escape($0) }
    }
    return result
  }

  /// Copies what is harmless in blocks, and writes references for the rest.
  private mutating func escape(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    let end = bytes.count
    var index = 0
    reserve(end)
    while index < end {
      index = copyHarmless(UnsafeRawPointer(start), index, end)
      if index < end { index = escapeOne(bytes, index) }
    }
  }

  /// Writes the character at `index`, which may need more than a copy, and the others beyond ASCII that follow it;
  /// answers the index after them.
  @inline(never)
  private mutating func escapeOne(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var index = start
    repeat {
      let byte = bytes[index]
      if let (replacement, length) = Output.replacement(bytes, index, byte, position) {
        append(replacement)
        index &+= length
      } else {
        append(byte)
        index &+= 1
      }
    } while index < bytes.count && bytes[index] >= 0x80
    reserve(bytes.count &- index)
    return index
  }

  /// The replacement of the character at `index`, and how many bytes the character takes; nil where the byte stays.
  ///
  /// HTML, "Text": no noncharacters, no controls but ASCII white space. They become U+FFFD.
  private static func replacement(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ byte: UInt8, _ position: Position
  ) -> (StaticString, Int)? {
    switch byte {
    case UInt8(ascii: "&"): return ("&amp;", 1)
    case UInt8(ascii: "<"): return ("&lt;", 1)
    case UInt8(ascii: ">"): return ("&gt;", 1)
    case UInt8(ascii: "\""): return position == .text ? nil : ("&quot;", 1)
    case 0x09, 0x0A, 0x0C, 0x0D: return nil
    case 0x00..<0x20, 0x7F: return ("\u{FFFD}", 1)
    case 0xC2:  // U+0080 to U+009F
      return bytes[index + 1] < 0xA0 ? ("\u{FFFD}", 2) : nil
    case 0xEF:  // U+FDD0 to U+FDEF, U+FFFE, U+FFFF
      let (second, third) = (bytes[index + 1], bytes[index + 2])
      let isNoncharacter = (second == 0xB7 && 0x90...0xAF ~= third) || (second == 0xBF && third >= 0xBE)
      return isNoncharacter ? ("\u{FFFD}", 3) : nil
    case 0xF0...0xF4:  // the last two of each plane
      let isNoncharacter = bytes[index + 1] & 0x0F == 0x0F && bytes[index + 2] == 0xBF && bytes[index + 3] >= 0xBE
      return isNoncharacter ? ("\u{FFFD}", 4) : nil
    default: return nil
    }
  }

  /// Whether a URL has no scheme or a known one. Anything odd before the first colon (a tab that a browser would skip,
  /// say) is not a known scheme.
  static func hasHarmlessScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for (length, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return true
      case UInt8(ascii: ":"):
        return HTMLAttribute.schemes.contains { scheme in
          scheme.utf8CodeUnitCount == length
            && (0..<length).allSatisfy { bytes[$0] | 0x20 == scheme.utf8Start[$0] }
        }
      default: continue
      }
    }
    return true
  }
}
