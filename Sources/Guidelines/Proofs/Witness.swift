package import FormCells
package import Support

/// Answers in the form of a file for `formcells render --values`.
package struct Witness: Sendable {
  /// An object from cell ids to values; a repeated section has an array of entries. Missing cells are as in a blank
  /// form.
  package let json: JSONValue

  /// The day that is entered where any day will do. It is the default day on which `formcells render` shows forms.
  package static let usualDay = CalendarDate(parsing: "2026-01-31") ?? .last

  /// - Parameter form: the prover's form, with room for entries.
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

  /// The JSON on one line.
  package var text: String { String(decoding: json.compactBytes, as: UTF8.self) }

  /// The form state with these answers, decoded as the program decodes a file.
  package func formState(of form: Form, today: CalendarDate) throws(DefinitionErrors) -> FormState {
    try FormState(form: form, decoding: json.compactBytes, path: "", at: Moment(today))
  }
}
