package import FormCells
package import FormPages

/// The server's memory of one visitor. In memory only; whatever a page in front of them shows, the page carries as well,
/// so that a lost session costs nothing.
package struct Session: Sendable {
  /// One form begun and not sent.
  package struct Draft: Sendable {
    package var filling: Filling
    /// Of the filling as it is; nil: a page has to make it.
    package var appearance: Appearance?

    package init(_ filling: Filling, _ appearance: Appearance? = nil) {
      self.filling = filling
      self.appearance = appearance
    }
  }

  /// A form that was sent.
  struct Sent: Sendable {
    let filling: String
    let receipt: Token
    /// Of the posted entries: the same page sent again, whatever other tabs added meanwhile.
    let digest: UInt64
  }

  /// Feedback for the next page.
  var notice: Notice?
  /// By form id.
  private var drafts: [String: Draft] = [:]
  /// Form ids, the one begun first in front.
  private var order: [String] = []
  /// Oldest first.
  private var sent: [Sent] = []

  /// Forms that one visitor fills in at once; the one begun first gives way.
  package static let draftLimit = 16
  /// Sent forms that are remembered, so that a page left open is told from a new one.
  package static let sentLimit = 32

  package init() {}

  /// The visitor's browser named a session that is gone.
  package static func afterLoss() -> Session {
    var session = Session()
    session.notice = .sessionEnded
    return session
  }

  /// The draft of this form; setting nil closes it.
  package subscript(form: String) -> Draft? {
    get { drafts[form] }
    set {
      if newValue == nil {
        order.removeAll { $0 == form }
      } else if drafts[form] == nil {
        order.append(form)
        if order.count > Self.draftLimit { drafts[order.removeFirst()] = nil }
      }
      drafts[form] = newValue
    }
  }

  /// Changes the answers of this form, which has a draft.
  mutating func change(_ form: String, _ change: (inout Filling) -> Void) {
    guard drafts[form] != nil else { preconditionFailure("\(form) has no draft") }
    change(&drafts[form]!.filling)
  }

  var hasSent: Bool { !sent.isEmpty }

  /// The receipt of a page that was sent before.
  func receipt(of filling: String, digest: UInt64) -> Token? {
    sent.last { $0.filling == filling && $0.digest == digest }?.receipt
  }

  /// A form is on disk. Entries that another tab added meanwhile stay.
  mutating func close(_ filling: Filling, as form: Sent) {
    let id = filling.form.id
    if let held = drafts[id]?.filling, held.id == filling.id {
      if held.values == filling.values {
        self[id] = nil
      } else {
        drafts[id] = Draft(held.forgettingPasswords(of: filling.values))
      }
    }
    sent.append(form)
    if sent.count > Self.sentLimit { sent.removeFirst() }
  }
}

extension Filling {
  fileprivate func forgettingPasswords(of sent: [CellValue]) -> Filling {
    var filling = self
    filling.forgetPasswords(of: sent)
    return filling
  }
}
