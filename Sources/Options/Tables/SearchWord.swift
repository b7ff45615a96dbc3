/// A folded word to search for, 64 places at a time: where two of its bytes match, the others are compared.
struct SearchWord {
  private typealias Vector = SIMD16<UInt8>

  /// Readable bytes needed after a text that is searched.
  static let padding = 64

  private let word: [UInt8]
  private let offsets: (Int, Int)
  private let probes: (Vector, Vector)
  /// The word's first bytes, up to eight.
  private let head: UInt64
  private let headMask: UInt64

  /// - `word`: not empty.
  /// - `frequencies`: how often each byte occurs, roughly: the two rarest are searched for.
  init(_ word: [UInt8], frequencies: [Int]) {
    self.word = word
    let rarest = word.indices.sorted { frequencies[Int(word[$0])] < frequencies[Int(word[$1])] }
    offsets = (rarest[0], rarest[min(1, rarest.count - 1)])
    probes = (Vector(repeating: word[offsets.0]), Vector(repeating: word[offsets.1]))
    head = word.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    headMask = word.count < 8 ? 1 << UInt64(word.count * 8) - 1 : ~0
  }

  /// The rows of a group that contain the word, one bit each.
  /// - Parameters:
  ///   - text: with its padding.
  ///   - group: the bytes of the group: at most 64 rows, each with its end.
  @inline(__always)
  func rows(in text: UnsafeRawPointer, at group: Range<Int>) -> UInt64 {
    var rows: UInt64 = 0
    // The bit of the row at `counted`, which is after a row's end or a block.
    var row: UInt64 = 0
    var counted = group.lowerBound
    let end = group.upperBound - word.count + 1
    var place = group.lowerBound
    while place < end {
      let masks = (
        candidates(in: text, at: place), candidates(in: text, at: place + 16), candidates(in: text, at: place + 32),
        candidates(in: text, at: place + 48)
      )
      let any = unsafeBitCast(masks.0 .| masks.1 .| masks.2 .| masks.3, to: SIMD2<UInt64>.self)
      if any[0] | any[1] != 0 {
        var candidates =
          Self.bits(masks.0) | Self.bits(masks.1) << 16 | Self.bits(masks.2) << 32 | Self.bits(masks.3) << 48
        if end - place < 64 { candidates &= 1 << UInt64(end - place) - 1 }
        row += Self.rowEnds(in: text, from: counted, to: place)
        counted = place + 64
        let ends = Self.rowEnds(in: text, at: place)
        while candidates != 0 {
          let candidate = candidates.trailingZeroBitCount
          candidates &= candidates &- 1
          guard isWhole(in: text, at: place + candidate) else { continue }
          let before = (UInt64(1) << UInt64(candidate)) - 1
          rows |= 1 &<< (row &+ UInt64((ends & before).nonzeroBitCount))
          // Further matches in the same row are skipped.
          let next = ends & ~before
          candidates &= ~(next ^ (next &- 1))
        }
        row += UInt64(ends.nonzeroBitCount)
      }
      place += 64
    }
    return rows
  }

  /// The places among sixteen at which the word may begin.
  @inline(__always)
  private func candidates(in text: UnsafeRawPointer, at place: Int) -> SIMDMask<SIMD16<Int8>> {
    (text.loadUnaligned(fromByteOffset: place &+ offsets.0, as: Vector.self) .== probes.0)
      .& (text.loadUnaligned(fromByteOffset: place &+ offsets.1, as: Vector.self) .== probes.1)
  }

  @inline(__always)
  private func isWhole(in text: UnsafeRawPointer, at place: Int) -> Bool {
    guard (text.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ head) & headMask == 0 else { return false }
    var index = 8
    while index < word.count {
      guard text.load(fromByteOffset: place + index, as: UInt8.self) == word[index] else { return false }
      index += 1
    }
    return true
  }

  private static let lowBits: UInt64 = 0x0101_0101_0101_0101

  /// One bit for each of the sixteen.
  @inline(__always)
  private static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
    let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    let (low, high) = (halves[0] & 0x8040_2010_0804_0201, halves[1] & 0x8040_2010_0804_0201)
    return (low &* lowBits) >> 56 | (((high &* lowBits) >> 56) << 8)
  }

  @inline(__always)
  private static func endMask(in text: UnsafeRawPointer, at place: Int) -> SIMDMask<SIMD16<Int8>> {
    text.loadUnaligned(fromByteOffset: place, as: Vector.self) .== Vector(repeating: SearchIndex.rowEnd)
  }

  /// One bit for each of 64 places, set where a row ends.
  @inline(__always)
  private static func rowEnds(in text: UnsafeRawPointer, at place: Int) -> UInt64 {
    bits(endMask(in: text, at: place)) | bits(endMask(in: text, at: place + 16)) << 16
      | bits(endMask(in: text, at: place + 32)) << 32 | bits(endMask(in: text, at: place + 48)) << 48
  }

  /// The number of rows that end in these places, which are a multiple of 64.
  @inline(__always)
  private static func rowEnds(in text: UnsafeRawPointer, from start: Int, to end: Int) -> UInt64 {
    var counts = SIMD16<Int8>()
    var place = start
    while place < end {
      for step in 0..<4 { counts &-= unsafeBitCast(endMask(in: text, at: place &+ step &* 16), to: SIMD16<Int8>.self) }
      place += 64
    }
    let halves = unsafeBitCast(counts, to: SIMD2<UInt64>.self)
    return ((halves[0] &+ halves[1]) &* lowBits) >> 56
  }
}
