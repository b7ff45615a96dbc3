/// The symbols of repeats (RFC 1951 §3.2.5). Lengths and distances are less their least (3 and 1), lengths' symbols less 257.
struct RepeatSymbols: ~Copyable {
  static let lengthCount = 29
  static let distanceCount = 30
  /// Distances that are looked up as they are; of farther ones the high bits say the symbol.
  static let nearDistanceCount = 256
  static let farDistanceShift = 7

  private let lengths = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
  private let bases = UnsafeMutablePointer<UInt8>.allocate(capacity: lengthCount)
  private let extras = UnsafeMutablePointer<UInt8>.allocate(capacity: lengthCount)
  /// Of the near distances, then of the far ones by their high bits: those with the same have the same symbol.
  let distances = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * nearDistanceCount)

  init() {
    var length = 0
    for symbol in 0..<RepeatSymbols.lengthCount {
      let isLongest = symbol == RepeatSymbols.lengthCount - 1
      let moreBitCount = symbol < 8 || isLongest ? 0 : symbol / 4 - 1
      // The longest has a symbol of its own, though the one before reaches it.
      if isLongest { length = 255 }
      bases[symbol] = UInt8(length)
      extras[symbol] = UInt8(moreBitCount)
      for _ in 0..<1 << moreBitCount where length < 256 {
        lengths[length] = UInt8(symbol)
        length += 1
      }
    }
    for distance in 0..<RepeatSymbols.nearDistanceCount {
      distances[distance] = RepeatSymbols.symbol(ofDistance: distance)
      distances[RepeatSymbols.nearDistanceCount + distance] = RepeatSymbols.symbol(
        ofDistance: distance << RepeatSymbols.farDistanceShift)
    }
  }

  deinit {
    lengths.deallocate()
    bases.deallocate()
    extras.deallocate()
    distances.deallocate()
  }

  /// Two symbols for each number of bits: the second highest bit says which.
  private static func symbol(ofDistance distance: Int) -> UInt8 {
    guard distance >= 2 else { return UInt8(distance) }
    let highest = Int.bitWidth - 1 - distance.leadingZeroBitCount
    return UInt8(2 * highest + (distance >> (highest - 1) & 1))
  }

  @inline(__always)
  func ofLength(_ length: Int) -> Int { Int(lengths[length]) }

  /// The bits behind a length's symbol.
  @inline(__always)
  func bits(ofLength length: Int, _ symbol: Int) -> PrefixCode.Word {
    PrefixCode.Word(
      UInt32(truncatingIfNeeded: length &- Int(bases[symbol])), bitCount: Int(extras[symbol]))
  }

  @inline(__always)
  func ofDistance(_ distance: Int) -> Int { RepeatSymbols.ofDistance(distance, distances) }

  @inline(__always)
  static func ofDistance(_ distance: Int, _ symbols: UnsafeMutablePointer<UInt8>) -> Int {
    Int(
      symbols[
        distance < nearDistanceCount ? distance : nearDistanceCount &+ (distance &>> farDistanceShift)])
  }

  /// How many of a distance's low bits follow its symbol.
  @inline(__always)
  static func moreBitCount(ofDistance symbol: Int) -> Int { symbol < 4 ? 0 : symbol &>> 1 &- 1 }
}
