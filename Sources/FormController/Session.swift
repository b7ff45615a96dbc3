package import FormCells
package import FormPages
package import Support

/// What the server remembers of one visitor. Everything that a page shows is also carried by the page, so that losing a session
/// costs nothing.
package struct Session: Sendable {
  /// The one changed last is at the end. Tokens are unique.
  package private(set) var drafts: [Draft] = []
  /// The one sent last is at the end.
  private(set) var sent: [Sent] = []
  /// Identifies the visitor; `nil` if the host does not know them. Requests of other visitors do not find the session.
  package var owner: Token?
  /// Whether a draft may have values from the host.
  var mayHaveHostValues = false

  /// The most drafts of one visitor. Beyond it, a blank draft is dropped, or else the one changed longest ago.
  package static let draftLimit = 16
  /// The most sent forms that are remembered, to recognize a page that was left open.
  package static let sentLimit = 32
  /// Bytes of their answers together, for receipts. Beyond it, the answers of forms sent longest ago are dropped.
  static let answerByteLimit = 256 << 10

  package init() {}

  /// The draft of this token. Setting `nil` removes it; a new one is appended.
  package subscript(token: Token) -> Draft? {
    get { position(of: token).map { drafts[$0] } }
    set {
      switch (position(of: token), newValue) {
      case (let position?, let draft?): drafts[position] = draft
      case (let position?, nil): drafts.remove(at: position)
      case (nil, let draft?):
        if draft.formState.hasHostValues { mayHaveHostValues = true }
        drafts.append(draft)
        makeRoom()
      case (nil, nil): break
      }
    }
  }

  // Drafts are large, so they are accessed in place.

  private func position(of token: Token) -> Int? { drafts.indices.last { drafts[$0].formState.id == token } }

  /// The answers of the draft of this token.
  func formState(_ token: Token) -> FormState? { position(of: token).map { drafts[$0].formState } }

  func notice(on token: Token) -> Notice? { position(of: token).flatMap { drafts[$0].notice } }

  /// The draft of this token, if it is one of this form.
  func draft(_ token: Token, of form: String) -> Draft? {
    position(of: token).flatMap { drafts[$0].formState.form.id == form ? drafts[$0] : nil }
  }

  /// The draft that an address names.
  func draft(_ name: DraftName, of form: String) -> Draft? {
    let position = drafts.indices.last {
      DraftName(of: drafts[$0].formState.id) == name && drafts[$0].formState.form.id == form
    }
    return position.map { drafts[$0] }
  }

  /// The draft of this form that was changed last. A draft that corrects a submission is found only at its own address.
  func lastDraft(of form: String) -> Draft? {
    drafts.indices.last { drafts[$0].formState.form.id == form && drafts[$0].change == nil }.map { drafts[$0] }
  }

  /// The fingerprint of this draft's answers, if it is one of this form.
  mutating func fingerprint(of token: Token, in form: String) -> StateFingerprint? {
    position(of: token).flatMap {
      drafts[$0].formState.form.id == form ? drafts[$0].formState.fingerprint : nil
    }
  }

  /// Changes a draft, which then is the one changed last.
  /// - `blank`: the draft to begin with if there is none of this token.
  mutating func updateDraft<Result>(
    _ token: Token, beginningAs blank: @autoclosure () -> Draft, change: (inout Draft) -> Result
  ) -> Result {
    if let position = position(of: token) {
      if position < drafts.count - 1 { drafts.append(drafts.remove(at: position)) }
    } else {
      self[token] = blank()
    }
    return change(&drafts[drafts.count - 1])
  }

  /// Changes the answers of this draft, which must exist.
  @discardableResult
  mutating func updateFormState<Result>(of token: Token, change: (inout FormState) -> Result) -> Result {
    guard let position = position(of: token) else {
      preconditionFailure("there is no such draft")
    }
    return change(&drafts[position].formState)
  }

  /// Changes this draft if it exists.
  mutating func updateDraftIfHeld(_ token: Token, change: (inout Draft) -> Void) {
    if let position = position(of: token) { change(&drafts[position]) }
  }

  /// Runs `body` with this draft. If it does not exist, runs it with one that is not kept.
  mutating func withDraft<Result>(
    _ token: Token, beginningAs blank: @autoclosure () -> Draft, body: (inout Draft) -> Result
  ) -> Result {
    if let position = position(of: token) { return body(&drafts[position]) }
    var draft = blank()
    return body(&draft)
  }

  private mutating func tell(_ notice: Notice, on token: Token) { updateDraftIfHeld(token) { $0.tell(notice) } }

  /// Whether a draft has feedback that no page has shown yet.
  package var hasNotices: Bool { drafts.indices.contains { drafts[$0].notice != nil } }

  /// Drops a blank draft first.
  private mutating func makeRoom() {
    guard drafts.count > Self.draftLimit else { return }
    drafts.remove(at: drafts.dropLast().firstIndex { $0.formState.isBlank } ?? 0)
  }
}

extension Session {
  /// The part that stays true in any older copy: a sent form stays sent. Drafts may have changed since.
  package var withoutDrafts: Session {
    var session = Session()
    session.sent = sent
    session.owner = owner
    return session
  }
}

/// Forms that were sent.
extension Session {
  /// The receipt of a page that was sent before.
  func receipt(of draft: Token, digest: UInt64) -> Token? {
    sent.last { $0.draft == draft && $0.digest == digest }?.receipt
  }

  /// The last receipt of a draft, whatever its pages contain now.
  func receipt(of draft: Token) -> Token? { sent.last { $0.draft == draft }?.receipt }

  func receipt(of name: DraftName) -> Token? { sent.last { $0.name == name }?.receipt }

  /// Removes a draft whose form is on disk. If another page of the draft has added input meanwhile, the draft stays, and its
  /// next page says that the form was sent.
  mutating func close(_ formState: FormState, as form: Sent) {
    if let held = self.formState(formState.id) {
      if held.values == formState.values {
        self[formState.id] = nil
      } else {
        updateFormState(of: formState.id) { $0.forgetPasswords(of: formState.values) }
        updateDraftIfHeld(formState.id) { ($0.displayState, $0.notice) = (nil, .alreadySent(form.receipt)) }
      }
    }
    sent.removeAll { $0.draft == form.draft && $0.digest == form.digest }
    remember(sent + [form])
  }

  /// Adds sent forms that this session does not have yet.
  /// - `isUnchanged`: whether no other server has changed the drafts since. Otherwise sent drafts stay and say that they were
  ///   sent.
  package mutating func takeIn(sentOf other: Session, isUnchanged: Bool) {
    for form in other.sent where !sent.contains(form) {
      remember(sent + [form])
      if isUnchanged { self[form.draft] = nil } else { tell(.alreadySent(form.receipt), on: form.draft) }
    }
  }

  /// - Parameter forms: the one sent last is at the end.
  mutating func remember(_ forms: [Sent]) {
    sent = Array(forms.suffix(Self.sentLimit))
    var rest = Self.answerByteLimit
    for position in sent.indices.reversed() {
      rest -= sent[position].answers?.bytes.count ?? 0
      if rest < 0 { sent[position].answers = nil }
    }
  }

  /// Whether this visitor has sent the submission.
  package func hasSent(_ receipt: Token) -> Bool { sent.contains { $0.receipt == receipt } }

  /// The answers of a sent form; `nil` if they are not kept.
  package func answers(under receipt: Token) -> SentAnswers? { sent.last { $0.receipt == receipt }?.answers }

  /// Adds a draft again after its effect. Another page of it may have been sent meanwhile.
  mutating func restore(_ draft: Draft) {
    guard self[draft.formState.id] == nil else { return }
    self[draft.formState.id] = draft
    if let receipt = receipt(of: draft.formState.id) { tell(.alreadySent(receipt), on: draft.formState.id) }
  }
}

extension Session {
  /// A form that was begun and not sent. Two tabs with a blank form are two drafts.
  package struct Draft: Sendable {
    /// The answers. Their id is the draft's token.
    package var formState: FormState
    /// The display state of `formState`; `nil` if a page has to make it.
    package var displayState: DisplayState?
    /// Feedback for its next page.
    var notice: Notice?
    /// Seconds since 1970-01-01T00:00:00Z.
    package var changedAt: Int
    /// When its first page was made, for forms whose pages carry that; `nil` if it is not known.
    package var begunAt: Timestamp?
    /// How it was saved for later; `nil` if it was not.
    package var saved: SavedMark?
    /// The secret of the link for correcting a submission; `nil` for a new submission.
    package var change: LinkSecret?
    /// The invitation with which it will be sent; `nil` if it has none.
    package var invitation: LinkSecret?

    package init(_ formState: FormState, displayState: DisplayState? = nil, changedAt: Int) {
      self.formState = formState
      self.displayState = displayState
      self.changedAt = changedAt
    }

    /// As in addresses.
    package var name: DraftName { DraftName(of: formState.id) }

    /// Enters values that came without a page.
    /// - Returns: the locked cells among them.
    mutating func enter(_ inputs: [CellInput], at now: Timestamp) -> [Int] {
      noteChange(at: now)
      return formState.enter(inputs)
    }

    /// Makes the time later than that of saving, even within the same second: later input is not part of what was saved.
    mutating func noteChange(at now: Timestamp) {
      changedAt = max(now.seconds, (saved?.changedAt ?? 0) + 1)
    }

    /// Sets feedback that the form has changed since it was filled in, and which cells have lost an entry.
    package mutating func tellOfChangedForm(_ values: RecordedValues, in presentation: FormPresentation) {
      let cleared = presentation.labels(ofSubmitted: values.incompleteIDs)
      tell(.formChanged(cleared: presentation.words.list(cleared)))
    }

    /// Sets feedback for the next page, unless there is some already.
    mutating func tell(_ notice: Notice) {
      if self.notice == nil { self.notice = notice }
    }
  }

  /// A form that was sent.
  struct Sent: Sendable, Equatable {
    /// The token of its draft.
    let draft: Token
    let receipt: Token
    /// Identifies the posted input, so that the same page is recognized when it is sent again.
    let digest: UInt64
    /// For the receipt; `nil` if it shows none, or if they were dropped.
    var answers: SentAnswers?

    /// As in the addresses of the draft.
    var name: DraftName { DraftName(of: draft) }

    /// Ignores the answers, which one of two copies may have dropped.
    static func == (a: Sent, b: Sent) -> Bool {
      (a.draft, a.receipt, a.digest) == (b.draft, b.receipt, b.digest)
    }
  }
}

extension Session {
  /// Updates the options for the request that uses the session.
  package mutating func followOptions() {
    for position in drafts.indices {
      let token = drafts[position].formState.id
      if updateFormState(of: token, change: { $0.followOptions() }) {
        updateDraftIfHeld(token) { $0.displayState = nil }
      }
    }
  }
}

/// Page-level feedback for a draft's next page (LP15, FO6).
enum Notice: Sendable, Equatable {
  case sessionEnded
  case notSaved
  /// The visitor's network has saved too many drafts in this hour.
  case savedTooOften(waitMinutes: Int)
  /// The page belongs to a form that was sent under this receipt; its content has become a new draft.
  case alreadySent(Token)
  /// The version that the page was made from no longer exists.
  /// - `cleared`: the labels of cells that have lost an entry; empty if none has.
  case formChanged(cleared: String = "")
  /// The answers have made cells visible that no page has shown before.
  case cellsAppeared
  /// The answers have changed calculated values since the page was shown.
  case resultsChanged
  case undone
  /// "Undo" on an older page, but something else was changed since.
  case notUndone
  /// The entry of a repeated section that a page shows was removed meanwhile.
  case itemGone
  /// Another device has saved the same draft, and this one has different input.
  case savedElsewhere
  /// A code was read into the cell with this label.
  case scanned(label: String, isFirstOfSeveral: Bool)

  /// Whether submitting waits until the visitor has read it.
  var asksToCheck: Bool {
    switch self {
    case .alreadySent, .formChanged: true
    case .sessionEnded, .notSaved, .savedTooOften, .cellsAppeared, .resultsChanged, .undone, .notUndone, .itemGone,
      .savedElsewhere, .scanned:
      false
    }
  }

  /// - Parameters:
  ///   - goesOn: whether the page's button leads to another page instead of sending the form.
  ///   - losesPassword: whether a password was lost with the session.
  ///   - requestID: of the request that is being answered.
  func text(in words: Words, goesOn: Bool, losesPassword: Bool, requestID: String?) -> [TextPiece] {
    switch self {
    case .sessionEnded: [TextPiece(words.sessionEnded(losesPassword: losesPassword))]
    case .notSaved:
      [TextPiece(words[.notSaved])]
        + (requestID.map { [TextPiece(" ")] + words.errors.requestID.pieces(entered: $0) } ?? [])
    case .savedTooOften(let minutes): [TextPiece(words.savedDraft.tooOften(words.duration(minutes: minutes)))]
    case .alreadySent(let receipt): words.alreadySent.pieces(entered: receipt.text.readAloud)
    case .formChanged(let cleared):
      [TextPiece(goesOn ? words.formChangedOnTheWay(words[.continue]) : words[.formChanged])]
        + (cleared.isEmpty ? [] : [TextPiece(" "), TextPiece(words.cleared(cleared))])
    case .cellsAppeared: [TextPiece(words[.cellsAppeared])]
    case .resultsChanged: [TextPiece(words[.resultsChanged])]
    case .undone: [TextPiece(words[.undone])]
    case .notUndone: [TextPiece(words[.notUndone])]
    case .itemGone: [TextPiece(words[.itemGone])]
    case .savedElsewhere: [TextPiece(words.savedDraft.elsewhere)]
    case .scanned(let label, let isFirstOfSeveral):
      [TextPiece(words.scan.read(label, isFirstOfSeveral: isFirstOfSeveral))]
    }
  }
}
