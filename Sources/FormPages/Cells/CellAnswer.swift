import FormCells

/// An answer in full, as people read it; a cell's own summary is short.
enum CellAnswer {
  /// The number of chosen values that are listed; a last line gives the number of the others.
  private static let valueLimit = 100

  /// A line for each value; empty if the cell has no value.
  static func lines(of cell: CellPresentation, in formState: FormState) -> [AnswerLine] {
    lines(of: cell, holding: formState.values[cell.cell.index])
  }

  /// The lines for a value that need not be the form state's own.
  static func lines(of cell: CellPresentation, holding value: CellValue) -> [AnswerLine] {
    if case .selection(let selection) = value, let source = cell.cell.optionSource {
      return values(of: selection.rebased(onto: source.current), in: cell)
    }
    return entries(of: cell, holding: value)
  }

  private static func entries(of cell: CellPresentation, holding value: CellValue) -> [AnswerLine] {
    switch (cell.kind, value) {
    case (.switch(let positions), .flag(let isOn)): return [AnswerLine(text: isOn ? positions.on : positions.off)]
    case (.orderPicker(let picker), .order(let order)):
      return order.filter(\.isSelected).compactMap { criterion in
        picker.criteria[criterion.id].map {
          AnswerLine(
            text: cell.words.direction(criterion.direction == .ascending ? $0.ascending : $0.descending, of: $0.label))
        }
      }
    case (_, .text(let text)):
      guard !cell.cell.isEmpty(value) else { return [] }
      if cell.cell.isPassword { return [AnswerLine(text: cell.words[.passwordKept], isEntered: false)] }
      switch cell.kind {
      case .date: return [DateCellView.answerLine(text, in: cell.dates)]
      case .dateRange: return [DateRangeView.answerLine(text, of: cell)]
      case .dateTime: return [DateTimeCellView.answerLine(text, in: cell.dates)]
      case .duration: return [DurationCellView.answerLine(text, in: cell.words)]
      case .matrix(let matrix):
        return matrix.answers(in: text, cell.words).map { AnswerLine(text: $0, isEntered: false) }
      case .attachment(let attachment): return attachment.answers(in: text)
      case .time: return [TimeCellView.answerLine(text, in: cell.dates)]
      default: break
      }
      let shown = cell.cell.shown(text, in: cell.numbers)
      switch cell.kind {
      case .slider(let number, let slider) where slider.isRange:
        return [SliderRangeView.answerLine(text, unit: number.unit, of: cell)]
      case .number(let number), .slider(let number, _):
        if let unit = number.unit { return [AnswerLine(text: shown, behind: " \(unit)")] }
      case .rating(let rating):
        if let chosen = rating.kind.chosen(in: text) {
          return [AnswerLine(text: rating.position(of: chosen, in: cell.words), isEntered: false)]
        }
      default: break
      }
      if case .text(let text) = cell.kind { return [text.answerLine(shown)] }
      return [AnswerLine(text: shown)]
    case (_, .flag), (_, .order), (_, .selection): return []
    }
  }

  static func values(of selection: Selection, in cell: CellPresentation) -> [AnswerLine] {
    let data = cell.selection?.dataLanguage
    let known = ChosenLabels.labels(of: selection, limit: valueLimit, in: cell.languages)
    let labels = (known + selection.missing.prefix(valueLimit).map(\.label)).map {
      AnswerLine(text: $0, language: data)
    }
    let own = selection.other.map { AnswerLine(text: $0) }
    let lines = (labels + [own].compactMap(\.self)).prefix(valueLimit)
    let rest = selection.valueCount + selection.missing.count - lines.count
    return rest > 0 ? lines + [AnswerLine(text: cell.words.andMore(rest), isEntered: false)] : Array(lines)
  }
}

extension FormPresentation {
  /// The answers of the cells that are sent, by section.
  /// - `changed`: the cells whose answers are marked as changed, by `Cell.index`.
  /// - `change`: the address at which a cell's answer can be changed, by `Cell.index`; `nil` if answers cannot be
  ///   changed. Cells without a value are then named together, at the end.
  func answers(
    in formState: FormState, changed: Set<Int> = [], change: ((Int) -> String)?
  ) -> [AnswerGroupView] {
    var groups: [AnswerGroupView] = []
    var empty: [String] = []
    for (position, entry) in formState.answeredSections {
      let section = sections[position]
      let answers = section.cells.compactMap { index -> AnswerView? in
        let state = formState.states[index]
        guard state.isSent, form.cells[index].hasValue else { return nil }
        let lines = CellAnswer.lines(of: cells[index], in: formState)
        if lines.isEmpty, change == nil, entry == nil {
          empty.append(cells[index].label)
          return nil
        }
        return AnswerView(
          label: cells[index].label, hasAnswers: hasAnswers, lines: lines,
          nothingEntered: words[.nothingEntered],
          changed: changed.contains(index) ? (AnswerView.anchor(of: index), words[.answerChanged]) : nil,
          change: state.isReadOnly ? nil : change?(index),
          changeWord: words[.change])
      }
      guard !answers.isEmpty else { continue }
      groups.append(
        AnswerGroupView(
          title: entry.flatMap { itemTitle(ofEntry: position, number: $0) } ?? section.name,
          headingID: "_answers_\(position)", answers: answers))
    }
    if !empty.isEmpty {
      let line = AnswerLine(text: words.list(empty), isEntered: false)
      let answer = AnswerView(
        label: words[.nothingEntered], lines: [line], nothingEntered: words[.nothingEntered], change: nil,
        changeWord: words[.change])
      groups.append(AnswerGroupView(title: nil, headingID: "_answers_empty", answers: [answer]))
    }
    return groups
  }
}

extension FormState {
  /// The sections by position, in the order of their answers. The entries of a repeated section are in its place.
  fileprivate var answeredSections: [(section: Int, number: Int?)] {
    form.sections.indices.flatMap { section -> [(section: Int, number: Int?)] in
      if form.sections[section].entry != nil { return [] }
      guard form.sections[section].repeated != nil else { return [(section, nil)] }
      return entries(of: section).enumerated().map { ($1, $0 + 1) }
    }
  }
}
