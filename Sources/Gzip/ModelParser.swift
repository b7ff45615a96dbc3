/// Splits a model into literals and repeats, as small as that goes without trying it out: among all earlier places with the
/// same bytes the longest repeat is taken, unless the next byte begins a longer one.
struct ModelParser {
  struct Found {
    var position: Int
    var length: Int
    var distance: Int
  }

  /// Short of the window: in a page there may be more between the two places.
  private static let farthest = 28 * 1024
  /// A repeat of the shortest length pays only from near.
  private static let farthestOfShortest = 2 * 1024
  private static let triedLimit = 128
  private static let hashBits = 15

  private let bytes: UnsafeRawPointer
  private let count: Int

  /// - `bytes`: with eight more behind them.
  init(_ bytes: UnsafeRawPointer, _ count: Int) {
    (self.bytes, self.count) = (bytes, count)
  }

  /// The repeats, and how often each symbol is needed.
  func parse() -> ([Found], Block.Frequencies) {
    let frequencies = Block.Frequencies()
    frequencies.clear()
    let symbols = RepeatSymbols()
    var found: [Found] = []
    var latest = [Int32](repeating: -1, count: 1 << Self.hashBits)
    var before = [Int32](repeating: -1, count: count)
    var known = 0
    var literals = 0
    func learn(before end: Int) {
      while known < end {
        let hash = hash(known)
        before[known] = latest[hash]
        latest[hash] = Int32(known)
        known += 1
      }
    }
    func longest(at position: Int, over least: Int) -> Found? {
      learn(before: position)
      var best: Found?
      var length = max(least, Block.shortestRepeat - 1)
      let limit = min(Block.longestRepeat, count - position)
      var candidate = Int(latest[hash(position)])
      var tried = 0
      while candidate >= 0, position - candidate <= Self.farthest, tried < Self.triedLimit, length < limit {
        let equal = ByteRuns.equalCount(bytes + position, bytes + candidate, limit)
        if equal > length, equal > Block.shortestRepeat || position - candidate <= Self.farthestOfShortest {
          length = equal
          best = Found(position: position, length: equal, distance: position - candidate)
        }
        candidate = Int(before[candidate])
        tried += 1
      }
      return best
    }
    var position = 0
    while position < count {
      guard var best = longest(at: position, over: 0) else {
        position += 1
        continue
      }
      while best.length < Block.longestRepeat, let next = longest(at: best.position + 1, over: best.length) {
        best = next
      }
      found.append(best)
      for literal in literals..<best.position {
        frequencies.literals[Int(bytes.load(fromByteOffset: literal, as: UInt8.self))] += 1
      }
      frequencies.lengths[best.length - Block.shortestRepeat] += 1
      frequencies.distances[symbols.ofDistance(best.distance - 1)] += 1
      position = best.position + best.length
      literals = position
    }
    for literal in literals..<count {
      frequencies.literals[Int(bytes.load(fromByteOffset: literal, as: UInt8.self))] += 1
    }
    return (found, frequencies)
  }

  /// Of three bytes.
  private func hash(_ position: Int) -> Int {
    let three = bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self).littleEndian &<< 8
    return Int((three &* 0x9E37_79B1) &>> UInt32(32 - Self.hashBits))
  }
}
