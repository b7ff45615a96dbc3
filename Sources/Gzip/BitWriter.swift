import Glibc

/// Bytes that are written bit by bit, the first bit the lowest of its byte (RFC 1951 §3.1.1). The memory is kept for the
/// next body.
struct BitWriter: ~Copyable {
  /// Where the next bits go. A copy in a loop stays in registers.
  struct Bits {
    fileprivate var place: UnsafeMutableRawPointer
    fileprivate var pending: UInt64 = 0
    fileprivate var pendingCount = 0

    /// - `bitCount`: with all that was added since the last ``flush()`` at most 56.
    @inline(__always)
    mutating func add(_ bits: UInt64, _ bitCount: Int) {
      pending |= bits &<< UInt64(truncatingIfNeeded: pendingCount)
      pendingCount &+= bitCount
    }

    @inline(__always)
    mutating func add(_ word: PrefixCode.Word) { add(UInt64(word.bits), word.bitCount) }

    /// Writes all whole bytes. Eight are stored, whatever is new in them.
    @inline(__always)
    mutating func flush() {
      place.storeBytes(of: pending.littleEndian, as: UInt64.self)
      let whole = pendingCount &>> 3
      place += whole
      pending &>>= UInt64(truncatingIfNeeded: whole &<< 3)
      pendingCount &= 7
    }

    /// Bits that stand elsewhere.
    /// - `source`: memory that goes on for ten bytes behind the last of them.
    @inline(__always)
    mutating func copy(_ source: UnsafeRawPointer, _ start: Int, _ end: Int) {
      var next = start
      if end &- start > Bits.copyLimit { (self, next) = copied(source, start, end) }
      add(source, next, end &- next)
      flush()
    }

    /// Of eight bytes the first seven bits may be before the start, and seven may be pending.
    private static let copyLimit = 56

    /// Some of many bits that stand elsewhere: the rest are few. It changes a copy, as one that is changed in its place is not
    /// kept in registers.
    @inline(never)
    private func copied(_ source: UnsafeRawPointer, _ start: Int, _ end: Int) -> (Bits, Int) {
      var bits = self
      var next = start
      if end &- next >= 256 {
        // From a whole byte on, eight bytes at a time.
        let missing = -pendingCount & 7
        bits.add(source, next, missing)
        bits.flush()
        next &+= missing
        let shift = UInt64(truncatingIfNeeded: next & 7)
        while end &- next >= 64 {
          let eight = source + next &>> 3
          let word =
            eight.loadUnaligned(as: UInt64.self).littleEndian &>> shift
            | (eight + 1).loadUnaligned(as: UInt64.self).littleEndian &<< (8 &- shift)
          bits.place.storeBytes(of: word.littleEndian, as: UInt64.self)
          bits.place += 8
          next &+= 64
        }
      }
      while end &- next > Bits.copyLimit {
        bits.add(source, next, Bits.copyLimit)
        bits.flush()
        next &+= Bits.copyLimit
      }
      return (bits, next)
    }

    /// Bits that stand elsewhere, at most 56.
    @inline(__always)
    private mutating func add(_ source: UnsafeRawPointer, _ start: Int, _ count: Int) {
      let eight = (source + start &>> 3).loadUnaligned(as: UInt64.self).littleEndian
      add(
        eight &>> UInt64(truncatingIfNeeded: start & 7) & (1 &<< UInt64(truncatingIfNeeded: count) &- 1), count)
    }

    /// The words of some bytes.
    @inline(__always)
    mutating func write(_ bytes: UnsafeRawPointer, _ count: Int, _ words: UnsafePointer<PrefixCode.Word>) {
      var index = 0
      while index &+ 3 <= count {
        add(words[Int(bytes.load(fromByteOffset: index, as: UInt8.self))])
        add(words[Int(bytes.load(fromByteOffset: index &+ 1, as: UInt8.self))])
        add(words[Int(bytes.load(fromByteOffset: index &+ 2, as: UInt8.self))])
        flush()
        index &+= 3
      }
      // Two words and what follows could be too many.
      while index < count {
        add(words[Int(bytes.load(fromByteOffset: index, as: UInt8.self))])
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

  mutating func begin() { bits = Bits(place: base) }

  private var count: Int { bits.place - base }

  var bitCount: Int { count * 8 + bits.pendingCount }

  /// Makes room for `additional` bytes more.
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
  mutating func write(_ bits: UInt64, _ bitCount: Int) {
    self.bits.add(bits, bitCount)
    self.bits.flush()
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
    if bits.pendingCount > 0 { write(0, 8 - bits.pendingCount) }
  }

  /// gzip's header (RFC 1952 §2.3): deflate, no flags, no time, no effort named, Unix.
  mutating func beginMember() {
    begin()
    for byte: UInt8 in [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] { append(byte) }
  }

  /// A last block of nothing, in the code that needs no head (RFC 1951 §3.2.6).
  mutating func writeLastBlock() {
    reserve(2)
    write(0b011, 3)
    write(0, 7)
  }

  /// gzip's trailer (RFC 1952 §2.3.1).
  mutating func endMember(_ checksum: UInt32, _ byteCount: Int) {
    reserve(16)
    padToByte()
    for word in [checksum, UInt32(truncatingIfNeeded: byteCount)] {
      for shift in stride(from: UInt32(0), to: 32, by: 8) { append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
  }

  /// All whole bytes.
  var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: base, count: count)) }
}
