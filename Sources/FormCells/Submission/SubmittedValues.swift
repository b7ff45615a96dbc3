package import Support

/// The answers of a form as in a submission. Disabled and hidden cells are left out; read-only cells have the definition's value,
/// or the host's.
package struct SubmittedValues: Sendable {
  /// The passwords in plain text, in the order of cells; empty ones are null in the object.
  package let passwords: [String]
  /// Cell id and value, in the order of cells; null in place of a password.
  private let members: [JSONValue.Member]
  /// The positions of the passwords among the members.
  private let passwordPositions: [Int]

  package init(of formState: FormState) {
    var members: [JSONValue.Member] = []
    var passwords: [(position: Int, text: String)] = []
    for (cell, state) in zip(formState.form.cells, formState.states)
    where state.isSent && cell.hasValue {
      let value = formState.value(of: cell)
      if cell.isPassword, !cell.isEmpty(value) { passwords.append((members.count, value.text)) }
      members.append(JSONValue.Member(cell.id, cell.json(of: value) ?? .null))
    }
    self.members = members
    self.passwords = passwords.map(\.text)
    passwordPositions = passwords.map(\.position)
  }

  /// The object of a submission: cell id and value.
  /// - Parameter value: makes the value of a password from its plain text.
  package func object(password value: (String) -> JSONValue) -> JSONValue {
    var members = members
    for (position, password) in zip(passwordPositions, passwords) {
      members[position] = JSONValue.Member(members[position].key, value(password))
    }
    return .object(members)
  }
}

/// A value for a cell, which the cell may not accept.
package struct CellEntry: Sendable {
  /// `Cell.index`
  package let cell: Int
  package let value: CellValue

  package init(cell: Int, value: CellValue) {
    self.cell = cell
    self.value = value
  }
}

/// Cell values as JSON, in the form of a submission.
extension Form {
  /// A blank form's values, replaced by those of a JSON object, cell id → value (`render --values`).
  /// - `blank`: by `Cell.index`; left out: the definition's own.
  /// - `path`: names the file in diagnostics.
  /// - Throws: unknown cells, and every value that does not fit its cell.
  package func values(
    decoding bytes: [UInt8], in blank: [CellValue]? = nil, path: String
  ) throws(DefinitionErrors) -> [CellValue] {
    let decoder = FormDecoder(bytes: bytes, path: path, directory: "", numbers: .of(locale))
    let entries = decoder.report.parse().map { decoder.entries(of: self, in: $0, takesPasswords: false) } ?? []
    guard decoder.report.isEmpty else { throw DefinitionErrors(decoder.report.diagnostics) }
    return entries.reduce(into: blank ?? initialValues) { $0[$1.cell] = $1.value }
  }

  /// The entries of a form that a program sends as JSON: `{"values": {…}}`, each value as in a submission, a password in plain text.
  /// - Parameter numbers: how texts write numbers that are not written as in a submission.
  /// - Throws: unknown keys and cells, and every value that does not fit its cell; key paths begin with the cell's id.
  package func entries(sentAs bytes: [UInt8], numbers: NumberFormat) throws(DefinitionErrors) -> [CellEntry] {
    // A byte order mark is ignored (RFC 8259 §8.1).
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let decoder = FormDecoder(bytes: text, path: "", directory: "", numbers: numbers)
    let entries = decoder.sentEntries(of: self)
    guard decoder.report.isEmpty else { throw DefinitionErrors(decoder.report.diagnostics) }
    return entries
  }
}

extension FormDecoder {
  fileprivate func sentEntries(of form: Form) -> [CellEntry] {
    guard let root = report.parse() else { return [] }
    guard case .object(let members) = root.content else {
      report.add(.wrongType, at: root.offset, path: "", "this is \(root.typeName); {\"values\": {…}} is expected")
      return []
    }
    for member in members where member.key != "values" {
      report.add(
        .unknownKey, at: member.keyOffset, path: "", "“\(member.key)” is not a key of a submission; use “values”")
    }
    guard let values = members.first(where: { $0.key == "values" }) else {
      report.add(.missingKey, at: root.offset, path: "", "“values” is missing: an object of cell id and value")
      return []
    }
    return entries(of: form, in: values.value, takesPasswords: true)
  }

  fileprivate func entries(of form: Form, in object: JSONNode, takesPasswords: Bool) -> [CellEntry] {
    guard case .object(let members) = object.content else {
      report.add(
        .wrongType, at: object.offset, path: "",
        "this is \(object.typeName); an object of cell id and value is expected")
      return []
    }
    var entries: [CellEntry] = []
    for member in members {
      guard let cell = form.cell(member.key) else {
        report.add(.unknownReference, at: member.keyOffset, path: member.key, form.message(ofUnknownCell: member.key))
        continue
      }
      // A program sends back what it got.
      if cell.isCalculated { continue }
      let value =
        takesPasswords && cell.isPassword
        ? password(member.value, at: member.key) : cell.behaviour.value(member.value, at: member.key, decoder: self)
      if let value { entries.append(CellEntry(cell: cell.index, value: value)) }
    }
    return entries
  }

  private func password(_ node: JSONNode, at path: String) -> CellValue? {
    switch node.content {
    case .null: .text("")
    case .string(let text): .text(text)
    default: wrongType(node, at: path, expected: "a string or null")
    }
  }
}

extension Form {
  package func message(ofUnknownCell id: String) -> String {
    let meant = Suggestion.nearest(to: id, among: cells.map(\.id)).map { "; did you mean “\($0)”?" }
    return "the form has no cell “\(id)”\(meant ?? "")"
  }
}
