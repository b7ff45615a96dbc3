import Glibc
import Support

/// Finds the row of a value: open addressing with linear probing over the bytes of the value column, at most half full.
struct ValueIndex: Sendable {
  /// Row + 1, or 0. The upper bits are part of the value's hash, so that different values are hardly ever compared.
  private var slots: [UInt32]
  /// The bits of a slot that hold the row.
  private let rowMask: UInt32
  /// The digest of the values in row order.
  let digest: UInt64
  /// Rows whose value an earlier row has, each with that row.
  let repeated: [(row: Int, first: Int)]

  init(_ column: TextColumn, count: Int) {
    var capacity = 8
    while capacity < count * 2 { capacity *= 2 }
    let mask = UInt64(capacity - 1)
    let rowMask = UInt32(capacity - 1)
    var slots = [UInt32](repeating: 0, count: capacity)
    var digest = ByteHash.combine(0, UInt64(count))
    var repeated: [(row: Int, first: Int)] = []
    column.bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<count {
        let value = UnsafeBufferPointer(rebasing: bytes[column.range(at: row)])
        let hash = ByteHash.hash(value)
        digest = ByteHash.combine(digest, hash)
        var slot = Int(hash & mask)
        let tag = UInt32(truncatingIfNeeded: hash >> 32) & ~rowMask
        while slots[slot] != 0 {
          let other = Int(slots[slot] & rowMask) - 1
          if slots[slot] & ~rowMask == tag,
            Self.isEqual(value, UnsafeBufferPointer(rebasing: bytes[column.range(at: other)]))
          {
            repeated.append((row, other))
            break
          }
          slot = (slot + 1) & Int(mask)
        }
        if slots[slot] == 0 { slots[slot] = tag | UInt32(row + 1) }
      }
    }
    self.slots = slots
    self.rowMask = rowMask
    self.digest = digest
    self.repeated = repeated
  }

  func row(of value: UnsafeBufferPointer<UInt8>, in column: StoredColumn) -> Int? { row(of: value) { column[$0] } }

  /// The row of a value in a column that is being read.
  func row(of value: UnsafeBufferPointer<UInt8>, in column: TextColumn) -> Int? {
    column.bytes.withUnsafeBufferPointer { bytes in
      row(of: value) { UnsafeBufferPointer(rebasing: bytes[column.range(at: $0)]) }
    }
  }

  @inline(__always)
  private func row(
    of value: UnsafeBufferPointer<UInt8>, _ valueOf: (Int) -> UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let hash = ByteHash.hash(value)
    let tag = UInt32(truncatingIfNeeded: hash >> 32) & ~rowMask
    var slot = Int(hash & UInt64(slots.count - 1))
    while slots[slot] != 0 {
      let row = Int(slots[slot] & rowMask) - 1
      if slots[slot] & ~rowMask == tag, Self.isEqual(value, valueOf(row)) { return row }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  @inline(__always)
  private static func isEqual(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    guard a.count == b.count, let left = a.baseAddress, let right = b.baseAddress else { return a.count == b.count }
    return memcmp(left, right, a.count) == 0
  }
}
