package import Support

extension Output {
  /// Writes text from outside, escaped for its position.
  @usableFromInline
  package mutating func write(_ text: String) {
    text.withBytes { write($0) }
  }

  /// Writes text with its isolates (FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE, UAX #9) as `bdi` elements, where
  /// elements are allowed.
  package mutating func write(isolating text: String) {
    guard position == .text else { return write(text) }
    var depth = 0
    var rest = text.unicodeScalars[...]
    while let place = rest.firstIndex(where: { $0 == "\u{2068}" || $0 == "\u{2069}" }) {
      write(String(rest[..<place]))
      if rest[place] == "\u{2068}" {
        depth += 1
        append("<bdi>")
      } else if depth > 0 {
        depth -= 1
        append("</bdi>")
      }
      rest = rest[rest.index(after: place)...]
    }
    write(String(rest))
    for _ in 0..<depth { append("</bdi>") }
  }

  /// - `isIsolating`: whether isolates become `bdi` elements.
  package mutating func write(_ text: String, isolating isIsolating: Bool) {
    if isIsolating { write(isolating: text) } else { write(text) }
  }

  /// Writes a URL followed by a query.
  /// - `query`: empty, or a text that begins with `?` or `&`.
  package mutating func write(url: String, query: String) {
    write(url)
    write(query)
  }

  /// Writes bytes of text from outside, escaped for its position.
  /// - Parameter bytes: well-formed UTF-8.
  package mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    if position == .url, !Output.hasHarmlessScheme(bytes) {
      append("about:invalid")
    } else {
      escape(bytes)
    }
  }

  /// Writes the address of a file among the site's assets. The code that serves the page has checked that the file
  /// exists.
  mutating func writeAddress(ofAsset file: String) {
    if let link = assetLink?(file) { write(link) } else { append("about:invalid") }
  }

  /// Writes a number in decimal digits.
  package mutating func write(_ number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var length = 1
    var bound: UInt = 10
    // The largest number has 20 digits, and 10 to the power of 20 does not fit into `UInt`.
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
  ///   - body: writes such characters only.
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

  /// Literal bytes of a template, escaped as a value would be.
  static func escaped(_ bytes: [UInt8], position: Position) -> [UInt8] {
    var result: [UInt8] = []
    Output.append(to: &result, expecting: bytes.count) { output in
      output.position = position
      bytes.withUnsafeBufferPointer { output.escape($0) }
    }
    return result
  }

  /// Copies harmless bytes in blocks, and writes character references for the others.
  private mutating func escape(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    let end = bytes.count
    var index = 0
    reserve(end)
    while index < end {
      index = copyHarmless(UnsafeRawPointer(start), start: index, end: end)
      if index < end { index = escapeOne(bytes, start: index) }
    }
  }

  /// Writes the character at `index`, which may need more than a copy, and the non-ASCII characters that follow it.
  /// Answers the index after them.
  @inline(never)
  private mutating func escapeOne(_ bytes: UnsafeBufferPointer<UInt8>, start: Int) -> Int {
    var index = start
    repeat {
      let byte = bytes[index]
      if let (replacement, length) = Output.replacement(bytes, index: index, byte: byte, position: position) {
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

  /// The replacement of the character at `index`, and the character's length in bytes; `nil` if the byte is written as
  /// it is.
  ///
  /// HTML, "Text": noncharacters are not allowed, nor are controls other than ASCII white space. They become U+FFFD.
  private static func replacement(
    _ bytes: UnsafeBufferPointer<UInt8>, index: Int, byte: UInt8, position: Position
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

  /// Whether a URL has no scheme or an allowed one. Anything unusual before the first colon, such as a tab that a
  /// browser would skip, makes the scheme an unknown one.
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

/// Text is scanned and copied in the same step, sixteen bytes at a time, because most of it needs no escaping.
extension Output {
  /// Copies bytes into reserved memory up to the first byte that may need more than a copy. Answers that byte's index.
  ///
  /// A block is stored before it is checked; the cursor then advances only over the harmless bytes.
  @inline(__always)
  mutating func copyHarmless(_ source: UnsafeRawPointer, start: Int, end: Int) -> Int {
    let target = base + (count &- start)
    var index = start
    while index &+ 16 <= end {
      let block = (source + index).loadUnaligned(as: SIMD2<UInt64>.self)
      (target + index).storeBytes(of: block, as: SIMD2<UInt64>.self)
      if Output.hasSpecial(block) { break }
      index &+= 16
    }
    if end &- index < 16, Output.copyTail(source, target: target, start: start, index: index, end: end) {
      index = end
    } else if index < end {
      index = Output.copyWords(source, target: target, start: index, end: end)
    }
    advance(index &- start)
    return index
  }

  /// Copies the last bytes, fewer than sixteen, in overlapping blocks. Answers false if one of them is special.
  @inline(__always)
  private static func copyTail(
    _ source: UnsafeRawPointer, target: UnsafeMutableRawPointer, start: Int, index: Int, end: Int
  ) -> Bool {
    if end &- start >= 16 {
      let block = (source + (end &- 16)).loadUnaligned(as: SIMD2<UInt64>.self)
      if hasSpecial(block) { return false }
      (target + (end &- 16)).storeBytes(of: block, as: SIMD2<UInt64>.self)
    } else if end &- index >= 8 {
      let first = (source + index).loadUnaligned(as: UInt64.self)
      let last = (source + (end &- 8)).loadUnaligned(as: UInt64.self)
      if hasSpecial(SIMD2(first, last)) { return false }
      (target + index).storeBytes(of: first, as: UInt64.self)
      (target + (end &- 8)).storeBytes(of: last, as: UInt64.self)
    } else if end &- index >= 4 {
      let first = (source + index).loadUnaligned(as: UInt32.self)
      let last = (source + (end &- 4)).loadUnaligned(as: UInt32.self)
      if special(UInt64(first) | UInt64(last) &<< 32) != 0 { return false }
      (target + index).storeBytes(of: first, as: UInt32.self)
      (target + (end &- 4)).storeBytes(of: last, as: UInt32.self)
    } else if end > index {
      // The missing bytes are zeros, which would count as special, so the check sees letters in their place.
      let remaining = end &- index
      let letters = UInt64(0x6161_6161_6161_6161) &<< UInt64(truncatingIfNeeded: remaining &* 8)
      let word = word(source + index, remaining: remaining)
      if special(word | letters) != 0 { return false }
      (target + index).storeBytes(of: word, as: UInt64.self)
    }
    return true
  }

  /// Copies up to the first special byte of the next sixteen, or to the end.
  @inline(never)
  private static func copyWords(
    _ source: UnsafeRawPointer, target: UnsafeMutableRawPointer, start: Int, end: Int
  ) -> Int {
    var index = start
    while index < end {
      let remaining = end &- index
      let word = word(source + index, remaining: remaining)
      (target + index).storeBytes(of: word, as: UInt64.self)
      let special = special(word)
      index &+= min(special.trailingZeroBitCount &>> 3, remaining)
      if special != 0 { break }
    }
    return index
  }

  /// Whether ``special(_:)`` would mark a byte of the block.
  @inline(__always)
  private static func hasSpecial(_ block: SIMD2<UInt64>) -> Bool {
    // As signed numbers, non-ASCII bytes are negative. Like controls they are less than a space. The marks are joined
    // as words, because the compiler turns a join of byte masks into several instructions a byte.
    let bytes = unsafeBitCast(block, to: SIMD16<Int8>.self)
    let control = bytes .< SIMD16<Int8>(repeating: 0x20)
    let delete = bytes .== SIMD16<Int8>(repeating: 0x7F)
    let quoteOrAmpersand = setting(0x0404_0404_0404_0404, in: block) .== SIMD16<Int8>(repeating: 0x26)
    let angle = setting(0x0202_0202_0202_0202, in: block) .== SIMD16<Int8>(repeating: 0x3E)
    let marks = words(control) | words(delete) | words(quoteOrAmpersand) | words(angle)
    return marks[0] | marks[1] != 0
  }

  @inline(__always)
  private static func setting(_ bits: UInt64, in block: SIMD2<UInt64>) -> SIMD16<Int8> {
    unsafeBitCast(block | SIMD2(repeating: bits), to: SIMD16<Int8>.self)
  }

  @inline(__always)
  private static func words(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
    unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  }

  /// Marks with its high bit each byte that may need more than a copy: `"`, `&`, `<`, `>`, controls, DEL, and
  /// everything that is not ASCII. Bytes after the first marked one may be marked wrongly.
  @inline(__always)
  private static func special(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quoteOrAmpersand = (word | (0x04 &* ones)) ^ (0x26 &* ones)
    let angle = (word | (0x02 &* ones)) ^ (0x3E &* ones)
    let control = (word &- (0x20 &* ones)) & ~word
    let equal = ((quoteOrAmpersand &- ones) & ~quoteOrAmpersand) | ((angle &- ones) & ~angle)
    return (equal | control | (word &+ ones)) & (0x80 &* ones)
  }

  /// The next eight bytes; if fewer remain, zeros follow them.
  @inline(__always)
  private static func word(_ source: UnsafeRawPointer, remaining: Int) -> UInt64 {
    if remaining >= 8 { return source.loadUnaligned(as: UInt64.self) }
    if remaining >= 4 {
      let low = UInt64(source.loadUnaligned(as: UInt32.self))
      let high = UInt64((source + (remaining &- 4)).loadUnaligned(as: UInt32.self))
      return low | (high &<< UInt64(truncatingIfNeeded: (remaining &- 4) &* 8))
    }
    let middle = remaining &>> 1
    let last = remaining &- 1
    return UInt64(source.load(as: UInt8.self))
      | (UInt64((source + middle).load(as: UInt8.self)) &<< UInt64(truncatingIfNeeded: middle &* 8))
      | (UInt64((source + last).load(as: UInt8.self)) &<< UInt64(truncatingIfNeeded: last &* 8))
  }
}
