/// Splits bytes into literals and repeats of earlier bytes (RFC 1951 §4), thoroughly.
///
/// Places are remembered in chains: those with the same hash of their four bytes, from the latest to the earliest within the reach of
/// a repeat. Of the first few, the longest repeat is used, unless a longer one begins at the next byte.
struct Matcher: ~Copyable {
  private static let hashBits: UInt32 = 15
  private static let hashedByteCount = 4
  private static let chainSlots = 32 * 1024
  /// The maximum distance of a repeat. One less than deflate allows: the place at that distance shares its slot with the current one.
  private static let farthest = chainSlots - 1

  /// A position plus one, modulo 65,536; the rest of it follows from the distance. 0: none. The bytes there are always compared before
  /// it is used.
  private typealias Place = UInt16

  /// The latest place of each hash.
  private let latest = UnsafeMutablePointer<Place>.allocate(capacity: 1 << hashBits)
  /// The previous place with the same hash, by the low bits of each place.
  private let earlier = UnsafeMutablePointer<Place>.allocate(capacity: chainSlots)

  init() { earlier.initialize(repeating: 0, count: Matcher.chainSlots) }

  deinit {
    latest.deallocate()
    earlier.deallocate()
  }

  /// Forgets the previous body.
  func begin() { latest.initialize(repeating: 0, count: 1 << Matcher.hashBits) }

  /// Fills a block with the bytes from `start` on, and returns where it ends.
  /// - Parameter tryCount: earlier places that are compared with the bytes at one place.
  func fill(_ block: inout Block, with bytes: UnsafeRawBufferPointer, from start: Int, tryCount: Int) -> Int {
    var draft = block.begin(at: start)
    guard let input = bytes.baseAddress else { return start }
    let memory = Memory(latest: latest, earlier: earlier, input: input, byteCount: bytes.count, tryCount: tryCount)
    let hashedEnd = bytes.count &- Matcher.hashedByteCount &+ 1
    let lookEnd = min(hashedEnd, start &+ Block.byteLimit)
    var position = start
    while position < lookEnd, !draft.isFull {
      var found = memory.rememberAndFind(position, longerThan: Matcher.hashedByteCount &- 1)
      guard found.distance > 0 else {
        draft.addLiteral(input.load(fromByteOffset: position, as: UInt8.self))
        position &+= 1
        continue
      }
      var next = position &+ 1
      while found.length < Block.longestRepeat, next < lookEnd {
        let longer = memory.rememberAndFind(next, longerThan: found.length)
        next &+= 1
        guard longer.distance > 0 else { break }
        draft.addLiteral(input.load(fromByteOffset: position, as: UInt8.self))
        position &+= 1
        found = longer
      }
      draft.addRepeat(found.length, distance: found.distance, at: position)
      position &+= found.length
      memory.remember(next, upTo: min(position, hashedEnd))
    }
    return block.end(draft, at: position, of: bytes, hashedEnd: hashedEnd)
  }

  /// The chains of one body, in a form that stays in registers.
  private struct Memory {
    let latest: UnsafeMutablePointer<Place>
    let earlier: UnsafeMutablePointer<Place>
    let input: UnsafeRawPointer
    let byteCount: Int
    let tryCount: Int

    @inline(__always)
    private func place(_ position: Int) -> Place { Place(truncatingIfNeeded: position &+ 1) }

    @inline(__always)
    private func slot(of place: Place) -> Int { Int(place) & (Matcher.chainSlots &- 1) }

    /// Remembers a place, and returns the latest previous one with the same hash.
    @inline(__always) @discardableResult
    func remember(_ position: Int) -> Place {
      let four = input.loadUnaligned(fromByteOffset: position, as: UInt32.self).littleEndian
      let hash = Int((four &* 0x9E37_79B1) &>> (32 &- Matcher.hashBits))
      let place = place(position)
      let before = latest[hash]
      earlier[slot(of: place)] = before
      latest[hash] = place
      return before
    }

    @inline(__always)
    func remember(_ start: Int, upTo end: Int) {
      var position = start
      while position < end {
        remember(position)
        position &+= 1
      }
    }

    /// A repeat; a distance of 0 means that none was found.
    @inline(__always)
    func rememberAndFind(_ position: Int, longerThan least: Int) -> (length: Int, distance: Int) {
      let before = remember(position)
      return before == 0 ? (0, 0) : longestRepeat(position, first: before, longerThan: least)
    }

    /// - `first`: the latest place with the same hash.
    @inline(never)
    private func longestRepeat(_ position: Int, first: Place, longerThan least: Int) -> (length: Int, distance: Int) {
      let here = input + position
      let limit = min(byteCount &- position, Block.longestRepeat)
      guard least < limit else { return (0, 0) }
      let farthest = min(position, Matcher.farthest)
      let four = here.loadUnaligned(as: UInt32.self)
      var longest = (length: least, distance: 0)
      /// The last bytes that a longer repeat must match.
      var lastFour = here.loadUnaligned(fromByteOffset: least &- 3, as: UInt32.self)
      var other = first
      for _ in 0..<tryCount {
        let distance = Int(place(position) &- other)
        guard distance <= farthest else { break }
        let there = here - distance
        if there.loadUnaligned(fromByteOffset: longest.length &- 3, as: UInt32.self) == lastFour,
          there.loadUnaligned(as: UInt32.self) == four
        {
          let length = equalByteCount(here, there, limit: limit)
          if length > longest.length {
            longest = (length, distance)
            if length == limit { break }
            lastFour = here.loadUnaligned(fromByteOffset: length &- 3, as: UInt32.self)
          }
        }
        other = earlier[slot(of: other)]
        if other == 0 { break }
      }
      return longest
    }
  }
}

/// The number of equal bytes from both places on; the first four are known to be equal.
@inline(__always)
func equalByteCount(_ some: UnsafeRawPointer, _ others: UnsafeRawPointer, limit: Int) -> Int {
  var count = 4
  // Compares sixteen at a time: most repeats end within them, and the processor need not guess where.
  while count &+ 16 <= limit {
    let first =
      some.loadUnaligned(fromByteOffset: count, as: UInt64.self).littleEndian
      ^ others.loadUnaligned(fromByteOffset: count, as: UInt64.self).littleEndian
    let second =
      some.loadUnaligned(fromByteOffset: count &+ 8, as: UInt64.self).littleEndian
      ^ others.loadUnaligned(fromByteOffset: count &+ 8, as: UInt64.self).littleEndian
    if first | second != 0 {
      let (difference, before) = first == 0 ? (second, 8) : (first, 0)
      return count &+ before &+ difference.trailingZeroBitCount &>> 3
    }
    count &+= 16
  }
  while count < limit,
    some.load(fromByteOffset: count, as: UInt8.self) == others.load(fromByteOffset: count, as: UInt8.self)
  {
    count &+= 1
  }
  return count
}
