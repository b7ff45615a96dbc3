/// Writes blocks, each with codes made for the frequencies of its symbols (RFC 1951 §3.2.7).
struct BlockWriter: ~Copyable {
  /// The order in which the lengths of the code for lengths are written.
  private static let lengthOrder: [UInt8] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  /// Bytes of the longest head: 17 bits, 19 of 3, and 316 of at most 14.
  private static let headByteLimit = 1024
  private static let literalBitLimit = 15
  /// Bits of the longest repeat: a length of 15 and 5 bits, a distance of 15 and 13.
  private static let repeatBitLimit = 48

  private var literals = PrefixCode(symbolCount: 286, lengthLimit: literalBitLimit)
  private var distances = PrefixCode(symbolCount: RepeatSymbols.distanceCount, lengthLimit: 15)
  private var codeLengths = PrefixCode(symbolCount: 19, lengthLimit: 7)
  /// The word of each length minus the shortest one, with the bits that follow it.
  private let lengths = UnsafeMutablePointer<PrefixCode.Word>.allocate(capacity: 256)

  deinit { lengths.deallocate() }

  /// - `bytes`: the whole input.
  mutating func write(
    _ block: borrowing Block, of bytes: UnsafeRawBufferPointer, isLast: Bool, to output: inout BitWriter
  ) {
    makeCodes(block.frequencies, symbols: block.symbols)
    output.reserve(
      BlockWriter.headByteLimit
        + (block.partCount * BlockWriter.repeatBitLimit + block.bytes.count * BlockWriter.literalBitLimit) / 8)
    writeHead(isLast: isLast, to: &output)
    if let input = bytes.baseAddress { writeParts(of: block, input + block.bytes.lowerBound, to: &output) }
    output.write(literals.words[Block.endOfBlock])
  }

  private mutating func makeCodes(_ frequencies: Block.Frequencies, symbols: borrowing RepeatSymbols) {
    literals.clear()
    literals.frequencies.update(from: frequencies.literals, count: Block.endOfBlock)
    literals.frequencies[Block.endOfBlock] = 1
    // If this is changed through the code itself, the compiler refuses the resulting module when the thread sanitizer is on.
    let counts = literals.frequencies
    for length in 0..<256 { counts[Block.firstLength &+ symbols.ofLength(length)] &+= frequencies.lengths[length] }
    distances.frequencies.update(from: frequencies.distances, count: RepeatSymbols.distanceCount)
    literals.build()
    distances.build()
    for length in 0..<256 {
      let word = literals.words[Block.firstLength &+ symbols.ofLength(length)]
      lengths[length] = word.followed(by: symbols.extraBits(ofLength: length))
    }
  }

  /// - `start`: the block's first byte.
  private func writeParts(of block: borrowing Block, _ start: UnsafeRawPointer, to output: inout BitWriter) {
    let (parts, literals, lengths, distances) = (block.parts, literals.words, lengths, distances.words)
    var bits = output.bits
    var place = start
    for index in 0..<block.partCount {
      let part = parts[index]
      bits.write(place, count: Int(part.literalCount), words: literals)
      bits.add(lengths[Int(part.length)])
      let symbol = Int(part.distanceSymbol)
      let extraBitCount = RepeatSymbols.extraBitCount(ofDistance: symbol)
      bits.add(distances[symbol])
      bits.add(UInt64(part.distance) & (1 &<< UInt64(truncatingIfNeeded: extraBitCount) &- 1), bitCount: extraBitCount)
      bits.flush()
      place += part.byteCount
    }
    bits.write(place, count: block.lastLiteralCount, words: literals)
    output.bits = bits
  }

  /// Begins a block: writes the lengths of both codes, in a third code, with runs of equal lengths as one symbol.
  private mutating func writeHead(isLast: Bool, to output: inout BitWriter) {
    output.write(isLast ? 0b101 : 0b100, bitCount: 3)
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
        output.write(UInt64(literalCount - Block.firstLength), bitCount: 5)
        output.write(UInt64(distanceCount - 1), bitCount: 5)
        output.write(UInt64(orderCount - 4), bitCount: 4)
        for index in 0..<orderCount { output.write(UInt64(codeLengths.length(of: Int(order[index]))), bitCount: 3) }
        for index in 0..<count {
          let symbol = Int(runs[index] & 31)
          output.write(codeLengths.words[symbol])
          let more = UInt64(runs[index] >> 5)
          switch symbol {
          case 16: output.write(more, bitCount: 2)
          case 17: output.write(more, bitCount: 3)
          case 18: output.write(more, bitCount: 7)
          default: break
          }
        }
      }
    }
  }

  /// Collects symbols in the low 5 bits, with the number that follows them in the bits above. Returns how many there are.
  private mutating func collectRuns(
    of lengths: UnsafeMutableBufferPointer<UInt8>, _ count: Int, to runs: UnsafeMutableBufferPointer<UInt16>
  ) -> Int {
    codeLengths.clear()
    let frequencies = codeLengths.frequencies
    var runCount = 0
    func add(_ symbol: Int, more: Int) {
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
          add(18, more: min(run, 138) - 11)
          run -= min(run, 138)
        }
        if run >= 3 {
          add(17, more: run - 3)
          run = 0
        }
      } else {
        add(Int(length), more: 0)
        run -= 1
        while run >= 3 {
          add(16, more: min(run, 6) - 3)
          run -= min(run, 6)
        }
      }
      for _ in 0..<run { add(Int(length), more: 0) }
    }
    return runCount
  }
}
