import FormCells

/// The columns of a table of submissions, each with a name of its own.
struct TableColumns {
  struct Cell {
    let id: String
    let label: String
    var contents: CellContents

    /// Nothing but hashes of passwords.
    var isLeftOut: Bool { contents == .hashes }

    /// The endings of the cell's name, a column each.
    fileprivate var endings: [String] {
      isLeftOut
        ? []
        : [""] + (contents.contains(.amounts) ? [".currency"] : []) + (contents.contains(.ownTexts) ? [".other"] : [])
    }
  }

  /// Before the cells' own.
  static let head = ["id", "submittedAt", "version"]

  private(set) var cells: [Cell] = []
  private(set) var positions: [String: Int] = [:]

  /// Adds the cells of a form that have no columns yet.
  mutating func add(_ form: FormColumns) {
    for cell in form.cells { add(cell.id, label: cell.label, cell.contents) }
  }

  mutating func add(_ id: String, label: String? = nil, _ contents: CellContents) {
    if let position = positions[id] {
      cells[position].contents.formUnion(contents)
    } else {
      positions[id] = cells.count
      cells.append(Cell(id: id, label: label ?? id, contents: contents))
    }
  }

  /// - Parameter showsLabels: labels take the place of ids.
  func names(showsLabels: Bool) -> [String] {
    // A form may have one label twice, and cells called `id` or `version`.
    var names = cells.map { showsLabels ? $0.label : $0.id }
    let clashing = Self.clashes(columns(names))
    for (position, cell) in cells.enumerated()
    where cell.endings.contains(where: { clashing.contains(Self.folded(names[position] + $0)) }) {
      names[position] = showsLabels ? "\(cell.label) (\(cell.id))" : "values.\(cell.id)"
    }
    var taken: Set<String> = []
    return columns(names).map { name in
      var unique = name
      var count = 1
      while !taken.insert(Self.folded(unique)).inserted {
        count += 1
        unique = "\(name) (\(count))"
      }
      return unique
    }
  }

  private func columns(_ names: [String]) -> [String] {
    Self.head + zip(names, cells).flatMap { name, cell in cell.endings.map { name + $0 } }
  }

  private static func clashes(_ names: [String]) -> Set<String> {
    Set(Dictionary(grouping: names.map(folded)) { $0 }.filter { $0.value.count > 1 }.keys)
  }

  /// Many readers of tables take names for the same that differ in case or in blanks around them.
  private static func folded(_ name: String) -> String {
    let trimmed = name.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
    return String(trimmed).lowercased()
  }
}
