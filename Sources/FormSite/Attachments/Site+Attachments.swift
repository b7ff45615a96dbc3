import FormCells
import FormController
import FormPages
import HTTPCore
import Support

/// Files that are added to forms: taken from a post before the session is used, and kept for good before a submission is
/// recorded.
extension Site {
  /// Stores the files that came with a form, and replaces them by their sealed names.
  /// - Returns: those that could not be added.
  func takeFiles(
    of data: inout FormData, to id: String, in requestContext: RequestContext
  ) async -> [AttachmentRefusal] {
    guard let attachments, let form = attachmentForm(id, in: requestContext) else { return [] }
    var refusals: [AttachmentRefusal] = []
    var others: [FilePart] = []
    for file in data.files {
      guard let (cell, kind) = form.attachment(ofField: file.name) else {
        others.append(file)
        continue
      }
      if file.isUnused { continue }
      let name = AttachedFile.cleaned(file.filename)
      do throws(Refusal) {
        let added = try await add(file, named: name, to: kind, in: attachments, from: requestContext)
        data.append(PageField.part(PageField.filePart, of: cell), added.sealedName)
      } catch {
        refusals.append(AttachmentRefusal(cell: cell, name: name, reason: error.reason))
      }
    }
    data.files = others
    noteUse(of: data.pairs.lazy.flatMap { Self.digests(in: $0.value) }.prefix(Self.usedFileLimit), in: attachments)
    return refusals
  }

  /// The current form of this id, or else its last version; `nil` if it has no attachments.
  func attachmentForm(_ id: String, in requestContext: RequestContext) -> Form? {
    let form = requestContext.snapshot.form(id) ?? requestContext.snapshot.earlierForms(id).last
    return form?.hasAttachments == true ? form : nil
  }

  /// The most files that one page can mark as used.
  private static let usedFileLimit = 1000

  /// The digests of sealed names in a value of a page. In the value of a whole section they are encoded, so an escape before a
  /// digest may look like part of it; the last 64 digits count.
  private static func digests(in value: String) -> [String] {
    let length = 64
    guard value.utf8.count > length else { return [] }
    let runs = value.utf8.split { !(0x30...0x39 ~= $0 || 0x61...0x66 ~= $0) }
    return runs.filter { $0.count >= length }.map { String(decoding: Array($0.suffix(length)), as: UTF8.self) }
  }

  struct Refusal: Error {
    let reason: AttachmentRefusal.Reason
  }

  private func add(
    _ file: FilePart, named name: String, to kind: AttachmentKind, in attachments: any AttachmentStore,
    from requestContext: RequestContext
  ) async throws(Refusal) -> AttachedFile {
    do throws(Refusal) {
      let added = try await check(file, named: name, for: kind, storingIn: attachments, from: requestContext)
      counts.withLock { $0.addedFiles += 1 }
      return added
    } catch {
      counts.withLock { $0.refusedFiles[error.reason.name, default: 0] += 1 }
      throw error
    }
  }

  private func check(
    _ file: FilePart, named name: String, for kind: AttachmentKind, storingIn attachments: any AttachmentStore,
    from requestContext: RequestContext
  ) async throws(Refusal) -> AttachedFile {
    let limit = min(kind.byteLimit ?? .max, configuration.fileByteLimit)
    switch file.content {
    case .tooLarge(let reached): throw Refusal(reason: .tooLarge(min(limit, reached)))
    case .notStored(.failed(let code)):
      report(
        AttachmentError.failed("a file could not be received (errno \(code))"), requestID: requestContext.requestID)
      throw Refusal(reason: .notStored)
    case .notStored(.full): throw Refusal(reason: .noRoom)
    // The other files can come with the next post.
    case .notStored(.tooManyFiles(let limit)): throw Refusal(reason: .tooManyFiles(limit))
    case .notStored: throw Refusal(reason: .notStored)
    case .bytes, .spooled: break
    }
    if file.content.count == 0 { throw Refusal(reason: .empty) }
    if file.content.count > limit { throw Refusal(reason: .tooLarge(limit)) }
    guard let type = kind.acceptedType(of: file.content.head, named: name) else { throw Refusal(reason: .wrongType) }
    guard fileBytes.take(file.content.count, from: requestContext.address, at: environment.uptime()) else {
      throw Refusal(reason: .noRoom)
    }
    if let fileCheck {
      switch await fileCheck.verdict(on: file.content, name: name, type: type) {
      case .accepted: break
      case .refused(let reason): throw Refusal(reason: .refused(reason))
      case .failed(let reason):
        report(AttachmentError.failed("check of a file: \(reason)"), requestID: requestContext.requestID)
        throw Refusal(reason: .notChecked)
      }
    }
    do {
      let received = try await withoutPosition(file.content, type: type)
      try await within(configuration.submissionLimit) { try await attachments.store(received) }
      _ = uses.withLock { $0.due([received.digest], at: environment.uptime()) }
      let seal = try await attachmentSeal(of: attachments)
      guard let unsealed = AttachedFile(name: name, type: type, bytes: received.count, digest: received.digest),
        let sealed = seal.sealing(unsealed)
      else {
        throw AttachmentError.failed("“\(name)” cannot be sealed")
      }
      return sealed
    } catch {
      report(error, requestID: requestContext.requestID)
      throw Refusal(reason: error as? AttachmentError == .noRoom ? .noRoom : .notStored)
    }
  }

  /// The file without the position where a photo was taken.
  private func withoutPosition(_ content: FilePart.Content, type: String) async throws -> ReceivedFile {
    let cleaned = PhotoPosition.types.contains(type) ? try await photos.result(of: (content, type))?.get() : content
    guard let cleaned, let received = ReceivedFile(cleaned) else { throw AttachmentError.busy }
    return received
  }

  /// - Returns: the same content if nothing was removed.
  static func removingPosition(from content: FilePart.Content, type: String) -> Result<FilePart.Content, any Error> {
    Result {
      var bytes = try content.bytes()
      return PhotoPosition.remove(from: &bytes, type: type) ? .bytes(bytes) : content
    }
  }

  /// Marks files as used, each only once in a while. The page does not wait for it.
  private func noteUse(of digests: some Sequence<String>, in attachments: any AttachmentStore) {
    let due = uses.withLock { $0.due(digests, at: environment.uptime()) }
    guard !due.isEmpty else { return }
    uses.withLock { uses in
      let before = uses.task
      uses.task = Task {
        await before?.value
        do { try await attachments.use(due) } catch {
          // The next post that names them tries again.
          self.uses.withLock { $0.forget(due) }
          onFailure(error)
        }
      }
    }
  }

  func attachmentSeal(of attachments: any AttachmentStore) async throws -> AttachmentSeal {
    if let seal = seal.withLock({ $0 }) { return seal }
    let made = AttachmentSeal(key: try await attachments.key())
    seal.withLock { $0 = made }
    return made
  }

  /// Keeps the files of a submission for good.
  /// - Throws: `SubmissionRefusal.missingFiles` if some no longer exist.
  func keepFiles(of submission: Submission) async throws {
    let files = submission.attachments
    guard !files.isEmpty else { return }
    guard let attachments else { throw AttachmentError.failed("the site has no store for files") }
    let seal = try await attachmentSeal(of: attachments)
    var missing = files.filter { !seal.isValid($0.file) }
    if missing.isEmpty {
      let gone = try await within(configuration.submissionLimit) {
        try await attachments.keep(files.map(\.file.digest))
      }
      missing = files.filter { gone.contains($0.file.digest) }
    }
    guard missing.isEmpty else {
      counts.withLock { $0.refusedFiles[.gone, default: 0] += missing.count }
      throw SubmissionRefusal.missingFiles(
        missing.map { AttachmentRefusal(cell: $0.cell, name: $0.file.name, reason: .gone) })
    }
  }

  /// The files of a submission, for its sink.
  /// - Parameter line: the submission's line, which says where they are.
  func files(in line: [UInt8], of submission: Submission) -> [SubmittedFile] {
    guard let attachments, !submission.attachments.isEmpty else { return [] }
    let values = SubmissionRecord(id: "", form: "", version: "", time: "", line: line).values
    return AttachedFile.all(in: values).map { SubmittedFile($0.file, of: $0.cell, in: attachments) }
  }

  /// Removes expired saved drafts, and files of drafts that no longer exist. A host calls this now and then, like
  /// ``dropExpiredSessions()``.
  public func removeUnsentFiles() async {
    await removeExpiredDrafts()
    guard let attachments else { return }
    await uses.withLock { $0.task }?.value
    let seconds = max(configuration.sessionIdleSecondLimit, Self.unsentSeconds)
    // The last uses may not have been noted.
    let unnoted = FileUses.secondPause
    do {
      try await decideKeptFiles(in: attachments)
      _ = try await attachments.removeUnsent(unusedFor: seconds + unnoted)
    } catch {
      onFailure(error)
    }
  }

  /// Decides about kept files of which it is unknown whether their submission was recorded. Those that no submission has become
  /// unsent again.
  private func decideKeptFiles(in attachments: any AttachmentStore) async throws {
    let unnoted = try await attachments.unnoted(for: Self.unsentSeconds)
    // A sink that cannot be searched keeps all of its files.
    guard !unnoted.isEmpty, let archive = submissions as? any SubmissionArchive else {
      return try await attachments.noteSent(unnoted)
    }
    let sent = try await archive.files(of: Set(unnoted))
    try await attachments.noteSent(sent.sorted())
    try await attachments.makeUnsent(unnoted.filter { !sent.contains($0) })
  }

  /// Notes that the files of a submission are recorded. No answer waits for it: files that are not noted are looked up later.
  func noteSentFiles(of submission: Submission) {
    guard let attachments, !submission.attachments.isEmpty else { return }
    let digests = submission.attachments.map(\.file.digest)
    Task { do { try await attachments.noteSent(digests) } catch { onFailure(error) } }
  }

  /// Long enough that a page left open overnight still has its files in the morning.
  private static let unsentSeconds = 24 * 60 * 60
}

/// When files were last noted as used. Each post names all files of its page, but the store is not told each time.
struct FileUses {
  /// The shortest time between two notes of a file.
  static let secondPause = 5 * 60
  private static let fileLimit = 10_000

  private var times: [String: Int] = [:]
  /// The task that tells the store. Each one waits for the one before.
  var task: Task<Void, Never>?

  /// The files to be noted now, sorted.
  /// - Parameter now: seconds of the site's clock.
  mutating func due(_ digests: some Sequence<String>, at now: Int) -> [String] {
    let due = Set(digests).filter { times[$0].map { now - $0 >= Self.secondPause } ?? true }
    if times.count + due.count > Self.fileLimit {
      times = times.filter { now - $0.value < Self.secondPause }
      // With too many files at once, they are noted more often.
      if times.count + due.count > Self.fileLimit { times = [:] }
    }
    for digest in due { times[digest] = now }
    return due.sorted()
  }

  mutating func forget(_ digests: [String]) { for digest in digests { times[digest] = nil } }
}

extension Site {
  /// Refuses forms whose files have no place, or may be larger than the site accepts.
  static func checkFiles(
    of forms: [Form], attachments: (any AttachmentStore)?, configuration: Configuration
  ) throws(Diagnostic) {
    for form in forms where form.needsLastingSeal && configuration.refusesRobots && attachments == nil {
      throw Diagnostic(
        path: "forms", keyPath: form.id, code: .badValue,
        message:
          "the form has “protect” or “closes”, which needs a permanent key; give the site a store for it (attachments: AttachmentFolder(…))"
      )
    }
    for form in forms where form.hasAttachments {
      guard attachments != nil else {
        throw Diagnostic(
          path: "forms", keyPath: form.id, code: .badValue,
          message: "the form accepts files; give the site a store for them (attachments: AttachmentFolder(…))")
      }
      for case (let cell, .attachment(let kind)) in form.cells.map({ ($0, $0.kind) }) {
        guard let limit = kind.byteLimit, limit > configuration.fileByteLimit else { continue }
        throw Diagnostic(
          path: "forms", keyPath: "\(form.id).\(cell.id).maxBytes", code: .badValue,
          message:
            "files of \(limit) bytes are allowed here, but the server accepts only \(configuration.fileByteLimit) (--file-limit); lower one or raise the other"
        )
      }
    }
  }
}
