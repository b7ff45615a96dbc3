import Support

/// A field name (RFC 9110 §5.1): compared without regard to case, written as it was spelled first.
public struct FieldName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// Lower case; what comparison and hashing use.
  public let canonical: String
  /// The spelling that goes on the wire.
  public let spelling: String

  /// Characters that no name may hold become "-" (RFC 9110 §5.1: a name is a token).
  public init(_ name: String) {
    let isToken = name.utf8.allSatisfy(ASCII.isTokenCharacter)
    spelling =
      isToken ? name : String(decoding: name.utf8.map { ASCII.isTokenCharacter($0) ? $0 : 0x2D }, as: UTF8.self)
    canonical = spelling.utf8.contains(where: { $0 &- 0x41 < 26 }) ? spelling.asciiLowercased : spelling
  }

  public init(stringLiteral value: String) { self.init(value) }

  public var description: String { spelling }

  public static func == (a: FieldName, b: FieldName) -> Bool { a.canonical == b.canonical }
  public func hash(into hasher: inout Hasher) { hasher.combine(canonical) }

  public static let accept = FieldName("Accept")
  public static let acceptCH = FieldName("Accept-CH")
  public static let acceptEncoding = FieldName("Accept-Encoding")
  public static let acceptLanguage = FieldName("Accept-Language")
  public static let allow = FieldName("Allow")
  public static let cacheControl = FieldName("Cache-Control")
  public static let connection = FieldName("Connection")
  public static let contentEncoding = FieldName("Content-Encoding")
  public static let contentLength = FieldName("Content-Length")
  public static let contentSecurityPolicy = FieldName("Content-Security-Policy")
  public static let contentType = FieldName("Content-Type")
  public static let cookie = FieldName("Cookie")
  public static let date = FieldName("Date")
  public static let eTag = FieldName("ETag")
  public static let expect = FieldName("Expect")
  public static let forwarded = FieldName("Forwarded")
  public static let host = FieldName("Host")
  public static let ifMatch = FieldName("If-Match")
  public static let ifNoneMatch = FieldName("If-None-Match")
  public static let keepAlive = FieldName("Keep-Alive")
  public static let link = FieldName("Link")
  public static let location = FieldName("Location")
  public static let origin = FieldName("Origin")
  public static let range = FieldName("Range")
  public static let referrerPolicy = FieldName("Referrer-Policy")
  public static let retryAfter = FieldName("Retry-After")
  public static let secCHUAMobile = FieldName("Sec-CH-UA-Mobile")
  public static let secCHViewportWidth = FieldName("Sec-CH-Viewport-Width")
  public static let secFetchSite = FieldName("Sec-Fetch-Site")
  public static let setCookie = FieldName("Set-Cookie")
  public static let trailer = FieldName("Trailer")
  public static let transferEncoding = FieldName("Transfer-Encoding")
  public static let vary = FieldName("Vary")
  public static let xContentTypeOptions = FieldName("X-Content-Type-Options")
  public static let xForwardedFor = FieldName("X-Forwarded-For")
  public static let xForwardedHost = FieldName("X-Forwarded-Host")
  public static let xForwardedPrefix = FieldName("X-Forwarded-Prefix")
  public static let xForwardedProto = FieldName("X-Forwarded-Proto")
  public static let xRequestID = FieldName("X-Request-Id")
}
