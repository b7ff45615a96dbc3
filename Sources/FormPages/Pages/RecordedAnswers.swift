package import FormCells
package import Support

/// The answers of a stored submission, as its review page showed them: everything that was recorded, in the order of
/// the form. The form's present conditions, calculations and files have no effect.
extension FormPresentation {
  /// - Parameters:
  ///   - values: the submission's values: an object from cell id to value.
  ///   - unknown: the title of the group of values for which the form has no cell.
  ///   - link: the address of a file; `nil` if it has none.
  package func answers(
    recorded values: JSONValue, unknown: String, link: (AttachedFile) -> String?
  ) -> [AnswerGroupView] {
    guard case .object(let members) = values else { return [] }
    let texts = answering(FormState(form: form, values: cellValues(recorded: members)))
    var groups: [AnswerGroupView] = []
    var known: Set<String> = []
    var empty: [String] = []
    for (position, section) in form.sections.enumerated() where section.entry == nil {
      if let repeated = section.repeated {
        known.insert(repeated.id)
        groups += texts.groups(ofEntries: values[repeated.id], section: position, link)
        continue
      }
      var answers: [AnswerView] = []
      for cell in section.cells where cell.hasValue {
        known.insert(cell.id)
        guard let value = values[cell.id] else { continue }
        let lines = texts.lines(of: cell, value: value, link: link)
        if lines.isEmpty {
          empty.append(texts.cells[cell.index].label)
        } else {
          answers.append(texts.answerView(texts.cells[cell.index].label, lines: lines))
        }
      }
      guard !answers.isEmpty else { continue }
      groups.append(
        AnswerGroupView(title: texts.sections[position].name, headingID: "_answers_\(position)", answers: answers))
    }
    let others = members.filter { !known.contains($0.key) }.map { answerView($0.key, lines: Self.lines(of: $0.value)) }
    if !others.isEmpty { groups.append(AnswerGroupView(title: unknown, headingID: "_answers_other", answers: others)) }
    if !empty.isEmpty {
      let names = answerView(words[.nothingEntered], lines: [AnswerLine(text: words.list(empty), isEntered: false)])
      groups.append(AnswerGroupView(title: nil, headingID: "_answers_empty", answers: [names]))
    }
    return groups
  }

  /// The values of the cells whose answers the form's texts contain.
  private func cellValues(recorded members: [JSONValue.Member]) -> [CellValue] {
    var values = form.cells.map(\.initial)
    guard !form.cellsOfTexts.isEmpty else { return values }
    for member in members {
      guard let cell = form.sentCell(member.key), let value = cell.recorded(member.value, locale: form.locale) else {
        continue
      }
      values[cell.index] = value
    }
    return values
  }

  private func groups(
    ofEntries value: JSONValue?, section: Int, _ link: (AttachedFile) -> String?
  ) -> [AnswerGroupView] {
    guard let repeated = sections[section].repeated, case .array(let entries)? = value else { return [] }
    return entries.enumerated().map { position, entry in
      var answers = form.sections[section].cells.compactMap { cell -> AnswerView? in
        guard cell.hasValue, let value = entry[cell.id] else { return nil }
        return answerView(cells[cell.index].label, lines: lines(of: cell, value: value, link: link))
      }
      if case .object(let members) = entry {
        let ids = form.sections[section].cells.map(\.id)
        answers += members.filter { !ids.contains($0.key) }.map { answerView($0.key, lines: Self.lines(of: $0.value)) }
      } else {
        answers.append(answerView(repeated.item, lines: Self.lines(of: entry)))
      }
      return AnswerGroupView(
        title: words.item(repeated.item, number: position + 1), headingID: "_answers_\(section)_\(position)",
        answers: answers)
    }
  }

  private func answerView(_ label: String, lines: [AnswerLine]) -> AnswerView {
    AnswerView(
      label: label, hasAnswers: hasAnswers, lines: lines, nothingEntered: words[.nothingEntered], change: nil,
      changeWord: words[.change])
  }

  private func lines(of cell: Cell, value: JSONValue, link: (AttachedFile) -> String?) -> [AnswerLine] {
    if cell.isPassword {
      return value == .null ? [] : [AnswerLine(text: words[.passwordKept], isEntered: false)]
    }
    guard let recorded = cell.recorded(value, locale: form.locale) else {
      return Self.lines(of: value).map { line in
        guard let table = cell.optionSource?.current, let row = table.row(of: line.text) else { return line }
        return AnswerLine(text: table.labelWithPath(at: row, in: languages))
      }
    }
    if case .attachment = cell.kind {
      let files = AttachedFile.list(recorded.text)
      return zip(files, CellAnswer.lines(of: cells[cell.index], holding: recorded)).map { file, line in
        var line = line
        line.link = link(file)
        return line
      }
    }
    return CellAnswer.lines(of: cells[cell.index], holding: recorded)
  }

  /// The lines of a value that belongs to no cell, as it is stored.
  private static func lines(of value: JSONValue) -> [AnswerLine] {
    switch value {
    case .null, .string(""): []
    case .string(let text): [AnswerLine(text: text)]
    case .array(let elements): elements.flatMap { lines(of: $0) }
    case .object where value["hash"] != nil: []
    default: [AnswerLine(text: String(decoding: value.compactBytes, as: UTF8.self))]
    }
  }
}
