import HTTPCore
import Support

/// What one customer of a network may use up in an hour: bytes of files, drafts that are saved. Of IPv6 a customer has 2⁶⁴ addresses.
final class HourlyAllowance: Sendable {
  private static let seconds = 3600
  /// Customers that are counted. Beyond them those who have used least begin anew.
  static let countLimit = 100_000

  private struct Use {
    var began: Int
    var amounts: [IPAddress?: Int] = [:]
  }

  private let limit: Int
  private let use = Lock<Use?>(nil)

  /// - Parameter limit: of an hour.
  init(_ limit: Int) { self.limit = limit }

  /// - Parameters:
  ///   - address: of the request; all that are no IP address are one.
  ///   - now: of the site's clock, in seconds.
  /// - Returns: false: nothing is taken, for it would be too much.
  func take(_ amount: Int = 1, from address: String, at now: Int) -> Bool {
    let customer = IPAddress(address)?.network
    return use.withLock { kept in
      var use = kept.take() ?? Use(began: now)
      if now - use.began >= Self.seconds { use = Use(began: now) }
      if use.amounts.count >= Self.countLimit, use.amounts[customer] == nil {
        use.amounts = use.amounts.filter { $0.value > limit / 2 }
      }
      let taken = use.amounts[customer, default: 0]
      let isAllowed = amount <= limit - taken
      if isAllowed { use.amounts[customer] = taken + amount }
      kept = use
      return isAllowed
    }
  }
}
