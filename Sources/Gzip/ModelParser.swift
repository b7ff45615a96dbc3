/// Splits a model into literals and repeats by the fewest bits: of all ways through it the shortest, by the codes that the way
/// before asked for (as Zopfli does).
struct ModelParser {
  struct Found {
    let position: Int
    let length: Int
    let distance: Int
  }

  /// Repeats that begin at a place, each longer and farther than the one before.
  private struct Choices {
    var lengths: [UInt16] = []
    var distances: [UInt16] = []
    /// By position: where its own begin; one more at the end.
    var starts: [Int32] = []
  }

  /// Short of the window: in a page there may be more between the two places.
  private static let farthest = 28 * 1024
  private static let triedLimit = 64
  private static let hashBits = 15
  /// Within a repeat as long as this only the rest of it is tried.
  private static let longEnough = 128
  /// Parts of a repeat up to this long are tried too, each length.
  private static let shortenedLimit = 32
  private static let passCount = 3

  private let bytes: UnsafeRawPointer
  private let count: Int

  /// - `bytes`: with eight more behind them.
  init(_ bytes: UnsafeRawPointer, _ count: Int) {
    (self.bytes, self.count) = (bytes, count)
  }

  /// The repeats; `codes` are made for them and what stands between, with a word for every symbol.
  func parse(_ codes: inout BlockCodes) -> [Found] {
    let symbols = RepeatSymbols()
    let frequencies = Block.Frequencies()
    defer { frequencies.deallocate() }
    let choices = choices()
    frequencies.clear()
    for index in 0..<count { frequencies.literals[byte(index)] += 1 }
    var found: [Found] = []
    for _ in 0..<Self.passCount {
      codes.build(frequencies, symbols, coversAll: true)
      found = shortest(choices, codes.words, symbols)
      count(found, in: frequencies, symbols)
    }
    codes.build(frequencies, symbols, coversAll: true)
    return found
  }

  private func byte(_ index: Int) -> Int { Int(bytes.load(fromByteOffset: index, as: UInt8.self)) }

  private func count(_ found: [Found], in frequencies: Block.Frequencies, _ symbols: borrowing RepeatSymbols) {
    frequencies.clear()
    var place = 0
    func addLiterals(upTo end: Int) {
      for index in place..<end { frequencies.literals[byte(index)] += 1 }
    }
    for each in found {
      addLiterals(upTo: each.position)
      frequencies.lengths[each.length - Block.shortestRepeat] += 1
      frequencies.distances[symbols.ofDistance(each.distance - 1)] += 1
      place = each.position + each.length
    }
    addLiterals(upTo: count)
  }

  private func choices() -> Choices {
    var choices = Choices()
    choices.starts.reserveCapacity(count + 1)
    var latest = [Int32](repeating: -1, count: 1 << Self.hashBits)
    var before = [Int32](repeating: -1, count: count)
    for position in 0..<count {
      choices.starts.append(Int32(choices.lengths.count))
      let limit = min(Block.longestRepeat, count - position)
      let isInside = position > 0 && Int(choices.starts[position - 1]) < choices.lengths.count
      if isInside, let length = choices.lengths.last, let distance = choices.distances.last, length > Self.longEnough {
        choices.lengths.append(min(length - 1, UInt16(limit)))
        choices.distances.append(distance)
      } else if limit >= Block.shortestRepeat {
        var length = Block.shortestRepeat - 1
        var candidate = Int(latest[hash(position)])
        var tried = 0
        while candidate >= 0, position - candidate <= Self.farthest, tried < Self.triedLimit, length < limit {
          if byte(candidate + length) == byte(position + length) {
            let equal = ByteRuns.equalCount(bytes + position, bytes + candidate, limit)
            if equal > length {
              length = equal
              choices.lengths.append(UInt16(equal))
              choices.distances.append(UInt16(position - candidate))
            }
          }
          candidate = Int(before[candidate])
          tried += 1
        }
      }
      let hash = hash(position)
      before[position] = latest[hash]
      latest[hash] = Int32(position)
    }
    choices.starts.append(Int32(choices.lengths.count))
    return choices
  }

  private func shortest(
    _ choices: Choices, _ words: BlockCodes.Words, _ symbols: borrowing RepeatSymbols
  ) -> [Found] {
    /// Bits up to each place, and the last step on the way there: its length, and its distance, 0 for a literal.
    var costs = [UInt32](repeating: .max, count: count + 1)
    var steps = [(length: UInt16, distance: UInt16)](repeating: (1, 0), count: count + 1)
    let lengthCosts = (0..<256).map { UInt32(words.bitCount(ofLength: $0)) }
    costs[0] = 0
    for position in 0..<count {
      let cost = costs[position]
      let next = cost + UInt32(words.literals[byte(position)].bitCount)
      if next < costs[position + 1] {
        costs[position + 1] = next
        steps[position + 1] = (1, 0)
      }
      var least = Block.shortestRepeat
      for index in Int(choices.starts[position])..<Int(choices.starts[position + 1]) {
        let (longest, distance) = (Int(choices.lengths[index]), choices.distances[index])
        let start = cost + UInt32(words.bitCount(ofDistance: symbols.ofDistance(Int(distance) - 1)))
        func step(_ length: Int) {
          let next = start + lengthCosts[length - Block.shortestRepeat]
          if next < costs[position + length] {
            costs[position + length] = next
            steps[position + length] = (UInt16(length), distance)
          }
        }
        for length in least..<max(least, min(longest, Self.shortenedLimit)) { step(length) }
        step(longest)
        least = longest + 1
      }
    }
    var found: [Found] = []
    var place = count
    while place > 0 {
      let (length, distance) = (Int(steps[place].length), Int(steps[place].distance))
      place -= length
      if distance > 0 { found.append(Found(position: place, length: length, distance: distance)) }
    }
    return found.reversed()
  }

  /// Of three bytes.
  private func hash(_ position: Int) -> Int {
    let three = bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self).littleEndian &<< 8
    return Int((three &* 0x9E37_79B1) &>> UInt32(32 - Self.hashBits))
  }
}
