#if Valkey
public import FormSite
import Support

/// Sessions in Valkey or Redis, which several servers share: each under its own key, with the version before its bytes,
/// gone when it is unused for long.
public final class ValkeySessions: RemoteSessions {
  private static let versionByteCount = 8
  /// Runs at one go.
  private static let saveScript = """
    local held = redis.call('GET', KEYS[1])
    if held == ARGV[2] or (held and string.sub(held, 1, 8) or '') == ARGV[1] then
      redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
      return 1
    end
    return 0
    """

  private let client: ValkeyClient

  /// Connects; does not wait for that. Fails where TLS is asked for and OpenSSL is not there.
  public init(_ address: ValkeyAddress) throws(ValkeyError) {
    if address.usesTLS { _ = try OpenSSL.shared.get() }
    client = ValkeyClient(address)
  }

  /// The session of this id, or nil; it lives so many seconds more.
  public func load(_ id: String, idleSecondLimit: Int) async throws -> StoredSession? {
    let result = try await client.answer(
      to: ValkeyConnection.command(["GETEX", Self.key(id), "EX", String(max(1, idleSecondLimit))]))
    switch result {
    case .null: return nil
    case .bytes(let bytes) where bytes.count >= Self.versionByteCount:
      let version = bytes.prefix(Self.versionByteCount).reduce(0) { $0 << 8 | UInt64($1) }
      return StoredSession(bytes: Array(bytes.dropFirst(Self.versionByteCount)), version: version)
    default: throw ValkeyError(.refused, "\(Self.key(id)) holds something else than a session")
    }
  }

  /// The version is a random number: one that was counted on would come again where a server's data was lost. A save that
  /// was sent twice, as its answer did not come, finds itself and is saved.
  public func save(
    _ bytes: [UInt8], as id: String, after version: UInt64, idleSecondLimit: Int
  ) async throws -> SaveOutcome {
    let next = UInt64.random(in: 1...UInt64(Int64.max))
    let result = try await client.answer(
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
#endif
