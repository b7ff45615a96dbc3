import FormCells

/// An answer as people read it: whole, where a cell's own summary is short.
enum CellAnswer {
  /// Chosen values that are listed; of the rest it says how many there are.
  private static let valueLimit = 100

  /// A line for each value; empty where the cell holds nothing.
  static func lines(of cell: CellPresentation, in filling: Filling) -> [AnswerLine] {
    if case .selection = filling.values[cell.cell.index] {
      return values(of: filling.appliedSelection(of: cell.cell), in: cell)
    }
    return texts(of: cell, in: filling).map { AnswerLine(text: $0) }
  }

  private static func texts(of cell: CellPresentation, in filling: Filling) -> [String] {
    let value = filling.values[cell.cell.index]
    switch (cell.kind, value) {
    case (.switch(let positions), .flag(let isOn)): return [isOn ? positions.on : positions.off]
    case (.orderPicker(let picker), .order(let order)):
      return order.filter(\.isSelected).compactMap { criterion in
        picker.criteria[criterion.id].map {
          cell.words.direction(criterion.direction == .ascending ? $0.ascending : $0.descending, of: $0.label)
        }
      }
    case (_, .text(let text)):
      guard !cell.cell.isEmpty(value) else { return [] }
      if cell.cell.isPassword { return [cell.words.passwordKept] }
      switch cell.kind {
      case .date: return [CalendarDate(parsing: text).map { cell.dates.text($0) } ?? text]
      case .time:
        return [
          TimeOfDay(parsing: text).map { cell.dates.text(hour: $0.minutes / 60, minute: $0.minutes % 60) } ?? text
        ]
      default: break
      }
      let shown = cell.cell.shown(text, in: cell.numbers)
      if case .number(let number) = cell.kind, let unit = number.unit { return ["\(shown) \(unit)"] }
      if case .text(let text) = cell.kind { return [text.answer(shown)] }
      return [shown]
    case (_, .flag), (_, .order), (_, .selection): return []
    }
  }

  private static func values(of selection: Selection, in cell: CellPresentation) -> [AnswerLine] {
    let data = cell.selection?.dataLanguage
    let known = ChosenLabels.labels(of: selection, limit: valueLimit, in: cell.languages)
    let labels = (known + selection.missing.prefix(valueLimit).map(\.label)).map {
      AnswerLine(text: $0, language: data)
    }
    let own = selection.other.map { AnswerLine(text: $0) }
    let lines = (labels + [own].compactMap(\.self)).prefix(valueLimit)
    let rest = selection.valueCount + selection.missing.count - lines.count
    return rest > 0 ? lines + [AnswerLine(text: cell.words.andMore(rest))] : Array(lines)
  }
}

extension FormPresentation {
  /// The answers by section, of the cells that are sent.
  /// - `change`: where the answer of a cell that can be changed is changed, by `Cell.index`; nil: nowhere.
  func answers(in filling: Filling, change: ((Int) -> String)?) -> [AnswerGroupView] {
    var groups: [AnswerGroupView] = []
    for (position, section) in sections.enumerated() {
      let answers = section.cells.compactMap { index -> AnswerView? in
        let state = filling.states[index]
        guard state.isVisible, !state.isDisabled else { return nil }
        return AnswerView(
          label: cells[index].label, lines: CellAnswer.lines(of: cells[index], in: filling),
          nothingEntered: words.nothingEntered, change: state.isReadOnly ? nil : change?(index),
          changeWord: words.change)
      }
      guard !answers.isEmpty else { continue }
      groups.append(
        AnswerGroupView(title: section.name, headingID: "_answers_\(position)", answers: answers))
    }
    return groups
  }
}
