import FormCells
import Support

/// Submissions as a table (RFC 4180): a row each, and the columns of each cell in the form's order; those of cells that the
/// form had in earlier versions follow.
struct CSV {
  private struct CellColumns {
    let id: String
    let label: String
    /// Seen among its values, or known of the cell: hashes of passwords, which are in no table; amounts, which have a second
    /// column for their currency; anything else.
    var hasHashes = false
    var hasAmounts = false
    var hasOthers = false

    var isLeftOut: Bool { hasHashes && !hasOthers }
  }

  /// A field among a row's bytes.
  private struct Field {
    var range = 0..<0
    var isText = false
  }

  private static let head = ["id", "submittedAt", "version"]

  private var cells: [CellColumns] = []
  private var positions: [String: Int] = [:]
  /// How a line of the form's own version goes on behind its id: it has no other cells than the form.
  private let ownVersion: [UInt8]
  /// Cells of which a row had a value and the header no column, because their lines have changed since.
  private(set) var strays: Set<String> = []

  // Of the row that is being made.
  private var bytes: [UInt8] = []
  private var headFields = [Field?](repeating: nil, count: head.count)
  private var values: [Field?] = []
  private var currencies: [Field] = []

  /// - Parameters:
  ///   - form: nil: all columns are those that are found.
  ///   - showsLabels: whether the header has the cells' labels instead of their ids.
  init(_ form: Form?, showsLabels: Bool) {
    ownVersion = form.map { Array("\",\"form\":\"\($0.id)\",\"version\":\"\($0.version)\"".utf8) } ?? []
    guard let form else { return }
    for cell in form.cells {
      let position = position(of: cell.id, label: showsLabels ? cell.label.text(in: [form.locale]) : cell.id)
      cells[position].hasHashes = cell.type == .password
      cells[position].hasAmounts = cell.type == .currency
    }
  }

  /// Of the cell among those that have columns; from now on it has some.
  private mutating func position(of id: String, label: String? = nil) -> Int {
    if let position = positions[id] { return position }
    positions[id] = cells.count
    cells.append(CellColumns(id: id, label: label ?? id))
    return cells.count - 1
  }

  // MARK: The columns

  /// Takes in the cells of a submission that the form has not, where it is wanted.
  mutating func addColumns(of line: [UInt8], _ filter: SubmissionFilter) throws(JSONError) {
    guard !isOfOwnVersion(line) else { return }
    var found: [(id: String, content: JSONNode.Content?)] = []
    let isWanted = try filter.read(line) { reader throws(JSONError) in
      try reader.beginObject()
      while let (id, _) = try reader.nextKey() {
        reader.skipWhiteSpace()
        switch reader.peek {
        // What else it holds does not matter.
        case UInt8(ascii: "{"), UInt8(ascii: "n"): found.append((id, try reader.node().content))
        default:
          try reader.skip()
          found.append((id, nil))
        }
      }
    }
    guard isWanted else { return }
    for (id, content) in found {
      let position = position(of: id)
      switch content {
      case .null: break
      case .object(let members) where members.contains { $0.key == "hash" }: cells[position].hasHashes = true
      case .object(let members) where members.contains { $0.key == "amount" }:
        cells[position].hasAmounts = true
        cells[position].hasOthers = true
      default: cells[position].hasOthers = true
      }
    }
  }

  /// As this program writes lines: what is written otherwise is read.
  private func isOfOwnVersion(_ line: [UInt8]) -> Bool {
    let idEnd = "{\"id\":\"".utf8.count + 32
    return !ownVersion.isEmpty && line.count >= idEnd && line[idEnd...].starts(with: ownVersion)
  }

  func appendHeader(to output: inout [UInt8]) {
    output += Self.head.joined(separator: ",").utf8
    for cell in cells where !cell.isLeftOut {
      let label = Array(cell.label.utf8)
      Self.appendField(label[...], isText: true, to: &output)
      if cell.hasAmounts { Self.appendField((label + ".currency".utf8)[...], isText: true, to: &output) }
    }
    output += [13, 10]
  }

  // MARK: The rows

  /// Appends the row of a submission, where it is wanted.
  /// - Throws: the line is damaged; nothing is appended.
  mutating func appendRow(of line: [UInt8], _ filter: SubmissionFilter, to output: inout [UInt8]) throws(JSONError) {
    bytes.removeAll(keepingCapacity: true)
    for index in headFields.indices { headFields[index] = nil }
    values.removeAll(keepingCapacity: true)
    values.append(contentsOf: repeatElement(nil, count: cells.count))
    currencies.removeAll(keepingCapacity: true)
    currencies.append(contentsOf: repeatElement(Field(), count: cells.count))
    var reader = JSONReader(line)
    try reader.beginDocument()
    try reader.beginObject()
    while let (key, offset) = try reader.nextKey() {
      if key == "values" {
        try readValues(&reader)
      } else if let index = Self.head.firstIndex(of: key) {
        guard headFields[index] == nil else { throw JSONError(.duplicateKey(key), at: offset) }
        headFields[index] = try field(&reader).value
      } else {
        try reader.skip()
      }
    }
    try reader.endDocument()
    guard filter.takes(headFields[1].map { bytes[$0.range] } ?? []) else { return }
    for (index, field) in headFields.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      Self.appendContent(bytes[(field ?? Field()).range], isText: field?.isText ?? false, to: &output)
    }
    for (position, cell) in cells.enumerated() where !cell.isLeftOut {
      let field = values[position] ?? Field()
      Self.appendField(bytes[field.range], isText: field.isText, to: &output)
      if cell.hasAmounts { Self.appendField(bytes[currencies[position].range], isText: true, to: &output) }
    }
    output += [13, 10]
  }

  private mutating func readValues(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    // Values stand in the form's order, mostly.
    var next = 0
    while let (id, offset) = try reader.nextKey() {
      let isNext = next < cells.count && cells[next].id == id
      guard let position = isNext ? next : positions[id] else {
        strays.insert(id)
        try reader.skip()
        continue
      }
      next = position + 1
      guard values[position] == nil else { throw JSONError(.duplicateKey(id), at: offset) }
      let (value, currency) = try field(&reader)
      values[position] = value
      currencies[position] = currency
    }
  }

  /// The next value as text behind the row's bytes; of an amount also its currency.
  private mutating func field(_ reader: inout JSONReader) throws(JSONError) -> (value: Field, currency: Field) {
    let start = bytes.count
    reader.skipWhiteSpace()
    if reader.peek == UInt8(ascii: "\"") {
      try reader.appendString(to: &bytes)
      return (Field(range: start..<bytes.count, isText: true), Field())
    }
    let value = try reader.node().value
    if case .object = value, let amount = value["amount"] {
      append(amount)
      let end = bytes.count
      if let currency = value["currency"] { append(currency) }
      return (Field(range: start..<end, isText: true), Field(range: end..<bytes.count, isText: true))
    }
    append(value)
    var isText = false
    switch value {
    case .array, .object: isText = true
    case .null, .bool, .number, .string: break
    }
    return (Field(range: start..<bytes.count, isText: isText), Field())
  }

  private mutating func append(_ value: JSONValue) {
    switch value {
    case .null: break
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let digits): bytes += digits.utf8
    case .string(let text): bytes += text.utf8
    case .array(let elements):
      var isFirst = true
      // The criteria of an order that do not count are left out.
      for element in elements where element["selected"] != false {
        if !isFirst { bytes += "; ".utf8 }
        isFirst = false
        append(element)
      }
    case .object(let members):
      if value["hash"] != nil { return }
      if let id = value["id"], let direction = value["direction"] {
        append(id)
        bytes.append(UInt8(ascii: " "))
        append(direction)
        return
      }
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: " ")) }
        append(member.value)
      }
    }
  }

  // MARK: The fields

  private static func appendField(_ content: ArraySlice<UInt8>, isText: Bool, to output: inout [UInt8]) {
    output.append(UInt8(ascii: ","))
    appendContent(content, isText: isText, to: &output)
  }

  private static func appendContent(_ content: ArraySlice<UInt8>, isText: Bool, to output: inout [UInt8]) {
    let isGuarded = isText && isFormula(content)
    guard content.contains(where: { $0 == 44 || $0 == 34 || $0 == 10 || $0 == 13 }) else {
      if isGuarded { output.append(UInt8(ascii: "'")) }
      output += content
      return
    }
    output.append(UInt8(ascii: "\""))
    if isGuarded { output.append(UInt8(ascii: "'")) }
    for byte in content {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Whether a spreadsheet would compute this instead of showing it. A negative number is only a number.
  private static func isFormula(_ content: ArraySlice<UInt8>) -> Bool {
    switch content.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "@"), 9, 10, 13: true
    case UInt8(ascii: "-"): (try? DecimalNumber(parsing: String(decoding: content, as: UTF8.self))) == nil
    default: false
    }
  }
}
