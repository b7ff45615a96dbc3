import HTTPMessage
import Support

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
