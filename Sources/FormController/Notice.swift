import FormPages
import Support

/// Page-level feedback that waits for a draft's next page (LP15, FO6).
enum Notice: Sendable, Equatable {
  case sessionEnded
  case notSaved
  /// The page belongs to a form that was sent, under this receipt; what it held has become a new draft.
  case alreadySent(Token)
  /// The definition that the page was made from is known no more.
  case formChanged
  /// The answers have brought up cells that no page showed before.
  case cellsAppeared
  case undone
  /// A code was read into the cell of this label.
  case scanned(label: String, isFirstOfSeveral: Bool)

  /// Whether a submit waits until the visitor has read it.
  var asksToCheck: Bool {
    switch self {
    case .alreadySent, .formChanged: true
    case .sessionEnded, .notSaved, .cellsAppeared, .undone, .scanned: false
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
      [TextPiece(words.notSaved)]
        + (requestID.map { [TextPiece(" ")] + words.errors.requestID.pieces(entered: $0) } ?? [])
    case .alreadySent(let receipt): words.alreadySent.pieces(entered: receipt.text.readAloud)
    case .formChanged: [TextPiece(goesOn ? words.formChangedOnTheWay(words.resume) : words.formChanged)]
    case .cellsAppeared: [TextPiece(words.cellsAppeared)]
    case .undone: [TextPiece(words.undone)]
    case .scanned(let label, let isFirstOfSeveral):
      [TextPiece(words.scan.read(label, isFirstOfSeveral: isFirstOfSeveral))]
    }
  }
}
