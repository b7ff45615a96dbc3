extension Filling {
  /// The first problem of each cell that the visitor can change, in the order of cells.
  /// - Parameter numbers: how the visitor writes numbers, to say more exactly why one was not understood.
  public func problems(today: CalendarDate, numbers: NumberFormat? = nil) -> [(cell: Int, problem: Problem)] {
    var problems = form.problems(in: values, today: today, numbers: numbers)
      .filter { !lostPasswords.contains($0.cell) }
    problems += problemsOfLostPasswords
    return lostPasswords.isEmpty ? problems : problems.sorted { $0.cell < $1.cell }
  }

  private var problemsOfLostPasswords: [(cell: Int, problem: Problem)] {
    if lostPasswords.isEmpty { return [] }
    return lostPasswords.filter { form.state(of: $0, in: values).isEditable }.map { ($0, .lostPassword) }
  }

  /// What is wrong before anything was sent: texts beyond their limit, as it would show while typing (features TI53 to
  /// TI55), and passwords that were lost.
  public var problemsOfEntry: [(cell: Int, problem: Problem)] {
    problemsOfLostPasswords
      + form.cells.compactMap { cell in
        guard let limit = cell.lengthLimit, case let text = values[cell.index].text,
          // A grapheme cluster takes a byte at least: most texts are not counted here.
          text.utf8.count > limit, form.state(of: cell.index, in: values).isEditable
        else { return nil }
        let count = cell.characterCount(of: text)
        return count > limit ? (cell.index, .tooLong(limit: limit, count: count)) : nil
      }
  }

  /// Whether a cell was checked, by a submit or by applying its selection, holds something, and has no problem: then its
  /// success message shows (features LP18, C16).
  public func isConfirmed(_ index: Int, today: CalendarDate) -> Bool {
    guard showsProblems || applied.contains(index) else { return false }
    let cell = form.cells[index]
    let state = form.state(of: index, in: values)
    return state.isEditable && !cell.isEmpty(values[index])
      && cell.problem(with: values[index], isRequired: state.isRequired, today: today) == nil
  }
}
