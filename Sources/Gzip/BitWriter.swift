import Glibc

/// Bytes that are written bit by bit, the first bit the lowest of its byte (RFC 1951 §3.1.1). The memory is kept for the
/// next body.
struct BitWriter: ~Copyable {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private var count = 0
  private var pending: UInt64 = 0
  private var pendingCount = 0
  /// Written at once, whatever is new in them.
  private static let wordByteCount = MemoryLayout<UInt64>.size

  init() {
    capacity = 16 * 1024
    base = .allocate(byteCount: capacity, alignment: BitWriter.wordByteCount)
  }

  deinit { base.deallocate() }

  mutating func begin() {
    count = 0
    pending = 0
    pendingCount = 0
  }

  /// Makes room for `additional` bytes more.
  mutating func reserve(_ additional: Int) {
    let needed = count + additional + 2 * BitWriter.wordByteCount
    guard needed > capacity else { return }
    let grown = UnsafeMutableRawPointer.allocate(byteCount: 2 * needed, alignment: BitWriter.wordByteCount)
    memcpy(grown, base, count)
    base.deallocate()
    base = grown
    capacity = 2 * needed
  }

  /// - `bitCount`: at most 56.
  @inline(__always)
  mutating func write(_ bits: UInt64, _ bitCount: Int) {
    write(1) { _ in (bits, bitCount) }
  }

  /// Writes the bits of `runCount` runs, for which there is room; each is of at most 56.
  @inline(__always)
  mutating func write(_ runCount: Int, _ run: (Int) -> (bits: UInt64, bitCount: Int)) {
    var place = base + count
    var pending = pending
    var pendingCount = pendingCount
    for index in 0..<runCount {
      let (bits, bitCount) = run(index)
      pending |= bits &<< UInt64(truncatingIfNeeded: pendingCount)
      pendingCount &+= bitCount
      place.storeBytes(of: pending.littleEndian, as: UInt64.self)
      let whole = pendingCount &>> 3
      place += whole
      pending &>>= UInt64(truncatingIfNeeded: whole &<< 3)
      pendingCount &= 7
    }
    count = place - base
    self.pending = pending
    self.pendingCount = pendingCount
  }

  @inline(__always)
  mutating func write(_ word: PrefixCode.Word) {
    write(UInt64(word.bits), word.bitCount)
  }

  mutating func append(_ byte: UInt8) {
    reserve(1)
    write(UInt64(byte), 8)
  }

  mutating func padToByte() {
    if pendingCount > 0 { write(0, 8 - pendingCount) }
  }

  /// All whole bytes.
  var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: base, count: count)) }
}
