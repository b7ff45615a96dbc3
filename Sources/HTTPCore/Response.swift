/// A whole response. The engine adds Date, Content-Length and Connection, and leaves out the body if the method or the status
/// requires that.
public struct Response: Sendable, Equatable {
  /// The status. Together with `fields` and `body` it decides everything that the server sends.
  public var status: Status
  /// The fields, without `Date`, `Content-Length` and `Connection`.
  public var fields: Fields
  /// The whole content. An answer to HEAD has it too; the server does not send it.
  public var body: [UInt8]
  /// Replaces `body`, for requests that allow it (`Request.takesStream`); `nil`: the content is in memory.
  package var stream: ContentStream?
  /// Whether it is the first page that a visitor opens: a small size is worth more time for compression.
  package var isFirstPage = false

  /// - Parameters: the properties of these names; the default is 200 without fields and content.
  public init(status: Status = .ok, fields: Fields = Fields(), body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// A response with a text and its media type.
  public init(status: Status = .ok, contentType: String, text: String) {
    self.init(status: status, contentType: contentType, body: Array(text.utf8))
  }

  /// A response with bytes and their media type.
  package init(status: Status = .ok, contentType: String, body: [UInt8]) {
    var fields = Fields()
    fields.append(.contentType, contentType)
    self.init(status: status, fields: fields, body: body)
  }

  /// A redirect without content.
  /// - `fragment`: the place in the page that it leads to.
  package static func redirect(to location: String, fragment: String? = nil, status: Status = .seeOther) -> Response {
    var fields = Fields()
    fields.append(.location, location, fragment == nil ? "" : "#", fragment ?? "")
    return Response(status: status, fields: fields)
  }
}

extension Response {
  /// Bytes of the content.
  package var contentByteCount: Int { stream?.byteCount ?? body.count }
}

/// Content that is read while it is sent, so that it is never in memory as a whole.
package final class ContentStream: Sendable, Equatable {
  package let byteCount: Int
  /// Returns bytes from an offset on: at least one, and none beyond the content's end. `nil`: they cannot be read, and the connection
  /// ends.
  package let read: @Sendable (_ offset: Int) async -> [UInt8]?

  package init(byteCount: Int, read: @escaping @Sendable (_ offset: Int) async -> [UInt8]?) {
    (self.byteCount, self.read) = (byteCount, read)
  }

  package static func == (a: ContentStream, b: ContentStream) -> Bool { a === b }
}

/// A response status code (RFC 9110 §15): three digits.
public struct Status: Hashable, Sendable, CustomStringConvertible {
  /// Its three digits as a number.
  public let rawValue: UInt16

  /// - Parameter code: 100 to 599.
  public init(_ code: UInt16) { self.rawValue = code }

  public var description: String { "\(rawValue) \(reason)" }

  /// 1xx: not the final answer.
  package var isInformational: Bool { rawValue >= 100 && rawValue < 200 }
  /// Whether a response of this status may carry content (RFC 9112 §6.3 #1).
  package var allowsBody: Bool { !isInformational && rawValue != 204 && rawValue != 304 }

  /// Whether the server failed to do what it should have done (500, 503), so that visitors may ask for help.
  package var isServersFault: Bool { self == .internalServerError || self == .serviceUnavailable }

  package static let `continue` = Status(100)
  /// 200: success.
  public static let ok = Status(200)
  package static let created = Status(201)
  package static let accepted = Status(202)
  package static let noContent = Status(204)
  package static let partialContent = Status(206)
  package static let seeOther = Status(303)
  package static let notModified = Status(304)
  package static let permanentRedirect = Status(308)
  package static let badRequest = Status(400)
  package static let forbidden = Status(403)
  /// 404: there is nothing at this path.
  public static let notFound = Status(404)
  package static let methodNotAllowed = Status(405)
  package static let requestTimeout = Status(408)
  package static let conflict = Status(409)
  package static let preconditionFailed = Status(412)
  /// 413: the content is longer than the server accepts.
  public static let contentTooLarge = Status(413)
  package static let uriTooLong = Status(414)
  package static let unsupportedMediaType = Status(415)
  package static let rangeNotSatisfiable = Status(416)
  package static let expectationFailed = Status(417)
  package static let misdirectedRequest = Status(421)
  package static let unprocessableContent = Status(422)
  package static let tooManyRequests = Status(429)
  package static let requestHeaderFieldsTooLarge = Status(431)
  /// 500: the server failed.
  public static let internalServerError = Status(500)
  package static let notImplemented = Status(501)
  /// 503: not now; the visitor may try again.
  public static let serviceUnavailable = Status(503)
  package static let httpVersionNotSupported = Status(505)
}

extension Status {
  /// The reason phrase of RFC 9110 §15 (RFC 6585 for 429 and 431, RFC 4918 for 507); empty for a status that is not listed here.
  package var reason: String {
    switch rawValue {
    case 100: "Continue"
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 206: "Partial Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 411: "Length Required"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 416: "Range Not Satisfiable"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    case 507: "Insufficient Storage"
    default: ""
    }
  }
}
