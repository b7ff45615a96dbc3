#if PostgreSQL
import Dispatch
package import FormSite
import Support
import Synchronization

/// Files of attachments in PostgreSQL, in pieces, so that each server of a fleet has those that came to another. What a server that
/// has ended leaves half written is swept with what nobody uses.
package final class PostgreSQLFiles: AttachmentStore {
  /// Connections for files; those who come to a busy one wait for it.
  private static let fileLaneCount = 2
  /// After which a file that is not whole is given up.
  private static let uploadSecondLimit = 3600
  private static let keyByteCount = 32

  private let byteLimit: Int
  /// What takes a moment does not wait for files.
  private let short: Lane
  private let long: [Lane]
  private let turn = Atomic(0)

  /// Connects when it is used first.
  /// - Parameters:
  ///   - address: the database.
  ///   - byteLimit: bytes of all files together.
  ///   - isReader: nothing is written, and no tables are made.
  package init(_ address: PostgreSQLAddress, byteLimit: Int, isReader: Bool = false) {
    self.byteLimit = byteLimit
    short = Lane(address, makesTables: !isReader)
    long = (0..<Self.fileLaneCount).map { _ in Lane(address, makesTables: !isReader) }
  }

  /// Nil: only the database knows.
  package var byteCount: Int? { nil }

  private var lane: Lane { long[turn.wrappingAdd(1, ordering: .relaxed).newValue & .max % long.count] }

  package func key() async throws -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    let new = (0..<Self.keyByteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return try await short.run { try FileTable.key(orNew: new, over: $0, by: Lane.answerDeadline) }
  }

  package func store(_ file: ReceivedFile) async throws {
    try await lane.run { [byteLimit] connection in
      let digest = file.digest
      if try FileTable.isThere(digest, over: connection, by: Lane.answerDeadline) {
        return try FileTable.use([digest], over: connection, by: Lane.answerDeadline)
      }
      var generator = SystemRandomNumberGenerator()
      let upload = Token((generator.next(), generator.next())).text
      let hasRoom = try FileTable.begin(
        upload, digest: digest, byteCount: file.count, byteLimit: byteLimit, over: connection, by: Lane.answerDeadline)
      guard hasRoom else { throw AttachmentError.noRoom }
      var number = 0
      try file.forEachPiece(of: FileTable.pieceByteCount) { piece in
        try FileTable.add(Array(piece), number: number, to: upload, over: connection, by: Lane.answerDeadline)
        number += 1
      }
      do throws(PostgreSQLError) {
        guard try FileTable.finish(upload, over: connection, by: Lane.answerDeadline) else {
          throw PostgreSQLError(.refused(code: ""), "pieces of a file have gone")
        }
      } catch {
        // Another server was first.
        guard error.isDuplicate else { throw error }
        try FileTable.remove(upload, over: connection, by: Lane.answerDeadline)
        try FileTable.use([digest], over: connection, by: Lane.answerDeadline)
      }
    }
  }

  package func use(_ digests: [String]) async throws {
    try await short.run { try FileTable.use(digests, over: $0, by: Lane.answerDeadline) }
  }

  package func keep(_ digests: [String]) async throws -> [String] {
    try await short.run { try FileTable.keep(digests, over: $0, by: Lane.answerDeadline) }
  }

  package func bytes(of digest: String, from offset: Int, count: Int) async throws -> [UInt8]? {
    try await lane.run { connection in
      let size = FileTable.pieceByteCount
      let first = offset / size
      do throws(PostgreSQLError) {
        let bytes = try FileTable.pieces(
          of: digest, from: first, through: (offset + count - 1) / size, over: connection, by: Lane.answerDeadline)
        return bytes.map { Array($0.dropFirst(offset - first * size).prefix(count)) }
      } catch {
        // Nothing has ever been stored.
        if error.isMissingTable { return nil }
        throw error
      }
    }
  }

  package func removeUnsent(unusedFor seconds: Int) async throws -> Int {
    var count = 0
    while true {
      let swept = try await lane.run {
        try FileTable.sweep(
          unusedFor: seconds, uploadSeconds: Self.uploadSecondLimit, over: $0, by: Lane.sweepDeadline)
      }
      count += swept.files
      if swept.rows == 0 { return count }
    }
  }
}

/// A connection, and a thread that may wait for it.
private final class Lane: Sendable {
  private static let connectMillisecondLimit = 3000
  /// A restart or a failing over that takes no longer than this is not noticed by those who wait.
  private static let patienceMilliseconds = 5000
  private static let waitingLimit = 500

  /// For one statement.
  static var answerDeadline: Deadline { Deadline(inMilliseconds: 10_000) }
  /// For one that removes 20 files with their pieces.
  static var sweepDeadline: Deadline { Deadline(inMilliseconds: 60_000) }

  private let address: PostgreSQLAddress
  private let makesTables: Bool
  /// Used on the queue alone.
  private let connection = Lock<PostgreSQLConnection?>(nil)
  private let queue = DispatchQueue(label: "formcells.postgresql.files")
  private let waiting = Atomic(0)

  init(_ address: PostgreSQLAddress, makesTables: Bool) { (self.address, self.makesTables) = (address, makesTables) }

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
    if makesTables { try FileTable.open(connection, by: deadline) }
    return connection
  }
}
#endif
