import Dispatch
import FormController
import Glibc
import Support

/// Erasing. A line is overwritten in place by one without values, so that no other line moves. An `ErasureIntention` is written
/// to the disk first, and removed when everything is done, so that a start can finish the work:
///
/// 1. the intention;
/// 2. the lines, then their checksums: each synced before the next begins;
/// 3. the copies of damaged lines;
/// 4. the observers;
/// 5. the list of files that may no longer be named by any submission;
/// 6. the end of the intention.
///
/// Every step can be repeated. The write queue is held only while lines are overwritten in memory, so visitors do not wait for
/// a sync of it.
extension SubmissionFiles: SubmissionEditor {
  package var editCounts: EditCounts { state.withLock { $0.editCounts } }

  package func erase(_ ids: [String], in form: String, by name: String) async throws(SubmissionError) -> ErasureReport {
    guard !form.isEmpty, !form.utf8.contains(UInt8(ascii: "/")) else {
      throw SubmissionError(path: directory, reason: "'\(form)' is not a form's id")
    }
    return try await whileErasing { files throws(SubmissionError) in
      var report = ErasureReport()
      var tokens: [Token] = []
      for id in ids {
        if let token = Token(id) { tokens.append(token) } else { report.missing.append(id) }
      }
      let mark = Mark(name: name, time: Environment.system.now().iso8601)
      for start in stride(from: 0, to: tokens.count, by: Self.stepLineLimit) {
        let step = Array(tokens[start..<min(tokens.count, start + Self.stepLineLimit)])
        try files.erase(step, of: form, as: mark, report: &report)
      }
      try files.releaseFiles()
      return report
    }
  }

  /// Erases lines that `copy` stored, after they were erased at their origin. It erases only these, not what they replaced.
  /// - Parameters:
  ///   - time: when they were erased there (RFC 3339).
  ///   - name: by whom.
  package func eraseCopies(
    of ids: [String], in form: String, at time: String, by name: String
  ) async throws(SubmissionError) {
    try await whileErasing { files throws(SubmissionError) in
      let tokens = ids.compactMap { Token($0) }
      let mark = Mark(name: name, time: time, isOfCopies: true)
      for start in stride(from: 0, to: tokens.count, by: Self.stepLineLimit) {
        var report = ErasureReport()
        let step = Array(tokens[start..<min(tokens.count, start + Self.stepLineLimit)])
        try files.erase(step, of: form, as: mark, report: &report)
      }
    }
  }

  /// What erased lines say about their erasing.
  private struct Mark {
    let name: String
    let time: String
    /// Whether the others of their chains stay, and nothing is logged or counted.
    var isOfCopies = false
  }

  package func eraseExpired(of form: String, before time: String, by name: String) async throws(SubmissionError) -> Int
  {
    guard let limit = SubmissionTime(time) else {
      throw SubmissionError(path: directory, reason: "'\(time)' is not a time such as 2026-01-31T12:00:00.000Z")
    }
    var place = ExpiryPlace()
    var count = 0
    while !place.isAtEnd {
      let start = place
      let step = try await whileErasing { files throws(SubmissionError) in
        if start.offset == 0 { try TornCopies(ofJournal: files.path(of: form), files.disk).expire(before: limit) }
        var place = start
        let ids = try files.expired(of: form, before: limit, from: &place)
        var report = ErasureReport()
        let mark = Mark(name: name, time: Environment.system.now().iso8601)
        if !ids.isEmpty { try files.erase(ids, of: form, as: mark, from: &place, report: &report) }
        if place.isAtEnd { try files.releaseFiles() }
        return (place, report.erased.count)
      }
      place = step.0
      count += step.1
    }
    let now = Environment.system.now().seconds
    state.withLock { $0.editCounts.expirySeconds = now }
    return count
  }

  /// How far a form's lines and their checksums' records have been read.
  private struct ExpiryPlace {
    var offset = 0
    var record = 0
    var isAtEnd = false
  }

  /// The most submissions that are erased at once.
  private static let stepLineLimit = 200
  /// Lines that are read before other work gets its turn.
  private static let scanLineLimit = 20_000

  /// Runs on a thread that may block, one at a time, and fails while another process has the folder.
  private func whileErasing<Done: Sendable>(
    _ body: @escaping @Sendable (SubmissionFiles) throws(SubmissionError) -> Done
  ) async throws(SubmissionError) -> Done {
    let outcome = Lock<Result<Done, SubmissionError>?>(nil)
    await erasing.result { [self] in
      let result = erasingLock.withLock { _ -> Result<Done, SubmissionError> in
        guard state.withLock({ $0.folder != nil }) else {
          return .failure(SubmissionError(path: directory, reason: "another process is using the folder"))
        }
        do throws(SubmissionError) { return .success(try body(self)) } catch { return .failure(error) }
      }
      outcome.withLock { $0 = result }
    }
    guard let result = outcome.withLock({ $0 }) else {
      throw SubmissionError(path: directory, reason: "too many erasures are waiting; try again")
    }
    return try result.get()
  }

  // MARK: Which lines

  private func chains(of ids: [Token], in form: String) -> [Token] {
    state.withLock { state in
      guard let corrections = state.corrections[form] else { return ids }
      var seen: Set<Token> = []
      return ids.flatMap { corrections.chain(of: $0) }.filter { seen.insert($0).inserted }
    }
  }

  /// The expired submissions after this place, up to the limits of one step.
  private func expired(
    of form: String, before limit: SubmissionTime, from place: inout ExpiryPlace
  ) throws(SubmissionError) -> [Token] {
    let path = path(of: form)
    guard FileIdentity(path: path) != nil else {
      place.isAtEnd = true
      return []
    }
    let corrections = state.withLock { $0.corrections[form] } ?? Corrections()
    var lines = try LineReader(path, from: place.offset)
    defer { place.offset = lines.offset }
    let end = try lines.byteCount()
    var ids: [Token] = []
    for _ in 0..<Self.scanLineLimit {
      guard lines.offset < end, let line = try lines.next() else {
        place.isAtEnd = true
        return ids
      }
      guard let head = LineHead(of: line.bytes), !head.isErased, head.isOlder(than: limit, in: line.bytes),
        corrections.lastTime(inChainOf: head.id).map({ $0.isBefore(limit) }) ?? true
      else { continue }
      ids.append(head.id)
      if ids.count == Self.stepLineLimit { break }
    }
    return ids
  }

  /// The lines of these ids.
  /// - Parameter place: they are expected after it, in their order. `nil`: they may be anywhere, and a damaged one is an error.
  private func lines(
    of ids: [Token], in file: Int32, of form: String, erasedAt time: String, by name: String,
    from start: inout ExpiryPlace?, _ report: inout ErasureReport
  ) throws(SubmissionError) -> [ErasedLine] {
    let path = path(of: form)
    var found: [ErasedLine] = []
    var seen: Set<Token> = []
    func add(_ bytes: [UInt8], id: Token, at offset: Int, record: Int?, erased: inout [String]) {
      guard seen.insert(id).inserted || !found.contains(where: { $0.offset == offset }) else { return }
      if LineHead(of: bytes)?.isErased == true { return erased.append(id.text) }
      found.append(
        ErasedLine(bytes, id: id, at: offset, record: record, form: form, erasedAt: time, by: name))
    }
    var record = start?.record ?? 0
    let places = try LineSums.places(of: Set(ids), in: path, from: &record, isWhole: start == nil)
    start?.record = record
    for place in places {
      let sum = place.sum
      var bytes = [UInt8](repeating: 0, count: sum.length + 1)
      guard pread(file, &bytes, bytes.count, off_t(sum.offset)) == bytes.count, bytes.removeLast() == 10,
        sum.fits(bytes)
      else {
        if start != nil {
          seen.insert(sum.id)
          continue
        }
        throw SubmissionError(
          path: path,
          reason:
            "the line of \(sum.id.text) is damaged; start the server again, which sets it aside, then erase it again")
      }
      add(bytes, id: sum.id, at: sum.offset, record: place.record, erased: &report.erasedBefore)
    }
    // Lines whose checksums could not be written.
    let missing = ids.filter { id in
      !seen.contains(id) && state.withLock { $0.index.time(of: id) != nil || $0.index.mayHaveForgotten(id) }
    }
    if !missing.isEmpty {
      var lines = try LineReader(path)
      while let line = try lines.next() {
        guard let id = LineHead(of: line.bytes)?.id, missing.contains(id), line.hasEnd else { continue }
        add(line.bytes, id: id, at: line.offset, record: nil, erased: &report.erasedBefore)
      }
    }
    return found
  }

  // MARK: The steps

  private func erase(
    _ ids: [Token], of form: String, as mark: Mark, report: inout ErasureReport
  ) throws(SubmissionError) {
    var place: ExpiryPlace?
    try erase(ids, of: form, as: mark, from: &place, report: &report)
  }

  private func erase(
    _ ids: [Token], of form: String, as mark: Mark, from place: inout ExpiryPlace, report: inout ErasureReport
  ) throws(SubmissionError) {
    var start: ExpiryPlace? = place
    try erase(ids, of: form, as: mark, from: &start, report: &report)
    place = start ?? place
  }

  private func erase(
    _ ids: [Token], of form: String, as mark: Mark, from place: inout ExpiryPlace?, report: inout ErasureReport
  ) throws(SubmissionError) {
    func chain() -> [Token] { mark.isOfCopies ? ids : chains(of: ids, in: form) }
    let path = path(of: form)
    try finishErasure(of: form)
    let file = Glibc.open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 || errno == ENOENT else { throw SubmissionError(path: path, reason: "cannot open", errno: errno) }
    defer { if file >= 0 { _ = Glibc.close(file) } }
    while true {
      var step = ErasureReport()
      let chained = chain()
      let lines =
        file < 0
        ? [] : try lines(of: chained, in: file, of: form, erasedAt: mark.time, by: mark.name, from: &place, &step)
      let isSetAside: [Token]
      if lines.isEmpty {
        isSetAside = try TornCopies(ofJournal: path, disk).erase(chained)
      } else {
        let intention = ErasureIntention(file, lines: lines, ids: chained)
        try intention.write(beside: path, disk: disk)
        // A correction may have arrived in the meantime.
        guard try overwrite(lines, in: file, of: form, if: { chain() == chained }) else {
          continue
        }
        isSetAside = try finish(intention, file: file, of: form)
      }
      let known = Set(lines.map(\.id.text) + step.erasedBefore)
      report.erased += lines.map(\.id.text) + isSetAside.map(\.text).filter { !known.contains($0) }
      report.erasedBefore += step.erasedBefore
      let done = Set(known).union(isSetAside.map(\.text))
      report.missing += ids.map(\.text).filter { !done.contains($0) }
      if !mark.isOfCopies, !lines.isEmpty || !isSetAside.isEmpty {
        state.withLock { $0.editCounts.erased += lines.count }
        tell(
          "erased from '\(form)' by \(mark.name): \((lines.map(\.id) + isSetAside).map(\.text).joined(separator: " "))")
      }
      return
    }
  }

  /// - Returns: `false` if the condition does not hold; nothing was done then.
  private func overwrite(
    _ lines: [ErasedLine], in file: Int32, of form: String, if condition: () -> Bool
  ) throws(SubmissionError) -> Bool {
    if lines.isEmpty { return true }
    let result = queue.sync { () -> Result<Void, SubmissionError>? in
      guard condition() else { return nil }
      return withJournal(of: form) { journal throws(SubmissionError) in try journal.overwrite(lines, in: file) }
    }
    guard let result else { return false }
    try result.get()
    return true
  }

  /// The steps after the lines are overwritten.
  /// - Returns: the submissions of which there were copies of damaged lines.
  @discardableResult
  private func finish(
    _ intention: ErasureIntention, file: Int32, of form: String
  ) throws(SubmissionError) -> [Token] {
    let path = path(of: form)
    if !intention.lines.isEmpty {
      guard disk.sync(file) == 0 else { throw SubmissionError(path: path, reason: "cannot sync", errno: errno) }
      try LineSums.overwrite(intention.lines, of: path, disk: disk)
    }
    let setAside = try TornCopies(ofJournal: path, disk).erase(intention.ids)
    for observer in observers {
      do { try observer.erase(intention.ids.map(\.text), of: form) } catch {
        throw SubmissionError(path: path, reason: "copies of what is being erased remain: \(error)")
      }
    }
    try ReleasedFiles(in: directory, disk).add(intention.lines.flatMap(\.files))
    state.withLock { state in
      state.corrections[form]?.remove(intention.ids)
      for id in intention.ids { state.tallies[form]?.remove(id) }
    }
    try Folder.remove(ErasureIntention.path(of: path))
    return setAside
  }

  // MARK: After a crash or a failure

  /// At a start: finishes what was being erased when the process ended.
  func finishErasures() throws(SubmissionError) {
    for form in try Folder.forms(in: directory, ending: ErasureIntention.ending) {
      // The next erasing tries again; the server can serve in the meantime.
      do throws(SubmissionError) { try finishErasure(of: form) } catch { tell("\(error); erasing is not finished") }
    }
  }

  private func finishErasure(of form: String) throws(SubmissionError) {
    let path = path(of: form)
    guard let intention = try ErasureIntention.read(beside: path) else { return }
    let file = Glibc.open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 || errno == ENOENT else { throw SubmissionError(path: path, reason: "cannot open", errno: errno) }
    defer { if file >= 0 { _ = Glibc.close(file) } }
    let lines = file < 0 ? [] : intention.linesThere(in: file)
    for line in intention.lines where !lines.contains(line) {
      tell("\(path): \(line.id.text) was not found at its recorded place; erase it again")
    }
    _ = try overwrite(lines, in: file, of: form, if: { true })
    try finish(
      ErasureIntention(device: intention.device, inode: intention.inode, lines: lines, ids: intention.ids), file: file,
      of: form)
    state.withLock { $0.editCounts.erased += lines.count }
    tell("erased from '\(form)' (resumed after an interruption): \(intention.ids.map(\.text).joined(separator: " "))")
  }

  /// At a start: handles a list of released files that a crash has left. This reads all lines.
  func releaseFilesLater() {
    guard ReleasedFiles(in: directory, disk).isThere else { return }
    Task {
      do throws(SubmissionError) {
        try await whileErasing { files throws(SubmissionError) in try files.releaseFiles() }
      } catch { tell("\(error)") }
    }
  }

  /// Removes the files of erased submissions that no other submission or saved draft names.
  private func releaseFiles() throws(SubmissionError) {
    guard let attachments else { return }
    let released = ReleasedFiles(in: directory, disk)
    let digests = try released.digests()
    if digests.isEmpty { return }
    let stay = try attachments.removeUnnamed(
      digests,
      unnamed: { digests throws(SubmissionError) in
        var digests = digests
        for form in try Folder.journals(in: directory) where !digests.isEmpty {
          var lines = try LineReader(path(of: form))
          while !digests.isEmpty, let line = try lines.next() { digests.subtract(FileNames.digests(in: line.bytes)) }
        }
        return digests
      },
      drafts: { digests throws(SubmissionError) in
        var needed: Set<String> = []
        for observer in observers {
          do { needed.formUnion(try observer.files(among: digests)) } catch {
            throw SubmissionError(path: directory, reason: "cannot look for files of erased submissions: \(error)")
          }
        }
        return needed
      })
    // Files of submissions that are being sent stay in the list until the next time.
    try released.replace(with: stay)
  }
}

extension SubmissionTime {
  func isBefore(_ other: SubmissionTime) -> Bool { bits < other.bits }
}

extension LineHead {
  /// An imported line with a time in another format is compared by day, and may stay two days longer.
  fileprivate func isOlder(than limit: SubmissionTime, in line: [UInt8]) -> Bool {
    guard time == .unknown else { return time.isBefore(limit) }
    guard let value = try? JSONReader.storedLine(line).value, case .string(let text)? = value["submittedAt"],
      let day = Self.dayNumber(of: text), let last = Self.dayNumber(of: limit.text)
    else { return false }
    // The margin covers any time zone.
    return day + 2 <= last
  }

  private static func dayNumber(of time: String) -> Int64? {
    let parts = time.prefix(10).split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2], 1...12 ~= month else {
      return nil
    }
    return CivilDate.days(to: year, month: month, day: day)
  }
}

extension ErasureIntention {
  /// - Parameter file: the open journal; negative if there is none.
  fileprivate init(_ file: Int32, lines: [ErasedLine], ids: [Token]) {
    var status = stat()
    if file >= 0 { fstat(file, &status) }
    self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino), lines: lines, ids: ids)
  }
}
