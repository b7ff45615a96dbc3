import FormCells

/// What the server remembers of one visitor. In memory only; whatever a page in front of him shows, the page carries as
/// well, so that a lost session costs nothing (contract, section 3).
struct Session: Sendable {
  /// Forms begun and not sent, by form id.
  private(set) var fillings: [String: Filling] = [:]
  /// Filled-in forms that were sent, oldest first.
  private(set) var sent: [Sent] = []
  /// Feedback for the next page.
  var notice: Notice?

  /// Forms that one visitor fills in at once; the one begun first gives way.
  static let fillingLimit = 16
  /// Sent forms that are remembered, so that a page left open is told from a new one.
  static let sentLimit = 32

  struct Sent: Sendable {
    let fill: String
    let receipt: Token
    /// Of what was posted: the same page sent again, whatever other tabs added meanwhile.
    let posted: UInt64
  }

  private var order: [String] = []

  mutating func keep(_ filling: Filling) {
    let form = filling.form.id
    if fillings[form] == nil {
      order.append(form)
      if order.count > Self.fillingLimit { fillings[order.removeFirst()] = nil }
    }
    fillings[form] = filling
  }

  /// A form is on disk. What another tab changed in it meanwhile stays.
  mutating func close(_ filling: Filling, as sent: Sent) {
    let form = filling.form.id
    if let held = fillings[form], held.id == filling.id {
      if held.values == filling.values {
        fillings[form] = nil
        order.removeAll { $0 == form }
      } else {
        fillings[form]?.reduce(.forgetPasswords(of: filling.values))
      }
    }
    self.sent.append(sent)
    if self.sent.count > Self.sentLimit { self.sent.removeFirst() }
  }
}

/// Page-level feedback (features LP15, FO6); the pages word it.
enum Notice: Sendable, Equatable {
  case sessionEnded
  case notSaved
  /// The definition that the page was made from is known no more.
  case formChanged
  /// What was sent has brought up cells that no page showed before.
  case cellsAppeared
  case undone
  /// A code was read into the cell of this label.
  case scanned(label: String, isFirstOfSeveral: Bool)
}
