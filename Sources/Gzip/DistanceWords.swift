/// The words of all distances, with the bits that follow them: to say one is to look it up once.
struct DistanceWords: ~Copyable {
  /// Bits of one at most.
  static let bitLimit = 28

  /// The bits from the lowest on, from the 32nd on how many the word alone has, from the 40th on how many there are.
  private let entries: UnsafeMutablePointer<UInt64>

  init(_ words: BlockCodes.Words, _ symbols: borrowing RepeatSymbols) {
    entries = .allocate(capacity: 2 * RepeatSymbols.nearDistanceCount)
    for index in 0..<RepeatSymbols.nearDistanceCount {
      for distance in [index, index << RepeatSymbols.farDistanceShift] {
        let symbol = symbols.ofDistance(distance)
        let word = words.word(ofDistance: symbol)
        let more = UInt64(distance) & (1 << UInt64(RepeatSymbols.moreBitCount(ofDistance: symbol)) - 1)
        let bits = UInt64(word.bits) | more << UInt64(word.bitCount)
        let place = distance == index ? index : RepeatSymbols.nearDistanceCount + index
        (entries + place).initialize(
          to: bits | UInt64(word.bitCount) << 32 | UInt64(words.bitCount(ofDistance: symbol)) << 40)
      }
    }
  }

  deinit { entries.deallocate() }

  var words: Words { Words(entries: entries) }

  struct Words {
    fileprivate let entries: UnsafePointer<UInt64>

    /// - `distance`: less 1.
    @inline(__always)
    func add(_ distance: Int, to bits: inout BitWriter.Bits) {
      let isNear = distance < RepeatSymbols.nearDistanceCount
      let entry = entries[
        isNear ? distance : RepeatSymbols.nearDistanceCount &+ distance &>> RepeatSymbols.farDistanceShift]
      let low = isNear ? 0 : UInt64(truncatingIfNeeded: distance & (1 &<< RepeatSymbols.farDistanceShift &- 1))
      bits.add(entry & 0xFFFF_FFFF | low &<< (entry &>> 32 & 0xFF), Int(truncatingIfNeeded: entry &>> 40))
    }
  }
}
