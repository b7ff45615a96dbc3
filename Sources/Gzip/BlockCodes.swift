/// The codes of a block, for its symbols as they are frequent in it, and how a block begins that says them (RFC 1951 §3.2.7).
struct BlockCodes: ~Copyable {
  /// The order in which the lengths of the code for lengths are written.
  private static let lengthOrder: [UInt8] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  /// Bytes of the longest beginning: 17 bits, 19 of 3, and 316 of at most 14.
  static let headByteLimit = 1024
  /// Bits of a repeat at most.
  static let repeatBitLimit = 48
  static let literalBitLimit = 15

  private var literals = PrefixCode(symbolCount: 286, lengthLimit: literalBitLimit)
  private var distances = PrefixCode(symbolCount: RepeatSymbols.distanceCount, lengthLimit: 15)
  private var codeLengths = PrefixCode(symbolCount: 19, lengthLimit: 7)
  /// The word of each length, less the shortest, with the bits that follow it.
  private let lengths = UnsafeMutablePointer<PrefixCode.Word>.allocate(capacity: 256)

  deinit { lengths.deallocate() }

  /// The words, as they are needed byte by byte.
  struct Words {
    /// Of all bytes, and of the end.
    let literals: UnsafePointer<PrefixCode.Word>
    fileprivate let lengths: UnsafePointer<PrefixCode.Word>
    fileprivate let distances: UnsafePointer<PrefixCode.Word>

    /// With the bits that follow.
    /// - `length`: less the shortest.
    func bitCount(ofLength length: Int) -> Int { lengths[length].bitCount }

    /// - `length`: less the shortest.
    @inline(__always)
    func word(ofLength length: Int) -> PrefixCode.Word { lengths[length] }

    func word(ofDistance symbol: Int) -> PrefixCode.Word { distances[symbol] }

    func bitCount(ofDistance symbol: Int) -> Int {
      distances[symbol].bitCount + RepeatSymbols.moreBitCount(ofDistance: symbol)
    }

    /// - `length`: less the shortest.
    /// - `distance`: less 1.
    @inline(__always)
    func addRepeat(_ length: Int, _ distance: UInt64, _ distanceSymbol: Int, to bits: inout BitWriter.Bits) {
      let moreBitCount = RepeatSymbols.moreBitCount(ofDistance: distanceSymbol)
      bits.add(lengths[length])
      bits.add(distances[distanceSymbol])
      bits.add(distance & (1 &<< UInt64(truncatingIfNeeded: moreBitCount) &- 1), moreBitCount)
      bits.flush()
    }
  }

  var words: Words { Words(literals: literals.words, lengths: lengths, distances: distances.words) }

  /// - Parameter coversAll: whether what does not occur gets a word too.
  mutating func build(
    _ frequencies: Block.Frequencies, _ symbols: borrowing RepeatSymbols, coversAll: Bool = false
  ) {
    literals.clear()
    literals.frequencies.update(from: frequencies.literals, count: Block.endOfBlock)
    literals.frequencies[Block.endOfBlock] = 1
    // Changed through the code itself, it is compiled to a module that the compiler refuses with a thread sanitizer.
    let counts = literals.frequencies
    for length in 0..<256 { counts[Block.firstLength &+ symbols.ofLength(length)] &+= frequencies.lengths[length] }
    distances.frequencies.update(from: frequencies.distances, count: RepeatSymbols.distanceCount)
    if coversAll {
      literals.raiseAll()
      distances.raiseAll()
    }
    literals.build()
    distances.build()
    for length in 0..<256 {
      let symbol = symbols.ofLength(length)
      lengths[length] = literals.words[Block.firstLength &+ symbol].followed(by: symbols.bits(ofLength: length, symbol))
    }
  }

  /// Begins a block: the lengths of both codes, in a code of their own, runs of one length as one symbol.
  mutating func writeHead(isLast: Bool, to output: inout BitWriter) {
    output.write(isLast ? 0b101 : 0b100, 3)
    let literalCount = max(Block.firstLength, literals.usedCount)
    let distanceCount = max(1, distances.usedCount)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 316) { all in
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 316) { runs in
        all.initialize(repeating: 0)
        runs.initialize(repeating: 0)
        for index in 0..<literalCount { all[index] = literals.length(of: index) }
        for index in 0..<distanceCount { all[literalCount + index] = distances.length(of: index) }
        let count = collectRuns(of: all, literalCount + distanceCount, to: runs)
        codeLengths.build()
        let order = BlockCodes.lengthOrder
        var orderCount = order.count
        while orderCount > 4, codeLengths.length(of: Int(order[orderCount - 1])) == 0 { orderCount -= 1 }
        output.write(UInt64(literalCount - Block.firstLength), 5)
        output.write(UInt64(distanceCount - 1), 5)
        output.write(UInt64(orderCount - 4), 4)
        for index in 0..<orderCount { output.write(UInt64(codeLengths.length(of: Int(order[index]))), 3) }
        for index in 0..<count {
          let symbol = Int(runs[index] & 31)
          output.write(codeLengths.words[symbol])
          let more = UInt64(runs[index] >> 5)
          switch symbol {
          case 16: output.write(more, 2)
          case 17: output.write(more, 3)
          case 18: output.write(more, 7)
          default: break
          }
        }
      }
    }
  }

  /// Symbols in the low 5 bits, above them the number that follows; answers how many.
  private mutating func collectRuns(
    of lengths: UnsafeMutableBufferPointer<UInt8>, _ count: Int, to runs: UnsafeMutableBufferPointer<UInt16>
  ) -> Int {
    codeLengths.clear()
    let frequencies = codeLengths.frequencies
    var runCount = 0
    func say(_ symbol: Int, _ more: Int) {
      runs[runCount] = UInt16(symbol | more << 5)
      runCount += 1
      frequencies[symbol] += 1
    }
    var index = 0
    while index < count {
      let length = lengths[index]
      var run = 1
      while index + run < count, lengths[index + run] == length { run += 1 }
      index += run
      if length == 0 {
        while run >= 11 {
          say(18, min(run, 138) - 11)
          run -= min(run, 138)
        }
        if run >= 3 {
          say(17, run - 3)
          run = 0
        }
      } else {
        say(Int(length), 0)
        run -= 1
        while run >= 3 {
          say(16, min(run, 6) - 3)
          run -= min(run, 6)
        }
      }
      for _ in 0..<run { say(Int(length), 0) }
    }
    return runCount
  }
}
