/// A problem and the cell, by index, that has it.
package struct CellProblem: Sendable, Equatable {
  package let cell: Int
  package let problem: Problem

  package init(cell: Int, problem: Problem) {
    self.cell = cell
    self.problem = problem
  }
}

extension FormState {
  /// The first problem of each cell that the visitor can change, in the order of cells.
  /// - Parameters:
  ///   - today: for dates bound to it.
  ///   - numbers: how the visitor writes numbers, to say more exactly why one was not understood.
  package func problems(today: CalendarDate, numbers: NumberFormat? = nil) -> [CellProblem] {
    form.cells.indices.compactMap { problem(of: $0, today: today, numbers: numbers) }
  }

  /// Whether any cell has a problem.
  func hasProblems(today: CalendarDate) -> Bool {
    form.cells.indices.contains { problem(of: $0, today: today) != nil }
  }

  /// Whether nothing is left to do in these cells: all that must have an answer have one, or, where none must, all have,
  /// and none is wrong.
  package func isComplete(_ cells: [Int], today: CalendarDate) -> Bool {
    let open = cells.filter { states[$0].isEditable }
    guard open.contains(where: { states[$0].isRequired }) || answers(in: open) == (open.count, open.count) else {
      return false
    }
    return !open.isEmpty && open.allSatisfy { problem(of: $0, today: today) == nil }
  }

  /// The first problem of one cell; nil for a cell that the visitor cannot change.
  /// - `today`: nil leaves bounds of today alone.
  package func problem(of index: Int, today: CalendarDate?, numbers: NumberFormat? = nil) -> CellProblem? {
    let (cell, state) = (form.cells[index], states[index])
    guard state.isEditable else { return nil }
    // Options that are data may be others by now.
    let isData = cell.optionSource?.isData == true
    let value = isData ? .selection(appliedSelection(of: cell)) : values[index]
    if lostPasswords.contains(index) { return CellProblem(cell: index, problem: .lostPassword) }
    guard let problem = cell.problem(with: value, isRequired: state.isRequired, today: today) else { return nil }
    if let numbers, problem != .missing, let reading = cell.readingProblem(of: value, in: numbers) {
      return CellProblem(cell: index, problem: reading)
    }
    return CellProblem(cell: index, problem: problem)
  }

  /// The problem of a cell before anything was sent: a text beyond its limit, as it would show while typing (TI53 to
  /// TI55), or a password that was lost.
  package func problemOfEntry(of index: Int) -> CellProblem? {
    guard states[index].isEditable else { return nil }
    if lostPasswords.contains(index) { return CellProblem(cell: index, problem: .lostPassword) }
    let cell = form.cells[index]
    guard let limit = cell.lengthLimit else { return problemOfOther(of: cell) }
    guard case let text = values[index].text,
      // A grapheme cluster takes a byte at least: most texts are not counted here.
      text.utf8.count > limit
    else { return nil }
    let count = cell.characterCount(of: text)
    return count > limit ? CellProblem(cell: index, problem: .tooLong(limit: limit, count: count)) : nil
  }

  /// The text of one's own beside options on the page, where it is too long.
  private func problemOfOther(of cell: Cell) -> CellProblem? {
    guard cell.hasField, let choice = cell.choice, choice.other != nil,
      case let selection = values[cell.index].selection, selection.other?.isEmpty == false
    else { return nil }
    return choice.otherProblem(selection).map { CellProblem(cell: cell.index, problem: $0) }
  }

  /// Whether a cell was checked, by a submit or by applying its selection, holds something, and has no problem: then its
  /// success message shows (LP18, C16).
  package func isConfirmed(_ index: Int, today: CalendarDate?) -> Bool {
    guard showsProblems(of: index) || applied.contains(index) else { return false }
    return states[index].isEditable && !form.cells[index].isEmpty(values[index])
      && problem(of: index, today: today) == nil
  }
}
