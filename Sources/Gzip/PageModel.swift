import Synchronization

/// A page that many others are much like, as it is written: its repeats are found, its codes made and its bits ready, so that
/// another page takes over what it has in common with it (``LikenessWriter``).
///
/// It is as everybody gets it: what is in it shows in the lengths of all pages that are written from it.
///
/// Sendable without a check: nothing of it changes once it is made.
package final class PageModel: @unchecked Sendable {
  /// A repeat, and where its words stand among the bits.
  struct Repeat {
    let position: UInt32
    let distance: UInt16
    let length: UInt16
    /// Where the word of its distance begins.
    let bitPosition: UInt32
    /// Of its length's word.
    let bitCountBefore: UInt16
    let bitCount: UInt16

    var first: Int { Int(position) }
    var end: Int { Int(position &+ UInt32(length)) }
    var source: Int { Int(position &- UInt32(distance)) }
    var bitStart: Int { Int(bitPosition &- UInt32(bitCountBefore)) }
    var bitMiddle: Int { Int(bitPosition) }
    var bitEnd: Int { Int(bitPosition &+ UInt32(bitCount)) }
  }

  /// The memory that models take together.
  package final class Room: Sendable {
    /// A hundred pages of 10 KB, or some thirty of 40.
    package static let ofProcess = Room(byteLimit: 16 << 20)

    private let byteLimit: Int
    fileprivate let heldByteCount = Atomic(0)

    /// - `byteLimit`: the last model may go beyond it.
    package init(byteLimit: Int) { self.byteLimit = byteLimit }

    fileprivate var isFull: Bool { heldByteCount.load(ordering: .relaxed) >= byteLimit }
  }

  /// Bytes of the largest: to make one takes longer than to compress its page.
  static let byteLimit = 256 << 10
  /// Bytes that are read together.
  private static let padding = 16
  /// Bytes of an anchor.
  static let anchorByteCount = 12
  /// In a table: nothing stands there that is known. It is a place as any other for who compares what stands there.
  private static let nowhere: UInt32 = 0

  let bytes: UnsafeRawPointer
  let byteCount: Int
  let repeats: UnsafePointer<Repeat>
  let repeatCount: Int
  /// The first byte that each repeats.
  let sources: UnsafePointer<UInt32>
  /// The same of each group of repeats that follow each other, as far as they are full.
  let groupSources: UnsafePointer<UInt32>
  static let groupBits = 3
  /// How its block begins, then its literals and repeats.
  let bits: UnsafeRawPointer
  let headBitCount: Int
  let bitCount: Int
  /// With a word for every symbol: pages hold what the model has not.
  let codes: BlockCodes
  let distances: DistanceWords
  let hashBits: Int
  /// Where runs of twelve bytes stand that it has only once.
  let anchors: UnsafePointer<UInt32>
  /// Where runs of five bytes stand first.
  let firsts: UnsafePointer<UInt32>

  private let room: Room
  private var heldByteCount: Int {
    byteCount + repeatCount * (MemoryLayout<Repeat>.stride + MemoryLayout<UInt32>.stride) + bitCount / 8 + 2
      << (hashBits + 2)
  }

  /// Nil: it is too small or too large for one, or there is no room for more of them.
  package init?(of page: [UInt8], in room: Room = .ofProcess) {
    guard Self.anchorByteCount...Self.byteLimit ~= page.count, !room.isFull else { return nil }
    self.room = room
    byteCount = page.count
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: page.count + Self.padding, alignment: Self.padding)
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: page.count + Self.padding)
    page.withUnsafeBytes { bytes.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(bytes), byteCount: $0.count) }
    self.bytes = UnsafeRawPointer(bytes)

    var codes = BlockCodes()
    let repeats = ModelParser(self.bytes, page.count).parse(&codes)
    distances = DistanceWords(codes.words, RepeatSymbols())
    var output = BitWriter()
    output.begin()
    output.reserve(2 * page.count + BlockCodes.headByteLimit)
    codes.writeHead(isLast: true, to: &output)
    headBitCount = output.bitCount
    let words = codes.words
    var place = 0
    let kept = UnsafeMutablePointer<Repeat>.allocate(capacity: repeats.count)
    for (index, found) in repeats.enumerated() {
      output.bits.write(bytes + place, found.position - place, words.literals)
      let length = words.word(ofLength: found.length - Block.shortestRepeat)
      output.write(length)
      let start = output.bitCount
      distances.words.add(found.distance - 1, to: &output.bits)
      output.bits.flush()
      (kept + index).initialize(
        to: Repeat(
          position: UInt32(found.position), distance: UInt16(found.distance), length: UInt16(found.length),
          bitPosition: UInt32(start), bitCountBefore: UInt16(length.bitCount),
          bitCount: UInt16(output.bitCount - start)))
      place = found.position + found.length
    }
    output.bits.write(bytes + place, page.count - place, words.literals)
    self.repeats = UnsafePointer(kept)
    repeatCount = repeats.count
    let sources = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, repeats.count))
    for index in repeats.indices { (sources + index).initialize(to: UInt32(kept[index].source)) }
    self.sources = UnsafePointer(sources)
    let groupCount = repeats.count >> Self.groupBits
    let groupSources = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, groupCount))
    for group in 0..<groupCount {
      let members = group << Self.groupBits..<(group + 1) << Self.groupBits
      (groupSources + group).initialize(to: members.map { sources[$0] }.min() ?? 0)
    }
    self.groupSources = UnsafePointer(groupSources)
    bitCount = output.bitCount
    output.padToByte()
    let written = output.bytes
    let bits = UnsafeMutableRawPointer.allocate(byteCount: written.count + Self.padding, alignment: Self.padding)
    bits.initializeMemory(as: UInt8.self, repeating: 0, count: written.count + Self.padding)
    written.withUnsafeBytes { bits.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(bits), byteCount: $0.count) }
    self.bits = UnsafeRawPointer(bits)
    self.codes = codes

    // About as many places as bytes, or half: most runs stand more than once.
    hashBits = max(10, Int.bitWidth - 1 - (page.count - 1).leadingZeroBitCount)
    anchors = Self.anchors(of: self.bytes, page.count, hashBits)
    firsts = Self.firsts(of: self.bytes, page.count, hashBits)
    room.heldByteCount.wrappingAdd(heldByteCount, ordering: .relaxed)
  }

  deinit {
    room.heldByteCount.wrappingSubtract(heldByteCount, ordering: .relaxed)
    bytes.deallocate()
    repeats.deallocate()
    sources.deallocate()
    groupSources.deallocate()
    bits.deallocate()
    anchors.deallocate()
    firsts.deallocate()
  }

  /// The first repeat, from this one on, that does not end by a byte; where all do, the number of them.
  @inline(__always)
  func firstRepeat(endingBehind end: Int, from first: Int) -> Int {
    var (low, high) = (first, repeatCount)
    while low < high {
      let middle = (low &+ high) &>> 1
      if repeats[middle].end <= end { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  private static func table(_ hashBits: Int) -> UnsafeMutablePointer<UInt32> {
    let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 1 << hashBits)
    table.initialize(repeating: nowhere, count: 1 << hashBits)
    return table
  }

  /// Of two runs with one hash the first has the place, unless it stands there twice.
  private static func anchors(of bytes: UnsafeRawPointer, _ count: Int, _ hashBits: Int) -> UnsafePointer<UInt32> {
    let anchors = table(hashBits)
    // Runs that stand more than once, as places are found to hold such.
    var repeated: Set<UInt32> = []
    for position in 0...count - anchorByteCount {
      let eight = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let four = bytes.loadUnaligned(fromByteOffset: position + 8, as: UInt32.self)
      let hash = ByteRuns.hash(eight, four, bitCount: hashBits)
      let other = anchors[hash]
      if other == nowhere {
        anchors[hash] = UInt32(position)
      } else if ByteRuns.equalCount(bytes + position, bytes + Int(other), anchorByteCount) == anchorByteCount {
        repeated.insert(other)
      }
    }
    for hash in 0..<1 << hashBits where repeated.contains(anchors[hash]) { anchors[hash] = nowhere }
    return UnsafePointer(anchors)
  }

  private static func firsts(of bytes: UnsafeRawPointer, _ count: Int, _ hashBits: Int) -> UnsafePointer<UInt32> {
    let firsts = table(hashBits)
    for position in (0..<count).reversed() {
      firsts[ByteRuns.hash(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self), bitCount: hashBits)] =
        UInt32(position)
    }
    return UnsafePointer(firsts)
  }
}
