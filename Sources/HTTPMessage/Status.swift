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

  /// Whether the server could not do what it should have (500, 503), so that its visitors may ask for help.
  package var isServersFault: Bool { self == .internalServerError || self == .serviceUnavailable }

  package static let `continue` = Status(100)
  /// 200: here it is.
  public static let ok = Status(200)
  package static let created = Status(201)
  package static let accepted = Status(202)
  package static let noContent = Status(204)
  package static let seeOther = Status(303)
  package static let notModified = Status(304)
  package static let permanentRedirect = Status(308)
  package static let badRequest = Status(400)
  package static let forbidden = Status(403)
  /// 404: there is nothing at this path.
  public static let notFound = Status(404)
  package static let methodNotAllowed = Status(405)
  package static let requestTimeout = Status(408)
  package static let preconditionFailed = Status(412)
  /// 413: the content is longer than the server takes.
  public static let contentTooLarge = Status(413)
  package static let uriTooLong = Status(414)
  package static let unsupportedMediaType = Status(415)
  package static let expectationFailed = Status(417)
  package static let misdirectedRequest = Status(421)
  package static let unprocessableContent = Status(422)
  package static let requestHeaderFieldsTooLarge = Status(431)
  /// 500: the server failed.
  public static let internalServerError = Status(500)
  package static let notImplemented = Status(501)
  /// 503: not now; the visitor may try again.
  public static let serviceUnavailable = Status(503)
  package static let httpVersionNotSupported = Status(505)
}
