extension Form {
  /// The first problem of each cell that the visitor can change, in the order of cells: hidden, disabled and read-only
  /// cells have none.
  /// - Parameters:
  ///   - values: `values[i]` belongs to `cells[i]`, normalised (`Cell.normalised`).
  ///   - today: for dates bound to it, in the visitor's time zone as far as it is known.
  ///   - numbers: how the visitor writes numbers, to say more exactly why one was not understood.
  public func problems(
    in values: [CellValue], today: CalendarDate, numbers: NumberFormat? = nil
  ) -> [(cell: Int, problem: Problem)] {
    let states = states(in: values)
    return cells.compactMap { cell in
      let state = states[cell.index]
      guard state.isEditable else { return nil }
      guard let problem = cell.problem(with: values[cell.index], isRequired: state.isRequired, today: today) else {
        return nil
      }
      if let numbers, problem != .missing,
        let reading = cell.readingProblem(of: values[cell.index], in: numbers)
      {
        return (cell.index, reading)
      }
      return (cell.index, problem)
    }
  }
}
