#if PostgreSQL
package import FormSite
import Support

/// A copy of a database's submissions in a folder, in the files of a server without a database: so answers are looked up in the same
/// way for both. It contains nothing that the database lacks, and is made again if it is missing.
///
/// It follows the database portion by portion: what was erased, then what was stored. Every step can be repeated, so that a process
/// that was killed in between resumes at the place that it wrote down last.
package final class PostgreSQLCopy: SubmissionCopy {
  private struct State {
    var files: SubmissionFiles
    var place = FollowedPlace()
    /// Versions whose definitions are in the folder, or do not exist in the database.
    var knownVersions: Set<FormVersion> = []
    /// The share that has been copied while more portions wait; `nil` if none wait.
    var share: Double?
    var isOpen = false
    /// Why the last step failed: then nobody waits for the copy until a step has succeeded.
    var failure: SubmissionError?
    var steps = Steps()
    /// Whether a task is running steps.
    var isFollowing = false
    var nextLook = ContinuousClock.now
  }

  private struct Steps {
    var current: Task<Void, any Error>?
    /// A step that has not begun.
    var next: Task<Void, any Error>?
  }

  /// Whether the connection was made after the last portion.
  private final class Newness: Sendable {
    let isNew = Lock(false)
  }

  private let folder: CopyFolder
  private let openFormLimit: Int
  private let derived: any DerivedFiles
  private let note: @Sendable (String) -> Void
  private let state: Lock<State>
  private let lane: Lane
  private let newness = Newness()

  /// The time between two checks while nobody asks.
  private static let pause = Duration.seconds(2)
  private static let knownVersionLimit = 10_000

  /// Reads the folder, even while another process has it; connects when it is opened.
  /// - Parameters:
  ///   - address: the database.
  ///   - folder: used only by this copy.
  ///   - openFormLimit: forms whose files stay open.
  ///   - derived: what is made from the copy.
  ///   - note: receives messages for the log.
  package init(
    of address: PostgreSQLAddress, in folder: String, openFormLimit: Int, derived: any DerivedFiles,
    note: @escaping @Sendable (String) -> Void
  ) throws(SubmissionError) {
    self.folder = CopyFolder(path: folder)
    self.openFormLimit = openFormLimit
    self.derived = derived
    self.note = note
    try self.folder.make()
    state = Lock(State(files: try Self.files(in: folder, openFormLimit: openFormLimit, derived: derived, note: note)))
    lane = Lane(address) { [newness] connection, deadline throws(PostgreSQLError) in
      try SubmissionStatements.migrate(connection, by: deadline)
      newness.isNew.withLock { $0 = true }
    }
  }

  private static func files(
    in folder: String, openFormLimit: Int, derived: any DerivedFiles, note: @escaping @Sendable (String) -> Void
  ) throws(SubmissionError) -> SubmissionFiles {
    try SubmissionFiles(
      reading: folder, openFormLimit: openFormLimit, attachments: nil, observers: [derived], note: note)
  }

  package func open() throws(SubmissionError) {
    let place = folder.place
    if place == nil, try folder.hasSubmissions {
      try makeAnew(because: "it does not record its position")
    } else {
      try state.withLock(\.files).open(DataFolder(folder.path))
      if place == nil { try folder.write(FollowedPlace()) }
    }
    state.withLock { state in
      state.place = place ?? FollowedPlace()
      state.isOpen = true
    }
    derived.start()
    tick()
  }

  package func tick() {
    let begins = state.withLock { state in
      guard state.isOpen, !state.isFollowing, ContinuousClock.now >= state.nextLook else { return false }
      state.isFollowing = true
      return true
    }
    guard begins else { return }
    Task {
      // A step reports its failure itself.
      do { repeat { try await nextStep().value } while state.withLock({ $0.share != nil && $0.isOpen }) } catch {}
      state.withLock { state in
        state.isFollowing = false
        state.nextLook = ContinuousClock.now + Self.pause
      }
    }
  }

  package func catchUp() async throws(SubmissionError) -> Double? {
    if let failure = state.withLock(\.failure) {
      lookNow()
      throw failure
    }
    if let share = state.withLock(\.share) { return share }
    do { try await nextStep().value } catch { throw self.error(error) }
    guard let share = state.withLock(\.share) else { return nil }
    lookNow()
    return share
  }

  private func lookNow() {
    state.withLock { $0.nextLook = ContinuousClock.now }
    tick()
  }

  package func close() {
    let files = state.withLock { state in
      state.isOpen = false
      return state.files
    }
    files.close()
  }

  // MARK: Steps

  /// A step that begins after this call, so that it sees everything committed before. Calls before it begins share it.
  private func nextStep() -> Task<Void, any Error> {
    state.withLock { state in
      if let next = state.steps.next { return next }
      let earlier = state.steps.current
      let next = Task { [self] in
        _ = await earlier?.result
        self.state.withLock { $0.steps = Steps(current: $0.steps.next) }
        try await step()
      }
      state.steps.next = next
      return next
    }
  }

  private func step() async throws(SubmissionError) {
    do {
      try await copyPortion()
      let wasFailing = state.withLock { state in
        defer { state.failure = nil }
        return state.failure != nil
      }
      if wasFailing { note("\(folder.path): the copy of submissions is up to date again") }
    } catch {
      let error = self.error(error)
      let isNew = state.withLock { state in
        defer { state.failure = error }
        return state.isOpen && state.failure != error
      }
      if isNew { note("\(error)") }
      throw error
    }
  }

  private func error(_ error: any Error) -> SubmissionError {
    if let error = error as? SubmissionError { return error }
    if case .failed(let reason)? = error as? AttachmentError {
      return SubmissionError(path: folder.path, reason: reason)
    }
    return SubmissionError(path: folder.path, reason: "\(error)")
  }

  private struct Portion: Sendable {
    /// The place where the step begins.
    var place: FollowedPlace
    let rows: FollowedRows
    /// The versions that were asked for, and their definitions.
    let versions: Set<FormVersion>
    let definitions: [FormVersion: [UInt8]]
  }

  private func copyPortion() async throws {
    let (files, place, known, isOpen) = state.withLock { ($0.files, $0.place, $0.knownVersions, $0.isOpen) }
    guard isOpen else { throw SubmissionError(path: folder.path, reason: "it is closed") }
    let portion = try await lane.run { [newness] connection -> Portion? in
      var place = place
      if newness.isNew.withLock(\.self) {
        place.beginAgain()
        guard try FollowTable.isSame(place, over: connection) else { return nil }
      }
      let rows = try FollowTable.rows(behind: place, over: connection)
      let versions = Set(rows.stored.map(\.version)).subtracting(known)
      let definitions = try FollowTable.definitions(of: versions, over: connection)
      newness.isNew.withLock { $0 = false }
      return Portion(place: place, rows: rows, versions: versions, definitions: definitions)
    }
    guard var portion else {
      return try makeAnew(because: "the database is another one, or an earlier state of it")
    }
    for batch in portion.rows.erasedTogether {
      try await files.eraseCopies(of: batch.ids, in: batch.form, at: batch.time, by: batch.name)
    }
    for (form, rows) in Dictionary(grouping: portion.rows.stored, by: \.record.form) {
      guard FormVersion.isForm(form) else {
        note(
          "\(folder.path): error: \(rows.count) submissions of '\(form)', which is not the id of a form, are left out")
        continue
      }
      try await files.copy(rows.map { $0.record(portion.definitions[$0.version]) })
    }
    portion.rows.advance(&portion.place)
    if portion.place != place { try folder.write(portion.place) }
    let wasCopying = state.withLock { state in
      defer { state.share = portion.rows.isFull ? portion.rows.share : nil }
      state.place = portion.place
      if state.knownVersions.count > Self.knownVersionLimit { state.knownVersions = [] }
      state.knownVersions.formUnion(portion.versions)
      return state.share != nil && !portion.rows.isFull
    }
    if wasCopying { derived.start() }
  }

  private func makeAnew(because reason: String) throws(SubmissionError) {
    note("\(folder.path): the copy of submissions is built again: \(reason)")
    state.withLock(\.files).close()
    try folder.removePlace()
    do { try derived.removeAll() } catch { throw self.error(error) }
    try folder.removeSubmissions()
    let files = try Self.files(in: folder.path, openFormLimit: openFormLimit, derived: derived, note: note)
    try files.open(DataFolder(folder.path))
    try folder.write(FollowedPlace())
    state.withLock { state in
      state.files = files
      (state.place, state.knownVersions, state.share) = (FollowedPlace(), [], 0)
    }
  }
}

extension FollowedRows {
  /// The share of stored submissions that has been copied, while more wait.
  fileprivate var share: Double {
    min(0.99, Double(stored.last?.number ?? 0) / Double(Swift.max(1, newest)))
  }

  fileprivate struct ErasedTogether {
    let form: String
    let time: String
    let name: String
    var ids: [String]
  }

  /// What was erased, grouped by time and by person.
  fileprivate var erasedTogether: [ErasedTogether] {
    var batches: [ErasedTogether] = []
    for row in erased where FormVersion.isForm(row.form) {
      let line = row.line.flatMap { try? JSONReader.storedLine($0).value }
      func text(_ key: String) -> String? { if case .string(let text)? = line?[key] { text } else { nil } }
      let time = text("erasedAt") ?? ErasedSubmission.now().text
      let name = text("by") ?? ""
      if let last = batches.indices.last, batches[last].form == row.form, batches[last].time == time,
        batches[last].name == name
      {
        batches[last].ids.append(row.id)
      } else {
        batches.append(ErasedTogether(form: row.form, time: time, name: name, ids: [row.id]))
      }
    }
    return batches
  }
}

extension FollowedRows.Stored {
  fileprivate var version: FormVersion { FormVersion(form: record.form, version: record.version) }

  /// - Parameter definition: the definition of its form.
  fileprivate func record(_ definition: [UInt8]?) -> SubmissionRecord {
    SubmissionRecord(
      id: record.id, form: record.form, version: record.version, time: record.time, line: record.line,
      definition: version.isWellFormed ? definition : nil, replaces: record.replaces)
  }
}

extension FormVersion {
  /// Whether it is valid in names of files, which are made from form and version.
  static func isForm(_ id: String) -> Bool {
    1...64 ~= id.utf8.count && id.utf8.allSatisfy { ASCII.isDigit($0) || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "-") }
  }

  fileprivate var isWellFormed: Bool {
    version.utf8.count == 16 && version.utf8.allSatisfy { ASCII.isDigit($0) || 0x61...0x66 ~= $0 }
  }
}
#endif
