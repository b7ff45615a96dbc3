import HTTPCore
import Support
import Synchronization

/// Bytes of memory that all loops share.
struct ByteBudget: ~Copyable, Sendable {
  let limit: Int
  private let taken = Atomic(0)

  init(limit: Int) { self.limit = limit }

  var takenBytes: Int { taken.load(ordering: .relaxed) }

  /// False where fewer are left.
  func take(_ bytes: Int) -> Bool {
    let before = taken.wrappingAdd(bytes, ordering: .relaxed).oldValue
    if bytes <= limit - before { return true }
    give(bytes)
    return false
  }

  func give(_ bytes: Int) { taken.wrappingSubtract(bytes, ordering: .relaxed) }
}

/// The connections that each address has, over all loops. One entry for each address that has any.
final class AddressCounts: Sendable {
  private let limit: Int
  private let counts = Lock<[IPAddress: Int]>([:])

  /// - Parameter limit: connections of one address.
  init(limit: Int) { self.limit = limit }

  /// False where the address has as many as it may.
  func enter(_ address: IPAddress) -> Bool {
    counts.withLock { counts in
      let count = counts[address.network, default: 0]
      guard count < limit else { return false }
      counts[address.network] = count + 1
      return true
    }
  }

  func leave(_ address: IPAddress) {
    counts.withLock { counts in
      let left = counts[address.network, default: 1] - 1
      counts[address.network] = left > 0 ? left : nil
    }
  }
}

/// The use of a loop by one network. Its connections have it at hand: an address is looked up once a connection.
final class NetworkUse {
  let network: IPAddress
  var connectionCount = 0
  /// Set aside for unfinished requests.
  var heldByteCount = 0

  init(_ network: IPAddress) { self.network = network }
}

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
  func admit(_ address: IPAddress, at time: Instant) -> Bool {
    // The seed of the hash is of this process alone: nobody can choose addresses that meet.
    var hasher = Hasher()
    hasher.combine(address.network)
    let hash = UInt64(truncatingIfNeeded: hasher.finalize())
    return table.withLock { table in
      var used = UInt64.max
      for row in 0..<Self.rowCount { used = min(used, table[Self.place(hash, row: row)]) }
      let next = max(used, time.nanoseconds) &+ price
      guard next &- time.nanoseconds <= Self.minute else { return false }
      for row in 0..<Self.rowCount {
        let place = Self.place(hash, row: row)
        table[place] = max(table[place], next)
      }
      return true
    }
  }

  private static func place(_ hash: UInt64, row: Int) -> Int {
    row * placeCount + Int(truncatingIfNeeded: hash >> UInt64(row * 16)) & (placeCount - 1)
  }
}

/// Counts of all that was turned away since the start, for metrics.
struct RefusalCounts: ~Copyable, Sendable {
  private let bodies = Atomic(0)
  private let posts = Atomic(0)
  private let connections = Atomic(0)
  private let displaced = Atomic(0)

  func note(_ fault: Fault) {
    switch fault {
    case .noRoom: bodies.wrappingAdd(1, ordering: .relaxed)
    case .tooManyPosts: posts.wrappingAdd(1, ordering: .relaxed)
    default: break
    }
  }

  func noteRefusedConnection() { connections.wrappingAdd(1, ordering: .relaxed) }
  func noteDisplacedConnection() { displaced.wrappingAdd(1, ordering: .relaxed) }

  var values: Refusals {
    Refusals(
      bodies: bodies.load(ordering: .relaxed), posts: posts.load(ordering: .relaxed),
      connections: connections.load(ordering: .relaxed), displacedConnections: displaced.load(ordering: .relaxed))
  }
}

/// Counts of all that a server has turned away since its start.
package struct Refusals: Sendable, Equatable {
  /// Requests for which there was no memory left.
  package var bodies: Int
  /// Posts beyond what one address may send in a minute.
  package var posts: Int
  /// Connections beyond what one address may have.
  package var connections: Int
  /// Connections that were closed to make room for others.
  package var displacedConnections: Int
}
