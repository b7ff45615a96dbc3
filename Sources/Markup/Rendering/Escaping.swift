extension Output {
  /// Writes text from outside, escaped for its position.
  @usableFromInline
  mutating func write(_ text: String, _ position: Position) {
    if text.utf8.withContiguousStorageIfAvailable({ write($0, position) }) != nil { return }
    var contiguous = text
    contiguous.withUTF8 { write($0, position) }
  }

  @inline(__always)
  private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Position) {
    if position == .url, !Output.hasHarmlessScheme(bytes) {
      append("about:invalid")
    } else {
      escape(bytes, position)
    }
  }

  /// Bytes that a template has itself, escaped as a value would be.
  static func escaped(_ bytes: [UInt8], _ position: Position) -> [UInt8] {
    var result: [UInt8] = []
    Output.append(to: &result, expecting: bytes.count) { output in
      bytes.withUnsafeBufferPointer { output.escape($0, position) }
    }
    return result
  }

  /// Copies what is harmless in blocks of sixteen and of eight bytes, and writes references for the rest.
  mutating func escape(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Position) {
    guard let start = bytes.baseAddress else { return }
    let source = UnsafeRawPointer(start)
    let end = bytes.count
    var index = 0
    reserve(end)
    while index < end {
      index = copyHarmless(source, index, end)
      if index < end { index = escapeOne(bytes, index, position) }
    }
  }

  /// Copies up to the first byte that may need more than a copy; answers its index. Blocks are stored whole whatever is
  /// in them: the cursor takes only what counts.
  @inline(__always)
  private mutating func copyHarmless(_ source: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int {
    let target = base + (count &- start)
    var index = start
    while index &+ Output.blockInBytes <= end {
      let block = (source + index).loadUnaligned(as: SIMD2<UInt64>.self)
      (target + index).storeBytes(of: block, as: SIMD2<UInt64>.self)
      if Output.hasSpecial(block) { break }
      index &+= Output.blockInBytes
    }
    while index < end {
      let remaining = end &- index
      let word = Output.word(source + index, remaining)
      (target + index).storeBytes(of: word, as: UInt64.self)
      let special = Output.special(word)
      if special != 0 || remaining <= 8 {
        index &+= min(special.trailingZeroBitCount &>> 3, remaining)
        break
      }
      index &+= 8
    }
    advance(index &- start)
    return index
  }

  /// Whether ``special(_:)`` would mark a byte of the block. Sums and masks only: comparisons of vectors are compiled
  /// to one instruction a byte.
  @inline(__always)
  private static func hasSpecial(_ block: SIMD2<UInt64>) -> Bool {
    let ones = SIMD2<UInt64>(repeating: 0x0101_0101_0101_0101)
    let quoteOrAmpersand = (block | SIMD2(repeating: 0x0404_0404_0404_0404)) ^ SIMD2(repeating: 0x2626_2626_2626_2626)
    let angle = (block | SIMD2(repeating: 0x0202_0202_0202_0202)) ^ SIMD2(repeating: 0x3E3E_3E3E_3E3E_3E3E)
    let control = (block &- SIMD2(repeating: 0x2020_2020_2020_2020)) & ~block
    let equal = ((quoteOrAmpersand &- ones) & ~quoteOrAmpersand) | ((angle &- ones) & ~angle)
    let marks = equal | control | (block &+ ones)
    return (marks[0] | marks[1]) & 0x8080_8080_8080_8080 != 0
  }

  /// The next eight bytes, or as many as remain with zeros after them.
  @inline(__always)
  private static func word(_ source: UnsafeRawPointer, _ remaining: Int) -> UInt64 {
    if remaining >= 8 { return source.loadUnaligned(as: UInt64.self) }
    if remaining >= 4 {
      let low = UInt64(source.loadUnaligned(as: UInt32.self))
      let high = UInt64((source + (remaining &- 4)).loadUnaligned(as: UInt32.self))
      return low | high &<< UInt64(truncatingIfNeeded: (remaining &- 4) &* 8)
    }
    let first = UInt64(source.load(as: UInt8.self))
    let middle = UInt64((source + remaining &>> 1).load(as: UInt8.self))
    let last = UInt64((source + (remaining &- 1)).load(as: UInt8.self))
    return first | middle &<< UInt64(truncatingIfNeeded: remaining &>> 1 &* 8)
      | last &<< UInt64(truncatingIfNeeded: (remaining &- 1) &* 8)
  }

  /// The high bit of each byte that may need more than a copy: `"` and `&`, `<` and `>`, controls, DEL, and all that is
  /// not ASCII. A byte after the first such one may be marked wrongly.
  @inline(__always)
  private static func special(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quoteOrAmpersand = (word | 0x04 &* ones) ^ 0x26 &* ones
    let angle = (word | 0x02 &* ones) ^ 0x3E &* ones
    let control = (word &- 0x20 &* ones) & ~word
    let equal = (quoteOrAmpersand &- ones) & ~quoteOrAmpersand | (angle &- ones) & ~angle
    return (equal | control | (word &+ ones)) & (0x80 &* ones)
  }

  /// Writes the character at `index`, which may need more than a copy, and the others beyond ASCII that follow it;
  /// answers the index after them.
  @inline(never)
  private mutating func escapeOne(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ position: Position) -> Int {
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
