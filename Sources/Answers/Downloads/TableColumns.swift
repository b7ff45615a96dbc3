import FormCells
import Support

/// A column of a table.
struct TableColumn {
  /// What the column's texts mean. Numbers and flags need no kind.
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
    /// - Parameter currency: the position of the column with its currency.
    case amount(currency: Int)
  }

  let name: String
  let kind: Kind
}

/// The columns of a table of submissions, with unique names.
package struct TableColumns: Sendable {
  /// A row of a matrix. It has its own column.
  struct Row: Sendable {
    let id: String
    let label: String
  }

  struct Cell: Sendable {
    let id: String
    /// In the form's own language.
    fileprivate(set) var label: String
    var contents: CellContents
    /// What a text in it means.
    fileprivate(set) var kind: TableColumn.Kind = .text
    /// The rows of a matrix.
    var rows: [Row] = []
    /// The cells of a repeated section, which counts as a cell with several objects.
    var entries = TableColumns()

    /// Whether it has only password hashes.
    var isLeftOut: Bool { contents == .hashes }

    /// Whether one of its columns has just the cell's name.
    var hasOwnColumn: Bool { contents != .ranges && contents != .rows }

    /// What is appended to the cell's name, for each of its columns.
    fileprivate func endings(showsLabels: Bool) -> [String] {
      if isLeftOut { return [] }
      return (hasOwnColumn ? [""] : []) + rows.map { ".\(showsLabels ? $0.label : $0.id)" }
        + (contents.contains(.ranges) ? [".from", ".to"] : [])
        + (contents.contains(.amounts) ? [".currency"] : []) + (contents.contains(.ownTexts) ? [".other"] : [])
    }

    /// The kinds of the same columns.
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
  /// The form's title in its own language; `nil` if it is not known.
  private(set) var title: String?
  private(set) var isRightToLeft = false

  init() {}

  /// The ids of repeated sections.
  var sections: [String] { cells.filter { $0.contents.contains(.entries) }.map(\.id) }

  /// The label of a cell or a repeated section; `nil` if there is no such cell.
  func label(of id: String) -> String? { positions[id].map { cells[$0].label } }

  /// Adds those cells of another table that are not in this one.
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

  /// Adds the cells that were found in submissions.
  mutating func add(found: TableColumns) {
    for cell in found.cells {
      let isMatrix = positions[cell.id].map { !cells[$0].rows.isEmpty } ?? false
      add(Cell(id: cell.id, label: cell.label, contents: cell.contents.resolved(isMatrix: isMatrix)))
      if let position = positions[cell.id] { cells[position].entries.add(found: cell.entries) }
    }
  }

  /// - Parameters:
  ///   - head: the columns before those of cells.
  ///   - showsLabels: whether names are labels instead of ids.
  func columns(after head: [TableColumn], showsLabels: Bool) -> [TableColumn] {
    var kinds = head.map(\.kind)
    for cell in cells { kinds += cell.kinds(after: kinds.count) }
    return zip(names(after: head.map(\.name), showsLabels: showsLabels), kinds).map { TableColumn(name: $0, kind: $1) }
  }

  private func names(after head: [String], showsLabels: Bool) -> [String] {
    // Two cells of a form may have the same label, and a cell may be called `id` or `version`.
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

  /// Many programs that read tables ignore case and surrounding spaces in names.
  private static func folded(_ name: String) -> String {
    let trimmed = name.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
    return String(trimmed).lowercased()
  }
}

extension TableColumns {
  /// The cells of a form, in order. They are read from a definition without its options, which may no longer exist.
  /// - Parameter definition: a definition that was decoded without mistakes. Fails if it is not a definition.
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

  /// A text, or the text for a language from an object of languages.
  private static func text(_ value: JSONValue?, in locale: String) -> String? {
    guard case .object(let texts) = value else { return string(value) }
    let tag = try? LanguageTag(checking: locale)
    return string((texts.first { (try? LanguageTag(checking: $0.key)) == tag } ?? texts.first)?.value)
  }
}

/// The kinds of values in a cell, which decide what columns it has.
struct CellContents: OptionSet, Sendable {
  let rawValue: UInt8

  /// Texts, numbers, choices.
  static let plain = Self(rawValue: 1)
  /// Password hashes, which are in no table.
  static let hashes = Self(rawValue: 2)
  /// Amounts. A second column has their currency.
  static let amounts = Self(rawValue: 4)
  /// A first and a last value, with a column for each.
  static let ranges = Self(rawValue: 16)
  /// Answers to the rows of a matrix, with a column for each.
  static let rows = Self(rawValue: 32)
  /// Objects of any kind; a submission alone does not tell a matrix from other objects.
  static let objects = Self(rawValue: 64)
  /// Texts of `other`, with their own column.
  static let ownTexts = Self(rawValue: 8)
  /// Entries of a repeated section. The column has their number.
  static let entries = Self(rawValue: 128)

  /// - Parameter cell: the cell's definition.
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

  /// The contents found in submissions, after it is known whether objects are the answers to a matrix.
  func resolved(isMatrix: Bool) -> Self {
    guard contains(.objects) else { return self }
    if isMatrix { return intersection([.plain, .entries]) }
    let others = subtracting(.objects)
    return others.isSubset(of: [.ranges, .hashes]) && !others.isEmpty ? others : others.union(.plain)
  }

  /// - Parameter value: a value from a submission.
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

  /// Whether an array contains the entries of a repeated section. An earlier version may have had a cell with the
  /// section's name.
  func countsEntries(_ elements: [JSONValue]) -> Bool {
    self == .entries || contains(.entries) && (elements.isEmpty || Self.areEntries(elements))
  }

  /// Whether these are entries, and not the criteria of an order picker, files, or the single text of `other`.
  private static func areEntries(_ elements: [JSONValue]) -> Bool {
    elements.allSatisfy { element in
      guard case .object(let members) = element else { return false }
      let keys = members.map(\.key)
      return keys != ["id", "selected", "direction"] && keys != ["name", "type", "bytes", "sha256"]
        && (keys != ["other"] || elements.count > 1)
    }
  }
}
