#if PostgreSQL
package import FormSite
import Support
import Synchronization

/// Files of attachments in PostgreSQL, in pieces, so that each server of a fleet has the files that another one received. Files that a
/// server left incomplete when it ended are removed together with unused ones.
package final class PostgreSQLFiles: AttachmentStore {
  /// The number of connections for files; a request for a busy one waits.
  private static let fileLaneCount = 2
  /// Seconds after which an incomplete file is given up.
  private static let uploadSecondLimit = 3600
  private static let keyByteCount = 32

  private let byteLimit: Int
  /// For short operations, which should not wait for files.
  private let short: Lane
  private let long: [Lane]
  private let turn = Atomic(0)

  /// Connects at the first use.
  /// - Parameters:
  ///   - address: the database.
  ///   - byteLimit: bytes of all files together.
  ///   - isReader: whether nothing is written and no tables are created.
  package init(_ address: PostgreSQLAddress, byteLimit: Int, isReader: Bool = false) {
    self.byteLimit = byteLimit
    let prepare: Lane.Preparation = { connection, deadline throws(PostgreSQLError) in
      if !isReader { try FileTable.open(connection, by: deadline) }
    }
    short = Lane(address, prepare: prepare)
    long = (0..<Self.fileLaneCount).map { _ in Lane(address, prepare: prepare) }
  }

  /// `nil`, as only the database knows.
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
          throw PostgreSQLError(.refused(code: ""), description: "pieces of a file have gone")
        }
      } catch {
        // Another server stored the same file first.
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
        // Nothing has been stored yet.
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
#endif
