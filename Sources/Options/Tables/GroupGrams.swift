/// Which two and three bytes stand next to each other in a group of rows, by hashes (a Bloom filter): a group that lacks some of
/// a word's does not hold the word. It may be said to hold what it does not.
struct GroupGrams: Sendable {
  /// Words of 64 bits for each group: 1,024 bits.
  private static let stride = 16
  /// Of a word; more say little.
  private static let probeLimit = 8

  private let bits: [UInt64]

  /// - Parameters:
  ///   - text: of all rows, with its padding.
  ///   - starts: where each group begins, and where the last one ends.
  init(of text: UnsafeRawBufferPointer, _ starts: [UInt32]) {
    bits = [UInt64](unsafeUninitializedCapacity: (starts.count - 1) * Self.stride) { bits, count in
      count = bits.count
      bits.initialize(repeating: 0)
      for group in 0..<starts.count - 1 {
        guard let bits = bits.baseAddress.map({ $0 + group * Self.stride }), let text = text.baseAddress else { return }
        for place in Int(starts[group])..<Int(starts[group + 1]) {
          let four = text.loadUnaligned(fromByteOffset: place, as: UInt32.self).littleEndian
          let (two, three) = (Self.bit(four & 0xFFFF), Self.bit(four & 0xFF_FFFF))
          bits[Int(two >> 6)] |= 1 &<< UInt64(two & 63)
          bits[Int(three >> 6)] |= 1 &<< UInt64(three & 63)
        }
      }
    }
  }

  /// The bits of a word; none: each group may hold it.
  static func probes(of word: [UInt8]) -> [UInt32] {
    switch word.count {
    case ...1: []
    case 2: [bit(number(of: word))]
    default: (0..<min(word.count - 2, probeLimit)).map { bit(number(of: word[$0..<$0 + 3])) }
    }
  }

  @inline(__always)
  func mayHold(_ probes: [UInt32], _ group: Int) -> Bool {
    for probe in probes {
      let word = bits[group * Self.stride + Int(probe >> 6)]
      if word >> UInt64(probe & 63) & 1 == 0 { return false }
    }
    return true
  }

  private static func number(of bytes: some BidirectionalCollection<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  @inline(__always)
  private static func bit(_ number: UInt32) -> UInt32 { (number &* 0x9E37_79B1) >> 22 }
}
