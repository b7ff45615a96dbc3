package import FormCells
package import FormPages
package import Support

/// The server's memory of one visitor. In memory only; whatever a page in front of them shows, the page carries as well,
/// so that a lost session costs nothing.
package struct Session: Sendable {
  /// The one changed last at the end. Tokens are unique.
  package private(set) var drafts: [Draft] = []
  /// The one sent last at the end.
  private(set) var sent: [Sent] = []
  /// Tells one identity from another; nil: of somebody whom the host does not know. Requests of others do not find it.
  package var owner: Token?
  /// Whether a draft may have values of the host's.
  var mayHaveHostValues = false

  /// Forms that one visitor fills in at once; the one changed longest ago gives way.
  package static let draftLimit = 16
  /// Sent forms that are remembered, so that a page left open is told from a new one.
  package static let sentLimit = 32
  /// Bytes of their answers together, for their receipts; those of the forms sent longest ago give way.
  static let answerByteLimit = 256 << 10

  package init() {}

  /// The draft of this token; setting nil closes it. A new one goes to the end.
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

  // Drafts are large: they are looked at where they stand.

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

  /// The draft of this form that was changed last. One that changes what was sent is at its own address only.
  func lastDraft(of form: String) -> Draft? {
    drafts.indices.last { drafts[$0].formState.form.id == form && drafts[$0].change == nil }.map { drafts[$0] }
  }

  /// Of the answers of this draft, if it is one of this form.
  mutating func fingerprint(of token: Token, in form: String) -> StateFingerprint? {
    position(of: token).flatMap {
      drafts[$0].formState.form.id == form ? drafts[$0].formState.fingerprint : nil
    }
  }

  /// Changes a draft, which is the one changed last from now on.
  /// - `blank`: the draft that it begins as, where it is not there.
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

  /// Changes the answers of this draft, which is there.
  @discardableResult
  mutating func updateFormState<Result>(of token: Token, change: (inout FormState) -> Result) -> Result {
    guard let position = position(of: token) else {
      preconditionFailure("there is no such draft")
    }
    return change(&drafts[position].formState)
  }

  /// Changes this draft, where it is there.
  mutating func updateDraftIfHeld(_ token: Token, change: (inout Draft) -> Void) {
    if let position = position(of: token) { change(&drafts[position]) }
  }

  /// Does something with this draft; where it is not there, with one that is not kept.
  mutating func withDraft<Result>(
    _ token: Token, beginningAs blank: @autoclosure () -> Draft, body: (inout Draft) -> Result
  ) -> Result {
    if let position = position(of: token) { return body(&drafts[position]) }
    var draft = blank()
    return body(&draft)
  }

  private mutating func tell(_ notice: Notice, on token: Token) { updateDraftIfHeld(token) { $0.tell(notice) } }

  /// Whether a page has something to say that it has not said yet.
  package var hasNotices: Bool { drafts.indices.contains { drafts[$0].notice != nil } }

  /// A draft with nothing in it gives way first.
  private mutating func makeRoom() {
    guard drafts.count > Self.draftLimit else { return }
    drafts.remove(at: drafts.dropLast().firstIndex { $0.formState.isBlank } ?? 0)
  }
}

extension Session {
  /// The part that is true however old the session is: a form that was sent stays sent. Drafts may have changed since.
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

  /// The last receipt of a draft, whatever its pages hold by now.
  func receipt(of draft: Token) -> Token? { sent.last { $0.draft == draft }?.receipt }

  func receipt(of name: DraftName) -> Token? { sent.last { $0.name == name }?.receipt }

  /// A form is on disk. Entries that another page of the draft added meanwhile stay, and that page says so.
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

  /// Forms were sent that this session does not know of yet.
  /// - `isUnchanged`: nobody has gone on with its drafts since; else those say that they were sent.
  package mutating func takeIn(sentOf other: Session, isUnchanged: Bool) {
    for form in other.sent where !sent.contains(form) {
      remember(sent + [form])
      if isUnchanged { self[form.draft] = nil } else { tell(.alreadySent(form.receipt), on: form.draft) }
    }
  }

  /// - Parameter forms: the one sent last at the end.
  mutating func remember(_ forms: [Sent]) {
    sent = Array(forms.suffix(Self.sentLimit))
    var rest = Self.answerByteLimit
    for position in sent.indices.reversed() {
      rest -= sent[position].answers?.bytes.count ?? 0
      if rest < 0 { sent[position].answers = nil }
    }
  }

  /// Whether this visitor has sent it.
  package func hasSent(_ receipt: Token) -> Bool { sent.contains { $0.receipt == receipt } }

  /// The answers of a form that was sent; nil: they are not kept.
  package func answers(under receipt: Token) -> SentAnswers? { sent.last { $0.receipt == receipt }?.answers }

  /// Takes a draft in again whose effect is over; another page of it may have been sent meanwhile.
  mutating func restore(_ draft: Draft) {
    guard self[draft.formState.id] == nil else { return }
    self[draft.formState.id] = draft
    if let receipt = receipt(of: draft.formState.id) { tell(.alreadySent(receipt), on: draft.formState.id) }
  }
}

extension Session {
  /// One form begun and not sent. Two tabs, each opened blank, are two of them.
  package struct Draft: Sendable {
    /// The answers; their id is the draft's token.
    package var formState: FormState
    /// Of the form state as it is; nil: a page has to make it.
    package var displayState: DisplayState?
    /// Feedback for its next page.
    var notice: Notice?
    /// Seconds since 1970-01-01T00:00:00Z.
    package var changedAt: Int
    /// When its first page was made, of forms whose pages carry that; nil: it is not known.
    package var begunAt: Timestamp?
    /// How it was saved for later; nil: it was not.
    package var saved: SavedMark?
    /// The secret of the link by which a submission is changed; nil: it is a new one.
    package var change: LinkSecret?
    /// The invitation with which it is sent; nil: it needs none, or has none.
    package var invitation: LinkSecret?

    package init(_ formState: FormState, displayState: DisplayState? = nil, changedAt: Int) {
      self.formState = formState
      self.displayState = displayState
      self.changedAt = changedAt
    }

    /// As addresses have it.
    package var name: DraftName { DraftName(of: formState.id) }

    /// Takes over values that came without a page.
    /// - Returns: the locked cells among them.
    mutating func enter(_ inputs: [CellInput], at now: Timestamp) -> [Int] {
      noteChange(at: now)
      return formState.enter(inputs)
    }

    /// Later than when it was saved, also within one second: what is entered since is not what was saved.
    mutating func noteChange(at now: Timestamp) {
      changedAt = max(now.seconds, (saved?.changedAt ?? 0) + 1)
    }

    /// Says on its next page that the form is another one than it was filled in with, and which cells have lost an entry.
    package mutating func tellOfChangedForm(_ values: RecordedValues, in presentation: FormPresentation) {
      let cleared = presentation.labels(ofSubmitted: values.incompleteIDs)
      tell(.formChanged(cleared: presentation.words.list(cleared)))
    }

    /// Says something on its next page; the first thing to say counts.
    mutating func tell(_ notice: Notice) {
      if self.notice == nil { self.notice = notice }
    }
  }

  /// A form that was sent.
  struct Sent: Sendable, Equatable {
    /// The token of the draft that it was.
    let draft: Token
    let receipt: Token
    /// Of the posted input: the same page sent again, whatever other tabs added meanwhile.
    let digest: UInt64
    /// For the receipt; nil: it shows none, or they had to give way.
    var answers: SentAnswers?

    /// As the addresses of the draft had it.
    var name: DraftName { DraftName(of: draft) }

    /// Without the answers, which one of two copies may have dropped.
    static func == (a: Sent, b: Sent) -> Bool {
      (a.draft, a.receipt, a.digest) == (b.draft, b.receipt, b.digest)
    }
  }
}

extension Session {
  /// The options now in force, for the request that goes on with the session.
  package mutating func followOptions() {
    for position in drafts.indices {
      let token = drafts[position].formState.id
      if updateFormState(of: token, change: { $0.followOptions() }) {
        updateDraftIfHeld(token) { $0.displayState = nil }
      }
    }
  }
}

/// Page-level feedback that waits for a draft's next page (LP15, FO6).
enum Notice: Sendable, Equatable {
  case sessionEnded
  case notSaved
  /// The page belongs to a form that was sent, under this receipt; what it held has become a new draft.
  case alreadySent(Token)
  /// The definition that the page was made from is gone.
  /// - `cleared`: the labels of cells that have lost an entry; empty: none has.
  case formChanged(cleared: String = "")
  /// The answers have brought up cells that no page showed before.
  case cellsAppeared
  /// The answers have changed calculated values since the page that was sent.
  case resultsChanged
  case undone
  /// "Undo" of an older page: something else was changed since.
  case notUndone
  /// The entry of a repeated section that a page shows was removed meanwhile.
  case itemGone
  /// Another device has saved the same draft, and this one has gone on with its own.
  case savedElsewhere
  /// A code was read into the cell of this label.
  case scanned(label: String, isFirstOfSeveral: Bool)

  /// Whether a submit waits until the visitor has read it.
  var asksToCheck: Bool {
    switch self {
    case .alreadySent, .formChanged: true
    case .sessionEnded, .notSaved, .cellsAppeared, .resultsChanged, .undone, .notUndone, .itemGone, .savedElsewhere,
      .scanned:
      false
    }
  }

  /// - Parameters:
  ///   - goesOn: the button of the page leads to another one, and does not send the form.
  ///   - losesPassword: a password went with the session.
  ///   - requestID: of the request that is answered with it.
  func text(in words: Words, goesOn: Bool, losesPassword: Bool, requestID: String?) -> [TextPiece] {
    switch self {
    case .sessionEnded: [TextPiece(words.sessionEnded(losesPassword: losesPassword))]
    case .notSaved:
      [TextPiece(words[.notSaved])]
        + (requestID.map { [TextPiece(" ")] + words.errors.requestID.pieces(entered: $0) } ?? [])
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
