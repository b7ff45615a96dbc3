/// Runs of bytes.
enum ByteRuns {
  /// How many bytes from the one place on equal those from the other, up to a limit.
  @inline(__always)
  static func equalCount(_ some: UnsafeRawPointer, _ others: UnsafeRawPointer, _ limit: Int) -> Int {
    var count = 0
    while count &+ 32 <= limit {
      let first =
        some.loadUnaligned(fromByteOffset: count, as: SIMD2<UInt64>.self)
        ^ others.loadUnaligned(fromByteOffset: count, as: SIMD2<UInt64>.self)
      let second =
        some.loadUnaligned(fromByteOffset: count &+ 16, as: SIMD2<UInt64>.self)
        ^ others.loadUnaligned(fromByteOffset: count &+ 16, as: SIMD2<UInt64>.self)
      let both = first | second
      if both[0] | both[1] != 0 { break }
      count &+= 32
    }
    while count &+ 8 <= limit {
      let difference =
        some.loadUnaligned(fromByteOffset: count, as: UInt64.self).littleEndian
        ^ others.loadUnaligned(fromByteOffset: count, as: UInt64.self).littleEndian
      if difference != 0 { return count &+ difference.trailingZeroBitCount >> 3 }
      count &+= 8
    }
    while count < limit,
      some.load(fromByteOffset: count, as: UInt8.self) == others.load(fromByteOffset: count, as: UInt8.self)
    {
      count &+= 1
    }
    return count
  }

  /// Of the first five of eight bytes.
  @inline(__always)
  static func hash(_ eight: UInt64, bitCount: Int) -> Int {
    Int(
      truncatingIfNeeded: (eight.littleEndian &<< 24 &* 0x9E37_79B9_7F4A_7C15)
        &>> UInt64(truncatingIfNeeded: 64 &- bitCount))
  }

  /// Of twelve bytes.
  @inline(__always)
  static func hash(_ eight: UInt64, _ four: UInt32, bitCount: Int) -> Int {
    let mixed = (eight &* 0x9E37_79B9_7F4A_7C15) ^ (UInt64(four) &* 0xC2B2_AE3D_27D4_EB4F)
    return Int(truncatingIfNeeded: mixed &>> UInt64(truncatingIfNeeded: 64 &- bitCount))
  }
}
