extension Output {
  /// Writes text from outside, escaped for its position.
  @usableFromInline
  mutating func write(_ text: String, _ position: Position) {
    var text = text
    text.withUTF8 { bytes in
      if position == .url, !Output.hasHarmlessScheme(bytes) {
        append("about:invalid")
      } else {
        escape(bytes, position)
      }
    }
  }

  /// Bytes that a template has itself, escaped as a value would be.
  static func escaped(_ bytes: [UInt8], _ position: Position) -> [UInt8] {
    var output = Output(capacity: bytes.count * 2)
    bytes.withUnsafeBufferPointer { output.escape($0, position) }
    var result: [UInt8] = []
    output.append(to: &result)
    return result
  }

  /// Copies runs of harmless bytes and writes references for the others.
  mutating func escape(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Position) {
    var run = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard let (replacement, length) = Output.replacement(bytes, index, byte, position) else {
        index += 1
        continue
      }
      copy(UnsafeBufferPointer(rebasing: bytes[run..<index]))
      append(replacement)
      index += length
      run = index
    }
    copy(UnsafeBufferPointer(rebasing: bytes[run..<index]))
  }

  /// What stands for the character at `index`, and how many bytes it takes; nil where the byte stands for itself.
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
  /// say) is no known scheme.
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
