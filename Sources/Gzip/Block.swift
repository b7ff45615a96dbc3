/// A part of the input as literals and repeats, with the number of times it needs each symbol (RFC 1951 §3.2.5). The memory is kept for
/// the next block.
///
/// It does not store literals: they are the input's bytes before a repeat.
struct Block: ~Copyable {
  static let shortestRepeat = 3
  static let longestRepeat = 258
  static let endOfBlock = 256
  static let firstLength = 257
  /// The number of bytes after which a block ends, with the repeat that extends beyond them. Counts of literals fit into 16 bits.
  static let byteLimit = 48 * 1024
  private static let partLimit = 8 * 1024

  /// Literals, and the repeat after them.
  struct Part {
    let literalCount: UInt16
    /// The length minus the shortest one.
    let length: UInt8
    let distanceSymbol: UInt8
    /// The distance minus 1.
    let distance: UInt16

    var byteCount: Int { Int(literalCount) &+ Int(length) &+ Block.shortestRepeat }
  }

  /// The number of times each symbol is needed.
  struct Frequencies {
    let literals = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
    /// Counted by length minus the shortest one, not by symbol.
    let lengths = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
    let distances = UnsafeMutablePointer<UInt32>.allocate(capacity: RepeatSymbols.distanceCount)

    fileprivate func clear() {
      literals.initialize(repeating: 0, count: 256)
      lengths.initialize(repeating: 0, count: 256)
      distances.initialize(repeating: 0, count: RepeatSymbols.distanceCount)
    }

    fileprivate func deallocate() {
      literals.deallocate()
      lengths.deallocate()
      distances.deallocate()
    }
  }

  /// A block that is being filled: its state that stays in registers meanwhile.
  struct Draft {
    fileprivate let parts: UnsafeMutablePointer<Part>
    fileprivate let frequencies: Frequencies
    fileprivate let distanceSymbols: UnsafeMutablePointer<UInt8>
    /// The end of the last repeat.
    fileprivate var literalStart: Int
    fileprivate var partCount = 0

    var isFull: Bool { partCount == Block.partLimit }

    @inline(__always)
    func addLiteral(_ byte: UInt8) { frequencies.literals[Int(byte)] &+= 1 }

    @inline(__always)
    mutating func addRepeat(_ length: Int, distance: Int, at position: Int) {
      let symbol = RepeatSymbols.ofDistance(distance &- 1, symbols: distanceSymbols)
      parts[partCount] = Part(
        literalCount: UInt16(truncatingIfNeeded: position &- literalStart),
        length: UInt8(truncatingIfNeeded: length &- Block.shortestRepeat), distanceSymbol: symbol,
        distance: UInt16(truncatingIfNeeded: distance &- 1))
      partCount &+= 1
      frequencies.lengths[length &- Block.shortestRepeat] &+= 1
      frequencies.distances[Int(symbol)] &+= 1
      literalStart = position &+ length
    }
  }

  let symbols = RepeatSymbols()
  let frequencies = Frequencies()
  let parts = UnsafeMutablePointer<Part>.allocate(capacity: partLimit)
  private(set) var partCount = 0
  private(set) var bytes = 0..<0
  /// The number of literals after the last repeat.
  private(set) var lastLiteralCount = 0

  deinit {
    parts.deallocate()
    frequencies.deallocate()
  }

  mutating func begin(at start: Int) -> Draft {
    frequencies.clear()
    bytes = start..<start
    (partCount, lastLiteralCount) = (0, 0)
    return Draft(parts: parts, frequencies: frequencies, distanceSymbols: symbols.distances, literalStart: start)
  }

  /// - Parameter hashedEnd: from here on there are too few bytes for a repeat: they are literals.
  /// - Returns: the end of the block.
  mutating func end(_ draft: Draft, at position: Int, of input: UnsafeRawBufferPointer, hashedEnd: Int) -> Int {
    let end = position >= hashedEnd ? input.count : position
    for byte in input[position..<end] { draft.addLiteral(byte) }
    bytes = bytes.lowerBound..<end
    partCount = draft.partCount
    lastLiteralCount = end - draft.literalStart
    return end
  }
}

/// The symbols of repeats (RFC 1951 §3.2.5). Lengths and distances are counted from their minimum (3 and 1), symbols of lengths from 257.
struct RepeatSymbols: ~Copyable {
  static let lengthCount = 29
  static let distanceCount = 30
  /// Distances that are looked up directly; for farther ones the high bits decide.
  private static let nearDistanceCount = 256
  private static let farDistanceShift = 7

  private let lengths = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
  /// The shortest length of each symbol, and the number of bits that follow the symbol.
  private var bases = [UInt8](repeating: 0, count: lengthCount)
  private var extraBitCounts = [UInt8](repeating: 0, count: lengthCount)
  /// The symbols of the near distances, then of the far ones by their high bits.
  fileprivate let distances = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * nearDistanceCount)

  init() {
    var length = 0
    for symbol in 0..<RepeatSymbols.lengthCount {
      let isLongest = symbol == RepeatSymbols.lengthCount - 1
      let extraBitCount = symbol < 8 || isLongest ? 0 : symbol / 4 - 1
      // The longest one has a separate symbol, though the previous symbol would reach it.
      if isLongest { length = 255 }
      bases[symbol] = UInt8(length)
      extraBitCounts[symbol] = UInt8(extraBitCount)
      for _ in 0..<1 << extraBitCount where length < 256 {
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
    distances.deallocate()
  }

  /// There are two symbols for each number of bits: the second highest bit decides.
  private static func symbol(ofDistance distance: Int) -> UInt8 {
    guard distance >= 2 else { return UInt8(distance) }
    let highest = Int.bitWidth - 1 - distance.leadingZeroBitCount
    return UInt8(2 * highest + (distance >> (highest - 1) & 1))
  }

  @inline(__always)
  fileprivate static func ofDistance(_ distance: Int, symbols: UnsafeMutablePointer<UInt8>) -> UInt8 {
    symbols[distance < nearDistanceCount ? distance : nearDistanceCount &+ (distance &>> farDistanceShift)]
  }

  /// The number of a distance's low bits that follow its symbol.
  @inline(__always)
  static func extraBitCount(ofDistance symbol: Int) -> Int { symbol < 4 ? 0 : symbol &>> 1 &- 1 }

  func ofLength(_ length: Int) -> Int { Int(lengths[length]) }

  /// The bits that follow a length's symbol.
  func extraBits(ofLength length: Int) -> PrefixCode.Word {
    let symbol = ofLength(length)
    return PrefixCode.Word(UInt32(length) - UInt32(bases[symbol]), bitCount: Int(extraBitCounts[symbol]))
  }
}
