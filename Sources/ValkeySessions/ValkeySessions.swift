#if Valkey
public import FormSite
import Support

/// Sessions in Valkey or Redis, which several servers share. Each has a key, a version before its bytes, and expires when it is unused
/// for long.
public final class ValkeySessions: RemoteSessions {
  private static let versionByteCount = 8
  /// Runs atomically.
  private static let saveScript = """
    local held = redis.call('GET', KEYS[1])
    if held == ARGV[2] or (held and string.sub(held, 1, 8) or '') == ARGV[1] then
      redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
      return 1
    end
    return 0
    """

  private let client: ValkeyClient

  /// Connects, without waiting for that. Fails if TLS is requested and OpenSSL is missing.
  public init(_ address: ValkeyAddress) throws(ValkeyError) {
    if address.usesTLS { _ = try OpenSSL.shared.get() }
    client = ValkeyClient(address)
  }

  /// The session with this id, or `nil`; extends its life by this number of seconds.
  public func load(_ id: String, idleSecondLimit: Int) async throws -> StoredSession? {
    let result = try await client.reply(
      to: ValkeyConnection.command(["GETEX", Self.key(id), "EX", String(max(1, idleSecondLimit))]))
    switch result {
    case .null: return nil
    case .bytes(let bytes) where bytes.count >= Self.versionByteCount:
      let version = bytes.prefix(Self.versionByteCount).reduce(0) { $0 << 8 | UInt64($1) }
      return StoredSession(bytes: Array(bytes.dropFirst(Self.versionByteCount)), version: version)
    default: throw ValkeyError(.refused, description: "\(Self.key(id)) holds something else than a session")
    }
  }

  /// Saves a session. The version is a random number: a counter would repeat if a server lost its data. A save that is sent twice, because
  /// its answer did not arrive, finds its own version and counts as saved.
  public func save(
    _ bytes: [UInt8], as id: String, after version: UInt64, idleSecondLimit: Int
  ) async throws -> SaveOutcome {
    let next = UInt64.random(in: 1...UInt64(Int64.max))
    let result = try await client.reply(
      to: Self.save(
        Self.bytes(of: next) + bytes, as: Self.key(id), after: version == 0 ? [] : Self.bytes(of: version),
        idleSecondLimit: idleSecondLimit))
    return result == .integer(1) ? .saved(version: next) : .conflict
  }

  static func save(
    _ bytes: [UInt8], as key: String, after version: [UInt8], idleSecondLimit: Int
  ) -> ValkeyConnection.Command {
    ValkeyConnection.command(["EVAL", saveScript, "1", key]) + [version, bytes]
      + ValkeyConnection.command([String(max(1, idleSecondLimit))])
  }

  private static func key(_ id: String) -> String { "formcells:session:\(id)" }

  private static func bytes(of version: UInt64) -> [UInt8] { withUnsafeBytes(of: version.bigEndian) { Array($0) } }
}

/// The place of a Valkey or Redis server and the credentials for it: `valkey://[user:pass@]HOST[:PORT][/DB]`, or `valkeys://`
/// with TLS; `redis://` and `rediss://` mean the same.
public struct ValkeyAddress: Sendable {
  let host: String
  let port: UInt16
  let database: Int
  let user: String?
  let password: String?
  let usesTLS: Bool
  /// A file with the trusted certificates (PEM); `nil`: those of the system.
  let authorities: String?

  private static let plainSchemes: Set = ["valkey", "redis"]
  private static let secureSchemes: Set = ["valkeys", "rediss"]
  private static let defaultPort: UInt16 = 6379

  /// `nil` if the text is not such an address. `?ca=FILE` names the trusted certificates.
  public init?(_ text: String) {
    // RFC 3986, section 2: everything else is percent-encoded. A combining mark after the `@` would also hide it, and so the place where
    // the password ends.
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

  /// The address for logs, without the password.
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
