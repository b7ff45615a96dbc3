import Support

/// A row of a table.
struct TableRow {
  enum FieldKind { case nothing, text, number, flag }

  struct Field {
    /// The place in the row's bytes.
    var range = 0..<0
    var kind = FieldKind.nothing
  }

  /// The contents of all fields.
  fileprivate(set) var bytes: [UInt8] = []
  /// One for each column.
  fileprivate(set) var fields: [Field] = []
}

/// The second pass over submissions. It makes a row of each submission, with the columns of the cells in the form's
/// order. For a repeated section, it makes a row of each entry, in the order of submissions.
struct TableRows {
  private typealias Field = TableRow.Field

  private struct CellFields {
    var value = Field()
    var currency = Field()
    var from = Field()
    var to = Field()
    var ownText = Field()
    /// In the order of the matrix.
    var rows: [Field] = []
  }

  private static let head = [
    TableColumn(name: "id", kind: .text), TableColumn(name: "submittedAt", kind: .instant),
    TableColumn(name: "version", kind: .text),
  ]
  private static let headOfAll =
    head + [
      TableColumn(name: "replaces", kind: .text), TableColumn(name: "by", kind: .text),
      TableColumn(name: "erasedAt", kind: .instant),
    ]
  private static let headOfEntries = [TableColumn(name: "id", kind: .text), TableColumn(name: "row", kind: .text)]

  /// The repeated section whose entries are the rows; `nil` if submissions are the rows.
  let section: String?
  let columns: [TableColumn]
  private let cells: TableColumns
  /// What the value with the section's name contains.
  private var contents: CellContents = .entries
  /// Cells with values but without a column, because their lines were added after the first pass.
  private(set) var strays: Set<String> = []

  // The row that is being made.
  private var row = TableRow()
  private let head: [TableColumn]
  private var headFields: [Field?]
  private var values: [CellFields?] = []

  /// - Parameters:
  ///   - columns: the columns of the submissions.
  ///   - section: the repeated section whose entries are the rows; `nil` if submissions are the rows.
  ///   - showsAll: whether rows of submissions say what they replace, by whom, and when they were erased.
  init(_ columns: TableColumns, entriesOf section: String?, showsAll: Bool = false, showsLabels: Bool) {
    self.section = section
    head = showsAll ? Self.headOfAll : Self.head
    headFields = [Field?](repeating: nil, count: head.count)
    if let section, let position = columns.positions[section] {
      contents = columns.cells[position].contents
      cells = columns.cells[position].entries
    } else {
      cells = columns
    }
    self.columns = cells.columns(after: section == nil ? head : Self.headOfEntries, showsLabels: showsLabels)
  }

  /// Passes on the row of a submission, or the rows of its entries, if the filter accepts the submission.
  /// - Throws: if the line is damaged; it has no row.
  mutating func forEachRow(
    of line: [UInt8], matching filter: SubmissionFilter, take: (TableRow) -> Void
  ) throws(JSONError) {
    row.bytes.removeAll(keepingCapacity: true)
    for index in headFields.indices { headFields[index] = nil }
    beginRow()
    var entries: [JSONValue] = []
    var reader = JSONReader(line)
    try reader.beginDocument()
    try reader.beginObject()
    while let (key, offset) = try reader.nextKey() {
      if key == "values" {
        if let section { entries = try readEntries(of: section, &reader) } else { try readValues(&reader) }
      } else if let index = head.firstIndex(where: { $0.name == key }) {
        guard headFields[index] == nil else { throw JSONError(.duplicateKey(key), at: offset) }
        headFields[index] = try fields(&reader).value
      } else {
        try reader.skip()
      }
    }
    try reader.endDocument()
    guard filter.takes(headFields[1].map { row.bytes[$0.range] } ?? []) else { return }
    if section == nil {
      fillRow(after: headFields)
      return take(row)
    }
    let headEnd = row.bytes.count
    for (position, entry) in entries.enumerated() {
      row.bytes.removeSubrange(headEnd...)
      beginRow()
      let number = field(.number(String(position + 1)))
      if case .object(let members) = entry { members.forEach { add($0) } }
      fillRow(after: [headFields[0], number])
      take(row)
    }
  }

  private mutating func beginRow() {
    values.removeAll(keepingCapacity: true)
    values.append(contentsOf: repeatElement(nil, count: cells.cells.count))
  }

  private mutating func fillRow(after head: [Field?]) {
    row.fields.removeAll(keepingCapacity: true)
    for field in head { row.fields.append(field ?? Field()) }
    for (position, cell) in cells.cells.enumerated() where !cell.isLeftOut {
      let fields = values[position] ?? CellFields()
      if cell.hasOwnColumn { row.fields.append(fields.value) }
      for place in cell.rows.indices {
        row.fields.append(fields.rows.indices.contains(place) ? fields.rows[place] : Field())
      }
      if cell.contents.contains(.ranges) { row.fields += [fields.from, fields.to] }
      if cell.contents.contains(.amounts) { row.fields.append(fields.currency) }
      if cell.contents.contains(.ownTexts) { row.fields.append(fields.ownText) }
    }
  }

  private mutating func readValues(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    // Values are usually in the form's order.
    var next = 0
    while let (id, offset) = try reader.nextKey() {
      let isNext = next < cells.cells.count && cells.cells[next].id == id
      guard let position = isNext ? next : cells.positions[id] else {
        strays.insert(id)
        try reader.skip()
        continue
      }
      next = position + 1
      guard values[position] == nil else { throw JSONError(.duplicateKey(id), at: offset) }
      values[position] = try fields(&reader, of: cells.cells[position])
    }
  }

  /// The entries of a repeated section, from the values.
  private func readEntries(of section: String, _ reader: inout JSONReader) throws(JSONError) -> [JSONValue] {
    var value: JSONValue?
    try reader.beginObject()
    while let (id, offset) = try reader.nextKey() {
      guard id == section else {
        try reader.skip()
        continue
      }
      guard value == nil else { throw JSONError(.duplicateKey(id), at: offset) }
      value = try reader.node().value
    }
    guard case .array(let elements) = value, contents.countsEntries(elements) else { return [] }
    return elements
  }

  /// Adds a value of an entry.
  private mutating func add(_ member: JSONValue.Member) {
    if let position = cells.positions[member.key] {
      values[position] = fields(member.value, of: cells.cells[position])
    } else {
      strays.insert("\(section ?? "").\(member.key)")
    }
  }

  /// Appends the next value to the row's bytes as texts.
  private mutating func fields(_ reader: inout JSONReader, of cell: TableColumns.Cell? = nil) throws(JSONError)
    -> CellFields
  {
    let start = row.bytes.count
    reader.skipWhiteSpace()
    if reader.peek == UInt8(ascii: "\"") {
      try reader.appendString(to: &row.bytes)
      return CellFields(value: Field(range: start..<row.bytes.count, kind: .text))
    }
    return fields(try reader.node().value, of: cell)
  }

  private mutating func fields(_ value: JSONValue, of cell: TableColumns.Cell?) -> CellFields {
    let contents = cell?.contents ?? .plain
    if let rows = cell?.rows, !rows.isEmpty, case .object = value {
      return CellFields(rows: rows.map { field(value[$0.id] ?? .null) })
    }
    if contents.contains(.amounts), let amount = value["amount"] {
      return CellFields(value: field(amount), currency: field(value["currency"] ?? .null))
    }
    if contents.contains(.ranges), let from = value["from"] {
      return CellFields(from: field(from), to: field(value["to"] ?? .null))
    }
    if contents.contains(.entries), case .array(let elements) = value, contents.countsEntries(elements) {
      return CellFields(value: field(.number(String(elements.count))))
    }
    if contents.contains(.ownTexts) {
      if let text = value["other"] { return CellFields(ownText: field(text)) }
      if case .array(let elements) = value {
        let texts = elements.compactMap { $0["other"] }
        return CellFields(
          value: field(.array(elements.filter { $0["other"] == nil })),
          ownText: field(texts.count == 1 ? texts[0] : .array(texts)))
      }
    }
    return CellFields(value: field(value))
  }

  private mutating func field(_ value: JSONValue) -> Field {
    let start = row.bytes.count
    append(value)
    let kind: TableRow.FieldKind =
      switch value {
      case .null: .nothing
      case .bool: .flag
      case .number: .number
      case .string, .array, .object: .text
      }
    return Field(range: start..<row.bytes.count, kind: kind)
  }

  private mutating func append(_ value: JSONValue) {
    switch value {
    case .null: break
    case .bool(let flag): row.bytes += (flag ? "true" : "false").utf8
    case .number(let digits): row.bytes += digits.utf8
    case .string(let text): row.bytes += text.utf8
    case .array(let elements):
      // Criteria that are not selected are left out.
      for (index, element) in elements.filter({ $0["selected"] != false }).enumerated() {
        if index > 0 { row.bytes += "; ".utf8 }
        appendElement(element)
      }
    case .object(let members):
      if value["hash"] != nil { return }
      if value["sha256"] != nil, let name = value["name"] { return append(name) }
      let shown =
        value["direction"].flatMap { direction in value["id"].map { [$0, direction] } } ?? members.map(\.value)
      for (index, member) in shown.enumerated() {
        if index > 0 { row.bytes.append(UInt8(ascii: " ")) }
        append(member)
      }
    }
  }

  /// Appends one of several values. It is in quotation marks if it is empty or could be mistaken for several values.
  private mutating func appendElement(_ value: JSONValue) {
    let start = row.bytes.count
    append(value)
    let mark = UInt8(ascii: "\"")
    let text = row.bytes[start...]
    guard text.isEmpty || text.contains(where: { $0 == UInt8(ascii: ";") || $0 == mark }) else { return }
    let doubled = text.flatMap { $0 == mark ? [mark, mark] : [$0] }
    row.bytes.replaceSubrange(start..., with: [mark] + doubled + [mark])
  }
}
