import Support

/// Submissions as a table: a row each, and the columns of each cell in the form's order. The cells of earlier versions follow,
/// those of the newest first. Or the entries of a repeated section as a table, in the order of submissions.
///
/// Takes two passes, so that no more than a line is in memory: `addColumns` gets each line before the first `appendRows`.
struct CSV {
  /// A field among a row's bytes.
  private struct Field {
    var range = 0..<0
    var isText = false
  }

  private struct CellFields {
    var value = Field()
    var currency = Field()
    var from = Field()
    var to = Field()
    var ownText = Field()
    /// In the order of the matrix.
    var rows: [Field] = []
  }

  private struct Version {
    let name: [UInt8]
    let form: TableColumns?
    var lastLine = 0
  }

  private static let head = ["id", "submittedAt", "version"]
  private static let headOfEntries = ["id", "row"]

  private let form: TableColumns?
  /// The repeated section whose entries are the rows; nil: the submissions are.
  private let section: String?
  /// The form that was filled in; nil: nobody knows.
  private let definition: (_ version: String) -> TableColumns?
  /// What follows the id in lines that this program wrote.
  private let versionStart: [UInt8]
  private var versions: [Version] = []
  /// The version of the previous line, which most lines share.
  private var latest = 0
  /// The cells of lines that were read.
  private var found = TableColumns()
  private var columns = TableColumns()
  /// What stands under the section's name.
  private var contents: CellContents = .entries
  private(set) var lineCount = 0
  /// Cells with values but without a column, because their lines were added in between.
  private(set) var strays: Set<String> = []

  // Of the row that is being made.
  private var bytes: [UInt8] = []
  private var headFields = [Field?](repeating: nil, count: head.count)
  private var values: [CellFields?] = []

  /// - Parameters:
  ///   - id: the form's.
  ///   - section: the repeated section whose entries are the rows; nil: the submissions are.
  ///   - form: its columns come first; nil: those of the newest version.
  ///   - definition: the form of a version.
  init(
    of id: String, entriesOf section: String?, first form: TableColumns?,
    definition: @escaping (_ version: String) -> TableColumns?
  ) {
    self.section = section
    self.form = form
    self.definition = definition
    versionStart = Array("\",\"form\":\"\(id)\",\"version\":\"".utf8)
  }

  // MARK: The columns

  /// Whether any definition has the cells' labels.
  var hasLabels: Bool { form != nil || versions.contains { $0.form != nil } }

  /// Adds the cells of a submission, if the filter accepts it.
  mutating func addColumns(of line: [UInt8], _ filter: SubmissionFilter) throws(JSONError) {
    lineCount += 1
    // Such a line has only the form's cells, and need not be read.
    if let version = ownVersion(line), see(version) { return }
    var values: [(id: String, value: JSONValue)] = []
    let (isWanted, version) = try filter.read(line) { reader throws(JSONError) in
      try reader.beginObject()
      while let (id, _) = try reader.nextKey() { values.append((id, try reader.node().value)) }
    }
    guard isWanted else { return }
    _ = see(version)
    for (id, value) in values { found.add(value, of: id) }
  }

  /// The version in a line that this program wrote; nil: the line has to be parsed.
  private func ownVersion(_ line: [UInt8]) -> ArraySlice<UInt8>? {
    let idEnd = "{\"id\":\"".utf8.count + 32
    guard line.count >= idEnd, line[idEnd...].starts(with: versionStart) else { return nil }
    return line[(idEnd + versionStart.count)...].prefix { $0 != UInt8(ascii: "\"") }
  }

  /// - Returns: whether the form of this version is known.
  private mutating func see(_ version: some Collection<UInt8>) -> Bool {
    if !versions.indices.contains(latest) || !versions[latest].name.elementsEqual(version) {
      latest = versions.firstIndex { $0.name.elementsEqual(version) } ?? versions.count
    }
    if latest == versions.count {
      versions.append(
        Version(name: Array(version), form: definition(String(decoding: Array(version), as: UTF8.self))))
    }
    versions[latest].lastLine = lineCount
    return versions[latest].form != nil
  }

  /// Of the submissions that were read, and of all versions' forms.
  private var allColumns: TableColumns {
    var all = form ?? TableColumns()
    for version in versions.sorted(by: { $0.lastLine > $1.lastLine }) { version.form.map { all.add($0) } }
    all.add(found: found)
    return all
  }

  /// The ids of repeated sections.
  var sections: [String] { allColumns.sections }

  mutating func appendHeader(showsLabels: Bool, to output: inout [UInt8]) {
    columns = allColumns
    if let section, let position = columns.positions[section] {
      contents = columns.cells[position].contents
      columns = columns.cells[position].entries
    }
    let head = section == nil ? Self.head : Self.headOfEntries
    for (position, name) in columns.names(after: head, showsLabels: showsLabels).enumerated() {
      if position > 0 { output.append(UInt8(ascii: ",")) }
      CSVField.append(Array(name.utf8)[...], isText: true, to: &output)
    }
    output += [13, 10]
  }

  // MARK: The rows

  /// Appends the row of a submission, or those of its entries, if the filter accepts it.
  /// - Throws: the line is damaged; nothing is appended.
  mutating func appendRows(of line: [UInt8], _ filter: SubmissionFilter, to output: inout [UInt8]) throws(JSONError) {
    bytes.removeAll(keepingCapacity: true)
    for index in headFields.indices { headFields[index] = nil }
    beginRow()
    var entries: [JSONValue] = []
    var reader = JSONReader(line)
    try reader.beginDocument()
    try reader.beginObject()
    while let (key, offset) = try reader.nextKey() {
      if key == "values" {
        if let section { entries = try readEntries(of: section, &reader) } else { try readValues(&reader) }
      } else if let index = Self.head.firstIndex(of: key) {
        guard headFields[index] == nil else { throw JSONError(.duplicateKey(key), at: offset) }
        headFields[index] = try fields(&reader).value
      } else {
        try reader.skip()
      }
    }
    try reader.endDocument()
    guard filter.takes(headFields[1].map { bytes[$0.range] } ?? []) else { return }
    if section == nil { return appendRow(after: headFields, to: &output) }
    let headEnd = bytes.count
    for (position, entry) in entries.enumerated() {
      bytes.removeSubrange(headEnd...)
      beginRow()
      let row = field(.number(String(position + 1)))
      if case .object(let members) = entry { members.forEach { take($0) } }
      appendRow(after: [headFields[0], row], to: &output)
    }
  }

  private mutating func beginRow() {
    values.removeAll(keepingCapacity: true)
    values.append(contentsOf: repeatElement(nil, count: columns.cells.count))
  }

  private func appendRow(after head: [Field?], to output: inout [UInt8]) {
    for (index, field) in head.enumerated() { append(field ?? Field(), isFirst: index == 0, to: &output) }
    for (position, cell) in columns.cells.enumerated() where !cell.isLeftOut {
      let fields = values[position] ?? CellFields()
      if cell.hasOwnColumn { append(fields.value, to: &output) }
      for place in cell.rows.indices {
        append(fields.rows.indices.contains(place) ? fields.rows[place] : Field(), to: &output)
      }
      if cell.contents.contains(.ranges) {
        append(fields.from, to: &output)
        append(fields.to, to: &output)
      }
      if cell.contents.contains(.amounts) { append(fields.currency, to: &output) }
      if cell.contents.contains(.ownTexts) { append(fields.ownText, to: &output) }
    }
    output += [13, 10]
  }

  private func append(_ field: Field, isFirst: Bool = false, to output: inout [UInt8]) {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    CSVField.append(bytes[field.range], isText: field.isText, to: &output)
  }

  private mutating func readValues(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    // Values are usually in the form's order.
    var next = 0
    while let (id, offset) = try reader.nextKey() {
      let isNext = next < columns.cells.count && columns.cells[next].id == id
      guard let position = isNext ? next : columns.positions[id] else {
        strays.insert(id)
        try reader.skip()
        continue
      }
      next = position + 1
      guard values[position] == nil else { throw JSONError(.duplicateKey(id), at: offset) }
      values[position] = try fields(&reader, of: columns.cells[position])
    }
  }

  /// The entries of a repeated section among the values.
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

  /// Takes a value of an entry.
  private mutating func take(_ member: JSONValue.Member) {
    if let position = columns.positions[member.key] {
      values[position] = fields(member.value, of: columns.cells[position])
    } else {
      strays.insert("\(section ?? "").\(member.key)")
    }
  }

  /// The next value as texts, appended to the row's bytes.
  private mutating func fields(_ reader: inout JSONReader, of cell: TableColumns.Cell? = nil) throws(JSONError)
    -> CellFields
  {
    let start = bytes.count
    reader.skipWhiteSpace()
    if reader.peek == UInt8(ascii: "\"") {
      try reader.appendString(to: &bytes)
      return CellFields(value: Field(range: start..<bytes.count, isText: true))
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
    let start = bytes.count
    append(value)
    var isText = true
    switch value {
    case .null, .bool, .number: isText = false
    case .string, .array, .object: break
    }
    return Field(range: start..<bytes.count, isText: isText)
  }

  private mutating func append(_ value: JSONValue) {
    switch value {
    case .null: break
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let digits): bytes += digits.utf8
    case .string(let text): bytes += text.utf8
    case .array(let elements):
      // Criteria that are not selected are left out.
      for (index, element) in elements.filter({ $0["selected"] != false }).enumerated() {
        if index > 0 { bytes += "; ".utf8 }
        appendElement(element)
      }
    case .object(let members):
      if value["hash"] != nil { return }
      if value["sha256"] != nil, let name = value["name"] { return append(name) }
      let shown =
        value["direction"].flatMap { direction in value["id"].map { [$0, direction] } } ?? members.map(\.value)
      for (index, member) in shown.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: " ")) }
        append(member)
      }
    }
  }

  /// One of several values, in quotation marks if it would look like several or like none.
  private mutating func appendElement(_ value: JSONValue) {
    let start = bytes.count
    append(value)
    let mark = UInt8(ascii: "\"")
    let text = bytes[start...]
    guard text.isEmpty || text.contains(where: { $0 == UInt8(ascii: ";") || $0 == mark }) else { return }
    let doubled = text.flatMap { $0 == mark ? [mark, mark] : [$0] }
    bytes.replaceSubrange(start..., with: [mark] + doubled + [mark])
  }
}
