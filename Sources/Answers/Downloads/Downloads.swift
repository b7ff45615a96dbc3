import FormSite
package import Support

/// The formats in which submissions are downloaded, by the endings of their addresses.
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

/// What is to be in a file that is downloaded.
struct DownloadRequest: Sendable {
  /// The form's id.
  let form: String
  /// Which submissions, and in which order.
  let query: AnswerQuery
  let format: DownloadFormat
  /// The form's definition, whose columns come first; nil: those of the newest version.
  let current: [UInt8]?
  /// That of a version of the form; nil: it is not known. Called on another thread.
  let definition: @Sendable (_ version: String) -> [UInt8]?

  /// - Parameter lines: the submissions, a line each.
  /// - Throws: a `SpoolError` where the file can't be written or read, a `TableExport.Refusal` where a workbook has no room for
  ///   the form.
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

/// Makes files that are downloaded, whole, before they are sent: so their length is known, and a failure is an answer of its own and
/// not a file that breaks off. In memory there are never more than some lines.
package final class Downloads: Sendable {
  private typealias Made = Result<SpooledFile, any Error>

  private let spool: SpoolFolder
  private let tables = BlockingWork<@Sendable () -> Made, Made>(
    concurrentLimit: 1, waitingLimit: Downloads.waitingLimit
  ) { make in make() }

  /// Tables that wait for their turn.
  private static let waitingLimit = 8

  /// The folder of files while they are made and sent. What a server that was killed has left there are answers: it goes now.
  package static func spool(in data: String, byteLimit: Int, note: (String) -> Void) -> SpoolFolder {
    let path = data + "/downloads"
    let spool = SpoolFolder(in: path, byteLimit: byteLimit, removing: { BackgroundThread.start($0) })
    do throws(SpoolError) { try spool.open() } catch { note("error: \(path): \(error)") }
    return spool
  }

  /// - Parameter spool: of files while they are made and sent.
  package init(in spool: SpoolFolder) { self.spool = spool }

  /// - Throws: an `AnswerError` where the submissions can't be read, or too many files are being made; what `table` throws.
  func file(_ request: DownloadRequest, from store: some AnswerStore) async throws -> SpooledFile {
    let output = SpoolOutput(try spool.makeFile())
    // All at once: what comes or is erased meanwhile does not move the others.
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

  /// Shows its lines, without their ends. Blocks.
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
