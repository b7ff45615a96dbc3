import Support

/// What a proxy says about the visitor whose request it forwards: from the `X-Forwarded-` fields or, if there are none,
/// from `Forwarded` (RFC 7239), which has no word for a prefix.
///
/// Each proxy on the way adds its element at the end of a list. The last address is the one that the nearest proxy saw
/// itself; those before it may be forged. The first scheme and host are those of the visitor's own browser, which a form of
/// another site cannot set. Prefixes that were removed from the path are in the order in which they were removed.
struct ProxyReport {
  private(set) var address: IPAddress?
  /// "http" or "https".
  private(set) var scheme: String?
  private(set) var host: String?
  /// The port, if the host has none.
  private(set) var port: UInt16?
  private(set) var prefix: MountPath?
  /// The proxy's id for the request, if that is safe to write to a log and on a page.
  private(set) var id: String?

  init(_ fields: Fields) {
    id = fields[.xRequestID].flatMap { Self.isRequestID($0) ? $0 : nil }
    if fields.contains(.xForwardedPrefix) { prefix = Self.prefix(fields.list(.xForwardedPrefix)) }
    if [.xForwardedFor, .xForwardedProto, .xForwardedHost, .xForwardedPort].contains(where: fields.contains) {
      address = fields.list(.xForwardedFor).last.flatMap { IPAddress(node: $0) }
      scheme = fields.list(.xForwardedProto).first.flatMap(Self.scheme)
      host = fields.list(.xForwardedHost).first
      port = fields.list(.xForwardedPort).first.flatMap { UInt16($0) }
    } else if fields.contains(.forwarded) {
      let elements = fields.list(.forwarded).map(Self.parameters)
      address = elements.last?["for"].flatMap { IPAddress(node: $0) }
      scheme = elements.lazy.compactMap { $0["proto"] }.first.flatMap(Self.scheme)
      host = elements.lazy.compactMap { $0["host"] }.first
    }
  }

  /// Whether a text is up to 128 letters, digits and signs: a UUID, a proxy's 32 hex digits, "Root=1-67891233-abcdef".
  private static func isRequestID(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { ASCII.isAlpha($0) || ASCII.isDigit($0) || "-._~+/=:@".utf8.contains($0) }
  }

  /// `forwarded-element = [ forwarded-pair ] *( ";" [ forwarded-pair ] )` (RFC 7239 §4), names in lower case. If a name is
  /// repeated, which is not allowed, the last one counts.
  private static func parameters(_ element: String) -> [String: String] {
    var parameters: [String: String] = [:]
    for pair in ListField.split(element.utf8, at: 0x3B) {
      guard let equals = pair.firstIndex(of: 0x3D) else { continue }
      let name = String(decoding: pair[..<equals].map(ASCII.lower), as: UTF8.self)
      parameters[name] = String(decoding: ListField.unquoted(pair[(equals + 1)...]), as: UTF8.self)
    }
    return parameters
  }

  /// All elements joined; `nil` if one of them is invalid. Some proxies end a prefix with a slash.
  private static func prefix(_ elements: [String]) -> MountPath? {
    var whole = MountPath.root
    for element in elements where element != "/" {
      let path = element.hasSuffix("/") ? String(element.dropLast()) : element
      guard let joined = MountPath(path).flatMap(whole.appending) else { return nil }
      whole = joined
    }
    return whole
  }

  private static func scheme(_ text: String) -> String? {
    let scheme = text.asciiLowercased
    return scheme == "http" || scheme == "https" ? scheme : nil
  }
}

extension Request {
  /// Sets address, scheme, host, prefix and id from what the proxy in front says about its visitor; what it does not say is left
  /// unchanged. Only for a proxy that is trusted to set these fields, whatever a visitor sends.
  public mutating func believeProxy() {
    let report = ProxyReport(fields)
    if let address = report.address { peer = address.description }
    if let scheme = report.scheme { self.scheme = scheme }
    if let host = report.host { self.host = host }
    // A port in the host is the one that the browser used. The default port of the other scheme is that of an inner hop.
    if let port = report.port, let host, !Self.hasPort(host), port != (self.scheme == "https" ? 80 : 443) {
      self.host = "\(host):\(port)"
    }
    if let prefix = report.prefix { strippedPrefix = prefix }
    if let id = report.id { self.id = id }
  }

  /// `uri-host [ ":" port ]` (RFC 9110 §7.2); colons in brackets are an IPv6 address's.
  private static func hasPort(_ host: String) -> Bool {
    host.utf8.last != UInt8(ascii: "]") && host.utf8.contains(UInt8(ascii: ":"))
  }
}

/// The beginning of a site's addresses: `/town/forms`, or nothing if the site has the host to itself.
public struct MountPath: Hashable, Sendable, CustomStringConvertible {
  /// A site that has its host to itself.
  public static let root = MountPath(unchecked: "")

  /// Empty at the root; else it begins with a slash and does not end with one.
  public let text: String

  /// The length is limited, as every link repeats it.
  package static let byteLimit = 256

  private init(unchecked text: String) { self.text = text }

  /// - Parameter text: segments of unreserved characters (RFC 3986 §2.3), a slash before each, none of them `.` or `..`. The result is
  ///   `nil` for anything else. So a path means the same to every proxy and browser, and nothing in it needs escaping.
  public init?(_ text: some StringProtocol) {
    let segments = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.byteLimit, segments.count > 1, segments[0].isEmpty else { return nil }
    for segment in segments.dropFirst() {
      guard !segment.isEmpty, segment.allSatisfy(Self.isUnreserved), segment.contains(where: { $0 != Self.dot }) else {
        return nil
      }
    }
    self.text = String(text)
  }

  public var description: String { text }
  package var isRoot: Bool { text.utf8.isEmpty }

  /// This path followed by another one; `nil` if they are too long together.
  package func appending(_ other: MountPath) -> MountPath? {
    if other.isRoot { return self }
    return isRoot ? other : MountPath(text + other.text)
  }

  private static let dot = UInt8(ascii: ".")

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), dot, UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
