import FormSite
import HTTPCore
import NIOCore
import NIOHTTP1

/// Passes the requests of one connection to the site, one after another.
final class FormHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private static let bodyByteLimit = 1 << 20
  private let site: Site
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []

  init(_ site: Site) { self.site = site }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): (self.head, body) = (head, [])
    // Content beyond the limit is discarded.
    case .body(let bytes): if body.count <= Self.bodyByteLimit { body += bytes.readableBytesView }
    case .end:
      guard let head else { return }
      let request = request(head, context.remoteAddress?.ipAddress ?? "")
      let isTooLarge = body.count > Self.bodyByteLimit
      context.eventLoop.makeFutureWithTask { [site] in
        isTooLarge ? site.errorPage(.contentTooLarge) : await site.respond(to: request)
      }.assumeIsolated().whenSuccess { self.write($0, to: head, context) }
    }
  }

  private func request(_ head: HTTPRequestHead, _ peer: String) -> Request {
    let target = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var fields = Fields()
    for (name, value) in head.headers { fields.append(FieldName(name), value) }
    return Request(
      method: Method(head.method.rawValue), path: target[0], query: target.dropFirst().first, fields: fields,
      body: body, peer: peer, host: fields[.host])
  }

  private func write(_ response: Response, to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    var headers = HTTPHeaders(response.fields.map { ($0.name, $0.value) })
    headers.replaceOrAdd(name: "Content-Length", value: "\(response.body.count)")
    let status = HTTPResponseStatus(statusCode: Int(response.status.rawValue))
    context.write(wrapOutboundOut(.head(.init(version: head.version, status: status, headers: headers))), promise: nil)
    if head.method != .HEAD {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: response.body)))), promise: nil)
    }
    let end = context.writeAndFlush(wrapOutboundOut(.end(nil)))
    if !head.isKeepAlive { end.assumeIsolated().whenComplete { _ in context.close(promise: nil) } }
  }
}
