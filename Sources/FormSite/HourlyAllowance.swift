import HTTPCore
import Support

/// What one customer of a network provider may use in an hour, such as bytes of files or saved drafts. For IPv6, a customer is
/// a /64.
final class HourlyAllowance: Sendable {
  private static let seconds = 3600
  /// Customers that are counted at once. When there are more, those that have used at most half of the limit start again at
  /// zero.
  static let countLimit = 100_000

  private struct Use {
    var began: Int
    var amounts: [IPAddress?: Int] = [:]
  }

  private let limit: Int
  private let use = Lock<Use?>(nil)

  /// - Parameter limit: what a customer may use in an hour.
  init(_ limit: Int) { self.limit = limit }

  /// - Parameters:
  ///   - address: of the request; all texts that are not IP addresses count as one customer.
  ///   - now: seconds of the site's clock.
  /// - Returns: `false` if the amount exceeds what is left; nothing is taken then.
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

  /// The seconds until all customers start again at zero.
  func waitSeconds(at now: Int) -> Int { use.withLock { $0.map { max(0, Self.seconds - (now - $0.began)) } ?? 0 } }
}
