import HTTPCore

/// A post that was refused because it came from another site, for the log: what was compared with what.
struct ForeignPost: Error, CustomStringConvertible {
  /// For people; bounded, and of visible characters.
  let description: String

  init(_ reason: String) { description = "a post from another site was refused: \(reason)" }
}

extension Site {
  /// Refuses a POST from another site: by `Sec-Fetch-Site` and, failing that, by `Origin`. Where a request has neither,
  /// no browser sent it. No browser sends one of them twice either.
  /// - Returns: nil: it may come in.
  func foreignPost(_ request: Request) -> ForeignPost? {
    let fields = request.fields
    if let twice = [FieldName.origin, .secFetchSite].first(where: fields.repeats) {
      return ForeignPost("it has \(twice) twice")
    }
    if fields.contains(.secFetchSite) {
      if fields.has(.secFetchSite, "same-origin") || fields.has(.secFetchSite, "none") { return nil }
      return ForeignPost(
        "Sec-Fetch-Site is \(Self.quoted(fields[.secFetchSite])), Origin is \(Self.quoted(fields[.origin]))")
    }
    guard let origin = fields[.origin] else { return nil }
    if Self.isOrigin(origin, of: request) { return nil }
    var passedOn = request
    passedOn.believeProxy()
    let hint =
      Self.isOrigin(origin, of: passedOn)
      ? "; a proxy says otherwise, which counts only with --trust-proxy"
      : "; a proxy in front has to say scheme, host and port (X-Forwarded-Proto, -Host, -Port)"
    let own = "\(request.scheme)://\(request.host ?? "")"
    return ForeignPost("Origin is \(Self.quoted(origin)), this site is \(Self.quoted(own))\(hint)")
  }

  private static func isOrigin(_ origin: String, of request: Request) -> Bool {
    guard let host = request.host, let separator = origin.firstRange(of: "://") else { return false }
    let scheme = origin[..<separator.lowerBound].lowercased()
    return scheme == request.scheme
      && authority(origin[separator.upperBound...], scheme: scheme) == authority(host[...], scheme: scheme)
  }

  /// Host and port; the scheme's default port is left out (RFC 6454 §4).
  private static func authority(_ text: Substring, scheme: String) -> String {
    let authority = text.lowercased()
    let port = scheme == "https" ? ":443" : ":80"
    return authority.hasSuffix(port) ? String(authority.dropLast(port.count)) : authority
  }

  /// Anybody may have written it.
  private static func quoted(_ text: String?) -> String {
    guard let text else { return "missing" }
    return "'" + String(text.unicodeScalars.prefix(200).map { 0x21...0x7E ~= $0.value ? Character($0) : "?" }) + "'"
  }
}
