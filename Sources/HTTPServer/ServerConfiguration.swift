public import HTTPCore

/// The settings of a server.
public struct ServerConfiguration: Sendable {
  /// An IPv4 or IPv6 address, or a name such as "localhost".
  package var host: String
  /// The port; 0: any free one, and `Server.port` says which.
  package var port: UInt16
  /// Event loops, each with its thread; 0: one for each core that this process may use.
  package var loops: Int
  package var loopCount: Int { loops > 0 ? loops : Server.coreCount }
  package var limits: MessageLimits
  package var deadlines: Deadlines
  /// Connections over all loops. At this number, one of the address that has the most is closed: an idle one, else one with an
  /// incomplete request. If all are being answered, new ones wait in the kernel's queue. Each costs a descriptor and about 1.5 KiB.
  package var connectionLimit: Int
  /// Connections of one address (for IPv6, of one /64); further ones are answered with 503 at once. `nil`: no limit. Not for use
  /// behind a proxy, whose address all of them have.
  package var addressConnectionLimit: Int?
  /// POST requests of one address (for IPv6, of one /64) in a minute; further ones are answered with 503. `nil`: no limit. Behind a
  /// proxy, use it only if the proxy is trusted to name its visitors.
  package var addressPostLimit: Int?
  /// Bytes of all requests that are not answered yet, over all connections, by the length that they announce; more is answered with
  /// 503.
  package var heldByteLimit: Int
  /// Connections that the kernel holds until they are accepted.
  package var backlog: Int32
  /// Whether to believe what `X-Forwarded-For`, `-Proto`, `-Host`, `-Port` (or else `Forwarded`) and `-Prefix` say about the visitor,
  /// and the `X-Request-Id`: only behind a proxy that sets them.
  package var trustsProxy: Bool
  /// The answer to what no site sees: a request that is refused before, and a site that does not answer in time. It receives the
  /// request's `strippedPrefix`, if its head was read, and its id, `nil` if no line of the log has one.
  package var errorPage: @Sendable (Status, MountPath, String?) -> Response

  /// - Parameters:
  ///   - host: an IPv4 or IPv6 address, or a name such as "localhost".
  ///   - port: 0: any free one; `Server.port` says which.
  ///   - loops: event loops, each with its thread; 0: one for each core that this process may use.
  ///   - limits: limits of one request.
  ///   - deadlines: how long a peer may take.
  ///   - connectionLimit: connections over all loops; at this number, idle ones are closed for new ones.
  ///   - addressConnectionLimit: connections of one address (for IPv6, of one /64); further ones are answered with 503. `nil`: no limit.
  ///   - addressPostLimit: POST requests of one address in a minute; further ones are answered with 503. `nil`: no limit.
  ///   - heldByteLimit: bytes of all requests that are not answered yet; more is answered with 503.
  ///   - backlog: connections that the kernel holds until they are accepted.
  ///   - trustsProxy: whether `X-Forwarded-…`, `Forwarded` and `X-Request-Id` are believed: only behind a proxy that sets them.
  ///   - errorPage: the answer to what no site sees: a request that is refused before, and a site that does not answer in time. It
  ///     receives the request's `strippedPrefix` and its id, `nil` if no line of the log has one. The default is a few words of
  ///     plain text.
  public init(
    host: String = "127.0.0.1", port: UInt16 = 8080, loops: Int = 0, limits: MessageLimits = MessageLimits(),
    deadlines: Deadlines = Deadlines(), connectionLimit: Int = 10_000, addressConnectionLimit: Int? = nil,
    addressPostLimit: Int? = nil, heldByteLimit: Int = 64 * 1024 * 1024, backlog: Int32 = 1024,
    trustsProxy: Bool = false,
    errorPage: (@Sendable (Status, MountPath, String?) -> Response)? = nil
  ) {
    self.host = host
    self.port = port
    self.loops = loops
    self.limits = limits
    self.deadlines = deadlines
    self.connectionLimit = connectionLimit
    self.addressConnectionLimit = addressConnectionLimit
    self.addressPostLimit = addressPostLimit
    self.heldByteLimit = heldByteLimit
    self.backlog = backlog
    self.trustsProxy = trustsProxy
    self.errorPage = errorPage ?? Self.plainErrorPage
  }

  /// A few words of plain text: what happened, and what to do.
  static let plainErrorPage: @Sendable (Status, MountPath, String?) -> Response = { status, _, id in
    ErrorAnswer.plain(status, requestID: id)
  }
}
