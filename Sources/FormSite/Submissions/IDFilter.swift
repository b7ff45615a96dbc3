/// Says of an id that it was never put in, or that it may have been (a Bloom filter). Its size is fixed: the more it holds, the
/// more often the second answer is wrong.
struct IDFilter {
  /// 8 MiB. With six million ids one answer in a hundred is wrong, with twenty million one in three.
  private static let bitCountExponent: UInt64 = 26
  private static let probeCount = 4

  private var words = [UInt64](repeating: 0, count: 1 << (Self.bitCountExponent - 6))

  /// - Parameter id: 64 bits that are evenly spread.
  mutating func insert(_ id: UInt64) {
    for bit in Self.bits(of: id) { words[Int(bit >> 6)] |= 1 << (bit & 63) }
  }

  func mayContain(_ id: UInt64) -> Bool {
    Self.bits(of: id).allSatisfy { words[Int($0 >> 6)] & 1 << ($0 & 63) != 0 }
  }

  /// Two halves of the id give all probes (Kirsch and Mitzenmacher, "Less Hashing, Same Performance").
  private static func bits(of id: UInt64) -> some Sequence<UInt64> {
    let step = id >> 32 | 1
    return (0..<UInt64(probeCount)).lazy.map { (id &+ $0 &* step) & (1 << bitCountExponent - 1) }
  }
}
