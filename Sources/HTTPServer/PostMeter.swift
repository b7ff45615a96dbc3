import HTTPMessage
import Support

/// Counts the posts of each address, so many a minute, at an even rate or all at once (the generic cell rate algorithm).
///
/// The table has a fixed size: an address has a place in each of four rows, which it may share with others. Its own count is
/// the smallest of the four, so that one who posts too much holds up another only where all four meet.
final class PostMeter: Sendable {
  private static let rowCount = 4
  /// Places in a row, a power of two: half a megabyte in all.
  private static let placeCount = 1 << 14
  private static let minute: UInt64 = 60_000_000_000

  /// Nanoseconds that one post takes of its minute.
  private let price: UInt64
  /// When each place will have used up nothing.
  private let table: Lock<[UInt64]>

  init(minuteLimit: Int) {
    price = Self.minute / UInt64(max(1, minuteLimit))
    table = Lock([UInt64](repeating: 0, count: Self.rowCount * Self.placeCount))
  }

  /// False where the address has none left; then it is not counted.
  func count(_ address: IPAddress, at time: Instant) -> Bool {
    // The seed of the hash is of this process alone: nobody can choose addresses that meet.
    var hasher = Hasher()
    hasher.combine(address.network)
    let hash = UInt64(truncatingIfNeeded: hasher.finalize())
    return table.withLock { table in
      var used = UInt64.max
      for row in 0..<Self.rowCount { used = min(used, table[Self.place(hash, row)]) }
      let next = max(used, time.nanoseconds) &+ price
      guard next &- time.nanoseconds <= Self.minute else { return false }
      for row in 0..<Self.rowCount {
        let place = Self.place(hash, row)
        table[place] = max(table[place], next)
      }
      return true
    }
  }

  private static func place(_ hash: UInt64, _ row: Int) -> Int {
    row * placeCount + Int(truncatingIfNeeded: hash >> UInt64(row * 16)) & (placeCount - 1)
  }
}
