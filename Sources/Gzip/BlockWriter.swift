/// Writes blocks of literals and repeats, each with codes made for it (RFC 1951 §3.2.7).
struct BlockWriter: ~Copyable {
  static let tokenLimit = 16 * 1024
  static let shortestRepeat = 3
  static let longestRepeat = 258
  private static let endOfBlock = 256
  private static let firstLength = 257
  private static let repeatMark: UInt32 = 1 << 31
  /// The order in which the lengths of the code for lengths are written.
  private static let lengthOrder: [UInt8] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// The next block: literals' bytes, and what ``token(length:distance:)`` makes.
  let tokens = UnsafeMutablePointer<UInt32>.allocate(capacity: tokenLimit)
  private let literals = PrefixCode(symbolCount: 286, lengthLimit: 15)
  private let distances = PrefixCode(symbolCount: 30, lengthLimit: 15)
  private let codeLengths = PrefixCode(symbolCount: 19, lengthLimit: 7)
  private let symbols = RepeatSymbols()
  /// The word of each length with the bits that follow it.
  private let lengthWords = UnsafeMutablePointer<PrefixCode.Word>.allocate(capacity: 256)
  private var output = BitWriter()

  deinit {
    tokens.deallocate()
    lengthWords.deallocate()
  }

  /// A repeat of what stands `distance` bytes before.
  @inline(__always)
  static func token(length: Int, distance: Int) -> UInt32 {
    repeatMark | UInt32(truncatingIfNeeded: length &- shortestRepeat) &<< 16
      | UInt32(truncatingIfNeeded: distance &- 1)
  }

  mutating func begin(_ head: [UInt8]) {
    output.begin()
    for byte in head { output.append(byte) }
  }

  /// Writes the first tokens as a block that is not the last.
  mutating func write(_ tokenCount: Int) {
    guard tokenCount > 0 else { return }
    count(tokenCount)
    literals.build()
    distances.build()
    // Of a token at most 48 bits; of the head 17, 19 of 3, and 316 of at most 14.
    output.reserve(tokenCount * 6 + 1024)
    output.write(0b100, 3)
    writeLengths()
    writeTokens(tokenCount)
    output.write(literals.words[BlockWriter.endOfBlock])
  }

  /// All that was written since `begin`, and gzip's trailer (RFC 1952 §2.3.1).
  mutating func finish(_ checksum: UInt32, _ byteCount: UInt32) -> [UInt8] {
    // A last block of nothing, in the code that needs no head (§3.2.6).
    output.reserve(16)
    output.write(0b011, 3)
    output.write(0, 7)
    output.padToByte()
    for word in [checksum, byteCount] {
      for shift in stride(from: UInt32(0), to: 32, by: 8) { output.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    return output.bytes
  }

  private func count(_ tokenCount: Int) {
    literals.clear()
    distances.clear()
    let (literals, distances) = (literals.frequencies, distances.frequencies)
    for index in 0..<tokenCount {
      let token = tokens[index]
      if token < BlockWriter.repeatMark {
        literals[Int(token)] &+= 1
      } else {
        literals[BlockWriter.firstLength &+ symbols.ofLength(Int(token &>> 16 & 0xFF))] &+= 1
        distances[symbols.ofDistance(Int(token & 0xFFFF))] &+= 1
      }
    }
    literals[BlockWriter.endOfBlock] = 1
  }

  /// The lengths of both codes, in a code of their own, runs of one length as one symbol.
  private mutating func writeLengths() {
    let literalCount = max(BlockWriter.firstLength, literals.usedCount)
    let distanceCount = max(1, distances.usedCount)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 316) { all in
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 316) { runs in
        all.initialize(repeating: 0)
        runs.initialize(repeating: 0)
        for index in 0..<literalCount { all[index] = literals.length(of: index) }
        for index in 0..<distanceCount { all[literalCount + index] = distances.length(of: index) }
        let count = collectRuns(of: all, literalCount + distanceCount, to: runs)
        codeLengths.build()
        let order = BlockWriter.lengthOrder
        var orderCount = order.count
        while orderCount > 4, codeLengths.length(of: Int(order[orderCount - 1])) == 0 { orderCount -= 1 }
        output.write(UInt64(literalCount - BlockWriter.firstLength), 5)
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
  private func collectRuns(
    of lengths: UnsafeMutableBufferPointer<UInt8>, _ count: Int, to runs: UnsafeMutableBufferPointer<UInt16>
  ) -> Int {
    codeLengths.clear()
    var runCount = 0
    func say(_ symbol: Int, _ more: Int) {
      runs[runCount] = UInt16(symbol | more << 5)
      runCount += 1
      codeLengths.frequencies[symbol] += 1
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

  private mutating func writeTokens(_ tokenCount: Int) {
    for length in 0..<256 {
      let symbol = symbols.ofLength(length)
      lengthWords[length] = literals.words[BlockWriter.firstLength &+ symbol].followed(
        by: symbols.bits(ofLength: length, symbol))
    }
    let (tokens, lengthWords) = (tokens, lengthWords)
    let (literals, distances) = (literals.words, distances.words)
    let symbols = symbols.distances
    output.write(tokenCount) { index in
      let token = tokens[index]
      if token < BlockWriter.repeatMark {
        let word = literals[Int(token)]
        return (UInt64(word.bits), word.bitCount)
      }
      let length = lengthWords[Int(token &>> 16 & 0xFF)]
      let distance = Int(token & 0xFFFF)
      let symbol = RepeatSymbols.ofDistance(distance, symbols)
      let word = distances[symbol]
      let moreBitCount = RepeatSymbols.moreBitCount(ofDistance: symbol)
      let more = UInt64(truncatingIfNeeded: distance & (1 &<< moreBitCount &- 1))
      let bits =
        UInt64(length.bits) | UInt64(word.bits) &<< UInt64(truncatingIfNeeded: length.bitCount)
        | more &<< UInt64(truncatingIfNeeded: length.bitCount &+ word.bitCount)
      return (bits, length.bitCount &+ word.bitCount &+ moreBitCount)
    }
  }
}
