import HTTPCore
import Support
import Synchronization

/// A number of bytes of memory that all loops share.
struct ByteBudget: ~Copyable, Sendable {
  let limit: Int
  private let taken = Atomic(0)

  init(limit: Int) { self.limit = limit }

  var takenBytes: Int { taken.load(ordering: .relaxed) }

  /// Takes bytes; false if fewer are left.
  func take(_ bytes: Int) -> Bool {
    let before = taken.wrappingAdd(bytes, ordering: .relaxed).oldValue
    if bytes <= limit - before { return true }
    give(bytes)
    return false
  }

  func give(_ bytes: Int) { taken.wrappingSubtract(bytes, ordering: .relaxed) }
}

/// The number of connections of each address, over all loops. Only addresses with connections have an entry.
final class AddressCounts: Sendable {
  private let limit: Int
  private let counts = Lock<[IPAddress: Int]>([:])

  /// - Parameter limit: connections that one address may have.
  init(limit: Int) { self.limit = limit }

  /// Counts a connection; false if the address already has as many as it may.
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

/// What one network uses of a loop. Each of its connections holds a reference, so that an address is looked up once a connection.
final class NetworkUse {
  let network: IPAddress
  var connectionCount = 0
  /// Bytes reserved for unfinished requests.
  var heldByteCount = 0

  init(_ network: IPAddress) { self.network = network }
}

/// Limits the posts of each address to a number in a minute, at an even rate or all at once (the generic cell rate algorithm).
///
/// The table has a fixed size: an address has one place in each of four rows, and may share each place with others. The smallest of
/// its four counts is the one used, so that an address which posts too much delays another one only if they share all four places.
final class PostMeter: Sendable {
  private static let rowCount = 4
  /// Places in a row, a power of two. The whole table takes half a megabyte.
  private static let placeCount = 1 << 14
  private static let minute: UInt64 = 60_000_000_000

  /// Nanoseconds of the minute that one post uses up.
  private let price: UInt64
  /// The time at which each place will be empty again.
  private let table: Lock<[UInt64]>

  init(minuteLimit: Int) {
    price = Self.minute / UInt64(max(1, minuteLimit))
    table = Lock([UInt64](repeating: 0, count: Self.rowCount * Self.placeCount))
  }

  /// Counts a post; false if the address has none left, and then nothing is counted.
  func admit(_ address: IPAddress, at time: Instant) -> Bool {
    // The seed of the hash differs for each process, so that nobody can choose addresses that share places.
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

/// Counts of everything refused since the start, for metrics.
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

/// Counts of everything that a server has refused since its start.
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
