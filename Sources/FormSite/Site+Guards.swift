import HTTPMessage

extension Site {
  /// Refuses a POST from another site: by `Sec-Fetch-Site` and, failing that, by `Origin`. Where a request has neither,
  /// no browser sent it. No browser sends one of them twice either.
  func isFromThisSite(_ request: Request) -> Bool {
    let fields = request.fields
    guard !fields.repeats(.origin) else { return false }
    if fields.contains(.secFetchSite) {
      guard !fields.repeats(.secFetchSite) else { return false }
      return fields.has(.secFetchSite, "same-origin") || fields.has(.secFetchSite, "none")
    }
    guard let origin = fields[.origin] else { return true }
    guard let host = request.host, let separator = origin.firstRange(of: "://") else { return false }
    let scheme = origin[..<separator.lowerBound].lowercased()
    return scheme == request.scheme
      && Self.authority(origin[separator.upperBound...], scheme: scheme) == Self.authority(host[...], scheme: scheme)
  }

  /// Host and port; the scheme's default port is left out (RFC 6454 §4).
  private static func authority(_ text: Substring, scheme: String) -> String {
    let authority = text.lowercased()
    let port = scheme == "https" ? ":443" : ":80"
    return authority.hasSuffix(port) ? String(authority.dropLast(port.count)) : authority
  }
}
