package import FormCells
package import FormPages
import Support

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

    package init(_ formState: FormState, _ displayState: DisplayState? = nil, changedAt: Int) {
      self.formState = formState
      self.displayState = displayState
      self.changedAt = changedAt
    }

    /// As addresses have it.
    package var name: DraftName { DraftName(of: formState.id) }

    /// Takes over values that came without a page.
    /// - Returns: the locked cells among them.
    mutating func enter(_ entries: [CellEntry], at now: Timestamp) -> [Int] {
      changedAt = now.seconds
      return formState.enter(entries)
    }

    /// Says something on its next page; the first thing to say counts.
    mutating func tell(_ notice: Notice) {
      if self.notice == nil { self.notice = notice }
    }
  }

  /// A form that was sent.
  struct Sent: Sendable, Equatable {
    /// The token of the draft that it was.
    let formState: Token
    let receipt: Token
    /// Of the posted entries: the same page sent again, whatever other tabs added meanwhile.
    let digest: UInt64
    /// For the receipt; nil: it shows none, or they had to give way.
    var answers: SentAnswers?

    /// As the addresses of the draft had it.
    var name: DraftName { DraftName(of: formState) }

    /// One place may know the answers still, and another no more.
    static func == (a: Sent, b: Sent) -> Bool {
      (a.formState, a.receipt, a.digest) == (b.formState, b.receipt, b.digest)
    }
  }
}

extension Session {
  /// The options now in force, for the request that goes on with the session.
  package mutating func followOptions() {
    for position in drafts.indices {
      let token = drafts[position].formState.id
      if change(token, { $0.followOptions() }) { changeDraft(token) { $0.displayState = nil } }
    }
  }
}
