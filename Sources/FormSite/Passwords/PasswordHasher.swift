import Dispatch
import Synchronization

/// Hashes passwords on threads of its own: an event loop would stand still for tens of milliseconds.
final class PasswordHasher: Sendable {
  /// At once. Each takes 16 MiB, and a core.
  static let concurrentLimit = 2
  /// Waiting for one of those: the last of them waits a few seconds.
  static let waitingLimit = 256

  private struct Job: Sendable {
    let passwords: [String]
    let continuation: CheckedContinuation<Result<[String], PasswordError>, Never>
  }

  private struct State {
    var running = 0
    /// Running, waiting, or about to run.
    var admitted = 0
    var waiting: [Job] = []
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "formcells.passwords", attributes: .concurrent)
  private let hash: @Sendable (String) -> Result<String, PasswordError>

  /// - Parameter hash: of one password; blocks.
  init(
    hash: @escaping @Sendable (String) -> Result<String, PasswordError> = { password in
      do throws(PasswordError) { return .success(try Yescrypt.hash(password)) } catch { return .failure(error) }
    }
  ) {
    self.hash = hash
  }

  /// The hashes, in the order of the passwords.
  func hashes(of passwords: [String]) async throws(PasswordError) -> [String] {
    if passwords.isEmpty { return [] }
    let result = await withCheckedContinuation { continuation in
      let job = Job(passwords: passwords, continuation: continuation)
      let action: Action = state.withLock { state in
        guard state.admitted < Self.concurrentLimit + Self.waitingLimit else { return .refuse }
        state.admitted += 1
        state.waiting.append(job)
        guard state.running < Self.concurrentLimit else { return .wait }
        state.running += 1
        return .start
      }
      switch action {
      case .refuse: continuation.resume(returning: .failure(.busy))
      case .wait: break
      case .start: queue.async { self.work() }
      }
    }
    return try result.get()
  }

  private enum Action { case refuse, wait, start }

  private func work() {
    while true {
      let job: Job? = state.withLock { state in
        if state.waiting.isEmpty {
          state.running -= 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      guard let job else { return }
      let hashes = hashes(of: job)
      state.withLock { $0.admitted -= 1 }
      job.continuation.resume(returning: hashes)
    }
  }

  private func hashes(of job: Job) -> Result<[String], PasswordError> {
    var hashes: [String] = []
    for password in job.passwords {
      switch hash(password) {
      case .success(let hash): hashes.append(hash)
      case .failure(let error): return .failure(error)
      }
    }
    return .success(hashes)
  }
}
