/// Splits a page into literals and repeats of earlier bytes (RFC 1951 §4), quickly.
///
/// It remembers by hashes where each five and each twelve bytes occurred last, and uses the repeat that begins there. Within a repeat,
/// bytes are remembered only at its ends: most of a page is never hashed.
struct PageMatcher: ~Copyable {
  private static let hashBits = 13
  /// Bytes that are hashed for the longer of the two.
  private static let reach = 12
  private static let window = 32 * 1024

  /// A position plus one, modulo 2³², counted on from page to page. The bytes there are always compared before it is used.
  private typealias Place = UInt32

  private let fives = UnsafeMutablePointer<Place>.allocate(capacity: 1 << hashBits)
  private let twelves = UnsafeMutablePointer<Place>.allocate(capacity: 1 << hashBits)
  /// The positions where this page begins, and where the next one will.
  private var start: Place = 0
  private var end: Place

  /// - Parameter end: bytes of all previous pages.
  init(end: UInt32 = 0) {
    self.end = end
    fives.initialize(repeating: 0, count: 1 << PageMatcher.hashBits)
    twelves.initialize(repeating: 0, count: 1 << PageMatcher.hashBits)
  }

  deinit {
    fives.deallocate()
    twelves.deallocate()
  }

  /// Forgets the previous page: its places are before this one.
  mutating func begin(_ byteCount: Int) {
    start = end
    end &+= Place(truncatingIfNeeded: byteCount)
  }

  /// Fills a block with the bytes from `start` on, and returns where it ends.
  func fill(_ block: inout Block, with bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var draft = block.begin(at: start)
    guard let input = bytes.baseAddress else { return start }
    let memory = Memory(fives: fives, twelves: twelves, start: self.start, input: input)
    /// From here on, fewer than twelve bytes follow.
    let hashedEnd = bytes.count &- PageMatcher.reach &+ 1
    let lookEnd = min(hashedEnd, start &+ Block.byteLimit)
    var position = start
    while position < lookEnd, !draft.isFull {
      let distance = memory.rememberAndFind(position)
      guard distance > 0 else {
        draft.addLiteral(input.load(fromByteOffset: position, as: UInt8.self))
        position &+= 1
        continue
      }
      let limit = min(bytes.count &- position, Block.longestRepeat)
      let length = equalByteCount(input + position, input + (position &- distance), limit: limit)
      draft.addRepeat(length, distance: distance, at: position)
      let after = position &+ length
      if after < hashedEnd {
        memory.remember(position &+ 1)
        memory.remember(position &+ 2)
        memory.remember(after &- 2)
        memory.remember(after &- 1)
      }
      position = after
    }
    return block.end(draft, at: position, of: bytes, hashedEnd: hashedEnd)
  }

  /// The memory of one page, in a form that stays in registers.
  private struct Memory {
    let fives: UnsafeMutablePointer<Place>
    let twelves: UnsafeMutablePointer<Place>
    let start: Place
    let input: UnsafeRawPointer

    @inline(__always)
    private func place(_ position: Int) -> Place { start &+ Place(truncatingIfNeeded: position &+ 1) }

    /// Remembers a position, and returns the previous places with the same hashes.
    @inline(__always) @discardableResult
    func remember(_ position: Int) -> (twelve: Place, five: Place) {
      let eight = input.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
      let four = UInt64(input.loadUnaligned(fromByteOffset: position &+ 8, as: UInt32.self).littleEndian)
      let shift = UInt64(64 &- PageMatcher.hashBits)
      let five = Int(truncatingIfNeeded: ((eight &<< 24) &* 0x9E37_79B9_7F4A_7C15) &>> shift)
      let twelve = Int(
        truncatingIfNeeded: ((eight &* 0x9E37_79B9_7F4A_7C15) ^ (four &* 0xC2B2_AE3D_27D4_EB4F)) &>> shift)
      let before = (twelves[twelve], fives[five])
      let place = place(position)
      (twelves[twelve], fives[five]) = (place, place)
      return before
    }

    /// The distance of an earlier place with the same bytes; 0 if none is known.
    @inline(__always)
    func rememberAndFind(_ position: Int) -> Int {
      let before = remember(position)
      let distance = distance(from: position, to: before.twelve)
      return distance > 0 ? distance : self.distance(from: position, to: before.five)
    }

    /// The distance of a place; 0 if it has other bytes, or is out of reach.
    @inline(__always)
    private func distance(from position: Int, to other: Place) -> Int {
      let distance = Int(place(position) &- other)
      guard distance <= min(position, PageMatcher.window),
        input.loadUnaligned(fromByteOffset: position &- distance, as: UInt32.self)
          == input.loadUnaligned(fromByteOffset: position, as: UInt32.self)
      else { return 0 }
      return distance
    }
  }
}
