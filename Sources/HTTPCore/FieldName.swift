import Support

/// A field name (RFC 9110 §5.1), compared without regard to case and written in the spelling that it was made with.
public struct FieldName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The spelling that is sent; comparison and hashing ignore its case.
  package let spelling: String

  /// Characters that a name must not have become "-" (RFC 9110 §5.1: a name is a token).
  public init(_ name: String) {
    let isToken = name.utf8.allSatisfy(ASCII.isTokenCharacter)
    spelling =
      isToken ? name : String(decoding: name.utf8.map { ASCII.isTokenCharacter($0) ? $0 : 0x2D }, as: UTF8.self)
  }

  public init(stringLiteral value: String) { self.init(value) }

  public var description: String { spelling }

  public static func == (a: FieldName, b: FieldName) -> Bool {
    ASCII.equalIgnoringCase(a.spelling.utf8, b.spelling.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in spelling.utf8 { hasher.combine(ASCII.lower(byte)) }
  }

  package static let accept = FieldName("Accept")
  package static let acceptRanges = FieldName("Accept-Ranges")
  package static let acceptCH = FieldName("Accept-CH")
  package static let acceptEncoding = FieldName("Accept-Encoding")
  package static let acceptLanguage = FieldName("Accept-Language")
  package static let allow = FieldName("Allow")
  package static let cacheControl = FieldName("Cache-Control")
  package static let connection = FieldName("Connection")
  package static let contentDisposition = FieldName("Content-Disposition")
  package static let contentEncoding = FieldName("Content-Encoding")
  package static let contentLength = FieldName("Content-Length")
  package static let contentLocation = FieldName("Content-Location")
  package static let contentRange = FieldName("Content-Range")
  package static let contentSecurityPolicy = FieldName("Content-Security-Policy")
  /// The media type of the content.
  public static let contentType = FieldName("Content-Type")
  /// The cookies that a browser sends.
  public static let cookie = FieldName("Cookie")
  package static let crossOriginResourcePolicy = FieldName("Cross-Origin-Resource-Policy")
  package static let date = FieldName("Date")
  package static let eTag = FieldName("ETag")
  package static let expect = FieldName("Expect")
  package static let forwarded = FieldName("Forwarded")
  /// The host and port that the browser addressed.
  public static let host = FieldName("Host")
  package static let idempotencyKey = FieldName("Idempotency-Key")
  package static let ifMatch = FieldName("If-Match")
  package static let ifRange = FieldName("If-Range")
  package static let ifNoneMatch = FieldName("If-None-Match")
  package static let keepAlive = FieldName("Keep-Alive")
  package static let link = FieldName("Link")
  package static let location = FieldName("Location")
  package static let origin = FieldName("Origin")
  package static let prefer = FieldName("Prefer")
  package static let preferenceApplied = FieldName("Preference-Applied")
  package static let range = FieldName("Range")
  package static let referrerPolicy = FieldName("Referrer-Policy")
  package static let retryAfter = FieldName("Retry-After")
  package static let secCHUAMobile = FieldName("Sec-CH-UA-Mobile")
  package static let secCHViewportWidth = FieldName("Sec-CH-Viewport-Width")
  package static let secFetchDest = FieldName("Sec-Fetch-Dest")
  package static let secFetchSite = FieldName("Sec-Fetch-Site")
  package static let setCookie = FieldName("Set-Cookie")
  package static let trailer = FieldName("Trailer")
  package static let transferEncoding = FieldName("Transfer-Encoding")
  package static let vary = FieldName("Vary")
  package static let xContentTypeOptions = FieldName("X-Content-Type-Options")
  package static let xForwardedFor = FieldName("X-Forwarded-For")
  package static let xForwardedHost = FieldName("X-Forwarded-Host")
  package static let xForwardedPort = FieldName("X-Forwarded-Port")
  package static let xForwardedPrefix = FieldName("X-Forwarded-Prefix")
  package static let xForwardedProto = FieldName("X-Forwarded-Proto")
  package static let xRequestID = FieldName("X-Request-Id")
}
