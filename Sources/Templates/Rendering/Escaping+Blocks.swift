/// Text is scanned and copied in the same step, sixteen bytes at a time: most of it needs nothing else.
extension Output {
  /// Copies up to the first byte that may need more than a copy, into reserved room; answers that byte's index.
  ///
  /// Blocks are stored before it is known what is in them: the cursor takes only what counts.
  @inline(__always)
  mutating func copyHarmless(_ source: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int {
    let target = base + (count &- start)
    var index = start
    while index &+ 16 <= end {
      let block = (source + index).loadUnaligned(as: SIMD2<UInt64>.self)
      (target + index).storeBytes(of: block, as: SIMD2<UInt64>.self)
      if Output.hasSpecial(block) { break }
      index &+= 16
    }
    if end &- index < 16, Output.copyTail(source, target, start, index, end) {
      index = end
    } else if index < end {
      index = Output.copyWords(source, target, index, end)
    }
    advance(index &- start)
    return index
  }

  /// Copies the last bytes, fewer than sixteen, by blocks that overlap; answers false where one of them is special.
  @inline(__always)
  private static func copyTail(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ start: Int, _ index: Int, _ end: Int
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
      // Zeros stand in for what is missing, and would be special: letters take their place.
      let remaining = end &- index
      let letters = UInt64(0x6161_6161_6161_6161) &<< UInt64(truncatingIfNeeded: remaining &* 8)
      let word = word(source + index, remaining)
      if special(word | letters) != 0 { return false }
      (target + index).storeBytes(of: word, as: UInt64.self)
    }
    return true
  }

  /// Copies up to the first special byte of the next sixteen, or to the end.
  @inline(never)
  private static func copyWords(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ start: Int, _ end: Int
  ) -> Int {
    var index = start
    while index < end {
      let remaining = end &- index
      let word = word(source + index, remaining)
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
    // Signed, what is not ASCII is negative, and so less than a space as the controls are. The marks are joined as
    // words: joined as masks of bytes, they are compiled to some instructions a byte.
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

  /// The high bit of each byte that may need more than a copy: `"` and `&`, `<` and `>`, controls, DEL, and all that is
  /// not ASCII. A byte after the first such one may be marked wrongly.
  @inline(__always)
  private static func special(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quoteOrAmpersand = (word | (0x04 &* ones)) ^ (0x26 &* ones)
    let angle = (word | (0x02 &* ones)) ^ (0x3E &* ones)
    let control = (word &- (0x20 &* ones)) & ~word
    let equal = ((quoteOrAmpersand &- ones) & ~quoteOrAmpersand) | ((angle &- ones) & ~angle)
    return (equal | control | (word &+ ones)) & (0x80 &* ones)
  }

  /// The next eight bytes, or as many as remain with zeros after them.
  @inline(__always)
  private static func word(_ source: UnsafeRawPointer, _ remaining: Int) -> UInt64 {
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
