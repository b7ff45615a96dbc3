import HTTPMessage
import HTTPWire
import Synchronization

/// The settings and handlers that all loops of a server share.
final class Service: Sendable {
  let limits: MessageLimits
  let pace: Pace
  let connectionLimit: Int
  let trustsProxy: Bool
  let errorPage: @Sendable (Status, MountPath, String?) -> Response
  let onExchange: (@Sendable (Exchange) -> Void)?
  let respond: @Sendable (Request) async -> Response
  let screen: (@Sendable (Request) -> Response?)?
  /// Open connections over all loops.
  let connections = Atomic<Int>(0)
  /// For requests that are not answered yet.
  let held: ByteBudget
  /// Nil: any number.
  let addresses: AddressCounts?
  let posts: PostMeter?
  let counts = RefusalCounts()

  init(
    _ configuration: ServerConfiguration, onExchange: (@Sendable (Exchange) -> Void)?,
    screen: (@Sendable (Request) -> Response?)? = nil, respond: @escaping @Sendable (Request) async -> Response
  ) {
    limits = configuration.limits
    pace = Pace(configuration.deadlines)
    connectionLimit = configuration.connectionLimit
    trustsProxy = configuration.trustsProxy
    errorPage = configuration.errorPage
    self.onExchange = onExchange
    self.screen = screen
    self.respond = respond
    held = ByteBudget(limit: configuration.heldByteLimit)
    addresses = configuration.addressConnectionLimit.map { AddressCounts(limit: $0) }
    posts = configuration.addressPostLimit.map { PostMeter(minuteLimit: $0) }
  }
}
