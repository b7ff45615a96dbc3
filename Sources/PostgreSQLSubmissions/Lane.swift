#if PostgreSQL
import Dispatch
import FormSite
import Support
import Synchronization

extension PostgreSQLConnection {
  /// Creates a table if it is missing. Another server that does this at the same time waits.
  /// - Parameter lock: the number of an advisory lock.
  func make(_ table: String, lock: String, by deadline: Deadline) throws(PostgreSQLError) {
    try transaction(by: deadline) { () throws(PostgreSQLError) in
      try run("SELECT pg_advisory_xact_lock(\(lock))", by: deadline)
      try run(table, by: deadline)
    }
  }
}

/// A connection with a thread that may block on it.
final class Lane: Sendable {
  private static let connectMillisecondLimit = 3000
  /// Callers wait this long, so that they do not notice a shorter restart or failover.
  private static let patienceMilliseconds = 5000
  private static let waitingLimit = 500

  /// The deadline of one statement.
  static var answerDeadline: Deadline { Deadline(inMilliseconds: 10_000) }
  /// The deadline of a statement that removes 20 files with their pieces.
  static var sweepDeadline: Deadline { Deadline(inMilliseconds: 60_000) }

  /// Prepares a new connection.
  typealias Preparation = @Sendable (PostgreSQLConnection, Deadline) throws(PostgreSQLError) -> Void

  private let address: PostgreSQLAddress
  private let prepare: Preparation
  /// Only used on the queue.
  private let connection = Lock<PostgreSQLConnection?>(nil)
  private let queue = DispatchQueue(label: "formcells.postgresql.files")
  private let waiting = Atomic(0)

  init(_ address: PostgreSQLAddress, prepare: @escaping Preparation) {
    (self.address, self.prepare) = (address, prepare)
  }

  /// - Parameter body: called again if the connection broke or transactions conflicted, so it must be safe to repeat.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Result
  ) async throws -> Result {
    defer { waiting.wrappingSubtract(1, ordering: .relaxed) }
    guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= Self.waitingLimit else { throw AttachmentError.busy }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try self.attempt(body) }) }
    }
  }

  private func attempt<Result: Sendable>(
    _ body: @Sendable (PostgreSQLConnection) throws -> Result
  ) throws -> Result {
    let patience = Deadline(inMilliseconds: Self.patienceMilliseconds)
    var backoff = Backoff()
    while true {
      do {
        return try connection.withLock { held in
          do {
            if held == nil { held = try connected() }
            guard let connection = held else { preconditionFailure("a connection is there") }
            return try body(connection)
          } catch let error as PostgreSQLError {
            if error.isOfTheServer { held = nil }
            throw error
          }
        }
      } catch let error as PostgreSQLError {
        guard error.kind == .lost || error.isConflict || error.isOfStopping, !patience.isOver else {
          throw error.isOfFullDisk ? AttachmentError.noRoom : .failed("\(address): \(error)")
        }
        _ = Deadline(inMilliseconds: backoff.nextMilliseconds()).wait(for: 0, on: -1)
      }
    }
  }

  private func connected() throws(PostgreSQLError) -> PostgreSQLConnection {
    let deadline = Deadline(inMilliseconds: Self.connectMillisecondLimit)
    let connection = try PostgreSQLConnection(to: address, by: deadline)
    try prepare(connection, deadline)
    return connection
  }
}
#endif
