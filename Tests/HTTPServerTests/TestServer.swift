import HTTPServer
import HTTPCore
import Synchronization

/// Runs a server on a free port while `body` runs.
func withServer(
  limits: MessageLimits = MessageLimits(), deadlines: Deadlines = Deadlines(), loops: Int = 1,
  connectionLimit: Int = 1000, onExchange: (@Sendable (Exchange) -> Void)? = nil,
  respond: @escaping @Sendable (Request) async -> Response = TestSite.respond,
  _ body: (Server) async throws -> Void
) async throws {
  let configuration = ServerConfiguration(
    port: 0, loops: loops, limits: limits, deadlines: deadlines, connectionLimit: connectionLimit)
  let server = Server(configuration, onExchange: onExchange, respond: respond)
  try server.start()
  defer { server.drain(within: .seconds(1)) }
  try await body(server)
}

/// Responses that show how the request was understood.
enum TestSite {
  static let large = (0..<10_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

  static let respond: @Sendable (Request) async -> Response = { request in
    switch request.path {
    case "/large": Response(contentType: "application/octet-stream", body: large)
    case "/length": Response(contentType: "text/plain", text: String(request.body.count))
    case "/none": Response(status: .noContent)
    case "/interim": Response(status: .continue)
    case "/yield": await yielded(request)
    default: echo(request)
    }
  }

  private static func yielded(_ request: Request) async -> Response {
    await Task.yield()
    return echo(request)
  }

  private static func echo(_ request: Request) -> Response {
    let text = "\(request.method) \(request.target) \(request.host ?? "-") \(request.peer) "
    return Response(contentType: "text/plain", body: Array(text.utf8) + request.body)
  }
}
