/// Splits a page into literals and repeats of earlier bytes (RFC 1951 §4), quickly.
///
/// It remembers where five and where twelve bytes stood last, by their hashes, and takes the repeat that begins there. Bytes
/// within a repeat are remembered at its ends only: most of a page is never hashed.
struct PageMatcher: ~Copyable {
  init() {}

  private static let hashBits = 13
  /// Bytes that are hashed for the longer memory.
  private static let reach = 12
  private static let window = 32 * 1024

  /// A position and one more; 0: none.
  private typealias Place = UInt32

  private let fives = UnsafeMutablePointer<Place>.allocate(capacity: 1 << hashBits)
  private let twelves = UnsafeMutablePointer<Place>.allocate(capacity: 1 << hashBits)

  deinit {
    fives.deallocate()
    twelves.deallocate()
  }

  /// Forgets the page before.
  func begin() {
    fives.initialize(repeating: 0, count: 1 << PageMatcher.hashBits)
    twelves.initialize(repeating: 0, count: 1 << PageMatcher.hashBits)
  }

  /// Fills a block with the bytes from `start` on, and returns where it ends.
  func fill(_ block: inout Block, with bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var draft = block.begin(at: start)
    guard let input = bytes.baseAddress else { return start }
    let memory = Memory(fives: fives, twelves: twelves, input: input)
    /// From here on no twelve bytes follow.
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
      let length = equalByteCount(input + position, input + (position &- distance), limit)
      draft.addRepeat(length, distance: distance, at: position)
      let after = position &+ length
      if after < hashedEnd {
        for place in [position &+ 1, position &+ 2, after &- 2, after &- 1] { memory.remember(place) }
      }
      position = after
    }
    return block.end(draft, at: position, of: bytes, hashedEnd: hashedEnd)
  }

  /// The memory of one page, as it stays in registers.
  private struct Memory {
    let fives: UnsafeMutablePointer<Place>
    let twelves: UnsafeMutablePointer<Place>
    let input: UnsafeRawPointer

    /// Returns the places before it with the same hashes.
    @inline(__always) @discardableResult
    func remember(_ position: Int) -> (twelve: Place, five: Place) {
      let eight = input.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
      let four = UInt64(input.loadUnaligned(fromByteOffset: position &+ 8, as: UInt32.self).littleEndian)
      let shift = UInt64(64 &- PageMatcher.hashBits)
      let five = Int(truncatingIfNeeded: ((eight &<< 24) &* 0x9E37_79B9_7F4A_7C15) &>> shift)
      let twelve = Int(
        truncatingIfNeeded: ((eight &* 0x9E37_79B9_7F4A_7C15) ^ (four &* 0xC2B2_AE3D_27D4_EB4F)) &>> shift)
      let before = (twelves[twelve], fives[five])
      let place = Place(truncatingIfNeeded: position &+ 1)
      (twelves[twelve], fives[five]) = (place, place)
      return before
    }

    /// How far back the same four bytes stand; 0: nowhere that is known.
    @inline(__always)
    func rememberAndFind(_ position: Int) -> Int {
      let before = remember(position)
      let four = input.loadUnaligned(fromByteOffset: position, as: UInt32.self)
      for place in [before.twelve, before.five] where place > 0 {
        let distance = position &+ 1 &- Int(place)
        if distance <= PageMatcher.window,
          input.loadUnaligned(fromByteOffset: position &- distance, as: UInt32.self) == four
        {
          return distance
        }
      }
      return 0
    }
  }
}
