/// Splits bytes into literals and repeats of earlier bytes (RFC 1951 §3.2.5).
///
/// It remembers where four and where twelve bytes stood last, by their hashes. Bytes within a repeat are remembered at its
/// ends only: most of a page is never hashed.
struct Matcher: ~Copyable {
  private static let hashBits = 13
  /// Bytes that are hashed for the longer memory.
  private static let reach = 12
  private static let window = 32 * 1024
  private static let runByteLimit = 1 << 30
  /// Tokens for which there is room whenever a position is looked at: those of one repeat, or of the last bytes.
  private static let partLimit = 128

  private let recentFours = UnsafeMutablePointer<UInt32>.allocate(capacity: 1 << hashBits)
  private let recentTwelves = UnsafeMutablePointer<UInt32>.allocate(capacity: 1 << hashBits)
  /// The first byte's place in the memory: those of earlier bodies are below it, so nothing needs to be forgotten.
  private var base: UInt32 = 0

  init() { forget() }

  deinit {
    recentFours.deallocate()
    recentTwelves.deallocate()
  }

  private mutating func forget() {
    recentFours.initialize(repeating: 0, count: 1 << Matcher.hashBits)
    recentTwelves.initialize(repeating: 0, count: 1 << Matcher.hashBits)
    base = 1
  }

  mutating func split(_ bytes: UnsafeRawBufferPointer, into block: inout BlockWriter) {
    // Places are numbers of 32 bits.
    var rest = bytes
    while rest.count > Matcher.runByteLimit {
      splitRun(UnsafeRawBufferPointer(rebasing: rest[..<Matcher.runByteLimit]), into: &block)
      rest = UnsafeRawBufferPointer(rebasing: rest[Matcher.runByteLimit...])
    }
    splitRun(rest, into: &block)
  }

  private mutating func splitRun(_ bytes: UnsafeRawBufferPointer, into block: inout BlockWriter) {
    guard let input = bytes.baseAddress else { return }
    let end = bytes.count
    if UInt32.max - base <= UInt32(end) { forget() }
    // Copies: the block's memory could be theirs for all that the compiler knows.
    let base = base
    let recentFours = recentFours
    let recentTwelves = recentTwelves
    let tokens = block.tokens
    var tokenCount = 0
    let lastHashed = end - Matcher.reach
    var position = 0
    /// Up to here all is said, and a repeat may not reach back behind it.
    var said = 0
    while position <= lastHashed {
      if tokenCount >= BlockWriter.tokenLimit - Matcher.partLimit {
        block.write(tokenCount)
        tokenCount = 0
        said = position
      }
      let four = input.loadUnaligned(fromByteOffset: position, as: UInt32.self)
      let eight = input.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let place = base &+ UInt32(truncatingIfNeeded: position)
      let short = Matcher.hash(four)
      let long = Matcher.hash(eight, input.loadUnaligned(fromByteOffset: position &+ 8, as: UInt32.self))
      let recentFour = recentFours[short]
      let recentTwelve = recentTwelves[long]
      recentFours[short] = place
      recentTwelves[long] = place

      let oldest = position > Matcher.window ? place &- UInt32(Matcher.window) : base
      var source = -1
      if recentTwelve >= oldest {
        let candidate = Int(recentTwelve &- base)
        if input.loadUnaligned(fromByteOffset: candidate, as: UInt64.self) == eight { source = candidate }
      }
      if source < 0, recentFour >= oldest {
        let candidate = Int(recentFour &- base)
        if input.loadUnaligned(fromByteOffset: candidate, as: UInt32.self) == four { source = candidate }
      }
      guard source >= 0 else {
        tokens[tokenCount] = UInt32(truncatingIfNeeded: eight.littleEndian & 0xFF)
        tokenCount &+= 1
        position &+= 1
        continue
      }

      let distance = position &- source
      var start = position
      // What was said as a literal may be part of the repeat.
      while start > said, start > distance,
        input.load(fromByteOffset: start &- 1, as: UInt8.self)
          == input.load(fromByteOffset: start &- 1 &- distance, as: UInt8.self)
      {
        start &-= 1
        tokenCount &-= 1
      }
      let limit = min(end, start &+ Matcher.partLimit / 2 * BlockWriter.longestRepeat)
      let after = Matcher.end(of: position &+ 4, distance, input, limit)
      var rest = after &- start
      while rest > 0 {
        var part = min(rest, BlockWriter.longestRepeat)
        // A rest of less than the shortest repeat could not be said.
        if rest > part, rest &- part < BlockWriter.shortestRepeat { part = rest &- BlockWriter.shortestRepeat }
        tokens[tokenCount] = BlockWriter.token(length: part, distance: distance)
        tokenCount &+= 1
        rest &-= part
      }
      // At the repeat's begin and end; none is shorter than four.
      if after <= lastHashed {
        for place in (position &+ 1)..<(position &+ 3) { remember(place, input, recentFours, recentTwelves, base) }
        for place in (after &- 3)..<after { remember(place, input, recentFours, recentTwelves, base) }
      }
      position = after
      said = after
    }
    for index in position..<end {
      tokens[tokenCount] = UInt32(input.load(fromByteOffset: index, as: UInt8.self))
      tokenCount &+= 1
    }
    block.write(tokenCount)
    self.base = base &+ UInt32(truncatingIfNeeded: end)
  }

  /// Where the bytes from `position` on cease to equal those `distance` before.
  @inline(__always)
  private static func end(of position: Int, _ distance: Int, _ input: UnsafeRawPointer, _ end: Int) -> Int {
    var position = position
    while position &+ 8 <= end {
      let difference =
        input.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
        ^ input.loadUnaligned(fromByteOffset: position &- distance, as: UInt64.self).littleEndian
      if difference != 0 { return position &+ difference.trailingZeroBitCount >> 3 }
      position &+= 8
    }
    while position < end,
      input.load(fromByteOffset: position, as: UInt8.self)
        == input.load(fromByteOffset: position &- distance, as: UInt8.self)
    {
      position &+= 1
    }
    return position
  }

  @inline(__always)
  private func remember(
    _ position: Int, _ input: UnsafeRawPointer, _ recentFours: UnsafeMutablePointer<UInt32>,
    _ recentTwelves: UnsafeMutablePointer<UInt32>, _ base: UInt32
  ) {
    let place = base &+ UInt32(truncatingIfNeeded: position)
    recentFours[Matcher.hash(input.loadUnaligned(fromByteOffset: position, as: UInt32.self))] = place
    let long = Matcher.hash(
      input.loadUnaligned(fromByteOffset: position, as: UInt64.self),
      input.loadUnaligned(fromByteOffset: position &+ 8, as: UInt32.self))
    recentTwelves[long] = place
  }

  @inline(__always)
  private static func hash(_ four: UInt32) -> Int {
    Int(truncatingIfNeeded: (four &* 0x9E37_79B1) >> UInt32(32 - hashBits))
  }

  @inline(__always)
  private static func hash(_ eight: UInt64, _ four: UInt32) -> Int {
    let mixed = (eight &* 0x9E37_79B9_7F4A_7C15) ^ (UInt64(four) &* 0xC2B2_AE3D_27D4_EB4F)
    return Int(truncatingIfNeeded: mixed >> UInt64(64 - hashBits))
  }
}
