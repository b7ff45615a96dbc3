import FormCells
import Support

/// A column of a table.
struct TableColumn {
  /// What its texts are, if they are written as a program reads them. Numbers and flags say so themselves.
  enum Kind: Sendable, Equatable {
    case text
    /// `2026-01-31`
    case day
    /// `09:30`
    case time
    /// `2026-01-31T09:30`, in the form's time zone
    case moment
    /// `PT1H30M`
    case duration
    /// A time in UTC (RFC 3339)
    case instant
    /// - Parameter currency: the column that has its currency.
    case amount(currency: Int)
  }

  let name: String
  let kind: Kind
}

/// The columns of a table of submissions, with unique names.
package struct TableColumns: Sendable {
  /// A row of a matrix, which has a column.
  struct Row: Sendable {
    let id: String
    let label: String
  }

  struct Cell: Sendable {
    let id: String
    /// In the form's own language.
    fileprivate(set) var label: String
    var contents: CellContents
    /// What a text in it is.
    fileprivate(set) var kind: TableColumn.Kind = .text
    /// Of a matrix.
    var rows: [Row] = []
    /// Of a repeated section, which is like a cell with several objects.
    var entries = TableColumns()

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

    /// Of the same columns.
    /// - Parameter first: the number of columns before them.
    fileprivate func kinds(after first: Int) -> [TableColumn.Kind] {
      if isLeftOut { return [] }
      let ends = contents.contains(.ranges) ? 2 : 0
      let isAmount = contents.contains(.amounts)
      let own: TableColumn.Kind = isAmount ? .amount(currency: first + 1 + rows.count + ends) : kind
      return (hasOwnColumn ? [own] : []) + rows.map { _ in .text } + [TableColumn.Kind](repeating: kind, count: ends)
        + (isAmount ? [.text] : []) + (contents.contains(.ownTexts) ? [.text] : [])
    }
  }

  private(set) var cells: [Cell] = []
  private(set) var positions: [String: Int] = [:]
  /// Of the form, in its own language; nil: nobody knows.
  private(set) var title: String?
  private(set) var isRightToLeft = false

  init() {}

  /// The ids of repeated sections.
  var sections: [String] { cells.filter { $0.contents.contains(.entries) }.map(\.id) }

  /// Of a cell or a repeated section; nil: it is not there.
  func label(of id: String) -> String? { positions[id].map { cells[$0].label } }

  /// Adds the cells of another table that have no columns yet.
  mutating func add(_ other: TableColumns) {
    for cell in other.cells { add(cell) }
    if title == nil { (title, isRightToLeft) = (other.title, other.isRightToLeft) }
  }

  mutating func add(_ cell: Cell) {
    guard let position = positions[cell.id] else {
      positions[cell.id] = cells.count
      cells.append(cell)
      return
    }
    let known = Set(cells[position].rows.map(\.id))
    cells[position].rows += cell.rows.filter { !known.contains($0.id) }
    cells[position].contents.formUnion(cell.contents)
    cells[position].entries.add(cell.entries)
  }

  /// Adds a value that was found in a submission.
  mutating func add(_ value: JSONValue, of id: String) {
    var cell = Cell(id: id, label: id, contents: CellContents(of: value))
    if case .array(let elements) = value, cell.contents.contains(.entries) {
      for case .object(let members) in elements {
        for member in members { cell.entries.add(member.value, of: member.key) }
      }
    }
    add(cell)
  }

  /// Adds what was found in submissions.
  mutating func add(found: TableColumns) {
    for cell in found.cells {
      let isMatrix = positions[cell.id].map { !cells[$0].rows.isEmpty } ?? false
      add(Cell(id: cell.id, label: cell.label, contents: cell.contents.resolved(isMatrix: isMatrix)))
      if let position = positions[cell.id] { cells[position].entries.add(found: cell.entries) }
    }
  }

  /// - Parameters:
  ///   - head: the columns before the cells' own.
  ///   - showsLabels: labels take the place of ids.
  func columns(after head: [TableColumn], showsLabels: Bool) -> [TableColumn] {
    var kinds = head.map(\.kind)
    for cell in cells { kinds += cell.kinds(after: kinds.count) }
    return zip(names(after: head.map(\.name), showsLabels: showsLabels), kinds).map { TableColumn(name: $0, kind: $1) }
  }

  private func names(after head: [String], showsLabels: Bool) -> [String] {
    // A form may have one label twice, and cells called `id` or `version`.
    var names = cells.map { showsLabels ? $0.label : $0.id }
    let clashing = Self.clashes(head + endings(of: names, showsLabels: showsLabels))
    for (position, cell) in cells.enumerated()
    where cell.endings(showsLabels: showsLabels).contains(where: {
      clashing.contains(Self.folded(names[position] + $0))
    }) {
      names[position] = showsLabels ? "\(cell.label) (\(cell.id))" : "values.\(cell.id)"
    }
    var taken: Set<String> = []
    return (head + endings(of: names, showsLabels: showsLabels)).map { name in
      var unique = name
      var count = 1
      while !taken.insert(Self.folded(unique)).inserted {
        count += 1
        unique = "\(name) (\(count))"
      }
      return unique
    }
  }

  private func endings(of names: [String], showsLabels: Bool) -> [String] {
    zip(names, cells).flatMap { name, cell in cell.endings(showsLabels: showsLabels).map { name + $0 } }
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

extension TableColumns {
  /// A form's cells in order. Read from a definition without its options, which may be gone.
  /// - Parameter definition: one that was decoded without mistakes. Nil: it is not a definition.
  package init?(definition: [UInt8]) {
    guard let root = try? JSONReader.document(definition).value, case .array(let sections)? = root["sections"] else {
      return nil
    }
    let locale = Self.string(root["locale"]) ?? "en-US"
    isRightToLeft = (try? LanguageTag(checking: locale))?.direction == .rightToLeft
    let cells = sections.map { section -> [Cell] in
      guard case .array(let definitions)? = section["cells"] else { return [] }
      return definitions.compactMap { Self.cell(definedBy: $0, in: locale) }
    }
    let labels = Dictionary(cells.joined().map { ($0.id, $0.label) }, uniquingKeysWith: { first, _ in first })
    func named(_ text: String) -> String { AnswerText.named(text) { labels[$0] } }
    title = Self.text(root["title"], in: locale).map(named)
    for (section, cells) in zip(sections, cells) {
      let cells = cells.map { cell in
        var cell = cell
        cell.label = named(cell.label)
        return cell
      }
      guard section["container"] == "repeat", let id = Self.string(section["id"]) else {
        cells.forEach { add($0) }
        continue
      }
      let title = Self.text(section["title"], in: locale).map(named) ?? id
      var repeated = Cell(id: id, label: title, contents: .entries)
      cells.forEach { repeated.entries.add($0) }
      add(repeated)
    }
  }

  private static func cell(definedBy cell: JSONValue, in locale: String) -> Cell? {
    guard let id = string(cell["id"]), cell["type"] != "content" else { return nil }
    let label = text(cell["label"], in: locale).map { cell["style"] == "checkbox" ? MarkedText($0).plain : $0 }
    return Cell(
      id: id, label: label ?? id, contents: CellContents(definedBy: cell), kind: kind(definedBy: cell),
      rows: rows(of: cell, in: locale))
  }

  private static func kind(definedBy cell: JSONValue) -> TableColumn.Kind {
    switch cell["type"] {
    case "date", "date-range": .day
    case "time": .time
    case "date-time": .moment
    case "duration": .duration
    default: .text
    }
  }

  private static func rows(of cell: JSONValue, in locale: String) -> [Row] {
    guard cell["type"] == "matrix", case .array(let rows)? = cell["rows"] else { return [] }
    return rows.compactMap { row in
      string(row["id"]).map { Row(id: $0, label: text(row["label"], in: locale) ?? $0) }
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
struct CellContents: OptionSet, Sendable {
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
  /// Those of a repeated section; the column has their number.
  static let entries = Self(rawValue: 128)

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
    if isMatrix { return intersection([.plain, .entries]) }
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
    case .array(let elements) where elements.isEmpty: self = []
    case .array(let elements) where Self.areEntries(elements): self = .entries
    case .array(let elements) where elements.contains { $0["other"] != nil }: self = [.plain, .ownTexts]
    default: self = .plain
    }
  }

  /// Whether an array has the entries of a repeated section. Earlier versions may have had a cell of the section's name.
  func countsEntries(_ elements: [JSONValue]) -> Bool {
    self == .entries || contains(.entries) && (elements.isEmpty || Self.areEntries(elements))
  }

  /// Told from the criteria of an order picker, from files, and from the one text of `other`.
  private static func areEntries(_ elements: [JSONValue]) -> Bool {
    elements.allSatisfy { element in
      guard case .object(let members) = element else { return false }
      let keys = members.map(\.key)
      return keys != ["id", "selected", "direction"] && keys != ["name", "type", "bytes", "sha256"]
        && (keys != ["other"] || elements.count > 1)
    }
  }
}
