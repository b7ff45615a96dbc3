/// How answers stood at a moment: enough to tell later which of their cells look otherwise.
package struct Standing: Sendable {
  package let form: Form
  /// By `Cell.index`.
  package let states: [CellState]
  private let digests: [UInt64]
  private let applied: Set<Int>
  private let lostPasswords: Set<Int>
  private let showsProblems: Bool
  private let progress: StepProgress

  package init(of filling: Filling) {
    form = filling.form
    states = filling.states
    digests = filling.digests
    applied = filling.applied
    lostPasswords = filling.lostPasswords
    showsProblems = filling.showsProblems
    progress = filling.progress
  }

  /// Whether these are answers of which only single cells may look otherwise since.
  package func isComparable(to filling: Filling) -> Bool {
    form === filling.form && showsProblems == filling.showsProblems && progress == filling.progress
  }

  /// Whether a cell held what it holds now and stood as it stands now: then it looks the same, unless its options are data,
  /// which may be others by now.
  package func looksSame(_ cell: Int, in filling: Filling) -> Bool {
    form.cells[cell].optionSource?.isData != true
      && digests[cell] == filling.digests[cell] && states[cell] == filling.states[cell]
      && applied.contains(cell) == filling.applied.contains(cell)
      && lostPasswords.contains(cell) == filling.lostPasswords.contains(cell)
  }
}
