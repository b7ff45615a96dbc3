import FormCells
import Support

/// Submissions as a table: a row each, and the columns of each cell in the form's order. The cells of earlier versions follow,
/// those of the newest first.
///
/// Takes two passes, so that no more than a line is in memory: `addColumns` gets each line before the first `appendRow`.
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
    let form: FormColumns?
    var lastLine = 0
  }

  private let form: FormColumns?
  /// The form that was filled in; nil: nobody knows.
  private let definition: (_ version: String) -> FormColumns?
  /// What follows the id in lines that this program wrote.
  private let versionStart: [UInt8]
  private var versions: [Version] = []
  /// The version of the previous line, which most lines share.
  private var latest = 0
  /// The cells of lines that were read.
  private var found = TableColumns()
  private var columns = TableColumns()
  private(set) var lineCount = 0
  /// Cells with values but without a column, because their lines were added in between.
  private(set) var strays: Set<String> = []

  // Of the row that is being made.
  private var bytes: [UInt8] = []
  private var headFields = [Field?](repeating: nil, count: TableColumns.head.count)
  private var values: [CellFields?] = []

  /// - Parameters:
  ///   - id: the form's.
  ///   - form: its columns come first; nil: those of the newest version.
  ///   - definition: the form of a version.
  init(of id: String, first form: FormColumns?, definition: @escaping (_ version: String) -> FormColumns?) {
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
    var cells: [(id: String, contents: CellContents)] = []
    let (isWanted, version) = try filter.read(line) { reader throws(JSONError) in
      try reader.beginObject()
      while let (id, _) = try reader.nextKey() { cells.append((id, CellContents(of: try reader.node().value))) }
    }
    guard isWanted else { return }
    _ = see(version)
    for (id, contents) in cells { found.add(id, contents: contents) }
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

  mutating func appendHeader(showsLabels: Bool, to output: inout [UInt8]) {
    if let form { columns.add(form) }
    for version in versions.sorted(by: { $0.lastLine > $1.lastLine }) { version.form.map { columns.add($0) } }
    columns.add(found: found)
    for (position, name) in columns.names(showsLabels: showsLabels).enumerated() {
      if position > 0 { output.append(UInt8(ascii: ",")) }
      CSVField.append(Array(name.utf8)[...], isText: true, to: &output)
    }
    output += [13, 10]
  }

  // MARK: The rows

  /// Appends the row of a submission, if the filter accepts it.
  /// - Throws: the line is damaged; nothing is appended.
  mutating func appendRow(of line: [UInt8], _ filter: SubmissionFilter, to output: inout [UInt8]) throws(JSONError) {
    bytes.removeAll(keepingCapacity: true)
    for index in headFields.indices { headFields[index] = nil }
    values.removeAll(keepingCapacity: true)
    values.append(contentsOf: repeatElement(nil, count: columns.cells.count))
    var reader = JSONReader(line)
    try reader.beginDocument()
    try reader.beginObject()
    while let (key, offset) = try reader.nextKey() {
      if key == "values" {
        try readValues(&reader)
      } else if let index = TableColumns.head.firstIndex(of: key) {
        guard headFields[index] == nil else { throw JSONError(.duplicateKey(key), at: offset) }
        headFields[index] = try fields(&reader).value
      } else {
        try reader.skip()
      }
    }
    try reader.endDocument()
    guard filter.takes(headFields[1].map { bytes[$0.range] } ?? []) else { return }
    for (index, field) in headFields.enumerated() {
      append(field ?? Field(), isFirst: index == 0, to: &output)
    }
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

  /// The next value as texts, appended to the row's bytes.
  private mutating func fields(_ reader: inout JSONReader, of cell: TableColumns.Cell? = nil) throws(JSONError)
    -> CellFields
  {
    let contents = cell?.contents ?? .plain
    let start = bytes.count
    reader.skipWhiteSpace()
    if reader.peek == UInt8(ascii: "\"") {
      try reader.appendString(to: &bytes)
      return CellFields(value: Field(range: start..<bytes.count, isText: true))
    }
    let value = try reader.node().value
    if let rows = cell?.rows, !rows.isEmpty, case .object = value {
      return CellFields(rows: rows.map { field(value[$0.id] ?? .null) })
    }
    if contents.contains(.amounts), let amount = value["amount"] {
      return CellFields(value: field(amount), currency: field(value["currency"] ?? .null))
    }
    if contents.contains(.ranges), let from = value["from"] {
      return CellFields(from: field(from), to: field(value["to"] ?? .null))
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

/// A field of a table (RFC 4180 §2).
private enum CSVField {
  /// - Parameter isText: false: a number or similar, which is never a formula.
  static func append(_ content: ArraySlice<UInt8>, isText: Bool, to output: inout [UInt8]) {
    let isGuarded = isText && isFormula(content)
    let isQuoted = content.contains { $0 == 44 || $0 == 34 || $0 == 10 || $0 == 13 }
    if isQuoted { output.append(UInt8(ascii: "\"")) }
    if isGuarded { output.append(UInt8(ascii: "'")) }
    guard isQuoted else {
      output += content
      return
    }
    for byte in content {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Whether a spreadsheet would evaluate this instead of showing it: some accept full-width signs, and ignore invisible characters
  /// before them. A negative number is only a number.
  private static func isFormula(_ content: ArraySlice<UInt8>) -> Bool {
    guard let first = content.first else { return false }
    // Most begin with one of these.
    if ASCII.isAlpha(first) || ASCII.isDigit(first) { return false }
    if first == 9 || first == 10 || first == 13 { return true }
    if first == UInt8(ascii: "-"), isNumber(content) { return false }
    for scalar in String(decoding: content, as: UTF8.self).unicodeScalars {
      if signs.contains(scalar) { return true }
      guard scalar.properties.isWhitespace || isInvisible(scalar) else { return false }
    }
    return false
  }

  /// With their full-width and small forms (U+FE62 and so on).
  private static let signs: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{FE66}", "\u{FE62}", "\u{FE63}", "\u{FE6B}",
  ]

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format: true
    default: false
    }
  }

  private static func isNumber(_ content: ArraySlice<UInt8>) -> Bool {
    (try? DecimalNumber(parsing: String(decoding: content, as: UTF8.self))) != nil
  }
}
