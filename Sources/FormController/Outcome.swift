/// A POST's answer, and how the session has changed with it.
package struct Outcome: Sendable {
  package let answer: Answer
  /// Whether the session holds a draft that it did not hold before.
  package let beginsDraft: Bool
  /// Whether what was sent, or gone on with, has problems.
  package var isRefused = false
  /// Nil: nobody has tried to change what cannot be changed.
  package var readOnlyViolations: ReadOnlyViolations?
}
