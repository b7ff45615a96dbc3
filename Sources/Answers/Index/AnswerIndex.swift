package import FormCells
import FormController
import FormSite
import Support

/// Looks up submissions in an index beside their files, `DATA/index/{form}`. The index contains nothing that the files
/// do not: it may be removed at any time, and is then built again.
///
/// Only the process that has the data folder may use it.
package final class AnswerIndex: AnswerStore, DerivedFiles {
  private let data: String
  private let refresh: @Sendable () async throws(AnswerError) -> Void
  private let ownByteLimit: Int
  private let note: @Sendable (String) -> Void
  private let forms = Lock<[String: FormIndex]>([:])
  private let isClosed = Lock(false)
  private let queries: BlockingWork<Query, Void>

  /// A query for a thread to run. It passes its results to the caller itself.
  private struct Query: Sendable {
    let run: @Sendable () -> Void
  }

  /// The number of queries that run at once; each takes some memory and a processor.
  private static let queryLimit = 2
  /// The number of queries that may wait for their turn.
  private static let waitingLimit = 16

  /// - Parameters:
  ///   - data: the folder that contains `submissions/`.
  ///   - refresh: called before each query if the files are a copy. It brings them up to date, or throws if it cannot.
  ///   - ownByteLimit: the bytes of new lines that a query reads before it answers; by default about a second's work.
  ///   - note: writes to the log, from any thread: which indexes are built again, and failures.
  package init(
    data: String, refresh: @escaping @Sendable () async throws(AnswerError) -> Void = {},
    ownByteLimit: Int = 16 << 20,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.data = data
    self.refresh = refresh
    self.ownByteLimit = ownByteLimit
    self.note = note
    queries = BlockingWork(concurrentLimit: Self.queryLimit, waitingLimit: Self.waitingLimit) { $0.run() }
  }

  /// Brings the indexes of all forms up to date, in sequence, on a low-priority thread.
  package func start() {
    BackgroundThread.start {
      do throws(AnswerError) {
        for form in try self.storedForms() where !self.isClosed.withLock({ $0 }) { self.index(of: form)?.catchUpNow() }
      } catch { self.note("\(error)") }
    }
  }

  /// Stops writing, before another process gets the data folder. Blocks.
  package func close() {
    isClosed.withLock { $0 = true }
    for index in forms.withLock({ Array($0.values) }) { index.close() }
  }

  /// Overwrites the values of submissions in the index after their lines were erased. Blocks.
  package func erase(_ ids: [String], of form: String) throws(AnswerError) {
    try index(of: form)?.erase(Set(ids.compactMap { Token($0) }))
  }

  package func removeAll() throws(AnswerError) {
    let known = forms.withLock { forms in
      defer { forms = [:] }
      return forms.values.map(\.self)
    }
    for index in known { index.close() }
    let folders: [String]
    do throws(FileError) {
      folders = try FolderContent(of: data + "/index").entries.filter(\.isFolder).map(\.name)
    } catch {
      if error == .missing { return }
      throw .unreadable("\(data)/index: \(error)")
    }
    for form in folders { try IndexWriter.remove(paths(of: form)) }
  }

  private func storedForms() throws(AnswerError) -> [String] {
    do throws(FileError) {
      return try FolderContent(of: data + "/submissions").entries.filter { $0.name.hasSuffix(".jsonl") && !$0.isFolder }
        .map { String($0.name.dropLast(6)) }.sorted()
    } catch {
      if error == .missing { return [] }
      throw .unreadable("\(data)/submissions: error: \(error)")
    }
  }

  /// The index of a form; `nil` if the form has no submissions.
  private func index(of form: String) -> FormIndex? {
    guard !form.isEmpty, !form.hasPrefix("."), !form.utf8.contains(UInt8(ascii: "/")) else { return nil }
    let paths = paths(of: form)
    return forms.withLock { forms in
      if let index = forms[form] { return index }
      guard JournalState(path: paths.journal) != nil else { return nil }
      let index = FormIndex(paths, ownByteLimit: ownByteLimit, note: note)
      forms[form] = index
      return index
    }
  }

  private func paths(of form: String) -> IndexPaths {
    IndexPaths(folder: "\(data)/index/\(form)", journal: SubmissionFiles.path(of: form, inData: data))
  }

  // MARK: Queries

  package func forms() async throws(AnswerError) -> [String] {
    try await run { () throws(AnswerError) in try self.storedForms() }
  }

  package func progress(of form: String) -> Double? { index(of: form)?.share }

  package func summaries(
    of forms: [String], days: ClosedRange<CalendarDate>, zone: TimeZone
  ) async throws(AnswerError) -> [AnswerSummary] {
    try await run { () throws(AnswerError) in
      var summaries: [AnswerSummary] = []
      for form in forms { summaries.append(try self.summary(of: form, days: days, in: zone)) }
      return summaries
    }
  }

  private func summary(
    of form: String, days: ClosedRange<CalendarDate>, in zone: TimeZone
  ) throws(AnswerError) -> AnswerSummary {
    let first = days.lowerBound.daysSince1970
    var perDay = [Int](repeating: 0, count: days.upperBound.daysSince1970 - first + 1)
    var clock = DayClock(zone)
    var (count, newest) = (0, 0)
    try look(at: form) { scan throws(AnswerError) in
      for block in scan?.blocks() ?? [] {
        for word in try scan?.times(block) ?? [] {
          let time = IndexTime(bits: word)
          guard time.isCurrent else { continue }
          count += 1
          newest = max(newest, time.milliseconds)
          if let day = clock.day(at: time.milliseconds), perDay.indices.contains(day - first) {
            perDay[day - first] += 1
          }
        }
      }
    }
    return AnswerSummary(form: form, count: count, newest: newest == 0 ? nil : newest.iso8601, perDay: perDay)
  }

  package func rows(
    of form: String, _ query: AnswerQuery, in range: Range<Int>
  ) async throws(AnswerError) -> AnswerRows {
    try await run { () throws(AnswerError) in
      try self.look(at: form) { scan throws(AnswerError) in
        guard let scan else { return AnswerRows(total: 0, lines: []) }
        let matches = try IndexMatches(scan, matching: query)
        let order = try IndexOrder(scan, matches: matches, by: query.sort, in: range)
        var lines: [[UInt8]] = []
        try scan.forEachLine(order.rows) { line in
          lines.append(line)
          return true
        }
        return AnswerRows(total: matches.count - (order.rows.count - lines.count), lines: lines)
      }
    }
  }

  package func storedAnswer(_ id: String, of form: String) async throws(AnswerError) -> StoredAnswer? {
    guard let id = Token(id) else { return nil }
    return try await run { () throws(AnswerError) in
      try self.look(at: form) { scan throws(AnswerError) in try scan?.storedAnswer(id) }
    }
  }

  package func tallies(
    of form: String, matching query: AnswerQuery, requests: [TallyRequest]
  ) async throws(AnswerError) -> [Tally] {
    try await run { () throws(AnswerError) in
      try self.look(at: form) { scan throws(AnswerError) in
        guard let scan else { return requests.map(\.ofNothing) }
        let tallies = IndexTallies(scan: scan, matches: try IndexMatches(scan, matching: query), zone: query.zone)
        var results: [Tally] = []
        for request in requests { results.append(try tallies.tally(request)) }
        return results
      }
    }
  }

  package func forEachLine(
    of form: String, matching query: AnswerQuery, take: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws {
    let failure = Lock<(any Error)?>(nil)
    try await run { () throws(AnswerError) in
      try self.look(at: form) { scan throws(AnswerError) in
        guard let scan else { return }
        let matches = try IndexMatches(scan, matching: query)
        let order = try IndexOrder(scan, matches: matches, by: query.sort, in: 0..<matches.count)
        try scan.forEachLine(order.rows) { line in
          do { try take(line) } catch {
            failure.withLock { $0 = error }
            return false
          }
          return true
        }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// Looks something up in the present index of a form.
  /// - Parameter body: receives `nil` for a form without submissions.
  private func look<Output>(
    at form: String, _ body: (IndexScan?) throws(AnswerError) -> Output
  ) throws(AnswerError) -> Output {
    guard let index = index(of: form), let scan = try index.scan() else { return try body(nil) }
    do throws(AnswerError) {
      let output = try body(scan)
      guard index.has(scan) else { throw .notReady(0) }
      return output
    } catch {
      if case .unreadable = error { index.distrust(error) }
      throw error
    }
  }

  /// Runs a query on another thread.
  private func run<Output: Sendable>(
    _ body: @escaping @Sendable () throws(AnswerError) -> Output
  ) async throws(AnswerError) -> Output {
    try await refresh()
    let result = Lock<Result<Output, AnswerError>>(.failure(.busy))
    let query = Query {
      let found: Result<Output, AnswerError>
      do throws(AnswerError) { found = .success(try body()) } catch { found = .failure(error) }
      result.withLock { $0 = found }
    }
    guard await queries.result(of: query) != nil else { throw .busy }
    return try result.withLock { $0 }.get()
  }
}

extension IndexScan {
  /// Passes on the lines of rows. Submissions erased since they were found are left out.
  /// - Parameter take: returns false after the last line that it needs.
  fileprivate func forEachLine(_ rows: [Int], take: ([UInt8]) -> Bool) throws(AnswerError) {
    let known = try IndexFile(paths.rows)
    let journal = try IndexFile(paths.journal)
    for row in rows {
      let line = try line(of: IndexWriter.row(row, in: known), in: journal)
      if !line.isErased, !take(line.bytes) { return }
    }
  }

  fileprivate func storedAnswer(_ id: Token) throws(AnswerError) -> StoredAnswer? {
    guard head.idCapacity > 0 else { throw .notReady(0) }
    let rows = try IndexFile(paths.rows)
    let ids = try IndexFile(paths.ids)
    let table = IDTable(capacity: head.idCapacity)
    let found = try table.row(of: id, in: ids) { row throws(AnswerError) in
      if row >= rowCount { return false }
      return try IndexWriter.row(row, in: rows).id == id
    }
    guard let found else { return nil }
    let row = try IndexWriter.row(found, in: rows)
    let line = try line(of: row, in: IndexFile(paths.journal))
    let time = IndexTime(bits: try times(found..<found + 1)[0])
    if line.isErased || time.isErased { return StoredAnswer(line: line.bytes, state: .erased) }
    guard time.isReplaced else { return StoredAnswer(line: line.bytes, state: .current) }
    var newest = row
    // Each is replaced by a later one, so there cannot be more steps than rows.
    for _ in 0..<rowCount where 1...UInt32(rowCount) ~= newest.replacement {
      newest = try IndexWriter.row(Int(newest.replacement) - 1, in: rows)
    }
    return StoredAnswer(line: line.bytes, state: .replaced(by: newest.id.text))
  }
}

extension TallyRequest {
  /// The tally of a form without submissions.
  fileprivate var ofNothing: Tally {
    guard case .column(let column) = self else { return Tally(content: .days(nil)) }
    switch column.kind {
    case .choice: return Tally(content: .choices(values: [], further: 0, other: 0))
    case .flag: return Tally(content: .flags(on: 0, off: 0))
    case .number, .count, .duration: return Tally(content: .numbers([]))
    case .day, .moment: return Tally(content: .days(nil))
    case .time: return Tally(content: .times(nil))
    case .text: return Tally(content: .texts)
    }
  }
}

extension Int {
  /// A time in milliseconds since 1970, as RFC 3339 in UTC.
  fileprivate var iso8601: String { Timestamp(seconds: self / 1000, milliseconds: self % 1000).iso8601 }
}
