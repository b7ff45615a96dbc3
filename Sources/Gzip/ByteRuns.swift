/// Runs of bytes.
enum ByteRuns {
  private static let mixer: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// How many bytes from the one place on equal those from the other, up to a limit.
  @inline(__always)
  static func equalCount(_ some: UnsafeRawPointer, _ others: UnsafeRawPointer, _ limit: Int) -> Int {
    var count = 0
    guard limit >= 8 else {
      while count < limit,
        some.load(fromByteOffset: count, as: UInt8.self) == others.load(fromByteOffset: count, as: UInt8.self)
      {
        count &+= 1
      }
      return count
    }
    // Most end soon.
    let first = difference(some, others, 0)
    if first != 0 { return first.trailingZeroBitCount &>> 3 }
    count = 8
    while count &+ 64 <= limit {
      let all =
        some.loadUnaligned(fromByteOffset: count, as: SIMD8<UInt64>.self)
        ^ others.loadUnaligned(fromByteOffset: count, as: SIMD8<UInt64>.self)
      let four = all.lowHalf | all.highHalf
      let two = four.lowHalf | four.highHalf
      if two[0] | two[1] != 0 { break }
      count &+= 64
    }
    while count &+ 8 <= limit {
      let difference = difference(some, others, count)
      if difference != 0 { return count &+ difference.trailingZeroBitCount &>> 3 }
      count &+= 8
    }
    // The last eight, of which some are known to be equal.
    count = limit &- 8
    let last = difference(some, others, count)
    return last == 0 ? limit : count &+ last.trailingZeroBitCount &>> 3
  }

  /// How many bytes before the one place equal those before the other, up to a limit.
  @inline(__always)
  static func equalCount(before some: UnsafeRawPointer, _ others: UnsafeRawPointer, _ limit: Int) -> Int {
    var count = 0
    while count &+ 8 <= limit {
      let difference = difference(some, others, -8 &- count)
      if difference != 0 { return count &+ difference.leadingZeroBitCount &>> 3 }
      count &+= 8
    }
    while count < limit,
      some.load(fromByteOffset: -1 &- count, as: UInt8.self) == others.load(fromByteOffset: -1 &- count, as: UInt8.self)
    {
      count &+= 1
    }
    return count
  }

  /// Of eight bytes, the first the lowest.
  @inline(__always)
  private static func difference(_ some: UnsafeRawPointer, _ others: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    some.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
      ^ others.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
  }

  /// Of the first five of eight bytes: as many of its high bits as are asked for are their hash.
  @inline(__always)
  static func mixed(_ eight: UInt64) -> UInt64 { eight.littleEndian &<< 24 &* mixer }

  /// Of the first five of eight bytes.
  @inline(__always)
  static func hash(_ eight: UInt64, bitCount: Int) -> Int {
    Int(truncatingIfNeeded: mixed(eight) &>> UInt64(truncatingIfNeeded: 64 &- bitCount))
  }

  /// Of twelve bytes.
  @inline(__always)
  static func hash(_ eight: UInt64, _ four: UInt32, bitCount: Int) -> Int {
    let mixed = (eight &* mixer) ^ (UInt64(four) &* 0xC2B2_AE3D_27D4_EB4F)
    return Int(truncatingIfNeeded: mixed &>> UInt64(truncatingIfNeeded: 64 &- bitCount))
  }
}
