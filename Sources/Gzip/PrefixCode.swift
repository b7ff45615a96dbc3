/// A prefix code (RFC 1951 §3.2.2): frequent symbols have short words. It is made for each block, always in the same memory.
struct PrefixCode: ~Copyable {
  /// Up to 24 bits, the first one lowest, and their number.
  struct Word {
    private let value: UInt32

    static let none = Word(0, bitCount: 0)

    /// - `bits`: at most 24.
    @inline(__always)
    init(_ bits: UInt32, bitCount: Int) {
      value = bits | UInt32(truncatingIfNeeded: bitCount) &<< 24
    }

    var bits: UInt32 { value & 0xFF_FFFF }
    var bitCount: Int { Int(value &>> 24) }

    @inline(__always)
    func followed(by other: Word) -> Word {
      Word(bits | other.bits &<< UInt32(truncatingIfNeeded: bitCount), bitCount: bitCount &+ other.bitCount)
    }
  }

  private let symbolCount: Int
  private let lengthLimit: Int
  /// The number of times that each symbol occurs.
  let frequencies: UnsafeMutablePointer<UInt32>
  /// The word of each symbol; without bits if the symbol does not occur.
  let words: UnsafeMutablePointer<Word>
  private let lengths: UnsafeMutablePointer<UInt8>
  /// The symbols that occur, sorted by frequency, and intermediate results on the way to lengths.
  private var sorted: UnsafeMutablePointer<UInt32>
  private var unsorted: UnsafeMutablePointer<UInt32>
  private let depths: UnsafeMutablePointer<UInt32>

  init(symbolCount: Int, lengthLimit: Int) {
    self.symbolCount = symbolCount
    self.lengthLimit = lengthLimit
    frequencies = .allocate(capacity: symbolCount)
    frequencies.initialize(repeating: 0, count: symbolCount)
    lengths = .allocate(capacity: symbolCount)
    lengths.initialize(repeating: 0, count: symbolCount)
    words = .allocate(capacity: symbolCount)
    words.initialize(repeating: .none, count: symbolCount)
    sorted = .allocate(capacity: symbolCount)
    sorted.initialize(repeating: 0, count: symbolCount)
    unsorted = .allocate(capacity: symbolCount)
    unsorted.initialize(repeating: 0, count: symbolCount)
    depths = .allocate(capacity: symbolCount)
    depths.initialize(repeating: 0, count: symbolCount)
  }

  deinit {
    frequencies.deallocate()
    lengths.deallocate()
    words.deallocate()
    sorted.deallocate()
    unsorted.deallocate()
    depths.deallocate()
  }

  func clear() {
    frequencies.update(repeating: 0, count: symbolCount)
  }

  func length(of symbol: Int) -> UInt8 { lengths[symbol] }

  /// The number of symbols up to the last one that has a word.
  var usedCount: Int {
    var count = symbolCount
    while count > 0, lengths[count - 1] == 0 { count -= 1 }
    return count
  }

  /// Makes the words from the frequencies, each of which must be below 65,536.
  mutating func build() {
    lengths.update(repeating: 0, count: symbolCount)
    let count = sort()
    measureDepths(count)
    limitDepths(count)
    assignWords()
  }

  /// Sorts the symbols that occur, the rarest first, and stores their frequencies as depths. Returns how many there are.
  private mutating func sort() -> Int {
    var count = 0
    var all: UInt32 = 0
    for symbol in 0..<symbolCount where frequencies[symbol] > 0 {
      all |= frequencies[symbol]
      unsorted[count] = frequencies[symbol] &<< 16 | UInt32(truncatingIfNeeded: symbol)
      count &+= 1
    }
    // Some readers refuse a code with fewer than two words.
    var symbol = 0
    while count < 2 {
      if frequencies[symbol] == 0 {
        unsorted[count] = 1 &<< 16 | UInt32(truncatingIfNeeded: symbol)
        count &+= 1
      }
      symbol &+= 1
    }
    // Sorts by the low bits of the frequencies, then by the high ones if there are any.
    sort(count, from: unsorted, to: sorted, by: 16)
    if all > 0xFF {
      sort(count, from: sorted, to: unsorted, by: 24)
      swap(&sorted, &unsorted)
    }
    for index in 0..<count { depths[index] = sorted[index] &>> 16 }
    return count
  }

  /// Sorts by eight bits; symbols with the same bits keep their order.
  private func sort(
    _ count: Int, from: UnsafeMutablePointer<UInt32>, to: UnsafeMutablePointer<UInt32>, by shift: UInt32
  ) {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 256) { places in
      places.initialize(repeating: 0)
      for index in 0..<count { places[Int(from[index] &>> shift & 0xFF)] &+= 1 }
      var place: UInt16 = 0
      for key in 0..<256 {
        let next = place &+ places[key]
        places[key] = place
        place = next
      }
      for index in 0..<count {
        let key = Int(from[index] &>> shift & 0xFF)
        to[Int(places[key])] = from[index]
        places[key] &+= 1
      }
    }
  }

  /// Turns sorted frequencies into the depths of the leaves of a Huffman tree, deepest first, in their place (Moffat and
  /// Katajainen, "In-place calculation of minimum-redundancy codes", 1995).
  private func measureDepths(_ count: Int) {
    // From the left: each inner node joins the two lightest nodes that are left, and records its parent.
    depths[0] += depths[1]
    var root = 0
    var leaf = 2
    for next in 1..<max(1, count - 1) {
      if leaf >= count || depths[root] < depths[leaf] {
        depths[next] = depths[root]
        depths[root] = UInt32(next)
        root += 1
      } else {
        depths[next] = depths[leaf]
        leaf += 1
      }
      if leaf >= count || root < next && depths[root] < depths[leaf] {
        depths[next] += depths[root]
        depths[root] = UInt32(next)
        root += 1
      } else {
        depths[next] += depths[leaf]
        leaf += 1
      }
    }
    // From the right: an inner node is one level deeper than its parent.
    depths[count - 2] = 0
    for next in stride(from: count - 3, through: 0, by: -1) { depths[next] = depths[Int(depths[next])] + 1 }
    // Places of a level that are not used by inner nodes are leaves.
    var available = 1
    var used = 0
    var depth: UInt32 = 0
    var inner = count - 2
    var next = count - 1
    while available > 0 {
      while inner >= 0, depths[inner] == depth {
        used += 1
        inner -= 1
      }
      while available > used {
        depths[next] = depth
        next -= 1
        available -= 1
      }
      available = 2 * used
      depth += 1
      used = 0
    }
  }

  /// Gives the symbols their lengths, none above the limit: if some would exceed it, others grow until the code is complete again.
  private func limitDepths(_ count: Int) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 33) { counts in
      counts.initialize(repeating: 0)
      for index in 0..<count { counts[min(Int(depths[index]), lengthLimit)] += 1 }
      // The share of all possible words that these lengths take; the whole is 1 << lengthLimit.
      var share = 0
      for length in 1...lengthLimit { share += counts[length] << (lengthLimit - length) }
      while share > 1 << lengthLimit {
        counts[lengthLimit] -= 1
        var length = lengthLimit - 1
        while counts[length] == 0 { length -= 1 }
        counts[length] -= 1
        counts[length + 1] += 2
        share -= 1
      }
      var index = 0
      for length in stride(from: lengthLimit, through: 1, by: -1) {
        for _ in 0..<counts[length] {
          lengths[Int(truncatingIfNeeded: sorted[index] & 0xFFFF)] = UInt8(length)
          index += 1
        }
      }
    }
  }

  private func assignWords() {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 32) { memory in
      memory.initialize(repeating: 0)
      let counts = UnsafeMutableBufferPointer(rebasing: memory[..<16])
      let next = UnsafeMutableBufferPointer(rebasing: memory[16...])
      for symbol in 0..<symbolCount where lengths[symbol] > 0 { counts[Int(lengths[symbol])] += 1 }
      for length in 1..<16 { next[length] = (next[length - 1] + counts[length - 1]) << 1 }
      words.update(repeating: .none, count: symbolCount)
      for symbol in 0..<symbolCount where lengths[symbol] > 0 {
        let length = Int(lengths[symbol])
        words[symbol] = Word(UInt32(next[length].bitReversed >> UInt16(16 - length)), bitCount: length)
        next[length] &+= 1
      }
    }
  }
}

extension UInt16 {
  fileprivate var bitReversed: UInt16 {
    var value = self
    value = (value & 0x5555) << 1 | value >> 1 & 0x5555
    value = (value & 0x3333) << 2 | value >> 2 & 0x3333
    value = value >> 4 & 0x0F0F | (value & 0x0F0F) << 4
    return value.byteSwapped
  }
}
