import Support

/// A section that is filled in any number of times (`"container": "repeat"`), as a definition has it.
package struct RepeatedSection: Sendable {
  /// Its name in submissions and addresses, unique among the ids of cells and sections.
  package let id: String
  /// What one entry is: "Expense".
  package let item: Localized
  package let minimum: Int
  package let maximum: Int
  /// The cells that an entry's row shows, by their position in the section.
  package let summary: [Int]
  /// Whether wide windows show the entries as a table.
  package let isTable: Bool
  /// What several answers of one entry must fulfil together.
  package var rules: [FormRule] = []

  static let entryLimit = 500
  /// The maximum number of cells in all entries of one section.
  static let cellLimit = 8_000
}

/// The place of one entry: a separate section with its own cells. A visitor's form has places for the entries needed so far, rounded up to
/// a power of two (`Form.withRoom(for:)`). Places without an entry are hidden.
package struct EntryPlace: Sendable, Equatable {
  /// The position of the repeated section among `Form.sections`.
  package let section: Int
  /// The entry's number, from 1. It stays when entries are moved, and is given to another entry only when all other numbers are used.
  package let number: Int

  package init(section: Int, number: Int) { (self.section, self.number) = (section, number) }
}

/// The entries of a form state, in order.
package struct EntryLists: Sendable, Equatable {
  /// The numbers of the entries, by the position of their section.
  private var numbers: [Int: [Int]] = [:]
  /// The last number that was given.
  private var last: [Int: Int] = [:]
  /// The numbers of removed entries. Not stored, since they matter only for pages that still show them.
  private var removed: [Int: Set<Int>] = [:]

  package init() {}

  package var isEmpty: Bool { numbers.isEmpty }

  package subscript(section: Int) -> [Int] { numbers[section] ?? [] }

  /// All sections that have entries.
  var sections: [Int] { numbers.keys.sorted() }

  func contains(_ place: EntryPlace) -> Bool { self[place.section].contains(place.number) }

  func lastNumber(in section: Int) -> Int { last[section] ?? 0 }

  /// - Parameter position: `nil` for the end.
  mutating func insert(_ place: EntryPlace, at position: Int? = nil) {
    guard !contains(place) else { return }
    numbers[place.section, default: []].insert(place.number, at: position ?? self[place.section].count)
    removed[place.section]?.remove(place.number)
    note(place)
  }

  func wasRemoved(_ place: EntryPlace) -> Bool { removed[place.section]?.contains(place.number) ?? false }

  mutating func remove(_ place: EntryPlace) {
    numbers[place.section]?.removeAll { $0 == place.number }
    removed[place.section, default: []].insert(place.number)
    if self[place.section].isEmpty { numbers[place.section] = nil }
  }

  /// Removes all entries of all sections.
  mutating func removeAll() {
    for section in sections {
      for number in self[section] { remove(EntryPlace(section: section, number: number)) }
    }
  }

  /// - Parameter step: -1 moves it before the previous entry, 1 after the next one.
  mutating func move(_ place: EntryPlace, by step: Int) {
    guard let position = self[place.section].firstIndex(of: place.number),
      self[place.section].indices.contains(position + step)
    else { return }
    numbers[place.section]?.swapAt(position, position + step)
  }

  /// Records that the number was given, so that no other entry gets it.
  mutating func note(_ place: EntryPlace) { last[place.section] = max(lastNumber(in: place.section), place.number) }

  /// Restores earlier entries. Numbers that were given since then are not given again.
  mutating func restore(_ former: EntryLists) {
    let given = last
    self = former
    last.merge(given) { max($0, $1) }
  }

  mutating func set(_ entries: [Int], last number: Int, in section: Int) {
    numbers[section] = entries.isEmpty ? nil : entries
    last[section] = number == 0 ? nil : number
  }
}

extension Form {
  /// The repeated section of this id.
  package func repeatedSection(_ id: String) -> Int? { sections.firstIndex { $0.repeated?.id == id } }

  /// The section of an entry, by position; `nil` if there is no room for it.
  package func section(of place: EntryPlace) -> Int? {
    guard let first = entrySections.first, let rank = repeatedSections.firstIndex(of: place.section) else { return nil }
    let position = first + (place.number - 1) * repeatedSections.count + rank
    return place.number > 0 && entrySections.contains(position) ? position : nil
  }

  /// The positions of the sections that are places of entries.
  package var entrySections: Range<Int> { (sections.count - room * repeatedSections.count)..<sections.count }

  /// The entry's copy of a cell of its section, by index.
  package func cell(_ cell: Int, in place: EntryPlace) -> Int? {
    guard let first = sections[place.section].cells.first, let section = section(of: place) else { return nil }
    return sections[section].cells[cell - first.index].index
  }

  /// The largest number of places that each repeated section can have.
  static let roomLimit = 1_024

  /// The same form, with room for entries up to this number in each repeated section.
  package func withRoom(for number: Int) -> Form {
    guard number > room, !repeatedSections.isEmpty else { return self }
    var wanted = 4
    while wanted < min(number, Self.roomLimit) { wanted *= 2 }
    // Conditions on entries are expanded for the places that exist, so each amount of room is a separate form.
    let base = base ?? self
    return base.forms.withLock { forms in
      if let form = forms[wanted]?.form { return form }
      let form = Form(base, room: wanted)
      forms[wanted] = WeakForm(form: form)
      return form
    }
  }

  /// The sections of a form without room, with places for entries up to this number.
  /// - Returns: the sections, and the form's rules together with those of the entries.
  func sections(withRoom room: Int) -> (sections: [FormSection], rules: [FormRule]) {
    let own = sections
    let repeated = repeatedSections
    let cellCount = own.reduce(0) { $0 + $1.cells.count }
    let sizes = repeated.map { own[$0].cells.count }
    let size = sizes.reduce(0, +)
    /// The index of a repeated section's cell in an entry.
    func index(_ cell: Int, rank: Int, number: Int) -> Int {
      let first = own[repeated[rank]].cells[0].index
      return cellCount + (number - 1) * size + sizes[..<rank].reduce(0, +) + cell - first
    }
    func rank(_ cell: Int) -> Int? { repeated.firstIndex(of: sectionOfCell[cell]) }
    /// The copies of a repeated section's cell in all places.
    func all(_ cell: Int) -> [Int] {
      guard let rank = rank(cell) else { return [] }
      return (1...room).map { index(cell, rank: rank, number: $0) }
    }
    func places(_ section: Int) -> [Int] {
      guard let rank = repeated.firstIndex(of: section) else { return [] }
      return (1...room).map { own.count + ($0 - 1) * repeated.count + rank }
    }
    let outside = References(cell: { $0 }, entries: all, places: places)
    var rules = self.rules.map { $0.referring(outside) }
    var sections = own.map { section in
      var section = section
      section.cells = section.cells.map { $0.referring(outside, id: $0.id) }
      return section
    }
    for number in 1...room {
      for (place, position) in repeated.enumerated() {
        var section = own[position]
        guard let repeated = section.repeated else { continue }
        let inside = References(
          cell: { rank($0) == place ? index($0, rank: place, number: number) : $0 }, entries: all, places: places)
        section.cells = section.cells.map { $0.referring(inside, id: "\(repeated.id)_\(number)_\($0.id)") }
        rules += repeated.rules.map { $0.referring(inside) }
        section.container = .modal
        section.label = repeated.item
        section.repeated = nil
        section.entry = EntryPlace(section: position, number: number)
        sections.append(section)
      }
    }
    return (sections, rules)
  }
}

/// What conditions and expressions refer to, in a form with room for entries.
struct References {
  /// The cell that a cell of the definition means here.
  let cell: (Int) -> Int
  /// The cells of all entries, for a cell of a repeated section.
  let entries: (Int) -> [Int]
  /// The sections of all entries, for a repeated section.
  let places: (Int) -> [Int]
}

extension Cell {
  /// The same cell with other references.
  func referring(_ references: References, id: String) -> Cell {
    var settings = settings
    settings.visibleWhen = settings.visibleWhen?.referring(references)
    settings.sectionVisibleWhen = settings.sectionVisibleWhen?.referring(references)
    settings.requiredWhen = settings.requiredWhen?.referring(references)
    settings.readOnlyWhen = settings.readOnlyWhen?.referring(references)
    settings.notes = settings.notes.map {
      CellNote(when: $0.when.referring(references), text: $0.text, kind: $0.kind)
    }
    settings.filters = settings.filters.map { OptionFilter(column: $0.column, cell: references.cell($0.cell)) }
    settings.calculation = settings.calculation.map {
      Calculation(expression: $0.expression.referring(references), writing: $0.writing)
    }
    settings.bounds = settings.bounds.map { bounds in
      var bounds = bounds
      if let cell = bounds.minimum?.cell { bounds.minimum?.cell = references.cell(cell) }
      if let cell = bounds.maximum?.cell { bounds.maximum?.cell = references.cell(cell) }
      return bounds
    }
    return Cell(id: id, label: label, kind: kind, initial: declared, settings: settings)
  }
}

extension Condition {
  func referring(_ references: References) -> Condition {
    switch self {
    case .equals(let cell, let operand): .equals(cell: references.cell(cell), operand)
    case .isIn(let cell, let operands): .isIn(cell: references.cell(cell), operands)
    case .atLeast(let cell, let bound): .atLeast(cell: references.cell(cell), bound)
    case .atMost(let cell, let bound): .atMost(cell: references.cell(cell), bound)
    case .compared(let cell, let relation, let other):
      .compared(cell: references.cell(cell), relation, with: references.cell(other))
    case .filled(let cell): .filled(cell: references.cell(cell))
    case .all(let conditions): .all(conditions.map { $0.referring(references) })
    case .any(let conditions): .any(conditions.map { $0.referring(references) })
    case .not(let condition): .not(condition.referring(references))
    case .isEntry: self
    case .entryCount(let section, _, let least, let most):
      .entryCount(section: section, places: references.places(section), atLeast: least, atMost: most)
    case .anyEntry(let section, let condition):
      .any(references.each(of: section, condition).map { .all([.isEntry($0), $1]) })
    case .everyEntry(let section, let condition):
      .all(references.each(of: section, condition).map { .any([.not(.isEntry($0)), $1]) })
    }
  }
}

extension References {
  /// A condition on the cells of a repeated section, for each of its entries.
  fileprivate func each(of section: Int, _ condition: Condition) -> [(place: Int, condition: Condition)] {
    places(section).enumerated().map { position, place in
      let inside = References(
        cell: { cell in
          let entries = self.entries(cell)
          return entries.isEmpty ? self.cell(cell) : entries[position]
        }, entries: entries, places: places)
      return (place, condition.referring(inside))
    }
  }
}

extension Expression {
  fileprivate func referring(_ references: References) -> Expression {
    func same(_ part: Expression) -> Expression { part.referring(references) }
    return switch self {
    case .number, .text: self
    case .cell(let cell, let operand): .cell(references.cell(cell), operand)
    case .column(let cell, let name, let isNumber): .column(cell: references.cell(cell), name, isNumber: isNumber)
    case .columnSum(let cell, let name): .columnSum(cell: references.cell(cell), name)
    case .negative(let part): .negative(same(part))
    case .plus(let first, let second): .plus(same(first), same(second))
    case .minus(let first, let second): .minus(same(first), same(second))
    case .times(let first, let second): .times(same(first), same(second))
    case .divided(let first, let second): .divided(same(first), same(second))
    case .sum(let parts): .sum(parts.map(same))
    case .least(let parts): .least(parts.map(same))
    case .most(let parts): .most(parts.map(same))
    case .average(let parts): .average(parts.map(same))
    case .entries(let cell, _, let operand): .entries(of: cell, cells: references.entries(cell), operand)
    case .rounded(let part, let decimals): .rounded(same(part), decimals: decimals)
    case .conditional(let condition, let then, let other):
      .conditional(if: same(condition), then: same(then), else: same(other))
    case .equal(let first, let second): .equal(same(first), same(second))
    case .less(let first, let second): .less(same(first), same(second))
    case .and(let first, let second): .and(same(first), same(second))
    case .or(let first, let second): .or(same(first), same(second))
    case .not(let part): .not(same(part))
    case .holds(let cell, let text): .holds(cell: references.cell(cell), text)
    case .filled(let cell): .filled(cell: references.cell(cell))
    case .count(let cell): .count(cell: references.cell(cell))
    case .countFilled(let cell, _): .countFilled(of: cell, cells: references.entries(cell))
    case .countEntries(let section, _): .countEntries(in: section, places: references.places(section))
    case .joined(let separator, let parts): .joined(separator: same(separator), parts.map(same))
    case .written(let part, let writing): .written(same(part), writing)
    }
  }
}
