import HTTPMessage
import HTTPWire
import Synchronization

/// The settings and handlers that all loops of a server share.
final class Service: Sendable {
  let limits: MessageLimits
  let pace: Pace
  let connectionLimit: Int
  let errorPage: @Sendable (Status) -> Response
  let onExchange: (@Sendable (Exchange) -> Void)?
  let respond: @Sendable (Request) async -> Response
  /// Open connections over all loops.
  let connections = Atomic<Int>(0)

  init(
    _ configuration: ServerConfiguration, onExchange: (@Sendable (Exchange) -> Void)?,
    respond: @escaping @Sendable (Request) async -> Response
  ) {
    limits = configuration.limits
    pace = Pace(configuration.deadlines)
    connectionLimit = configuration.connectionLimit
    errorPage = configuration.errorPage
    self.onExchange = onExchange
    self.respond = respond
  }
}
