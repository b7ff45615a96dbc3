import Glibc

/// Bytes that are written bit by bit, each byte from its lowest bit on (RFC 1951 §3.1.1). The memory is kept for the next body.
struct BitWriter: ~Copyable {
  /// The place for the next bits. A copy in a loop stays in registers.
  struct Bits {
    fileprivate var place: UnsafeMutableRawPointer
    fileprivate var pending: UInt64 = 0
    fileprivate var pendingCount = 0

    /// - `bitCount`: together with all bits added since the last ``flush()`` at most 56.
    @inline(__always)
    mutating func add(_ bits: UInt64, bitCount: Int) {
      pending |= bits &<< UInt64(truncatingIfNeeded: pendingCount)
      pendingCount &+= bitCount
    }

    @inline(__always)
    mutating func add(_ word: PrefixCode.Word) { add(UInt64(word.bits), bitCount: word.bitCount) }

    /// Writes all whole bytes. It always stores eight, however many are new.
    @inline(__always)
    mutating func flush() {
      place.storeBytes(of: pending.littleEndian, as: UInt64.self)
      let whole = pendingCount &>> 3
      place += whole
      pending &>>= UInt64(truncatingIfNeeded: whole &<< 3)
      pendingCount &= 7
    }

    /// Writes the words for some bytes.
    @inline(__always)
    mutating func write(_ bytes: UnsafeRawPointer, count: Int, words: UnsafePointer<PrefixCode.Word>) {
      func word(_ index: Int) -> PrefixCode.Word { words[Int(bytes.load(fromByteOffset: index, as: UInt8.self))] }
      var index = 0
      // Three words take at most 45 bits.
      while index &+ 3 <= count {
        add(word(index))
        add(word(index &+ 1))
        add(word(index &+ 2))
        flush()
        index &+= 3
      }
      while index < count {
        add(word(index))
        flush()
        index &+= 1
      }
    }
  }

  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  var bits: Bits
  private static let wordByteCount = MemoryLayout<UInt64>.size

  init() {
    capacity = 16 * 1024
    base = .allocate(byteCount: capacity, alignment: BitWriter.wordByteCount)
    bits = Bits(place: base)
  }

  deinit { base.deallocate() }

  mutating func clear() { bits = Bits(place: base) }

  private var count: Int { bits.place - base }

  /// Makes room for `additional` more bytes.
  mutating func reserve(_ additional: Int) {
    let count = count
    let needed = count + additional + 2 * BitWriter.wordByteCount
    guard needed > capacity else { return }
    let grown = UnsafeMutableRawPointer.allocate(byteCount: 2 * needed, alignment: BitWriter.wordByteCount)
    memcpy(grown, base, count)
    base.deallocate()
    base = grown
    capacity = 2 * needed
    bits.place = base + count
  }

  /// - `bitCount`: at most 56.
  @inline(__always)
  mutating func write(_ bits: UInt64, bitCount: Int) {
    self.bits.add(bits, bitCount: bitCount)
    self.bits.flush()
  }

  @inline(__always)
  mutating func write(_ word: PrefixCode.Word) {
    write(UInt64(word.bits), bitCount: word.bitCount)
  }

  mutating func append(_ byte: UInt8) {
    reserve(1)
    write(UInt64(byte), bitCount: 8)
  }

  /// Appends four bytes, the lowest first.
  mutating func append(_ word: UInt32) {
    reserve(4)
    write(UInt64(word), bitCount: 32)
  }

  mutating func padToByte() {
    if bits.pendingCount > 0 { write(0, bitCount: 8 - bits.pendingCount) }
  }

  /// All whole bytes that were written.
  var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: base, count: count)) }
}
