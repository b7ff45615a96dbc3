public import Support

/// The answers of a form as a submission holds them, made once. Disabled and hidden cells are left out, read-only cells
/// are in with the definition's value.
public struct SubmittedValues: Sendable {
  /// Of passwords in plain text, in the order of cells; empty ones are null in the object.
  public let passwords: [String]
  /// Cell id and value, in the order of cells; null where a password is to be put.
  private let members: [JSONValue.Member]
  /// Of the passwords, among the members.
  private let passwordPositions: [Int]

  public init(of filling: Filling) {
    var members: [JSONValue.Member] = []
    var passwords: [(position: Int, text: String)] = []
    for (cell, state) in zip(filling.form.cells, filling.states) where state.isVisible && !state.isDisabled {
      let value = state.isReadOnly ? cell.initial : filling.values[cell.index]
      if cell.isPassword, !cell.isEmpty(value) { passwords.append((members.count, value.text)) }
      members.append(JSONValue.Member(cell.id, cell.json(of: value) ?? .null))
    }
    self.members = members
    self.passwords = passwords.map(\.text)
    passwordPositions = passwords.map(\.position)
  }

  /// The object of a submission: cell id and value.
  /// - Parameter value: of a password, made of its plain text.
  public func object(password value: (String) -> JSONValue) -> JSONValue {
    var members = members
    for (position, password) in zip(passwordPositions, passwords) {
      members[position] = JSONValue.Member(members[position].key, value(password))
    }
    return .object(members)
  }
}

/// Cell values as JSON, in the form of a submission.
extension Form {
  /// The definition's values with those of a JSON object, cell id → value, in their place (`render --values`).
  /// - `path`: names the file in diagnostics.
  /// - Throws: unknown cells, and every value that is none of its cell's.
  public func values(decoding bytes: [UInt8], path: String) throws(DefinitionErrors) -> [CellValue] {
    let decoder = FormDecoder(bytes: bytes, path: path, directory: "")
    let values = decoder.values(of: self)
    guard decoder.report.isEmpty else { throw DefinitionErrors(decoder.report.diagnostics) }
    return values
  }
}

extension FormDecoder {
  fileprivate func values(of form: Form) -> [CellValue] {
    var values = form.initialValues
    guard let root = report.parse() else { return values }
    guard case .object(let members) = root.content else {
      report.add(
        .wrongType, at: root.offset, "", "this is \(root.typeName); an object of cell id and value is expected")
      return values
    }
    for member in members {
      guard let cell = form.cell(member.key) else {
        let meant = Suggestion.nearest(to: member.key, among: form.cells.map(\.id)).map { "; did you mean “\($0)”?" }
        report.add(
          .unknownReference, at: member.keyOffset, member.key, "the form has no cell “\(member.key)”\(meant ?? "")")
        continue
      }
      if let value = cell.behaviour.value(member.value, at: member.key, self) { values[cell.index] = value }
    }
    return values
  }
}
