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
      } else if case .text(let secret) = value {
        members.append(JSONValue.Member(cell.id, secret.isEmpty ? .null : try password(secret)))
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
      if let value = value(member.value, for: cell.kind, at: member.key) { values[cell.index] = value }
    }
    return values
  }
}

extension Cell {
  /// The value in the form of a submission; nil for a password, which is never written.
  public func json(of value: CellValue) -> JSONValue? {
    switch (kind, value) {
    case (.password, _): return nil
    case (.currency(let cell), .text(let text)):
      let text = normalised(text)
      guard !text.isEmpty else { return .null }
      let number = try? DecimalNumber(parsing: text)
      let amount = number?.description(minimumDecimals: CurrencyUnits.decimals(of: cell.currency) ?? 0)
      // What is no number was refused before it came here; it is written as it is rather than lost.
      return ["amount": .string(amount ?? text), "currency": .string(cell.currency)]
    case (.date, .text(let text)): return text.isEmpty ? .null : .string(text)
    case (_, .text(let text)): return .string(text)
    case (_, .flag(let flag)): return .bool(flag)
    case (let kind, .selection(let selection)):
      if kind.selection == .multiple { return .array(selection.values.map(JSONValue.string)) }
      return selection.values.first { _ in true }.map(JSONValue.string) ?? .null
    case (_, .order(let order)):
      return .array(
        order.map {
          ["id": .string($0.id), "selected": .bool($0.isSelected), "direction": .string($0.direction.rawValue)]
        })
    }
  }
}
