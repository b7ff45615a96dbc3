#if Valkey
import Support

/// Where a Valkey or Redis server is, and how it is entered: `valkey://[user:pass@]HOST[:PORT][/DB]`, or `valkeys://`
/// with TLS; `redis://` and `rediss://` mean the same.
public struct ValkeyAddress: Sendable {
  let host: String
  let port: UInt16
  let database: Int
  let user: String?
  let password: String?
  let usesTLS: Bool
  /// A file with the certificates that are trusted (PEM); nil: the system's.
  let authorities: String?

  private static let plainSchemes: Set = ["valkey", "redis"]
  private static let secureSchemes: Set = ["valkeys", "rediss"]
  private static let defaultPort: UInt16 = 6379

  /// Nil: it is no such address. `?ca=FILE` names the certificates that are trusted.
  public init?(_ text: String) {
    // RFC 3986, section 2: all else is percent-encoded. A combining mark after the `@` would also hide it, and with it
    // where the password ends.
    guard text.utf8.allSatisfy({ $0 < 0x80 }), let separator = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<separator.lowerBound].lowercased()
    guard Self.plainSchemes.contains(scheme) || Self.secureSchemes.contains(scheme) else { return nil }
    usesTLS = Self.secureSchemes.contains(scheme)
    let parts = text[separator.upperBound...].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let place = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let (user, password, host, port) = Self.authority(place[0]), !host.isEmpty else { return nil }
    (self.user, self.password, self.host, self.port) = (user, password, host, port)
    let path = place.count == 2 ? place[1] : ""
    guard let database = path.isEmpty ? 0 : Int(path), database >= 0, path.utf8.allSatisfy(ASCII.isDigit) else {
      return nil
    }
    self.database = database
    switch parts.count == 2 ? parts[1].split(separator: "=", maxSplits: 1).map(String.init) : [] {
    case []: authorities = nil
    case let pair where pair.count == 2 && pair[0] == "ca" && usesTLS: authorities = PercentEncoding.decode(pair[1])
    default: return nil
    }
  }

  /// For the log: without the password.
  public var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

  private static func authority(_ text: Substring) -> (String?, String?, String, UInt16)? {
    var user: String?
    var password: String?
    var rest = text
    if let at = text.lastIndex(of: "@") {
      let names = text[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      user = names[0].isEmpty ? nil : PercentEncoding.decode(String(names[0]))
      password = names.count == 2 ? PercentEncoding.decode(String(names[1])) : nil
      guard user == nil || password != nil else { return nil }
      rest = text[text.index(after: at)...]
    }
    var port = defaultPort
    if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
      let digits = rest[rest.index(after: colon)...]
      guard let number = UInt16(digits), number > 0, digits.utf8.allSatisfy(ASCII.isDigit) else { return nil }
      port = number
      rest = rest[..<colon]
    }
    if rest.hasPrefix("["), rest.hasSuffix("]") { rest = rest.dropFirst().dropLast() }
    return (user, password, String(rest), port)
  }
}
#endif
