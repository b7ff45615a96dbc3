/// Splits bytes into literals and repeats of earlier bytes (RFC 1951 §3.2.5).
///
/// It remembers where five and where twelve bytes stood last, by their hashes. Bytes within a repeat are remembered at its
/// ends only: most of a page is never hashed.
struct Matcher: ~Copyable {
  private static let hashBits = 13
  /// Bytes that are hashed for the longer memory.
  private static let reach = 12
  private static let window: UInt = 32 * 1024
  private static let runByteLimit = 1 << 30

  private let recentFives = UnsafeMutablePointer<UInt32>.allocate(capacity: 1 << hashBits)
  private let recentTwelves = UnsafeMutablePointer<UInt32>.allocate(capacity: 1 << hashBits)
  /// The first byte's place in the memory: those of earlier bodies are below it, so nothing needs to be forgotten.
  private var base: UInt32 = 0

  init() { forget() }

  deinit {
    recentFives.deallocate()
    recentTwelves.deallocate()
  }

  private mutating func forget() {
    recentFives.initialize(repeating: 0, count: 1 << Matcher.hashBits)
    recentTwelves.initialize(repeating: 0, count: 1 << Matcher.hashBits)
    base = 1
  }

  /// Gives `write` each block.
  mutating func split(
    _ bytes: UnsafeRawBufferPointer, into block: inout Block, write: (borrowing Block) -> Void
  ) {
    // Places are numbers of 32 bits.
    var rest = bytes
    while rest.count > Matcher.runByteLimit {
      splitRun(UnsafeRawBufferPointer(rebasing: rest[..<Matcher.runByteLimit]), into: &block, write)
      rest = UnsafeRawBufferPointer(rebasing: rest[Matcher.runByteLimit...])
    }
    splitRun(rest, into: &block, write)
  }

  private mutating func splitRun(
    _ bytes: UnsafeRawBufferPointer, into block: inout Block, _ write: (borrowing Block) -> Void
  ) {
    guard let input = bytes.baseAddress else { return }
    let end = bytes.count
    if UInt32.max - base <= UInt32(end) { forget() }
    // Copies: the block's memory could be theirs for all that the compiler knows.
    let (base, recentFives, recentTwelves) = (base, recentFives, recentTwelves)
    /// From here on no twelve bytes follow.
    let hashedEnd = end - Matcher.reach + 1
    var position = 0
    while position < end {
      var draft = block.begin(input + position)
      let lookEnd = min(hashedEnd, position + Block.byteLimit)
      while position < lookEnd, !draft.isFull {
        let eight = input.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        let place = base &+ UInt32(truncatingIfNeeded: position)
        let short = ByteRuns.hash(eight, bitCount: Matcher.hashBits)
        let long = ByteRuns.hash(
          eight, input.loadUnaligned(fromByteOffset: position &+ 8, as: UInt32.self), bitCount: Matcher.hashBits)
        let recentFive = recentFives[short]
        let recentTwelve = recentTwelves[long]
        recentFives[short] = place
        recentTwelves[long] = place

        var distance = 0
        if recentTwelve >= base {
          let candidate = Int(recentTwelve &- base)
          let candidates = input.loadUnaligned(fromByteOffset: candidate, as: UInt64.self)
          if candidates == eight { distance = position &- candidate }
        }
        if UInt(bitPattern: distance &- 1) >= Matcher.window {
          distance = 0
          if recentFive >= base {
            let candidate = Int(recentFive &- base)
            let candidates = input.loadUnaligned(fromByteOffset: candidate, as: UInt32.self)
            if candidates == UInt32(truncatingIfNeeded: eight) { distance = position &- candidate }
          }
          if UInt(bitPattern: distance &- 1) >= Matcher.window {
            draft.addLiteral(UInt8(truncatingIfNeeded: eight.littleEndian))
            position &+= 1
            continue
          }
        }

        let limit = min(end, position &+ Block.repeatLimit)
        let known = position &+ 4
        let after = known &+ ByteRuns.equalCount(input + known, input + (known &- distance), limit &- known)
        draft.addRepeat(input + position, input + after, distance, from: input)
        // At the repeat's begin and end; none is shorter than four.
        if after < hashedEnd {
          remember(position &+ 1, input, recentFives, recentTwelves, base)
          remember(position &+ 2, input, recentFives, recentTwelves, base)
          remember(after &- 2, input, recentFives, recentTwelves, base)
          remember(after &- 1, input, recentFives, recentTwelves, base)
        }
        position = after
      }
      if position >= hashedEnd {
        for index in position..<end { draft.addLiteral(input.load(fromByteOffset: index, as: UInt8.self)) }
        position = end
      }
      block.end(draft, input + position)
      write(block)
    }
    self.base = base &+ UInt32(truncatingIfNeeded: end)
  }

  @inline(__always)
  private func remember(
    _ position: Int, _ input: UnsafeRawPointer, _ recentFives: UnsafeMutablePointer<UInt32>,
    _ recentTwelves: UnsafeMutablePointer<UInt32>, _ base: UInt32
  ) {
    let place = base &+ UInt32(truncatingIfNeeded: position)
    let eight = input.loadUnaligned(fromByteOffset: position, as: UInt64.self)
    recentFives[ByteRuns.hash(eight, bitCount: Matcher.hashBits)] = place
    let four = input.loadUnaligned(fromByteOffset: position &+ 8, as: UInt32.self)
    recentTwelves[ByteRuns.hash(eight, four, bitCount: Matcher.hashBits)] = place
  }
}
