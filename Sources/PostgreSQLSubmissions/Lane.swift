#if PostgreSQL
import Dispatch
import FormSite
import Support
import Synchronization

extension PostgreSQLConnection {
  /// Creates a table that is missing. Another server that does so at the same time waits.
  /// - Parameter lock: the number of an advisory lock.
  func make(_ table: String, lock: String, by deadline: Deadline) throws(PostgreSQLError) {
    try transaction(by: deadline) { () throws(PostgreSQLError) in
      try run("SELECT pg_advisory_xact_lock(\(lock))", by: deadline)
      try run(table, by: deadline)
    }
  }
}

/// A connection, and a thread that may wait for it.
final class Lane: Sendable {
  private static let connectMillisecondLimit = 3000
  /// A restart or a failing over that takes no longer than this is not noticed by those who wait.
  private static let patienceMilliseconds = 5000
  private static let waitingLimit = 500

  /// For one statement.
  static var answerDeadline: Deadline { Deadline(inMilliseconds: 10_000) }
  /// For one that removes 20 files with their pieces.
  static var sweepDeadline: Deadline { Deadline(inMilliseconds: 60_000) }

  /// Makes a new connection ready.
  typealias Preparation = @Sendable (PostgreSQLConnection, Deadline) throws(PostgreSQLError) -> Void

  private let address: PostgreSQLAddress
  private let prepare: Preparation
  /// Used on the queue alone.
  private let connection = Lock<PostgreSQLConnection?>(nil)
  private let queue = DispatchQueue(label: "formcells.postgresql.files")
  private let waiting = Atomic(0)

  init(_ address: PostgreSQLAddress, prepare: @escaping Preparation) {
    (self.address, self.prepare) = (address, prepare)
  }

  /// - Parameter body: is called again where the connection broke or transactions met: what it does twice has to be done once.
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
