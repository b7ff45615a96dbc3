import FormCells
import Support

/// The columns of a table of submissions, with unique names.
struct TableColumns {
  struct Cell {
    let id: String
    let label: String
    var contents: CellContents

    /// Whether it has only hashes of passwords.
    var isLeftOut: Bool { contents == .hashes }

    /// Whether it has a column of its name alone.
    var hasOwnColumn: Bool { contents != .ranges }

    /// The endings of the cell's name, a column each.
    fileprivate var endings: [String] {
      if isLeftOut { return [] }
      return (hasOwnColumn ? [""] : []) + (contents.contains(.ranges) ? [".from", ".to"] : [])
        + (contents.contains(.amounts) ? [".currency"] : []) + (contents.contains(.ownTexts) ? [".other"] : [])
    }
  }

  /// Before the cells' own.
  static let head = ["id", "submittedAt", "version"]

  private(set) var cells: [Cell] = []
  private(set) var positions: [String: Int] = [:]

  /// Adds the cells of a form that have no columns yet.
  mutating func add(_ form: FormColumns) {
    for cell in form.cells { add(cell.id, label: cell.label, contents: cell.contents) }
  }

  mutating func add(_ id: String, label: String? = nil, contents: CellContents) {
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
        return Cell(id: id, label: label ?? id, contents: CellContents(definedBy: cell))
      }
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
  /// Texts of `other`, which have a column.
  static let ownTexts = Self(rawValue: 8)

  /// - Parameter cell: its definition.
  fileprivate init(definedBy cell: JSONValue) {
    switch cell["type"] {
    case "password": self = .hashes
    case "currency": self = [.plain, .amounts]
    case "date-range": self = .ranges
    case "slider" where cell["range"] == .bool(true): self = .ranges
    default: self = cell["other"] == nil ? .plain : [.plain, .ownTexts]
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// - Parameter value: one of a submission.
  init(of value: JSONValue) {
    switch value {
    case .null: self = []
    case .object where value["from"] != nil: self = .ranges
    case .object where value["hash"] != nil: self = .hashes
    case .object where value["amount"] != nil: self = [.plain, .amounts]
    case .object where value["other"] != nil: self = [.plain, .ownTexts]
    case .array(let elements) where elements.contains { $0["other"] != nil }: self = [.plain, .ownTexts]
    default: self = .plain
    }
  }
}
