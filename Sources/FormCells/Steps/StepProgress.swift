/// How far a visitor has come in a form that is not sent from its first page, and where they are.
package struct StepProgress: Sendable, Equatable {
  /// Steps that "Continue" was refused on: their problems are shown until they are mended.
  var refused: Set<Int> = []
  /// Steps that "Continue" has led on from.
  var passed: Set<Int> = []
  /// "Continue" has led to the review: from then on it leads back there, from wherever something was changed.
  var hasReachedReview = false
  /// The page that they are on.
  var pageID = FormPageID.step(0)

  package init() {}

  var isBlank: Bool { self == StepProgress() }
}
