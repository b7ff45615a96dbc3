import Support

/// The entries of repeated sections. Each is a separate modal section, whose view works like that of any other. These functions add, remove
/// and move an entry as a whole.
extension FormState {
  /// The sections that are entries of a repeated one, in order, by position.
  package func entries(of section: Int) -> [Int] {
    entries[section].compactMap { form.section(of: EntryPlace(section: section, number: $0)) }
  }

  /// Whether the section is an entry; true for any section that is not a place of entries.
  package func isEntry(_ section: Int) -> Bool { form.sections[section].entry.map(entries.contains) ?? true }

  /// Whether the section is an entry that was removed, and not added again.
  package func wasRemoved(entry section: Int) -> Bool { form.sections[section].entry.map(entries.wasRemoved) ?? false }

  /// Which entry of its repeated section it is, counted from 1; one that is not added yet is the next.
  package func number(ofEntry section: Int) -> Int? {
    guard let place = form.sections[section].entry else { return nil }
    return (entries[place.section].firstIndex(of: place.number) ?? entries[place.section].count) + 1
  }

  package func isShown(repeated section: Int) -> Bool { !hiddenSections.contains(section) }

  /// Whether one more entry can be added.
  package func canAdd(to section: Int) -> Bool {
    form.sections[section].repeated.map { entries[section].count < $0.maximum } ?? false
  }

  /// Opens the view of a new entry, which is added once it is applied.
  /// - Returns: the position of its section; `nil` if no more entries can be added.
  package mutating func openNewEntry(in section: Int, at moment: Moment) -> Int? {
    guard isShown(repeated: section), canAdd(to: section), let place = newPlace(in: section) else { return nil }
    makeRoom(for: place.number)
    entries.note(place)
    let grown = self.form
    change { values in grown.begin(place, at: moment, in: &values) }
    guard let index = grown.section(of: place) else { return nil }
    rememberBeginning(of: grown.sections[index].cells.map(\.index), at: moment)
    act(in: index) { _ in }
    return index
  }

  /// A number that no entry has. Numbers of removed entries are reused only when there are no others.
  private func newPlace(in section: Int) -> EntryPlace? {
    guard let repeated = form.sections[section].repeated else { return nil }
    let next = entries.lastNumber(in: section) + 1
    if next <= 2 * repeated.maximum { return EntryPlace(section: section, number: next) }
    return (1...2 * repeated.maximum).map { EntryPlace(section: section, number: $0) }.first { place in
      !entries.contains(place) && form.section(of: place).map { sectionDrafts[$0] == nil } ?? true
    }
  }

  /// Adds entries with the values that a program sends, all at once. Values of cells that cannot be changed are left out.
  package mutating func addEntries(_ sent: [CellInput], at moment: Moment) {
    for section in form.repeatedSections {
      let own = sent.filter { $0.entry != nil && form.sectionOfCell[$0.cell] == section }
      guard let last = own.compactMap(\.entry).max() else { continue }
      makeRoom(for: entries.lastNumber(in: section) + last + 1)
      var places: [EntryPlace] = []
      for _ in 0...last {
        guard let place = newPlace(in: section) else { break }
        entries.insert(place)
        places.append(place)
      }
      let grown = self.form
      var sentValues: [Int: CellValue] = [:]
      for sent in own {
        guard let entry = sent.entry, entry < places.count, let cell = grown.cell(sent.cell, in: places[entry]),
          !grown.cells[cell].isDisabled, !grown.cells[cell].isReadOnly
        else { continue }
        sentValues[cell] = sent.value
      }
      change(sent: Set(sentValues.keys)) { values in
        for place in places { grown.begin(place, at: moment, in: &values) }
        for (cell, value) in sentValues { values[cell] = value }
      }
    }
  }

  /// Removes an entry. "Undo" brings it back, and after it the entries that were removed right before.
  mutating func removeEntry(_ section: Int) {
    guard let place = form.sections[section].entry, entries.contains(place) else { return }
    let former = entries
    let earlier = undo.flatMap { $0.cause == .removed ? $0 : nil }
    leave(section)
    entries.remove(place)
    change { _ in }
    undo = UndoStep(
      .removed, of: .section(section), former: form.sections[section].cells.map { values[$0.index] },
      rest: UndoStep.Rest(entries: former)
    ).following(earlier)
  }

  /// Adds an entry that was applied for the first time.
  mutating func insertEntry(_ section: Int) {
    guard let place = form.sections[section].entry else { return }
    entries.insert(place)
  }

  /// Moves an entry. Earlier changes can no longer be undone, since that would restore the old order of the entries.
  mutating func moveEntry(_ section: Int, by step: Int) {
    guard let place = form.sections[section].entry else { return }
    let former = entries
    entries.move(place, by: step)
    if entries != former { undo = nil }
    change { _ in }
  }

  /// Whether there are fewer entries than required, or more than allowed.
  func problemOfEntries(ofCell cell: Int) -> CellProblem? {
    let section = form.sectionOfCell[cell]
    guard let repeated = form.sections[section].repeated, form.sections[section].cells.first?.index == cell,
      isShown(repeated: section)
    else { return nil }
    let count = entries[section].count
    if count < repeated.minimum {
      return CellProblem(cell: cell, problem: .tooFewEntries(minimum: repeated.minimum, count: count))
    }
    return count > repeated.maximum
      ? CellProblem(cell: cell, problem: .tooManyEntries(maximum: repeated.maximum, count: count)) : nil
  }
}

extension FormState {
  /// The name of a cell for the author of a program. For a cell of an entry it includes the place, `expenses[0].amount`; for a repeated
  /// section as a whole it is the section's id.
  package func sentName(of cell: Int) -> String {
    let section = form.sectionOfCell[cell]
    if let repeated = form.sections[section].repeated { return repeated.id }
    guard let place = form.sections[section].entry, let repeated = form.sections[place.section].repeated,
      let number = number(ofEntry: section), let first = form.sections[section].cells.first
    else { return form.cells[cell].id }
    return "\(repeated.id)[\(number - 1)].\(form.sections[place.section].cells[cell - first.index].id)"
  }
}

extension FormState {
  /// The names (`sentName`) of the cells that can be entered and from which a calculated cell is calculated, each once. All entries of a
  /// repeated section have one name, that of the section.
  package func sentNames(ofOperandsOf cell: Int) -> [String] {
    let own = form.sectionOfCell[cell]
    var (names, seen): ([String], Set<Int>) = ([], [])
    func add(_ name: String) { if !names.contains(name) { names.append(name) } }
    func visit(_ calculation: Calculation) {
      for section in calculation.expression.countedSections { form.sections[section].repeated.map { add($0.id) } }
      for operand in calculation.cells where seen.insert(operand).inserted {
        let section = form.sectionOfCell[operand]
        if form.sections[section].repeated != nil {
          if isShown(repeated: section) { add(sentName(of: operand)) }
        } else if form.sections[section].entry != nil, section != own {
          // The section as a whole represents this cell.
        } else if let calculation = form.cells[operand].calculation {
          visit(calculation)
        } else if states[operand].isEditable {
          add(sentName(of: operand))
        }
      }
    }
    form.cells[cell].calculation.map(visit)
    return names
  }
}

extension FormState {
  /// The cell that has this name (`sentName`), by index; `nil` if there is none.
  package func cell(sentAs name: String) -> Int? {
    if let section = form.repeatedSection(name) { return form.sections[section].cells.first?.index }
    if let cell = form.sentCell(name) { return cell.index }
    guard let open = name.firstIndex(of: "["), let close = name.firstRange(of: "]."),
      let section = form.repeatedSection(String(name[..<open])),
      let position = Int(name[name.index(after: open)..<close.lowerBound]),
      case let entries = entries(of: section), entries.indices.contains(position),
      let cell = form.sections[section].cells.firstIndex(where: { $0.id == name[close.upperBound...] })
    else { return nil }
    return form.sections[entries[position]].cells[cell].index
  }
}

extension UndoStep {
  /// Which entry of its repeated section a removed one was, counted from 1; `nil` if none was removed.
  package func formerNumber(ofEntry section: Int, in form: Form) -> Int? {
    guard cause == .removed, let place = form.sections[section].entry else { return nil }
    return rest.entries[place.section].firstIndex(of: place.number).map { $0 + 1 }
  }
}

/// The entries of a section as one string, for pages that come back without a session: the last number that was given, the section's id
/// with the ids of its cells, then for each entry its number and the values of these cells. The ids are needed because such a page may be
/// of another version of the form.
private struct HiddenEntries {
  private static let separator: Character = "~"

  let last: String
  /// The entry's number, then the texts of its cells.
  let rows: [ArraySlice<String>]
  /// The position of each cell's text in a row, by cell id.
  private let places: [Substring: Int]

  init(_ hiddenFieldValue: String, of section: FormSection) {
    let head = HiddenFieldValues.decode(hiddenFieldValue, limit: 2)
    last = head.first ?? ""
    let ids = head.dropFirst().first.flatMap(Self.ids)
    // A page from before the string had ids.
    let cells = ids ?? section.cells.map { $0.id[...] }
    places = Dictionary(zip(cells, 1...), uniquingKeysWith: { first, _ in first })
    let (start, size) = (ids == nil ? 1 : 2, 1 + cells.count)
    let parts = HiddenFieldValues.decode(hiddenFieldValue, limit: size * RepeatedSection.entryLimit + start)
    rows = stride(from: start, through: parts.count - size, by: size).map { parts[$0..<$0 + size] }
  }

  /// The text of a cell in one of the rows; `nil` if there is none.
  /// - Parameter id: the cell's id in the definition.
  func text(of id: String, in row: ArraySlice<String>) -> String? {
    places[id[...]].flatMap { row.dropFirst($0).first }
  }

  static func head(_ section: String, cells: [Cell]) -> String {
    ([section] + cells.map(\.id)).joined(separator: String(separator))
  }

  /// The id of the section that a string is about; `nil` if it is not about a repeated section.
  static func section(of hiddenFieldValue: String) -> String? {
    let head = HiddenFieldValues.decode(hiddenFieldValue, limit: 2)
    guard head.count == 2, Int(head[0]) != nil, head[1].contains(separator) else { return nil }
    return head[1].split(separator: separator).first.map(String.init)
  }

  private static func ids(_ head: String) -> [Substring]? {
    head.contains(separator) ? Array(head.split(separator: separator).dropFirst()) : nil
  }
}

extension Form {
  /// The section whose values a page carries in this string, whatever its position was; `nil` if that is unknown.
  package func section(ofHiddenFieldValue text: String) -> Int? {
    if let id = HiddenEntries.section(of: text) { return repeatedSection(id) }
    return HiddenFieldValues.decode(text, limit: 1).first.flatMap(cell).map { sectionOfCell[$0.index] }
  }
}

extension FormState {
  package func hiddenFieldValue(entriesOf section: Int) -> String {
    let entries = zip(entries[section], entries(of: section)).flatMap { number, entry in
      [String(number)]
        + form.sections[entry].cells.map { $0.isCalculated ? "" : $0.hiddenFieldValue(values[$0.index]) ?? "" }
    }
    let cells = form.sections[section].cells
    let head = HiddenEntries.head(form.sections[section].repeated?.id ?? "", cells: cells)
    return HiddenFieldValues.encode([String(self.entries.lastNumber(in: section)), head] + entries)
  }

  /// The cells of entries that a page did not show or showed differently, by index. If entries were only removed or moved, the section's
  /// first cell in the definition.
  /// - Parameter hidden: what the page carried for the section.
  func entriesChanged(in section: Int, since hidden: String?) -> Set<Int> {
    let text = hiddenFieldValue(entriesOf: section)
    if hidden == text || hidden == nil && entries[section].isEmpty { return [] }
    let former = HiddenEntries(hidden ?? "", of: form.sections[section])
    let own = HiddenEntries(text, of: form.sections[section])
    var changed: Set<Int> = []
    for (row, entry) in zip(own.rows, entries(of: section)) {
      let before = former.rows.first { $0.first == row.first }
      for (cell, definition) in zip(form.sections[entry].cells, form.sections[section].cells) {
        let text = own.text(of: definition.id, in: row)
        if before == nil || before.flatMap({ former.text(of: definition.id, in: $0) }) != text {
          changed.insert(cell.index)
        }
      }
    }
    return changed.isEmpty ? Set(form.sections[section].cells.prefix(1).map(\.index)) : changed
  }

  /// Reads what `hiddenFieldValue(entriesOf:)` wrote, which may come from anyone. What does not fit is ignored.
  mutating func restoreEntries(_ hiddenFieldValue: String, of section: Int) {
    let hidden = HiddenEntries(hiddenFieldValue, of: form.sections[section])
    let texts = hidden.rows.flatMap { $0.prefix(1) } + [hidden.last]
    guard let (numbers, last) = form.entryNumbers(texts, of: section) else { return }
    makeRoom(for: last)
    entries.set(numbers, last: last, in: section)
    let form = self.form
    change { values in
      for (number, row) in zip(numbers, hidden.rows) {
        guard let entry = form.section(of: EntryPlace(section: section, number: number)) else { continue }
        for (cell, definition) in zip(form.sections[entry].cells, form.sections[section].cells) {
          guard !cell.isCalculated, let text = hidden.text(of: definition.id, in: row),
            let value = cell.value(hiddenFieldValue: text)
          else { continue }
          values[cell.index] = value
        }
      }
    }
  }
}

extension EntryLists {
  func hiddenFieldValue(of section: Int) -> String {
    HiddenFieldValues.encode((self[section] + [lastNumber(in: section)]).map(String.init))
  }
}

extension Form {
  /// Gives the cells of an entry their first values.
  fileprivate func begin(_ place: EntryPlace, at moment: Moment, in values: inout DigestedValues) {
    guard let section = section(of: place) else { return }
    for cell in sections[section].cells { values[cell.index] = cell.beginning(at: moment) ?? cell.initial }
  }

  /// The numbers of entries, and after them the last number that was given; `nil` if they do not fit.
  func entryNumbers(_ texts: [String], of section: Int) -> (numbers: [Int], last: Int)? {
    guard let repeated = sections[section].repeated else { return nil }
    let numbers = texts.compactMap { Int($0) }
    guard let last = numbers.last, numbers.count == texts.count, 0...2 * repeated.maximum ~= last else { return nil }
    let entries = Array(numbers.dropLast())
    guard entries.allSatisfy({ 1...max(1, last) ~= $0 }), Set(entries).count == entries.count,
      entries.count <= repeated.maximum
    else { return nil }
    return (entries, last)
  }

  /// The last entry number on a page, which tells how much room is needed.
  package func lastNumber(hiddenFieldValue: String, of section: Int) -> Int {
    entryNumbers(HiddenFieldValues.decode(hiddenFieldValue, limit: 1), of: section)?.last ?? 0
  }
}
