/// A snapshot of a form state, to find the cells whose display has changed since.
package struct StateFingerprint: Sendable {
  package let form: Form
  /// By `Cell.index`.
  package let states: [CellState]
  private let digests: [UInt64]
  private let applied: Set<Int>
  private let lostPasswords: Set<Int>
  private let showsProblems: Bool
  private let progress: StepProgress

  package init(of formState: FormState) {
    form = formState.form
    states = formState.states
    digests = formState.digests
    applied = formState.applied
    lostPasswords = formState.lostPasswords
    showsProblems = formState.showsProblems
    progress = formState.progress
  }

  /// Whether these are answers of which only single cells may look otherwise since.
  package func isComparable(to formState: FormState) -> Bool {
    form === formState.form && showsProblems == formState.showsProblems && progress == formState.progress
  }

  /// Whether a cell held what it holds now and stood as it stands now: then it looks the same, unless its options are data,
  /// which may be others by now.
  package func looksSame(_ cell: Int, in formState: FormState) -> Bool {
    form.cells[cell].optionSource?.isData != true
      && digests[cell] == formState.digests[cell] && states[cell] == formState.states[cell]
      && applied.contains(cell) == formState.applied.contains(cell)
      && lostPasswords.contains(cell) == formState.lostPasswords.contains(cell)
  }
}
