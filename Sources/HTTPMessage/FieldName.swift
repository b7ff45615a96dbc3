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
  public static let acceptRanges = FieldName("Accept-Ranges")
  public static let age = FieldName("Age")
  public static let allow = FieldName("Allow")
  public static let authorization = FieldName("Authorization")
  public static let cacheControl = FieldName("Cache-Control")
  public static let connection = FieldName("Connection")
  public static let contentDisposition = FieldName("Content-Disposition")
  public static let contentEncoding = FieldName("Content-Encoding")
  public static let contentLanguage = FieldName("Content-Language")
  public static let contentLength = FieldName("Content-Length")
  public static let contentRange = FieldName("Content-Range")
  public static let contentSecurityPolicy = FieldName("Content-Security-Policy")
  public static let contentType = FieldName("Content-Type")
  public static let cookie = FieldName("Cookie")
  public static let crossOriginOpenerPolicy = FieldName("Cross-Origin-Opener-Policy")
  public static let crossOriginResourcePolicy = FieldName("Cross-Origin-Resource-Policy")
  public static let date = FieldName("Date")
  public static let eTag = FieldName("ETag")
  public static let expect = FieldName("Expect")
  public static let expires = FieldName("Expires")
  public static let forwarded = FieldName("Forwarded")
  public static let host = FieldName("Host")
  public static let ifMatch = FieldName("If-Match")
  public static let ifModifiedSince = FieldName("If-Modified-Since")
  public static let ifNoneMatch = FieldName("If-None-Match")
  public static let ifRange = FieldName("If-Range")
  public static let ifUnmodifiedSince = FieldName("If-Unmodified-Since")
  public static let keepAlive = FieldName("Keep-Alive")
  public static let lastModified = FieldName("Last-Modified")
  public static let link = FieldName("Link")
  public static let location = FieldName("Location")
  public static let origin = FieldName("Origin")
  public static let permissionsPolicy = FieldName("Permissions-Policy")
  public static let range = FieldName("Range")
  public static let referer = FieldName("Referer")
  public static let referrerPolicy = FieldName("Referrer-Policy")
  public static let retryAfter = FieldName("Retry-After")
  public static let secCHUAMobile = FieldName("Sec-CH-UA-Mobile")
  public static let secCHViewportWidth = FieldName("Sec-CH-Viewport-Width")
  public static let secFetchDest = FieldName("Sec-Fetch-Dest")
  public static let secFetchMode = FieldName("Sec-Fetch-Mode")
  public static let secFetchSite = FieldName("Sec-Fetch-Site")
  public static let server = FieldName("Server")
  public static let setCookie = FieldName("Set-Cookie")
  public static let te = FieldName("TE")
  public static let trailer = FieldName("Trailer")
  public static let transferEncoding = FieldName("Transfer-Encoding")
  public static let upgrade = FieldName("Upgrade")
  public static let userAgent = FieldName("User-Agent")
  public static let vary = FieldName("Vary")
  public static let via = FieldName("Via")
  public static let wwwAuthenticate = FieldName("WWW-Authenticate")
  public static let xContentTypeOptions = FieldName("X-Content-Type-Options")
  public static let xForwardedFor = FieldName("X-Forwarded-For")
  public static let xForwardedHost = FieldName("X-Forwarded-Host")
  public static let xForwardedProto = FieldName("X-Forwarded-Proto")
}
