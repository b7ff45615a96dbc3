public import HTTPCore
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
  let receive: (@Sendable (Request) -> (any ContentReceiver)?)?
  /// Open connections over all loops.
  let connections = Atomic<Int>(0)
  /// Memory for requests that are not answered yet.
  let held: ByteBudget
  /// `nil`: no limit.
  let addresses: AddressCounts?
  let posts: PostMeter?
  let counts = RefusalCounts()

  init(
    _ configuration: ServerConfiguration, onExchange: (@Sendable (Exchange) -> Void)?,
    screen: (@Sendable (Request) -> Response?)? = nil,
    receive: (@Sendable (Request) -> (any ContentReceiver)?)? = nil,
    respond: @escaping @Sendable (Request) async -> Response
  ) {
    limits = configuration.limits
    pace = Pace(configuration.deadlines)
    connectionLimit = configuration.connectionLimit
    trustsProxy = configuration.trustsProxy
    errorPage = configuration.errorPage
    self.onExchange = onExchange
    self.screen = screen
    self.receive = receive
    self.respond = respond
    held = ByteBudget(limit: configuration.heldByteLimit)
    addresses = configuration.addressConnectionLimit.map { AddressCounts(limit: $0) }
    posts = configuration.addressPostLimit.map { PostMeter(minuteLimit: $0) }
  }
}

/// One request and its answer, for an access log. Reported when the answer is made, before it is written.
public struct Exchange: Sendable {
  /// The method, or "" if the request was refused before its request line was read.
  public var method: String
  /// The path as received, or "" as for `method`.
  public var path: String
  /// The query after "?", as received; it names drafts.
  public var query: String?
  /// The answer's status.
  public var status: Status
  /// Bytes of content in the answer; 0 for HEAD.
  public var bytes: Int
  /// Nanoseconds from the request's first octet to its answer.
  public var durationNanoseconds: UInt64
  /// The visitor's address as text.
  public var peer: String
  /// The request's id in the log, on error pages and in the answer's `X-Request-Id`.
  public var requestID: String
  /// Why the request was refused before the site saw it, as a word such as "hostMissing"; `nil` for a request that the site answered.
  public var fault: String?
}

extension Exchange {
  /// Path and query as received.
  public var target: String { query.map { path + "?" + $0 } ?? path }
}
