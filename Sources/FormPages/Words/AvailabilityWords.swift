package import FormCells

/// The words for forms that cannot be sent now, and for options without places left.
package struct AvailabilityWords: Sendable {
  private let notYetTitle: String
  private let closedTitle: String
  private let fullTitle: String
  private let opens: Phrase
  private let closed: Phrase
  private let full: String
  private let invitedTitle: String
  private let invited: String
  private let usedTitle: String
  private let used: String
  private let revokedTitle: String
  private let revoked: String
  /// For an open form that will close.
  package let openUntil: Phrase
  /// Shown above answers that were sent too late.
  let notSent: String
  /// The status of an option without places left.
  let optionFull: String
  package let noPlaces: Phrase

  init(_ reader: inout WordReader) {
    notYetTitle = reader.text("notYetTitle")
    closedTitle = reader.text("closedTitle")
    fullTitle = reader.text("fullTitle")
    opens = reader.phrase("opens", places: "time")
    closed = reader.phrase("closed", places: "time")
    full = reader.text("full")
    invitedTitle = reader.text("invitedTitle")
    invited = reader.text("invited")
    usedTitle = reader.text("usedTitle")
    used = reader.text("used")
    revokedTitle = reader.text("revokedTitle")
    revoked = reader.text("revoked")
    openUntil = reader.phrase("openUntil", places: "time")
    notSent = reader.text("notSent")
    optionFull = reader.text("optionFull")
    noPlaces = reader.phrase("noPlaces", places: "values")
  }

  /// The page for an availability; `nil` if the form is open.
  /// - Parameter time: formats a bound for people.
  package func page(for state: Availability.State, _ time: (Availability.Bound) -> String) -> ErrorWords.Page? {
    switch state {
    case .open: nil
    case .opens(let bound): ErrorWords.Page(title: notYetTitle, text: opens(time(bound)))
    case .closed(let bound): ErrorWords.Page(title: closedTitle, text: closed(time(bound)))
    case .full: ErrorWords.Page(title: fullTitle, text: full)
    case .uninvited: ErrorWords.Page(title: invitedTitle, text: invited)
    case .invitationUsed: ErrorWords.Page(title: usedTitle, text: used)
    case .invitationRevoked: ErrorWords.Page(title: revokedTitle, text: revoked)
    }
  }
}
