import FormSite
package import Support

/// The formats of downloads, which are also the endings of their addresses.
package enum DownloadFormat: String, Sendable, CaseIterable {
  case csv, jsonl, xlsx

  var mediaType: String {
    switch self {
    case .csv: "text/csv; charset=utf-8"
    case .jsonl: "application/jsonl"
    case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    }
  }
}

/// The content of a download.
struct DownloadRequest: Sendable {
  /// The form's id.
  let form: String
  /// Which submissions, in which order.
  let query: AnswerQuery
  let format: DownloadFormat
  /// The form's definition, whose columns come first; `nil` to begin with those of the newest version.
  let current: [UInt8]?
  /// The definition of a version of the form; `nil` if it is not known. Called on another thread.
  let definition: @Sendable (_ version: String) -> [UInt8]?

  /// - Parameter lines: the submissions, one in each line.
  /// - Throws: a `SpoolError` if the file cannot be written or read, or a `TableExport.Refusal` if the form does not
  ///   fit into a workbook.
  fileprivate func table(of lines: SpooledFile, in spool: SpoolFolder) throws -> SpooledFile {
    var table = TableExport(
      of: form, as: format == .csv ? .csv : .workbook, first: current.flatMap { TableColumns(definition: $0) }
    ) { version in
      definition(version).flatMap { TableColumns(definition: $0) }
    }
    let output = SpoolOutput(try spool.makeFile())
    var hasNext = true
    while hasNext {
      try lines.forEachLine { line in try output.write { bytes in try table.take(line, to: &bytes) } }
      hasNext = try output.write { bytes in try table.endPass(to: &bytes) }
    }
    return try output.finish()
  }
}

/// Writes each download completely before it is sent. So its length is known, and a failure gives an error page instead
/// of a truncated file. Only a few lines are in memory at a time.
package final class Downloads: Sendable {
  private typealias Made = Result<SpooledFile, any Error>

  private let spool: SpoolFolder
  private let tables = BlockingWork<@Sendable () -> Made, Made>(
    concurrentLimit: 1, waitingLimit: Downloads.waitingLimit
  ) { make in make() }

  /// The number of tables that may wait for their turn.
  private static let waitingLimit = 8

  /// The folder for files while they are written and sent. Files that a killed server has left there contain answers,
  /// so they are removed.
  package static func spool(in data: String, byteLimit: Int, note: (String) -> Void) -> SpoolFolder {
    let path = data + "/downloads"
    let spool = SpoolFolder(in: path, byteLimit: byteLimit, removing: { BackgroundThread.start($0) })
    do throws(SpoolError) { try spool.open() } catch { note("error: \(path): \(error)") }
    return spool
  }

  /// - Parameter spool: the folder for files while they are written and sent.
  package init(in spool: SpoolFolder) { self.spool = spool }

  /// - Throws: an `AnswerError` if the submissions cannot be read or too many files are being written, or an error of
  ///   `table`.
  func file(_ request: DownloadRequest, from store: some AnswerStore) async throws -> SpooledFile {
    let output = SpoolOutput(try spool.makeFile())
    // All lines are read at once, so submissions that are sent or erased meanwhile do not shift the others.
    try await store.forEachLine(of: request.form, matching: request.query) { line in
      try output.write { bytes in
        bytes += line
        bytes.append(10)
      }
    }
    let lines = try output.finish()
    if request.format == .jsonl { return lines }
    let made = await tables.result { [spool] in Result { try request.table(of: lines, in: spool) } }
    guard let made else { throw AnswerError.busy }
    return try made.get()
  }
}

/// A file of a spool that is written in blocks.
private final class SpoolOutput: Sendable {
  private struct State {
    let file: SpoolWriter
    var bytes: [UInt8] = []
  }

  private static let blockByteCount = 64 << 10
  private let state: Lock<State>

  init(_ file: sending SpoolWriter) { state = Lock(State(file: file)) }

  func write<Result>(_ body: (inout [UInt8]) throws -> sending Result) throws -> sending Result {
    try state.withLock { state in
      let result = try body(&state.bytes)
      if state.bytes.count >= Self.blockByteCount { try Self.flush(&state) }
      return result
    }
  }

  func finish() throws -> SpooledFile {
    try state.withLock { state in
      try Self.flush(&state)
      return try state.file.finish()
    }
  }

  private static func flush(_ state: inout State) throws {
    try state.bytes.withUnsafeBytes { try state.file.write($0) }
    state.bytes.removeAll(keepingCapacity: true)
  }
}

extension SpooledFile {
  private static var pieceByteCount: Int { 256 << 10 }

  /// Passes on its lines, without their line breaks. Blocks.
  fileprivate func forEachLine(_ take: ([UInt8]) throws -> Void) throws {
    var begun: [UInt8] = []
    try forEachPiece(of: Self.pieceByteCount) { piece in
      var rest = piece[...]
      while let end = rest.firstIndex(of: 10) {
        begun += rest[..<end]
        try take(begun)
        begun.removeAll(keepingCapacity: true)
        rest = rest[(end + 1)...]
      }
      begun += rest
    }
  }
}
