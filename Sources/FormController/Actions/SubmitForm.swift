package import Support
package import FormCells
import FormPages
package import HTTPCore
import Glibc

/// "Submit": refused with the problems, or a submission to store. What no page has shown is not sent: the visitor gets to
/// see it first.
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

  /// What a page sends of which the session knows nothing any more; nil: it cannot have been recorded as it is, or its id says
  /// nothing of its answers.
  private static func submission(of draft: Session.Draft, in context: FormContext) -> Submission? {
    var sent = draft
    sent.formState.reduce(.submit(today: context.today))
    guard let posted = context.posted, !sent.formState.showsProblems else { return nil }
    let submission = submission(of: sent, posted, in: context)
    return submission.isNamed ? nil : submission
  }

  /// The page of the form with a cell, at the cell or the row of its modal section.
  private static func turn(to cell: Int, of form: Form) -> ActionResult {
    let section = form.modalSection(of: cell).map { form.name(of: .section($0)) }
    return .turn(to: .step(form.step(of: cell)), fragment: section ?? form.cells[cell].id)
  }

  /// The first cell that the visitor can fill in now and could not see on the page that was sent, nor on an earlier one. A
  /// program that sends values without a page knows what it does.
  private func unseenCell(of formState: FormState, on posted: PostedForm, in context: FormContext) -> Int? {
    if posted[.version] == nil { return nil }
    /// Without the session a page has its entries whole, and all of them are new to the draft.
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

  /// The first calculated cell that the page showed with another value than it has now.
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

  /// The receipt of a page that was sent before: it gets the same one.
  static func receipt(of posted: PostedForm, with session: Session) -> Token? {
    guard !session.sent.isEmpty, posted.action == nil || posted.action == .submit, let token = posted.draftToken
    else {
      return nil
    }
    return session.receipt(of: token, digest: posted.digest)
  }
}

extension FormController {
  /// The submission is on disk: the visitor gets the receipt.
  package static func confirm(_ submission: Submission, with session: inout Session) -> Response {
    session.close(submission.formState, as: submission.sent)
    return .seeOther(submission.context.receiptLink(submission.id))
  }
}

/// A valid form on its way to the disk. Immutable; a class only so that handing it around costs one reference count.
package final class Submission: Sendable {
  let context: FormContext
  let formState: FormState
  let sent: Session.Sent
  /// The answers; passwords still to be hashed.
  package let values: SubmittedValues

  /// The invitation with which it is sent: one records once.
  package let invitation: Token?
  /// The submission that it changes; nil: it is a new one.
  package let replaces: Token?
  /// The secret of the draft's link, where it was saved for later.
  package let savedAs: Token?

  /// The same filled-in form with the same content is the same submission, whenever it arrives.
  package var id: Token { sent.receipt }
  package var form: Form { formState.form }
  /// Tells what it holds from what others hold that were given the same name.
  package let content: Token
  /// The files in it, each with the id of its cell.
  package var attachments: [(cell: String, file: AttachedFile)] { formState.attachments }
  /// Whether the id is made of the name that a program gave it, and not of its content.
  package let isNamed: Bool
  /// When it arrived (RFC 3339).
  package let time: String

  /// Whether a program has sent it without having opened a page.
  package var isOfProgram: Bool { context.posted == nil }
  /// The language of its messages, as a BCP 47 tag.
  package var language: String { "\(context.presentation.language)" }
  package var requestID: String? { context.request.requestID }
  package var visitor: VisitorContext? { context.request.visitor }

  /// - Parameters:
  ///   - digest: of the page that was sent (`PostedForm.digest`); 0: there was none.
  ///   - replaces: the submission that it changes; nil: it is a new one.
  ///   - invitation: with which it is sent; nil: it needs none.
  ///   - savedAs: the secret of the draft's link; nil: it was not saved.
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
    // A page names itself.
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

  /// Does something with its draft, which goes on. Another page of it may have been sent, or may have added entries, meanwhile.
  func goingOn(
    in session: inout Session, _ body: (inout Session.Draft, FormContext) -> Response
  ) -> Response {
    session.restore(Session.Draft(formState, changedAt: context.request.now.seconds))
    return session.withDraft(context.token, beginningAs: context.blankDraft) { draft in
      body(&draft, context.following(draft.formState.form))
    }
  }

  /// What the host's check has said of it.
  /// - Parameter report: told of each message that cannot stand where it is to.
  package func messages(_ given: [CellID: String], report: (HostMessages.Fault) -> Void) -> HostMessages {
    HostMessages(given, of: formState, report: report)
  }

  /// A hash has a new salt each time, so the passwords stand here themselves; who has the id and the submission cannot
  /// try passwords against it without the form state's random name, which no file holds.
  /// - Parameter isNamed: the same content is the same, whatever the form state's name.
  private static func id(of formState: FormState, _ values: SubmittedValues, isNamed: Bool) -> Token {
    var bytes = Array("\(isNamed ? "" : formState.id.text)\n\(formState.form.id)\n".utf8)
    defer { bytes.erase() }
    values.object { ["password": .string($0)] }.appendCompact(to: &bytes)
    return Token(digestOf: bytes)
  }

  /// Of nothing but the name: whatever comes second under it finds the first.
  private static func id(ofKey key: IdempotencyKey, to form: String) -> Token {
    Token(digestOf: Array("Idempotency-Key\n\(form)\n\(key.text)".utf8))
  }

  /// The same of what a request posts to a form; nil: it has no key, or an invitation names it.
  package static func id(ofKeyIn request: RequestContext, to form: String) -> Token? {
    request.invitation == nil ? request.idempotencyKey.map { id(ofKey: $0, to: form) } : nil
  }

  /// Of the submission that is sent with an invitation: whatever comes second finds the first.
  package static func id(ofInvitation invitation: Token, to form: String) -> Token {
    Token(digestOf: Array("Invitation\n\(form)\n\(invitation.text)".utf8))
  }

  /// Whether a stored line holds the same values. Passwords are not compared: only their hashes are stored. Of another version of
  /// the form, the cells of both are.
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

  /// The submission as it is stored: a JSON object on one line, without a line end. It names the language where that is not the form's
  /// own.
  /// - Parameter hashes: of `values.passwords`, in their order.
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
  /// Overwrites what it holds, also where the compiler sees that nobody reads it again.
  package mutating func erase() {
    withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    }
  }
}
