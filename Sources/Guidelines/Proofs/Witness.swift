package import FormCells
package import Support

/// Answers as a file for `formcells render --values`.
package struct Witness: Sendable {
  /// Cell id and value, of repeated sections an array of entries; what it leaves out is as in a blank form.
  package let json: JSONValue

  /// What is entered where any day will do: the day on which `formcells render` shows forms if it is told no other.
  package static let usualDay = CalendarDate(parsing: "2026-01-31") ?? .last

  /// - Parameter form: that of the prover, with room for entries.
  init(_ answers: Answers, of form: Form) {
    var members: [JSONValue.Member] = []
    for cell in form.cells {
      let section = form.sections[form.sectionOfCell[cell.index]]
      if section.entry != nil { break }
      if section.repeated != nil { continue }
      guard let value = answers.values[cell.index], let json = cell.json(of: value) else { continue }
      members.append(.init(cell.id, json))
    }
    for section in form.repeatedSections {
      guard let repeated = form.sections[section].repeated, let count = answers.entryCounts[section] else { continue }
      let entries = (1...count).map { number -> JSONValue in
        let cells = form.sections[section].cells.compactMap { cell -> JSONValue.Member? in
          guard let own = form.cell(cell.index, in: EntryPlace(section: section, number: number)),
            let value = answers.values[own], let json = form.cells[own].json(of: value)
          else { return nil }
          return .init(cell.id, json)
        }
        return .object(cells)
      }
      members.append(.init(repeated.id, .array(entries)))
    }
    json = .object(members)
  }

  /// On one line.
  package var text: String { String(decoding: json.compactBytes, as: UTF8.self) }

  /// The form filled in with it, as the program itself does it.
  package func formState(of form: Form, today: CalendarDate) throws(DefinitionErrors) -> FormState {
    try FormState(form: form, decoding: json.compactBytes, path: "", at: Moment(today))
  }
}
