/// A bit for each row of a table.
struct Bitmap: Sendable {
  var words: [UInt64]

  init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  /// - `bytes`: eight rows a byte, the lowest row in the lowest bit, no more than the rows need.
  init(count: Int, bytes: [UInt8]) {
    self.init(count: count)
    for (index, byte) in bytes.enumerated() { words[index >> 3] |= UInt64(byte) << UInt64((index & 7) * 8) }
  }

  /// Its first bytes, as `init(count:bytes:)` reads them.
  func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: words[$0 >> 3] >> UInt64(($0 & 7) * 8)) }
  }

  @inline(__always)
  func contains(_ row: Int) -> Bool { words[row >> 6] >> UInt64(row & 63) & 1 == 1 }

  @inline(__always)
  mutating func insert(_ row: Int) { words[row >> 6] |= 1 << UInt64(row & 63) }

  @inline(__always)
  mutating func remove(_ row: Int) { words[row >> 6] &= ~(1 << UInt64(row & 63)) }

  mutating func insert(_ rows: Range<Int>) {
    Self.forEachWord(of: rows) { words[$0] |= $1 }
  }

  mutating func remove(_ rows: Range<Int>) {
    Self.forEachWord(of: rows) { words[$0] &= ~$1 }
  }

  mutating func formUnion(_ other: Bitmap) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  func count(in rows: Range<Int>) -> Int {
    var count = 0
    Self.forEachWord(of: rows) { count += (words[$0] & $1).nonzeroBitCount }
    return count
  }

  /// The first row of `rows` whose bit is as said, or the end of `rows`.
  func first(_ isSet: Bool, in rows: Range<Int>) -> Int {
    guard !rows.isEmpty else { return rows.upperBound }
    let flip: UInt64 = isSet ? 0 : ~0
    var index = rows.lowerBound >> 6
    var word = (words[index] ^ flip) & (~0 << UInt64(rows.lowerBound & 63))
    while word == 0 {
      index += 1
      if index << 6 >= rows.upperBound { return rows.upperBound }
      word = words[index] ^ flip
    }
    return min(index << 6 + word.trailingZeroBitCount, rows.upperBound)
  }

  @inline(__always)
  private static func forEachWord(of rows: Range<Int>, _ body: (Int, UInt64) -> Void) {
    guard !rows.isEmpty else { return }
    let (first, last) = (rows.lowerBound >> 6, (rows.upperBound - 1) >> 6)
    for index in first...last {
      var mask: UInt64 = ~0
      if index == first { mask &= ~0 << UInt64(rows.lowerBound & 63) }
      if index == last { mask &= ~0 >> UInt64(63 - (rows.upperBound - 1) & 63) }
      body(index, mask)
    }
  }
}
