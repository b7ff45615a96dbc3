package import Support
package import FormCells
import FormPages
package import HTTPCore
import Glibc

/// "Submit": shows the problems, or returns a submission to store. Anything that no page has shown yet is not sent: the visitor
/// sees it first.
struct SubmitForm: ActionHandler {
  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    let state = context.request.availability(of: draft)
    if state != .open { return .closed(state, sent: context.isHeld ? nil : Self.submission(of: draft, in: context)) }
    draft.formState.reduce(.submit(today: context.today))
    guard let posted = context.posted else { return .badRequest }
    let formState = draft.formState
    if formState.showsProblems {
      return .refuse(overlay: nil, pageID: formState.firstStepWithProblems(today: context.today).map(FormPageID.step))
    }
    if draft.notice?.asksToCheck == true { return .turn(to: context.pageID) }
    if let cell = context.unseenClearing(in: formState, at: nil) {
      return Self.turn(to: cell, of: context.form)
    }
    if let cell = unseenCell(of: formState, on: posted, in: context) {
      draft.tell(.cellsAppeared)
      return Self.turn(to: cell, of: context.form)
    }
    if context.pageID == .review, context.isHeld {
      let changed = formState.answersChanged(since: posted.hiddenSections(of: context.form))
      if !changed.isEmpty { return .reviewAgain(changed: changed) }
    }
    if let cell = unseenResult(of: formState, on: posted, in: context) {
      draft.tell(.resultsChanged)
      return Self.turn(to: cell, of: context.form)
    }
    if let doubt = PageDoubt(of: posted, in: context) { return .doubt(doubt) }
    return .store(Self.submission(of: draft, posted, in: context))
  }

  private static func submission(of draft: Session.Draft, _ posted: PostedForm, in context: FormContext) -> Submission {
    Submission(
      of: draft.formState, digest: posted.digest, savedAs: draft.saved?.token, replaces: draft.change?.id,
      invitation: draft.change == nil ? draft.invitation?.id : nil, in: context)
  }

  /// The submission of a page whose draft the session no longer has. `nil` if it cannot have been recorded as it is, or if its
  /// id is not made from its answers.
  private static func submission(of draft: Session.Draft, in context: FormContext) -> Submission? {
    var sent = draft
    sent.formState.reduce(.submit(today: context.today))
    guard let posted = context.posted, !sent.formState.showsProblems else { return nil }
    let submission = submission(of: sent, posted, in: context)
    return submission.isNamed ? nil : submission
  }

  /// Turns to the form's page with a cell, at the cell or at the row of its modal section.
  private static func turn(to cell: Int, of form: Form) -> ActionResult {
    let section = form.modalSection(of: cell).map { form.name(of: .section($0)) }
    return .turn(to: .step(form.step(of: cell)), fragment: section ?? form.cells[cell].id)
  }

  /// The first cell that the visitor can now fill in but could not see on the posted page or an earlier one. A program that
  /// sends values without a page does not need to see it.
  private func unseenCell(of formState: FormState, on posted: PostedForm, in context: FormContext) -> Int? {
    if posted[.version] == nil { return nil }
    /// Without a session, the page carries whole entries, and all of them are new to the draft.
    func isOfEntry(_ cell: Int) -> Bool {
      context.form.modalSection(of: cell).map { context.form.sections[$0].entry != nil } ?? false
    }
    let appeared = formState.states.indices.filter { cell in
      formState.states[cell].isEditable && context.form.cells[cell].hasValue && !context.shownStates[cell].isVisible
        && (context.isHeld || !isOfEntry(cell) && context.pageID == .step(context.form.step(of: cell)))
    }
    if appeared.isEmpty { return nil }
    let names = posted.names
    return appeared.first { !names.contains(context.form.cells[$0].id) }
  }

  /// The first calculated cell whose value differs from what the page showed.
  private func unseenResult(of formState: FormState, on posted: PostedForm, in context: FormContext) -> Int? {
    if posted[.version] == nil { return nil }
    return context.form.calculatedCells.first(where: { index in
      let cell = context.form.cells[index]
      guard formState.states[index].isVisible, let shown = posted.text(of: cell) else { return false }
      let value = formState.values[index]
      return shown != cell.shown(value.text, in: context.pageNumbers)
        && cell.value(posted: shown, numbers: context.pageNumbers) != value
    })
  }

  /// The receipt of a page that was sent before.
  static func receipt(of posted: PostedForm, with session: Session) -> Token? {
    guard !session.sent.isEmpty, posted.action == nil || posted.action == .submit, let token = posted.draftToken
    else {
      return nil
    }
    return session.receipt(of: token, digest: posted.digest)
  }
}

extension FormController {
  /// The submission is on disk, and the visitor gets the receipt.
  package static func confirm(_ submission: Submission, with session: inout Session) -> Response {
    session.close(submission.formState, as: submission.sent)
    return .seeOther(submission.context.receiptLink(submission.id))
  }
}

/// A valid form to be stored. It is immutable, and a class only so that passing it costs one reference count.
package final class Submission: Sendable {
  let context: FormContext
  let formState: FormState
  let sent: Session.Sent
  /// The answers; passwords are not hashed yet.
  package let values: SubmittedValues

  /// The invitation with which it is sent; each invitation records one submission.
  package let invitation: Token?
  /// The submission that it corrects; `nil` for a new one.
  package let replaces: Token?
  /// The secret of the draft's link if it was saved for later.
  package let savedAs: Token?

  /// The same draft with the same content has the same id, whenever it arrives.
  package var id: Token { sent.receipt }
  package var form: Form { formState.form }
  /// Distinguishes its content from that of others with the same id.
  package let content: Token
  /// The files in it, each with the id of its cell.
  package var attachments: [(cell: String, file: AttachedFile)] { formState.attachments }
  /// Whether the id is made from a name, that of a program or an invitation, and not from the content.
  package let isNamed: Bool
  /// When it arrived (RFC 3339).
  package let time: String

  /// Whether a program sent it without having opened a page.
  package var isOfProgram: Bool { context.posted == nil }
  /// The language of its messages, as a BCP 47 tag.
  package var language: String { "\(context.presentation.language)" }
  package var requestID: String? { context.request.requestID }
  package var visitor: VisitorContext? { context.request.visitor }

  /// - Parameters:
  ///   - digest: of the posted page (`PostedForm.digest`); 0 if there was none.
  ///   - replaces: the submission that it corrects; `nil` for a new one.
  ///   - invitation: with which it is sent; `nil` if it needs none.
  ///   - savedAs: the secret of the draft's link; `nil` if it was not saved.
  init(
    of formState: FormState, digest: UInt64, savedAs: Token? = nil, replaces: Token? = nil, invitation: Token? = nil,
    in context: FormContext
  ) {
    self.replaces = replaces
    self.invitation = invitation
    self.savedAs = savedAs
    self.context = context
    self.formState = formState
    time = context.request.now.iso8601
    values = SubmittedValues(of: formState)
    // A page identifies itself.
    let key = context.posted?.isWithoutPage ?? true ? context.request.idempotencyKey : nil
    isNamed = key != nil || invitation != nil
    content = Self.id(of: formState, values, isNamed: isNamed)
    sent = Session.Sent(
      draft: formState.id,
      receipt: invitation.map { Self.id(ofInvitation: $0, to: formState.form.id) }
        ?? key.map { Self.id(ofKey: $0, to: formState.form.id) } ?? content,
      digest: digest,
      answers: formState.form.receipt.showsAnswers ? SentAnswers(of: formState) : nil)
  }

  /// Runs `body` with its draft, which continues. Another page of the draft may have been sent or may have added input
  /// meanwhile.
  func goingOn(
    in session: inout Session, _ body: (inout Session.Draft, FormContext) -> Response
  ) -> Response {
    session.restore(Session.Draft(formState, changedAt: context.request.now.seconds))
    return session.withDraft(context.token, beginningAs: context.blankDraft) { draft in
      body(&draft, context.following(draft.formState.form))
    }
  }

  /// Places the messages of the host's check.
  /// - Parameter report: called with each message that has no valid place.
  package func messages(_ given: [CellID: String], report: (HostMessages.Fault) -> Void) -> HostMessages {
    HostMessages(given, of: formState, report: report)
  }

  /// A hash would have a new salt each time, so this uses the passwords themselves. Someone with the id and the submission
  /// cannot use it to try passwords, because the form state's random id is in no file.
  /// - Parameter isNamed: whether the id of the form state is left out, so that the same content has the same digest.
  private static func id(of formState: FormState, _ values: SubmittedValues, isNamed: Bool) -> Token {
    var bytes = Array("\(isNamed ? "" : formState.id.text)\n\(formState.form.id)\n".utf8)
    defer { bytes.erase() }
    values.object { ["password": .string($0)] }.appendCompact(to: &bytes)
    return Token(digestOf: bytes)
  }

  /// Made from the name only: a second submission under it finds the first.
  private static func id(ofKey key: IdempotencyKey, to form: String) -> Token {
    Token(digestOf: Array("Idempotency-Key\n\(form)\n\(key.text)".utf8))
  }

  /// The id of what a request posts to a form; `nil` if it has no key, or if an invitation determines the id.
  package static func id(ofKeyIn request: RequestContext, to form: String) -> Token? {
    request.invitation == nil ? request.idempotencyKey.map { id(ofKey: $0, to: form) } : nil
  }

  /// The id of a submission with an invitation: a second one finds the first.
  package static func id(ofInvitation invitation: Token, to form: String) -> Token {
    Token(digestOf: Array("Invitation\n\(form)\n\(invitation.text)".utf8))
  }

  /// Whether a stored line has the same values. Passwords are not compared, because only their hashes are stored. If the form's
  /// versions differ, the cells that both have are compared.
  package func hasValues(of line: [UInt8]) throws(JSONError) -> Bool {
    let stored = try JSONReader.storedLine(line).value
    let isSameVersion = stored["version"] == .string(form.version)
    guard case .object(let members)? = stored["values"], case .object(let own) = values.object(password: { _ in nil })
    else { return false }
    guard !isSameVersion || members.map(\.key) == own.map(\.key) else { return false }
    return own.allSatisfy { member in
      guard form.cell(member.key)?.isPassword != true, let value = stored["values"]?[member.key] else { return true }
      return value == member.value
    }
  }

  /// The submission as it is stored: a JSON object on one line, without a line end. It includes the language if that is not the
  /// form's own.
  /// - Parameter hashes: of `values.passwords`, in the same order.
  package func line(hashes: [String]) -> [UInt8] {
    var rest = hashes[...]
    var members: [JSONValue.Member] = [
      .init("id", .string(id.text)), .init("form", .string(form.id)), .init("version", .string(form.version)),
      .init("submittedAt", .string(time)),
    ]
    if context.presentation.language != form.languages.first { members.append(.init("language", .string(language))) }
    members.append(.init("values", values.object { _ in ["hash": rest.popFirst().map { .string($0) } ?? .null] }))
    return JSONValue.object(members).compactBytes
  }
}

extension Token {
  /// The first half of the SHA-256 of these bytes.
  init(digestOf bytes: [UInt8]) {
    let digest = SHA256.digest(of: bytes)
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init((word(digest[0..<8]), word(digest[8..<16])))
  }
}

extension Array where Element: BitwiseCopyable {
  /// Overwrites the content, even if the compiler sees that nobody reads it again.
  package mutating func erase() {
    withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    }
  }
}
