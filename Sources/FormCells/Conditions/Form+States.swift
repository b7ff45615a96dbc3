extension Form {
  /// How each cell stands; `values[i]` belongs to `cells[i]`.
  public func states(in values: [CellValue]) -> [CellState] {
    if let fixedStates { return fixedStates }
    var evaluation = Evaluation(form: self, values: values)
    return cells.indices.map { evaluation.state(of: $0) }
  }

  /// How one cell stands. For all cells of a page, `states(in:)` is cheaper.
  public func state(of cell: Int, in values: [CellValue]) -> CellState {
    if let fixedStates { return fixedStates[cell] }
    var evaluation = Evaluation(form: self, values: values)
    return evaluation.state(of: cell)
  }

  /// What each cell starts with.
  public var initialValues: [CellValue] { cells.map(\.initial) }

  /// What counts: read-only and disabled cells hold the definition's value, whatever was posted.
  public func effectiveValues(of values: [CellValue]) -> [CellValue] {
    zip(states(in: values), cells).map { state, cell in
      state.isReadOnly || state.isDisabled ? cell.initial : values[cell.index]
    }
  }
}

/// The conditions of a form over one set of values, each cell worked out once.
private struct Evaluation {
  let form: Form
  let values: [CellValue]
  private var visible: [Bool?]
  private var readOnly: [Bool?]

  init(form: Form, values: [CellValue]) {
    precondition(values.count == form.cells.count, "one value for each cell of the form")
    self.form = form
    self.values = values
    visible = Array(repeating: nil, count: values.count)
    readOnly = Array(repeating: nil, count: values.count)
  }

  mutating func state(of index: Int) -> CellState {
    let cell = form.cells[index]
    let isVisible = isVisible(index)
    return CellState(
      isVisible: isVisible,
      isRequired: cell.isRequired || (cell.requiredWhen.map { holds($0) } ?? false),
      isReadOnly: isReadOnly(index), isDisabled: cell.isDisabled)
  }

  private mutating func isVisible(_ index: Int) -> Bool {
    if let known = visible[index] { return known }
    // A decoded form has no circles; one made otherwise ends here instead of never.
    visible[index] = true
    let answer = form.cells[index].visibleWhen.map { holds($0) } ?? true
    visible[index] = answer
    return answer
  }

  private mutating func isReadOnly(_ index: Int) -> Bool {
    if let known = readOnly[index] { return known }
    let cell = form.cells[index]
    readOnly[index] = cell.isReadOnly
    let answer = cell.isReadOnly || (cell.readOnlyWhen.map { holds($0) } ?? false)
    readOnly[index] = answer
    return answer
  }

  private mutating func holds(_ condition: Condition) -> Bool {
    switch condition {
    case .equals(let cell, let operand): return form.cells[cell].holds(operand, value(of: cell))
    case .isIn(let cell, let operands):
      let value = value(of: cell)
      return operands.contains { form.cells[cell].holds($0, value) }
    case .filled(let cell): return value(of: cell).map { !form.cells[cell].isEmpty($0) } ?? false
    case .all(let conditions):
      for condition in conditions where !holds(condition) { return false }
      return true
    case .any(let conditions):
      for condition in conditions where holds(condition) { return true }
      return false
    case .not(let condition): return !holds(condition)
    }
  }

  /// Nil: nothing, because the cell is hidden or disabled (features TI50).
  private mutating func value(of index: Int) -> CellValue? {
    let cell = form.cells[index]
    guard !cell.isDisabled, isVisible(index) else { return nil }
    return isReadOnly(index) ? cell.initial : values[index]
  }
}

extension Cell {
  /// Whether a value is, or has among its chosen ones, this operand. A cell that counts as nothing is off or null.
  fileprivate func holds(_ operand: Condition.Operand, _ value: CellValue?) -> Bool {
    switch (operand, value) {
    case (.null, let value): return value.map(isEmpty) ?? true
    case (.flag(let flag), .flag(let held)): return flag == held
    case (.flag(let flag), nil): return !flag
    case (.text(let text), .selection(let selection)):
      return selection.table.row(of: text).map(selection.contains) ?? selection.missing.contains { $0.value == text }
    case (.text(let text), .text(let held)):
      let held = normalised(held)
      guard case .currency = kind else { return text == held }
      guard let number = try? DecimalNumber(parsing: text) else { return false }
      return (try? DecimalNumber(parsing: held)) == number
    case (.text(let text), .order(let order)): return order.contains { $0.id == text && $0.isSelected }
    default: return false
    }
  }
}
