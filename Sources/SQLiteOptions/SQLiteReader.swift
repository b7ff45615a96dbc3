#if SQLite
import Dispatch
import Options
import Support

/// A thread of its own with a connection, which is made anew where the file is another one.
final class SQLiteReader: Sendable {
  /// Questions that wait.
  private static let waitingLimit = 64

  private let database: OptionDatabase
  private let queue: DispatchQueue
  private let state = Lock(State())
  private let waiting = Lock(0)

  private struct State {
    var identity: FileIdentity?
    var session: SQLiteSession?
  }

  init(_ database: OptionDatabase, name: String) {
    self.database = database
    queue = DispatchQueue(label: "sqlite.\(name)")
  }

  func answer<Answer: Sendable>(
    _ body: @escaping @Sendable (inout SQLiteSession) throws(SQLiteError) -> Answer
  ) async throws -> Answer {
    let isFull = waiting.withLock { count in
      count += 1
      return count > Self.waitingLimit
    }
    defer { waiting.withLock { $0 -= 1 } }
    if isFull { throw SQLiteError(path: database.path, reason: "too many questions wait") }
    let mark = StopMark()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: self.result(mark, body)) }
      }
    } onCancel: {
      mark.set()
    }
  }

  private func result<Answer: Sendable>(
    _ mark: StopMark, _ body: (inout SQLiteSession) throws(SQLiteError) -> Answer
  ) -> Result<Answer, any Error> {
    state.withLock { state in
      do throws(SQLiteError) {
        if mark.isSet { throw SQLiteError(path: database.path, reason: "nobody waits any more") }
        let identity = FileIdentity(path: database.path)
        if identity == nil || state.identity != identity {
          state = State(identity: identity, session: try SQLiteSession(database))
        }
        guard var session = state.session else {
          throw SQLiteError(path: database.path, reason: "there is no connection")
        }
        state.session = nil
        let answer = try session.connection.stopping(where: mark) { () throws(SQLiteError) in try body(&session) }
        state.session = session
        return .success(answer)
      } catch {
        // Whatever is wrong with it, the next question begins anew.
        state = State()
        return .failure(error)
      }
    }
  }
}
#endif
