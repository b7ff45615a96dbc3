public import Support

/// Cell values as JSON, in the form of a submission (contract, section 4).
extension Form {
  /// The object of a submission: cell id → value, in the order of cells. Disabled and hidden cells are left out,
  /// read-only cells are in with the definition's value.
  /// - Parameter password: makes the value of a password cell of its plain text (a hash); not asked for an empty one,
  ///   which is null.
  public func jsonObject<Failure: Error>(
    of values: [CellValue], password: (String) throws(Failure) -> JSONValue
  ) throws(Failure) -> JSONValue {
    var members: [JSONValue.Member] = []
    let states = states(in: values)
    for cell in cells {
      let state = states[cell.index]
      guard state.isVisible, !state.isDisabled else { continue }
      let value = state.isReadOnly ? cell.initial : values[cell.index]
      if let json = cell.json(of: value) {
        members.append(JSONValue.Member(cell.id, json))
      } else {
        members.append(JSONValue.Member(cell.id, value.text.isEmpty ? .null : try password(value.text)))
      }
    }
    return .object(members)
  }

  /// The definition's values with those of a JSON object, cell id → value, in their place (`render --values`).
  /// - Parameter path: names the file in diagnostics.
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
