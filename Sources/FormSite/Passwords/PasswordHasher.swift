/// Hashes passwords, each of which takes tens of milliseconds.
final class PasswordHasher: Sendable {
  /// Passwords hashed at once. Each takes 16 MiB and a core.
  static let concurrentLimit = 2
  /// Passwords waiting for one of those; the last of them waits a few seconds.
  static let waitingLimit = 256

  private let work: BlockingWork<[String], Result<[String], PasswordError>>

  /// - Parameter hash: of one password; blocks.
  init(
    hash: @escaping @Sendable (String) -> Result<String, PasswordError> = { password in
      do throws(PasswordError) { return .success(try Yescrypt.hash(password)) } catch { return .failure(error) }
    }
  ) {
    work = BlockingWork(
      concurrentLimit: Self.concurrentLimit, waitingLimit: Self.waitingLimit
    ) { passwords in
      var hashes: [String] = []
      for password in passwords {
        switch hash(password) {
        case .success(let hash): hashes.append(hash)
        case .failure(let error): return .failure(error)
        }
      }
      return .success(hashes)
    }
  }

  /// The hashes, in the order of the passwords.
  func hashes(of passwords: [String]) async throws(PasswordError) -> [String] {
    if passwords.isEmpty { return [] }
    guard let result = await work.result(of: passwords) else { throw .busy }
    return try result.get()
  }
}
