import FormCells
import FormPages
import HTTPMessage
import Support
import Synchronization

/// A valid form on its way to the disk.
struct Submission: Sendable {
  let filling: Filling
  let id: Token
  let time: String
  /// Of the page that was sent.
  let fill: String
  let posted: UInt64
  let visit: Visit
  var entry: SessionStore.Entry?
  var cookie: SetCookie?
}

extension Site {
  /// "Submit": refused with the problems, or a submission to store; a page that was sent before gets the same receipt.
  /// What no page has shown is not sent: the visitor gets to see it first.
  /// - Parameter before: what the session held before the page came; nil: nothing.
  func submit(
    _ filling: Filling, after before: Filling?, _ page: PostedPage, _ session: inout Session, _ visit: Visit
  ) -> Answer? {
    let digest = page.digest
    if let sent = session.sent.last(where: { $0.fill == page.fill && $0.posted == digest }) {
      return .ready(receiptRedirect(sent.receipt, of: filling.form, visit))
    }
    var filling = filling
    filling.reduce(.submit(today: environment.today()))
    session.keep(filling)
    if filling.showsProblems {
      let notice = session.notice
      session.notice = nil
      return .ready(
        .page(
          pages.form(
            filling, in: presentation(of: filling.form, visit),
            pageRequest(visit, notice: notice, focusesProblems: true)),
          status: .unprocessableContent, language: visit.words.language))
    }
    if session.notice == .formChanged { return .ready(.seeOther(presentation(of: filling.form, visit).links.form)) }
    if let cell = unseen(in: filling, before, page) {
      session.notice = session.notice ?? .cellsAppeared
      let section = filling.form.modalSection(of: cell).map { filling.form.name(of: .section($0)) }
      return .ready(
        .seeOther(
          presentation(of: filling.form, visit).links.form, fragment: section ?? filling.form.cells[cell].id))
    }
    return .store(submission(of: filling, page, digest, visit))
  }

  /// The first cell that the visitor can fill in now and could not see on the page that he sent. A program that sends
  /// values without a page knows what it does.
  private func unseen(in filling: Filling, _ before: Filling?, _ page: PostedPage) -> Int? {
    if page.version == nil { return nil }
    let form = filling.form
    let shown = form.states(in: (before ?? Filling(form: form, id: filling.id)).values)
    let states = form.states(in: filling.values)
    return states.indices.first { cell in
      states[cell].isVisible && states[cell].isEditable && !shown[cell].isVisible
        && !page.data.contains(form.cells[cell].id)
    }
  }

  /// Waits for the disk; only then the visitor sees a receipt.
  func store(_ submission: Submission) async -> Response {
    let form = submission.filling.form
    var response: Response
    do {
      try await record(submission)
      submission.entry?.session.withLock { session in
        session.close(
          submission.filling, as: .init(fill: submission.fill, receipt: submission.id, posted: submission.posted))
        session.notice = nil
      }
      response = receiptRedirect(submission.id, of: form, submission.visit)
    } catch {
      onFailure(error)
      response = .page(
        pages.form(
          submission.filling, in: presentation(of: form, submission.visit),
          pageRequest(submission.visit, notice: .notSaved)),
        status: error as? PasswordError == .busy ? .serviceUnavailable : .internalServerError,
        language: submission.visit.words.language)
    }
    if let cookie = submission.cookie { response.fields.append(.setCookie, cookie.serialized) }
    return response
  }

  private func receiptRedirect(_ id: Token, of form: Form, _ visit: Visit) -> Response {
    let link = presentation(of: form, visit).links.form
    return .seeOther("\(link)\(link.contains("?") ? "&" : "?")receipt=\(id.text)")
  }

  private func submission(
    of filling: Filling, _ page: PostedPage, _ digest: UInt64, _ visit: Visit
  ) -> Submission {
    Submission(
      filling: filling, id: id(of: filling), time: environment.now().timestamp, fill: page.fill, posted: digest,
      visit: visit)
  }

  /// The same filled-in form with the same content is the same submission, whenever it arrives. A hash has a new salt
  /// each time, so the passwords stand here themselves; who has the id and the submission cannot try passwords against
  /// it without the filling's random name, which no file holds.
  private func id(of filling: Filling) -> Token {
    let values = filling.form.jsonObject(of: filling.values, password: { ["password": .string($0)] })
    var bytes = values.compactBytes
    defer { bytes.erase() }
    var hash = SHA256()
    hash.update(Array("\(filling.id)\n\(filling.form.id)\n".utf8))
    hash.update(bytes)
    let digits = hash.finish().prefix(16).reduce(into: (UInt64(0), UInt64(0), 0)) { words, byte in
      if words.2 < 8 { words.0 = words.0 << 8 | UInt64(byte) } else { words.1 = words.1 << 8 | UInt64(byte) }
      words.2 += 1
    }
    return Token((digits.0, digits.1))
  }

  /// Writes the submission's line, unless it is there already.
  private func record(_ submission: Submission) async throws {
    let form = submission.filling.form
    if submissions.time(of: submission.id, in: form.id) != nil { return }
    var secrets: [String] = []
    _ = form.jsonObject(of: submission.filling.values) { password in
      secrets.append(password)
      return JSONValue.null
    }
    var hashes = try await passwords.hashes(of: secrets)[...]
    let values = form.jsonObject(of: submission.filling.values) { _ in
      ["hash": hashes.popFirst().map { .string($0) } ?? .null]
    }
    let object: JSONValue = [
      "id": .string(submission.id.text), "form": .string(form.id), "version": .string(form.version),
      "submittedAt": .string(submission.time), "values": values,
    ]
    try await submissions.store(object.compactBytes + [10], as: submission.id, of: form.id, at: submission.time)
  }
}
