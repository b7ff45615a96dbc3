/// A stretch of a page as literals and repeats, and how often it needs each symbol (RFC 1951 §3.2.5). The memory is kept for
/// the next one.
///
/// It holds no literals: they are the bytes of the page that stand before a repeat.
struct Block: ~Copyable {
  static let shortestRepeat = 3
  static let longestRepeat = 258
  static let endOfBlock = 256
  static let firstLength = 257
  /// Bytes after which it ends, where no repeat is being written.
  static let byteLimit = 48 * 1024
  /// Bytes of a repeat: a longer one is said as several.
  static let repeatLimit = 64 * longestRepeat
  private static let partLimit = 8 * 1024
  /// Parts of the longest repeat, with the bytes before it that were taken for literals.
  private static let partReserve = 64 + byteLimit / longestRepeat

  /// Literals, and the repeat behind them.
  struct Part {
    private let value: UInt64

    /// - `length`: less the shortest, up to 255.
    /// - `distance`: less 1.
    @inline(__always)
    init(literalCount: Int, length: Int, distance: Int, distanceSymbol: Int) {
      value =
        UInt64(truncatingIfNeeded: distance | distanceSymbol &<< 16 | length &<< 24 | literalCount &<< 32)
    }

    var distance: UInt64 { value & 0xFFFF }
    var distanceSymbol: Int { Int(truncatingIfNeeded: value &>> 16 & 0xFF) }
    var length: Int { Int(truncatingIfNeeded: value &>> 24 & 0xFF) }
    var literalCount: Int { Int(truncatingIfNeeded: value &>> 32) }
  }

  /// How often each symbol is needed.
  struct Frequencies {
    let literals = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
    /// By their length less the shortest, not by their symbol.
    let lengths = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
    let distances = UnsafeMutablePointer<UInt32>.allocate(capacity: RepeatSymbols.distanceCount)

    func clear() {
      literals.initialize(repeating: 0, count: 256)
      lengths.initialize(repeating: 0, count: 256)
      distances.initialize(repeating: 0, count: RepeatSymbols.distanceCount)
    }

    func deallocate() {
      literals.deallocate()
      lengths.deallocate()
      distances.deallocate()
    }
  }

  /// A block that is being filled: what stays in registers meanwhile.
  struct Draft {
    fileprivate let begin: UnsafeRawPointer
    fileprivate let parts: UnsafeMutablePointer<Part>
    fileprivate let frequencies: Frequencies
    fileprivate let distanceSymbols: UnsafeMutablePointer<UInt8>
    /// Up to here all is said, and a repeat may not reach back behind it.
    fileprivate var said: UnsafeRawPointer
    fileprivate var partCount = 0

    var isFull: Bool { partCount > Block.partLimit &- Block.partReserve }

    @inline(__always)
    func addLiteral(_ byte: UInt8) { frequencies.literals[Int(byte)] &+= 1 }

    /// - `first`: from here to `end` the bytes are those `distance` before. Those before it may be so too: what was taken for a
    ///   literal becomes part of the repeat.
    /// - `input`: the first byte that a repeat can reach.
    @inline(__always)
    mutating func addRepeat(
      _ first: UnsafeRawPointer, _ end: UnsafeRawPointer, _ distance: Int, from input: UnsafeRawPointer
    ) {
      var first = first
      let earliest = max(said, input + distance)
      while first > earliest {
        let byte = (first - 1).load(as: UInt8.self)
        guard byte == (first - 1 - distance).load(as: UInt8.self) else { break }
        first -= 1
        frequencies.literals[Int(byte)] &-= 1
      }
      let symbol = RepeatSymbols.ofDistance(distance &- 1, distanceSymbols)
      var literalCount = first - said
      var rest = end - first
      while true {
        var part = min(rest, Block.longestRepeat)
        // A rest of less than the shortest repeat could not be said.
        if rest > part, rest &- part < Block.shortestRepeat { part = rest &- Block.shortestRepeat }
        let length = part &- Block.shortestRepeat
        parts[partCount] = Part(
          literalCount: literalCount, length: length, distance: distance &- 1, distanceSymbol: symbol)
        partCount &+= 1
        frequencies.lengths[length] &+= 1
        frequencies.distances[symbol] &+= 1
        rest &-= part
        if rest <= 0 { break }
        literalCount = 0
      }
      said = end
    }
  }

  let symbols = RepeatSymbols()
  let frequencies = Frequencies()
  let parts = UnsafeMutablePointer<Part>.allocate(capacity: partLimit)
  private(set) var partCount = 0
  /// Its first byte.
  private(set) var bytes: UnsafeRawPointer?
  private(set) var byteCount = 0
  /// Literals behind the last repeat.
  private(set) var lastLiteralCount = 0

  deinit {
    parts.deallocate()
    frequencies.deallocate()
  }

  func begin(_ bytes: UnsafeRawPointer) -> Draft {
    frequencies.clear()
    return Draft(begin: bytes, parts: parts, frequencies: frequencies, distanceSymbols: symbols.distances, said: bytes)
  }

  mutating func end(_ draft: Draft, _ end: UnsafeRawPointer) {
    bytes = draft.begin
    byteCount = end - draft.begin
    partCount = draft.partCount
    lastLiteralCount = end - draft.said
  }
}
