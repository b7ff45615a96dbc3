import Dispatch
import FormCells
import Glibc
import Support

/// The submissions on disk: one JSON object per line in `DATA/submissions/{form}.jsonl`. A submission counts once it is synced;
/// those that wait meanwhile share the next sync. A submission's id is made from its content, so one that arrives again has the
/// same id, even after a restart. The page Submissions describes the format.
public final class SubmissionFiles: SubmissionArchive {
  struct State {
    var index: SubmissionIndex
    /// By form id, as are the following.
    var quotas: [String: Quotas] = [:]
    /// What submissions have taken of them. A form has no entry until its lines were read.
    var tallies: [String: QuotaTally] = [:]
    var corrections: [String: Corrections] = [:]
    var journals: [String: Journal] = [:]
    var versions: FormVersionFiles
    /// The forms whose files are open, the one written last at the end.
    var openForms: [String] = []
    /// Before `open`: how far the journals were read.
    var scans: [String: JournalScan] = [:]
    var pending: [Journal.Line] = []
    /// The requests that wait for a submission being written.
    var waiting: [Token: [CheckedContinuation<Result<Void, SubmissionError>, Never>]] = [:]
    /// A write is running or about to start.
    var isWriting = false
    var folder: DataFolder?
    /// Forms whose journal cannot be written now: the error, and the number of bytes that were to be written.
    var failing: [String: (error: SubmissionError, byteCount: Int)] = [:]
    /// Notified of what is on the disk.
    var outbox: FileOutbox?
    var isProbing = false
    var counts = SubmissionCounts()
    var editCounts = EditCounts()

    mutating func add(_ head: LineHead, of form: String) {
      index.insert(head.id, at: head.time)
      guard let replaced = head.replaces else { return }
      corrections[form, default: Corrections()].insert(head.id, replacing: replaced, at: head.time)
    }
  }

  let directory: String
  let state: Lock<State>
  let queue = DispatchQueue(label: "formcells.submissions")
  private let lookups = DispatchQueue(label: "formcells.submissions.lookups")
  let disk: DiskCalls
  private let openFormLimit: Int
  private let note: @Sendable (String) -> Void
  /// The store of the files that submissions name; `nil` if they are elsewhere and stay.
  let attachments: AttachmentFolder?
  let observers: [any ErasureObserver]
  private let outboxErasure: OutboxErasure
  /// One at a time: erasing is rare, and visitors come first.
  let erasing = BlockingWork<@Sendable () -> Void, Void>(concurrentLimit: 1, waitingLimit: 1000) { $0() }
  /// Held while lines are being erased.
  let erasingLock = Lock(())

  /// Takes the folder, reads which submissions it has, and sets damaged lines aside.
  /// - Parameters:
  ///   - data: the folder that holds `submissions/`; it is made if it does not exist.
  ///   - note: called, on any thread, with damaged lines and with failures that last or are over; for the log.
  /// - Throws: a `SubmissionError` if another process has the folder, or if it cannot be made, read or repaired.
  public convenience init(data: String, note: @escaping @Sendable (String) -> Void = { _ in }) throws(SubmissionError) {
    let folder = try DataFolder(data)
    try self.init(reading: data, disk: .system, note: note)
    try open(folder)
  }

  /// Like `init(data:note:)`, with what erasing needs.
  /// - Parameters:
  ///   - attachments: the store of the files that submissions name; `nil` if they stay.
  ///   - observers: those that have copies of what submissions contain.
  package convenience init(
    data: String, attachments: AttachmentFolder?, observers: [any ErasureObserver],
    note: @escaping @Sendable (String) -> Void
  ) throws(SubmissionError) {
    let folder = try DataFolder(data)
    try self.init(reading: data, disk: .system, attachments: attachments, observers: observers, note: note)
    try open(folder)
  }

  /// Forms whose files stay open between submissions, with two descriptors each.
  package static let openFormLimit = 64

  /// - `idLimit`: ids whose times are kept in memory.
  /// - `disk`: tests pass one that fails.
  init(
    reading data: String, idLimit: Int = SubmissionIndex.idLimit, disk: DiskCalls,
    openFormLimit: Int = SubmissionFiles.openFormLimit, attachments: AttachmentFolder? = nil,
    observers: [any ErasureObserver] = [], note: @escaping @Sendable (String) -> Void
  ) throws(SubmissionError) {
    DiskCalls.takeLimitsAsErrors()
    self.attachments = attachments
    outboxErasure = OutboxErasure(data: data)
    self.observers = observers + [outboxErasure]
    directory = data + "/submissions"
    self.disk = disk
    self.openFormLimit = openFormLimit
    self.note = note
    var state = State(index: SubmissionIndex(idLimit: idLimit), versions: FormVersionFiles(data: data, disk: disk))
    try Folder.make(directory)
    for form in try Folder.journals(in: directory) {
      var scan = JournalScan(path: Self.path(of: form, in: directory))
      try scan.look { state.add($0, of: form) }
      state.scans[form] = scan
    }
    self.state = Lock(state)
  }

  /// Reads the folder while another process may still have it. Nothing is stored before `open`.
  package convenience init(
    reading data: String, openFormLimit: Int, attachments: AttachmentFolder?, observers: [any ErasureObserver],
    note: @escaping @Sendable (String) -> Void
  ) throws(SubmissionError) {
    try self.init(
      reading: data, disk: .system, openFormLimit: openFormLimit, attachments: attachments, observers: observers,
      note: note)
  }

  /// Reads what was added since, finishes what was being erased, and sets damaged lines aside.
  package func open(_ folder: DataFolder) throws(SubmissionError) {
    // First, because a half overwritten line is not a damaged one.
    try finishErasures()
    let forms = try Folder.journals(in: directory)
    for form in forms {
      var (scan, read) = state.withLock { state in
        let scan = state.scans.removeValue(forKey: form) ?? JournalScan(path: path(of: form))
        let read = (state.index, state.corrections)
        // Keeps only one reference, so that nothing is copied.
        (state.index, state.corrections) = (SubmissionIndex(idLimit: 2), [:])
        return (scan, read)
      }
      try scan.mend { head in
        read.0.insert(head.id, at: head.time)
        if let replaced = head.replaces {
          read.1[form, default: Corrections()].insert(head.id, replacing: replaced, at: head.time)
        }
      }
      scan.findings.forEach(note)
      if let failure = scan.sumsFailure { note("\(failure); the checksums will be rebuilt at the next start") }
      state.withLock { state in
        (state.index, state.corrections) = read
        state.counts.damagedLines += scan.findings.count
      }
    }
    state.withLock { $0.folder = folder }
    countLater()
    watchFolder()
    releaseFilesLater()
  }

  /// The time of a line on disk; `nil` if no line has this id.
  public func time(of id: String, in form: String) async throws(SubmissionError) -> String? {
    guard let id = Token(id) else { return nil }
    let (time, mayBeOlder) = state.withLock { ($0.index.time(of: id), $0.index.mayHaveForgotten(id)) }
    guard time == nil, mayBeOlder else { return time?.text }
    return try await line(of: id, in: form).flatMap { LineHead(of: $0)?.time.text }
  }

  /// The line on disk; `nil` if no line has this id, or if its file was moved away.
  package func line(of id: String, in form: String) async throws(SubmissionError) -> [UInt8]? {
    guard let id = Token(id) else { return nil }
    return try await line(of: id, in: form)
  }

  package func newest(of id: String, in form: String) async throws(SubmissionError) -> String {
    guard var newest = Token(id) else { return id }
    state.withLock { state in
      var seen: Set<Token> = []
      while seen.insert(newest).inserted, let next = state.corrections[form]?.replacement(of: newest) { newest = next }
    }
    return newest.text
  }

  private func line(of id: Token, in form: String) async throws(SubmissionError) -> [UInt8]? {
    let path = path(of: form)
    return try await lookingUp { () throws(SubmissionError) in try LineSums.find(id, in: path) }
  }

  private func lookingUp<Found: Sendable>(
    _ body: @escaping @Sendable () throws(SubmissionError) -> Found
  ) async throws(SubmissionError) -> Found {
    let result = await withCheckedContinuation { continuation in
      lookups.async {
        do throws(SubmissionError) {
          continuation.resume(returning: Result<_, SubmissionError>.success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  package func files(of digests: Set<String>) async throws -> Set<String> {
    try await withCheckedThrowingContinuation { continuation in
      lookups.async { [directory] in
        continuation.resume(with: Result { try Self.files(of: digests, in: directory) })
      }
    }
  }

  private static func files(of digests: Set<String>, in directory: String) throws -> Set<String> {
    var found: Set<String> = []
    for form in try Folder.journals(in: directory) {
      try SubmissionFileReader.forEachLine(ofFile: path(of: form, in: directory)) { line, _ in
        for digest in digests where !found.contains(digest) && line.firstRange(of: Array(digest.utf8)) != nil {
          found.insert(digest)
        }
      }
    }
    return found
  }

  /// Stores a submission and waits until its line is synced.
  public func store(_ submission: SubmissionRecord) async throws(SubmissionError) {
    if try await time(of: submission.id, in: submission.form) != nil { return }
    var line = try line(of: submission)
    if let replaces = line.replaces {
      let path = path(of: submission.form)
      line.target = try await lookingUp { () throws(SubmissionError) in
        try LineSums.places(of: [replaces], in: path).first?.sum
      }
      guard line.target != nil else { throw SubmissionError(path: path, target: replaces.text, conflict: .missing) }
    }
    try await store([line])
  }

  /// Stores lines of one form in this order, with one write and one sync. Existing lines stay as they are. A correction is
  /// written separately, and may come without what it corrects.
  package func store(inOrder submissions: [SubmissionRecord]) async throws(SubmissionError) {
    var lines: [Journal.Line] = []
    for submission in submissions {
      let line = try line(of: submission)
      guard line.replaces != nil else {
        lines.append(line)
        continue
      }
      // A correction that is refused does not hold up the other lines.
      try await store(lines)
      lines = []
      try await store([line])
    }
    try await store(lines)
  }

  /// Stores lines of one form that another store has accepted, with one write and one sync. Existing lines stay as they are.
  package func copy(_ submissions: [SubmissionRecord]) async throws(SubmissionError) {
    var lines: [Journal.Line] = []
    for submission in submissions { lines.append(try line(of: submission, isCopy: true)) }
    try await store(lines)
  }

  private func line(of submission: SubmissionRecord, isCopy: Bool = false) throws(SubmissionError) -> Journal.Line {
    guard let id = Token(submission.id), !submission.form.isEmpty, !submission.form.utf8.contains(UInt8(ascii: "/"))
    else {
      throw SubmissionError(
        path: directory, reason: "'\(submission.id)' of '\(submission.form)' is not a submission's name")
    }
    return Journal.Line(record: submission, id: id, isCopy: isCopy)
  }

  private func store(_ lines: [Journal.Line]) async throws(SubmissionError) {
    if lines.isEmpty { return }
    let isFirst = state.withLock { state in
      defer { state.isWriting = true }
      return !state.isWriting
    }
    // Other submissions of this turn of the event loop are written with it; none of them is answered before the turn ends.
    if isFirst { await Task.yield() }
    let result = await withCheckedContinuation { continuation in
      var startsWrite = isFirst
      let action: Action = state.withLock { state in
        // All waiting lines of one form are written together, so the result of the last one is that of all.
        guard let last = lines.last(where: { state.index.time(of: $0.id) == nil }) else { return .resume }
        guard state.folder != nil else { return .refuse }
        for line in lines where state.index.time(of: line.id) == nil && state.waiting[line.id] == nil {
          state.waiting[line.id] = []
          state.pending.append(line)
        }
        state.waiting[last.id]?.append(continuation)
        // The write that was running may have ended.
        if !state.isWriting { (startsWrite, state.isWriting) = (true, true) }
        return .wait
      }
      switch action {
      case .resume: continuation.resume(returning: .success(()))
      case .refuse:
        continuation.resume(
          returning: .failure(SubmissionError(path: directory, reason: "another process is using the folder")))
      case .wait: break
      }
      if startsWrite { queue.async { self.write() } }
    }
    try result.get()
  }

  private enum Action { case resume, refuse, wait }

  /// Delivers what is stored from now on. Called once, before the first submission.
  package func deliver(by outbox: FileOutbox) {
    outboxErasure.attach(outbox)
    outbox.findReplacements { [weak self] form, id in
      self?.state.withLock { $0.corrections[form]?.replacement(of: id) }
    }
    state.withLock { $0.outbox = outbox }
  }

  /// Finishes pending writes and releases the folder; nothing is stored after that. Blocks.
  public func close() {
    let folder = state.withLock { state in
      defer { state.folder = nil }
      return state.folder
    }
    erasingLock.withLock { _ in }
    queue.sync { self.write() }
    state.withLock { state in
      for form in state.journals.keys { state.journals[form]?.close() }
    }
    folder?.release()
  }

  /// Writes until nothing is pending: the lines of one file with one write and one sync.
  private func write() {
    while true {
      let batch: [Journal.Line] = state.withLock { state in
        defer { state.pending = [] }
        if state.pending.isEmpty { state.isWriting = false }
        return state.pending
      }
      if batch.isEmpty { return }
      for (form, lines) in Dictionary(grouping: batch, by: \.record.form) { append(lines, to: form) }
    }
  }

  private func append(_ all: [Journal.Line], to form: String) {
    let lines = refuseExhausted(refuseConflicts(all, of: form), of: form)
    if lines.isEmpty { return }
    keepDefinitions(of: lines)
    let start = ContinuousClock.now
    var range = 0..<0
    let result = withJournal(of: form) { journal throws(SubmissionError) in range = try journal.append(lines) }
    let duration = ContinuousClock.now - start
    let continuations = state.withLock { state in
      switch result {
      case .success:
        state.counts.stored += lines.count
        state.counts.syncs.add(duration)
        for line in lines {
          let time = SubmissionTime(line.record.time) ?? .unknown
          state.index.insert(line.id, at: time)
          guard let replaces = line.replaces else { continue }
          state.corrections[form, default: Corrections()].insert(line.id, replacing: replaces, at: time)
          if line.target != nil { state.editCounts.corrected += 1 }
        }
      case .failure:
        state.counts.failedWrites += 1
        state.tallies[form] = nil
      }
      return lines.flatMap { state.waiting.removeValue(forKey: $0.id) ?? [] }
    }
    if case .success = result { tellCorrections(among: lines) }
    if case .success = result, let outbox = state.withLock(\.outbox) {
      outbox.stored(lines.count, of: form, endingAt: range.upperBound, isNew: range.lowerBound == 0)
    }
    finishWrite(result, of: form, byteCount: lines.reduce(0) { $0 + $1.record.line.count + 1 })
    for continuation in continuations { continuation.resume(returning: result) }
  }

  private func keepDefinitions(of lines: [Journal.Line]) {
    var versions = state.withLock(\.versions)
    let failure = versions.failure
    versions.keep(of: lines.lazy.map(\.record))
    if let new = versions.failure, new != failure {
      note("\(new); submissions are stored without the form's definition")
    }
    state.withLock { $0.versions = versions }
  }

  /// Runs `body` with a form's journal, on the write queue.
  func withJournal(
    of form: String, _ body: (inout Journal) throws(SubmissionError) -> Void
  ) -> Result<Void, SubmissionError> {
    var journal = state.withLock { $0.journals[form] } ?? Journal(path: path(of: form), disk: disk)
    let failure = journal.sumsFailure
    let result: Result<Void, SubmissionError>
    do throws(SubmissionError) {
      try body(&journal)
      result = .success(())
    } catch {
      result = .failure(error)
    }
    if let new = journal.sumsFailure, new != failure { note("\(new); lines are stored without a checksum") }
    state.withLock { state in
      state.journals[form] = journal
      state.openForms.removeAll { $0 == form }
      state.openForms.append(form)
      // Idle forms use no descriptors, however many there are.
      if state.openForms.count > openFormLimit { state.journals[state.openForms.removeFirst()]?.close() }
    }
    return result
  }

  func tell(_ text: String) { note(text) }

  func path(of form: String) -> String { Self.path(of: form, in: directory) }

  /// The file of a form's submissions.
  package static func path(of form: String, inData data: String) -> String { path(of: form, in: data + "/submissions") }

  private static func path(of form: String, in directory: String) -> String { "\(directory)/\(form).jsonl" }
}
