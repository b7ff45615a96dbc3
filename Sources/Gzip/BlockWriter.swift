/// Writes blocks of literals and repeats, each with codes made for it (RFC 1951 §3.2.7).
struct BlockWriter: ~Copyable {
  private var codes = BlockCodes()

  /// Writes a block that is not the last.
  mutating func write(_ block: borrowing Block, to output: inout BitWriter) {
    guard let bytes = block.bytes, block.byteCount > 0 else { return }
    codes.build(block.frequencies, block.symbols)
    output.reserve(
      BlockCodes.headByteLimit + (block.partCount * BlockCodes.repeatBitLimit + block.byteCount * 16) / 8)
    codes.writeHead(isLast: false, to: &output)
    writeParts(of: block, bytes, to: &output)
    output.write(codes.words.literals[Block.endOfBlock])
  }

  private func writeParts(of block: borrowing Block, _ bytes: UnsafeRawPointer, to output: inout BitWriter) {
    let (parts, words) = (block.parts, codes.words)
    var bits = output.bits
    var place = bytes
    for index in 0..<block.partCount {
      let part = parts[index]
      bits.write(place, part.literalCount, words.literals)
      words.addRepeat(part.length, part.distance, part.distanceSymbol, to: &bits)
      place += part.literalCount &+ part.length &+ Block.shortestRepeat
    }
    bits.write(place, block.lastLiteralCount, words.literals)
    output.bits = bits
  }
}
