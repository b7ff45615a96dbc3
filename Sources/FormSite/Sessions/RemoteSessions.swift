/// Sessions outside of the process, which several servers share: what a site asks of such a store. `SessionStore` keeps
/// them in memory where there is none.
///
/// A session is some bytes that only sites understand, under an id that only its visitor's cookie has. No password is ever
/// among them: one that was entered is asked for again where another server goes on. Two servers may go on with one
/// session at the same time, so each save names the version that it was made from: whoever comes second reads again and
/// does its work anew. A visitor's requests at one server follow each other.
///
/// Whatever is thrown counts as a store that is away: it is logged once, visitors go on with what their pages carry, and
/// what is changed in memory meanwhile is saved when the store answers again. A call should give up after a second or two: a visitor waits for it.
public protocol RemoteSessions: Sendable {
  /// The session of this id, or nil. Counts as a use: it is kept for so many seconds from now on.
  func load(_ id: String, idleSecondLimit: Int) async throws -> StoredSession?

  /// Keeps these bytes under this id for so many seconds, unless somebody else has saved since.
  /// - `version`: the one that was loaded; 0: there was none.
  func save(
    _ bytes: [UInt8], as id: String, after version: UInt64, idleSecondLimit: Int
  ) async throws -> SaveOutcome
}

/// A session as a remote store has it.
public struct StoredSession: Sendable, Equatable {
  /// Only sites understand them.
  public var bytes: [UInt8]
  /// Another one after each save, never 0.
  public var version: UInt64

  /// - Parameters:
  ///   - bytes: as they were saved.
  ///   - version: another one after each save, never 0.
  public init(bytes: [UInt8], version: UInt64) {
    self.bytes = bytes
    self.version = version
  }
}

/// The outcome of saving a session.
public enum SaveOutcome: Sendable, Equatable {
  /// The bytes are kept, under this version.
  case saved(version: UInt64)
  /// Somebody else has saved since, or the session is gone; nothing has changed.
  case conflict
}
