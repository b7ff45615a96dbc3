/// Writes blocks of literals and repeats, each with codes made for it (RFC 1951 §3.2.7).
struct BlockWriter: ~Copyable {
  /// The order in which the lengths of the code for lengths are written.
  private static let lengthOrder: [UInt8] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private var literals = PrefixCode(symbolCount: 286, lengthLimit: 15)
  private var distances = PrefixCode(symbolCount: RepeatSymbols.distanceCount, lengthLimit: 15)
  private var codeLengths = PrefixCode(symbolCount: 19, lengthLimit: 7)
  /// The word of each length with the bits that follow it.
  private let lengthWords = UnsafeMutablePointer<PrefixCode.Word>.allocate(capacity: 256)
  private var output = BitWriter()

  deinit { lengthWords.deallocate() }

  mutating func begin(_ head: [UInt8]) {
    output.begin()
    for byte in head { output.append(byte) }
  }

  /// Writes a block that is not the last.
  mutating func write(_ block: borrowing Block) {
    guard let bytes = block.bytes, block.byteCount > 0 else { return }
    takeFrequencies(of: block)
    literals.build()
    distances.build()
    // Of a repeat at most 48 bits, of a literal 15; of the head 17, 19 of 3, and 316 of at most 14.
    output.reserve(block.partCount * 6 + block.byteCount * 2 + 1024)
    output.write(0b100, 3)
    writeLengths()
    writeParts(of: block, bytes)
    output.write(literals.words[Block.endOfBlock])
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

  private func takeFrequencies(of block: borrowing Block) {
    literals.clear()
    let frequencies = literals.frequencies
    frequencies.update(from: block.frequencies.literals, count: Block.endOfBlock)
    frequencies[Block.endOfBlock] = 1
    for length in 0..<256 {
      frequencies[Block.firstLength &+ block.symbols.ofLength(length)] &+= block.frequencies.lengths[length]
    }
    distances.frequencies.update(from: block.frequencies.distances, count: RepeatSymbols.distanceCount)
  }

  /// The lengths of both codes, in a code of their own, runs of one length as one symbol.
  private mutating func writeLengths() {
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
        let order = BlockWriter.lengthOrder
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

  private mutating func writeParts(of block: borrowing Block, _ bytes: UnsafeRawPointer) {
    for length in 0..<256 {
      let symbol = block.symbols.ofLength(length)
      lengthWords[length] = literals.words[Block.firstLength &+ symbol].followed(
        by: block.symbols.bits(ofLength: length, symbol))
    }
    let (parts, lengthWords) = (block.parts, lengthWords)
    let (literals, distances) = (literals.words, distances.words)
    var bits = output.bits
    var place = bytes
    for index in 0..<block.partCount {
      let part = parts[index]
      bits.write(place, part.literalCount, literals)
      let length = lengthWords[part.length]
      let distance = distances[part.distanceSymbol]
      let moreBitCount = RepeatSymbols.moreBitCount(ofDistance: part.distanceSymbol)
      let more = part.distance & (1 &<< UInt64(truncatingIfNeeded: moreBitCount) &- 1)
      bits.add(length)
      bits.add(distance)
      bits.add(more, moreBitCount)
      bits.flush()
      place += part.literalCount &+ part.length &+ Block.shortestRepeat
    }
    bits.write(place, block.lastLiteralCount, literals)
    output.bits = bits
  }
}
