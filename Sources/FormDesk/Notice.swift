import FormPages

/// Page-level feedback that waits for the next page (LP15, FO6).
enum Notice: Sendable, Equatable {
  case sessionEnded
  case notSaved
  /// The definition that the page was made from is known no more.
  case formChanged
  /// The answers have brought up cells that no page showed before.
  case cellsAppeared
  case undone
  /// A code was read into the cell of this label.
  case scanned(label: String, isFirstOfSeveral: Bool)

  func text(in words: Words) -> String {
    switch self {
    case .sessionEnded: words.sessionEnded
    case .notSaved: words.notSaved
    case .formChanged: words.formChanged
    case .cellsAppeared: words.cellsAppeared
    case .undone: words.undone
    case .scanned(let label, let isFirstOfSeveral): words.scan.read(label, isFirstOfSeveral: isFirstOfSeveral)
    }
  }
}
