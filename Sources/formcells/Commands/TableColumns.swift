import FormCells
import Support

/// The columns of a table of submissions, with unique names.
struct TableColumns {
  /// A row of a matrix, which has a column.
  struct Row {
    let id: String
    let label: String
  }

  struct Cell {
    let id: String
    let label: String
    var contents: CellContents
    /// Of a matrix.
    var rows: [Row] = []

    /// Whether it has only hashes of passwords.
    var isLeftOut: Bool { contents == .hashes }

    /// Whether it has a column of its name alone.
    var hasOwnColumn: Bool { contents != .ranges && contents != .rows }

    /// The endings of the cell's name, a column each.
    fileprivate func endings(showsLabels: Bool) -> [String] {
      if isLeftOut { return [] }
      return (hasOwnColumn ? [""] : []) + rows.map { ".\(showsLabels ? $0.label : $0.id)" }
        + (contents.contains(.ranges) ? [".from", ".to"] : [])
        + (contents.contains(.amounts) ? [".currency"] : []) + (contents.contains(.ownTexts) ? [".other"] : [])
    }
  }

  /// Before the cells' own.
  static let head = ["id", "submittedAt", "version"]

  private(set) var cells: [Cell] = []
  private(set) var positions: [String: Int] = [:]

  /// Adds the cells of a form that have no columns yet.
  mutating func add(_ form: FormColumns) {
    for cell in form.cells { add(cell.id, label: cell.label, contents: cell.contents, rows: cell.rows) }
  }

  mutating func add(_ id: String, label: String? = nil, contents: CellContents, rows: [Row] = []) {
    if let position = positions[id] {
      let known = Set(cells[position].rows.map(\.id))
      cells[position].rows += rows.filter { !known.contains($0.id) }
      cells[position].contents.formUnion(contents)
    } else {
      positions[id] = cells.count
      cells.append(Cell(id: id, label: label ?? id, contents: contents, rows: rows))
    }
  }

  /// Adds what was found in submissions.
  mutating func add(found: TableColumns) {
    for cell in found.cells {
      let isMatrix = positions[cell.id].map { !cells[$0].rows.isEmpty } ?? false
      add(cell.id, contents: cell.contents.resolved(isMatrix: isMatrix))
    }
  }

  /// - Parameter showsLabels: labels take the place of ids.
  func names(showsLabels: Bool) -> [String] {
    // A form may have one label twice, and cells called `id` or `version`.
    var names = cells.map { showsLabels ? $0.label : $0.id }
    let clashing = Self.clashes(columns(names, showsLabels: showsLabels))
    for (position, cell) in cells.enumerated()
    where cell.endings(showsLabels: showsLabels).contains(where: {
      clashing.contains(Self.folded(names[position] + $0))
    }) {
      names[position] = showsLabels ? "\(cell.label) (\(cell.id))" : "values.\(cell.id)"
    }
    var taken: Set<String> = []
    return columns(names, showsLabels: showsLabels).map { name in
      var unique = name
      var count = 1
      while !taken.insert(Self.folded(unique)).inserted {
        count += 1
        unique = "\(name) (\(count))"
      }
      return unique
    }
  }

  private func columns(_ names: [String], showsLabels: Bool) -> [String] {
    Self.head + zip(names, cells).flatMap { name, cell in cell.endings(showsLabels: showsLabels).map { name + $0 } }
  }

  private static func clashes(_ names: [String]) -> Set<String> {
    Set(Dictionary(grouping: names.map(folded)) { $0 }.filter { $0.value.count > 1 }.keys)
  }

  /// Many table readers ignore case and surrounding blanks in names.
  private static func folded(_ name: String) -> String {
    let trimmed = name.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
    return String(trimmed).lowercased()
  }
}

/// A form's cells in order, for a table. Read from a definition without its options, which may be gone.
struct FormColumns {
  struct Cell {
    let id: String
    /// In the form's own language.
    let label: String
    let contents: CellContents
    /// Of a matrix.
    let rows: [TableColumns.Row]
  }

  let cells: [Cell]

  /// - Parameter definition: one that was decoded without mistakes. Nil: it is not a definition.
  init?(definition: [UInt8]) {
    guard let root = try? JSONReader.document(definition).value, case .array(let sections)? = root["sections"] else {
      return nil
    }
    let locale = Self.string(root["locale"]) ?? "en-US"
    cells = sections.flatMap { section -> [Cell] in
      guard case .array(let cells)? = section["cells"] else { return [] }
      return cells.compactMap { cell in
        guard let id = Self.string(cell["id"]), cell["type"] != "content" else { return nil }
        let label = Self.text(cell["label"], in: locale).map { cell["style"] == "checkbox" ? MarkedText($0).plain : $0 }
        return Cell(
          id: id, label: label ?? id, contents: CellContents(definedBy: cell), rows: Self.rows(of: cell, in: locale))
      }
    }
  }

  private static func rows(of cell: JSONValue, in locale: String) -> [TableColumns.Row] {
    guard cell["type"] == "matrix", case .array(let rows)? = cell["rows"] else { return [] }
    return rows.compactMap { row in
      string(row["id"]).map { TableColumns.Row(id: $0, label: text(row["label"], in: locale) ?? $0) }
    }
  }

  private static func string(_ value: JSONValue?) -> String? {
    if case .string(let text) = value { text } else { nil }
  }

  /// A text, or that of an object of languages.
  private static func text(_ value: JSONValue?, in locale: String) -> String? {
    guard case .object(let texts) = value else { return string(value) }
    let tag = try? LanguageTag(checking: locale)
    return string((texts.first { (try? LanguageTag(checking: $0.key)) == tag } ?? texts.first)?.value)
  }
}

/// The kinds of values in a cell, which decide on its columns.
struct CellContents: OptionSet {
  let rawValue: UInt8

  /// Texts, numbers, choices.
  static let plain = Self(rawValue: 1)
  /// Of passwords: in no table.
  static let hashes = Self(rawValue: 2)
  /// A second column has their currency.
  static let amounts = Self(rawValue: 4)
  /// A first and a last value, which have a column each.
  static let ranges = Self(rawValue: 16)
  /// Answers to the rows of a matrix, which have a column each.
  static let rows = Self(rawValue: 32)
  /// Any objects: in a submission, a matrix is not told from other ones.
  static let objects = Self(rawValue: 64)
  /// Texts of `other`, which have a column.
  static let ownTexts = Self(rawValue: 8)

  /// - Parameter cell: its definition.
  fileprivate init(definedBy cell: JSONValue) {
    switch cell["type"] {
    case "password": self = .hashes
    case "currency": self = [.plain, .amounts]
    case "date-range": self = .ranges
    case "slider" where cell["range"] == .bool(true): self = .ranges
    case "matrix": self = .rows
    default: self = cell["other"] == nil ? .plain : [.plain, .ownTexts]
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What was found in submissions, once it is known whether objects are the answers to a matrix.
  func resolved(isMatrix: Bool) -> Self {
    guard contains(.objects) else { return self }
    if isMatrix { return intersection(.plain) }
    let others = subtracting(.objects)
    return others.isSubset(of: [.ranges, .hashes]) && !others.isEmpty ? others : others.union(.plain)
  }

  /// - Parameter value: one of a submission.
  init(of value: JSONValue) {
    switch value {
    case .null: self = []
    case .object where value["from"] != nil: self = [.objects, .ranges]
    case .object where value["hash"] != nil: self = [.objects, .hashes]
    case .object where value["amount"] != nil: self = [.objects, .amounts]
    case .object where value["other"] != nil: self = [.objects, .ownTexts]
    case .object: self = .objects
    case .array(let elements) where elements.contains { $0["other"] != nil }: self = [.plain, .ownTexts]
    default: self = .plain
    }
  }
}
