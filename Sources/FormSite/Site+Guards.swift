import HTTPMessage

extension Site {
  func isSecure(_ request: Request) -> Bool {
    if configuration.trustsProxy, let scheme = request.fields[.xForwardedProto] {
      return scheme.lowercased() == "https"
    }
    return request.scheme == "https"
  }

  /// Refuses a POST from another site: by `Sec-Fetch-Site` and, failing that, by `Origin`. Where a request has neither,
  /// no browser sent it.
  func isFromThisSite(_ request: Request) -> Bool {
    if let site = request.fields[.secFetchSite] { return site == "same-origin" || site == "none" }
    guard let origin = request.fields[.origin] else { return true }
    let host = configuration.trustsProxy ? request.fields[.xForwardedHost] ?? request.host : request.host
    guard let host, let separator = origin.firstRange(of: "://") else { return false }
    let scheme = origin[..<separator.lowerBound]
    return Self.authority(origin[separator.upperBound...], scheme: scheme)
      == Self.authority(host[...], scheme: scheme)
  }

  /// Host and port; the scheme's default port is left out (RFC 6454 §4).
  private static func authority(_ text: Substring, scheme: Substring) -> String {
    let authority = text.lowercased()
    let port = scheme == "https" ? ":443" : ":80"
    return authority.hasSuffix(port) ? String(authority.dropLast(port.count)) : authority
  }
}
