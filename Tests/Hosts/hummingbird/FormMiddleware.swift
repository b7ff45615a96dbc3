import FormSite
import HTTPCore
import HTTPTypes
import Hummingbird
import NIOCore

/// Passes requests below the site's path to the site, and all others to the host's own routes.
struct FormMiddleware: RouterMiddleware {
  private static let bodyByteLimit = 1 << 20
  let site: Site
  /// The site's `basePath`.
  let path: String
  let visitor: @Sendable (HTTPCore.Request) -> VisitorContext?

  func handle(
    _ request: Hummingbird.Request, context: HostContext,
    next: (Hummingbird.Request, HostContext) async throws -> Hummingbird.Response
  ) async throws -> Hummingbird.Response {
    let target = (request.head.path ?? "/").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard target[0] == path || target[0].hasPrefix(path + "/") else { return try await next(request, context) }
    var fields = Fields()
    for field in request.headers { fields.append(FieldName(field.name.rawName), field.value) }
    var received = HTTPCore.Request(
      method: Method(request.method.rawValue), path: String(target[0]),
      query: target.dropFirst().first.map(String.init), fields: fields, peer: context.peer,
      scheme: request.head.scheme ?? "http", host: request.head.authority)
    do {
      received.body = try await Array(buffer: request.body.collect(upTo: Self.bodyByteLimit))
    } catch is NIOTooManyBytesError {
      return Self.response(site.errorPage(.contentTooLarge), to: request)
    }
    return Self.response(await site.respond(to: received, as: visitor(received)), to: request)
  }

  private static func response(_ answer: HTTPCore.Response, to request: Hummingbird.Request) -> Hummingbird.Response {
    var headers = HTTPFields()
    for field in answer.fields {
      if let name = HTTPField.Name(field.name) { headers.append(HTTPField(name: name, value: field.value)) }
    }
    let response = Hummingbird.Response(
      status: .init(code: Int(answer.status.rawValue)), headers: headers,
      body: .init(byteBuffer: ByteBuffer(bytes: answer.body)))
    return request.method == .head ? response.createHeadResponse() : response
  }
}

/// Has the visitor's address, by which the site limits requests.
struct HostContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let peer: String

  init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    peer = source.channel.remoteAddress?.ipAddress ?? ""
  }
}
