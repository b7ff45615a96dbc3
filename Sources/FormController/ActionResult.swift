import FormCells
package import HTTPCore

/// What an action comes to.
enum ActionResult {
  /// 303: reload and Back never post twice.
  case redirect(String, fragment: String? = nil)
  /// The same, to a page of the form: the visitor is on that one now.
  case turn(to: FormPageID, fragment: String? = nil)
  /// 422: the page again, with its messages.
  /// - Parameter pageID: nil: the page that was posted.
  case refuse(overlay: Overlay?, pageID: FormPageID? = nil, focusesProblems: Bool = true, refusal: Refusal? = nil)
  /// 200: the page again, as it is kept. Only scripts ask for it: reload and Back have nothing to do with it.
  /// - Parameter unfinished: the cell that is being typed into, by `Cell.index`.
  case saved(overlay: Overlay?, unfinished: Int?)
  /// Valid and complete: has to be on disk before the visitor hears of it.
  case store(Submission)
  /// A photo has to be read first.
  case scan(Scan)
  /// No page has such a button.
  case badRequest

  /// Why what was asked of a cell could not be done.
  struct Refusal: Sendable, Equatable {
    let cell: Int
    let message: String
  }
}

/// What a POST comes to, and how the session has changed with it.
package struct PostResult: Sendable {
  /// A response, or an effect that has to come first.
  package enum Next: Sendable {
    case respond(Response)
    case store(Submission)
    case scan(Scan)
  }

  package let next: Next
  /// Whether the session holds a draft that it did not hold before.
  package let beginsDraft: Bool
  /// Whether what was sent, or gone on with, has problems.
  package let isRefused: Bool
  /// Nil: nobody has tried to change what cannot be changed.
  package let readOnlyViolations: ReadOnlyViolations?

  init(
    _ next: Next, beginsDraft: Bool = false, isRefused: Bool = false, readOnlyViolations: ReadOnlyViolations? = nil
  ) {
    self.next = next
    self.beginsDraft = beginsDraft
    self.isRefused = isRefused
    self.readOnlyViolations = readOnlyViolations
  }
}
