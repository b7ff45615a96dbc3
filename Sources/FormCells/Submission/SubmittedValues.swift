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
    for (cell, state) in zip(formState.form.cells, formState.states) {
      let section = formState.form.sectionOfCell[cell.index]
      if formState.form.sections[section].entry != nil { break }
      if let repeated = formState.form.sections[section].repeated {
        guard formState.form.sections[section].cells.first?.index == cell.index, formState.isShown(repeated: section)
        else { continue }
        members.append(JSONValue.Member(repeated.id, formState.json(ofEntries: section)))
        continue
      }
      guard state.isSent, cell.hasValue else { continue }
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

extension FormState {
  /// An array with one object for each entry, with the definition's cell ids as keys.
  fileprivate func json(ofEntries section: Int) -> JSONValue {
    let ids = form.sections[section].cells.map(\.id)
    return .array(
      entries(of: section).map { entry in
        .object(
          zip(ids, form.sections[entry].cells).compactMap { id, cell in
            let state = states[cell.index]
            guard state.isVisible, !state.isDisabled, cell.hasValue else { return nil }
            return JSONValue.Member(id, cell.json(of: value(of: cell)) ?? .null)
          })
      })
  }
}

/// A value for a cell, which the cell may not accept.
package struct CellInput: Sendable {
  /// `Cell.index`; for a cell of a repeated section, that of the definition.
  package let cell: Int
  package let value: CellValue
  /// The position, from 0, of its entry among those that were sent; `nil` if it is in no repeated section.
  let entry: Int?

  package init(cell: Int, value: CellValue, entry: Int? = nil) {
    self.cell = cell
    self.value = value
    self.entry = entry
  }
}

/// Cell values as JSON, in the form of a submission.
extension Form {
  /// The values of a blank form, replaced by those of a JSON object of cell id and value (`render --values`).
  /// - `blank`: by `Cell.index`; the definition's values if left out.
  /// - `path`: names the file in diagnostics.
  /// - Throws: unknown cells, and every value that does not fit its cell.
  package func values(
    decoding bytes: [UInt8], in blank: [CellValue]? = nil, path: String
  ) throws(DefinitionErrors) -> [CellValue] {
    let decoder = FormDecoder(bytes: bytes, path: path, directory: "", numbers: .of(locale))
    let inputs = decoder.report.parse().map { decoder.inputs(of: self, in: $0, takesPasswords: false) } ?? []
    guard decoder.report.isEmpty else { throw DefinitionErrors(decoder.report.diagnostics) }
    return inputs.reduce(into: blank ?? initialValues) { if $1.entry == nil { $0[$1.cell] = $1.value } }
  }

  /// The values of entries in the same object. This reports nothing: `values(decoding:)` reports what does not fit.
  package func entryValues(decoding bytes: [UInt8]) -> [CellInput] {
    let decoder = FormDecoder(bytes: bytes, path: "", directory: "", numbers: .of(locale))
    let inputs = decoder.report.parse().map { decoder.inputs(of: self, in: $0, takesPasswords: false) } ?? []
    return inputs.filter { $0.entry != nil }
  }

  /// The inputs of a form that a program sends as JSON: `{"values": {…}}`, each value as in a submission, a password in plain text.
  /// - Parameter numbers: how texts write numbers, where they are not written as in a submission.
  /// - Returns: the inputs, and what is wrong: unknown keys and cells, and every value that does not fit its cell. Key paths begin with the
  ///   cell's id.
  package func inputs(
    sentAs bytes: [UInt8], numbers: NumberFormat
  ) -> (inputs: [CellInput], mistakes: [Diagnostic]) {
    // A byte order mark is ignored (RFC 8259 §8.1).
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let decoder = FormDecoder(bytes: text, path: "", directory: "", numbers: numbers)
    return (decoder.sentInputs(of: self), decoder.report.diagnostics)
  }
}

extension Cell {
  /// The cell's value for a value in a submission.
  /// - `locale`: the form's.
  /// - Returns: `nil` if the cell cannot have the value: its option no longer exists, or the cell was of another kind.
  package func recorded(_ value: JSONValue, locale: LanguageTag) -> CellValue? {
    let decoder = FormDecoder(bytes: value.compactBytes, path: "", directory: "", numbers: .of(locale))
    guard let node = decoder.report.parse(), let found = behaviour.value(node, at: id, decoder: decoder),
      decoder.report.isEmpty
    else { return nil }
    return found
  }
}

extension FormState {
  /// Fills in a form with the values of a JSON object, written as in a submission (`formcells render --values`).
  /// - Parameters:
  ///   - id: left out for a form state that no page carries.
  ///   - path: names the file in diagnostics.
  ///   - moment: when the form is begun.
  /// - Throws: unknown cells, and every value that does not fit its cell.
  package init(
    form: Form, id: Token = .zero, decoding bytes: [UInt8], path: String, at moment: Moment
  ) throws(DefinitionErrors) {
    let blank = FormState(form: form, hostValues: HostValues.none.beginning(form, at: moment))
    self.init(form: form, id: id, values: try form.values(decoding: bytes, in: blank.values, path: path))
    addEntries(form.entryValues(decoding: bytes), at: moment)
  }
}

/// The part of a submission that a form can hold. The submission may be of another version, and options may no longer exist.
package struct RecordedValues: Sendable {
  package fileprivate(set) var inputs: [CellInput] = []
  /// The ids of cells and repeated sections whose values the form cannot hold unchanged, and of passwords, which nobody can restore.
  package fileprivate(set) var others: Set<String> = []
  /// Chosen options that no longer exist and that the form cannot show beside the others, by cell id.
  package fileprivate(set) var goneChoices: [String: [JSONValue]] = [:]
  /// The ids of cells and repeated sections whose values the form can hold only in part or not at all, in the order of the submission.
  package fileprivate(set) var incompleteIDs: [String] = []
  /// Whether the form cannot hold all of the submission.
  package var isIncomplete: Bool { !incompleteIDs.isEmpty }
}

extension Form {
  /// Reads the values of a submission and keeps what fits of each. A chosen option that no longer exists stays chosen, as in a draft;
  /// calculated values are left out.
  /// - Parameter isNew: whether the values are for a new draft. Then choices of groups that no longer exist are reported at their cells,
  ///   and a read-only cell has its current value. Otherwise such choices are kept beside the form, and a read-only cell has the value that
  ///   was sent.
  package func recordedValues(_ values: JSONValue, isNew: Bool = false) -> RecordedValues {
    var recorded = RecordedValues()
    guard case .object(let members) = values else { return recorded }
    for member in members {
      var (isKept, isWhole) = (false, false)
      if let section = repeatedSection(member.key) {
        if let found = recordedEntries(of: section, in: member.value) {
          recorded.inputs += found.inputs
          (isKept, isWhole) = (found.isWhole, found.isWhole)
        }
      } else if let cell = sentCell(member.key) {
        if cell.isCalculated || isNew && cell.isReadOnly { continue }
        if cell.isPassword {
          isWhole = true
        } else if let value = cell.kept(member.value, withGoneBoxes: isNew, locale: locale) {
          recorded.inputs.append(CellInput(cell: cell.index, value: value))
          (isKept, isWhole) = (true, true)
        } else if !isNew, cell.hasBoxes, let parts = cell.choices(in: member.value, locale: locale) {
          recorded.inputs.append(CellInput(cell: cell.index, value: parts.value))
          recorded.goneChoices[member.key] = parts.gone
          (isKept, isWhole) = (true, true)
        } else if let part = cell.part(of: member.value, locale: locale) {
          recorded.inputs.append(CellInput(cell: cell.index, value: part.value))
          isWhole = part.isWhole
        }
      }
      if !isKept { recorded.others.insert(member.key) }
      if !isWhole { recorded.incompleteIDs.append(member.key) }
    }
    return recorded
  }

  /// - Returns: `nil` if the value is not a list of entries; `isWhole`: whether the cells can hold all of it.
  private func recordedEntries(of section: Int, in value: JSONValue) -> (inputs: [CellInput], isWhole: Bool)? {
    guard case .array(let elements) = value else { return nil }
    let cells = sections[section].cells
    var (inputs, isWhole): ([CellInput], Bool) = ([], true)
    for (position, element) in elements.enumerated() {
      guard case .object(let members) = element else { return nil }
      if let first = cells.first { inputs.append(CellInput(cell: first.index, value: first.initial, entry: position)) }
      for member in members {
        guard let cell = cells.first(where: { $0.id == member.key }) else {
          isWhole = false
          continue
        }
        if cell.isCalculated { continue }
        let whole = cell.kept(member.value, withGoneBoxes: true, locale: locale).map { (value: $0, isWhole: true) }
        let found = whole ?? cell.part(of: member.value, locale: locale)
        if let found { inputs.append(CellInput(cell: cell.index, value: found.value, entry: position)) }
        if found?.isWhole != true { isWhole = false }
      }
    }
    return (inputs, isWhole)
  }
}

extension Cell {
  /// The value that a submission holds, including options that no longer exist; `nil` if the cell cannot have it.
  fileprivate func kept(_ value: JSONValue, withGoneBoxes: Bool, locale: LanguageTag) -> CellValue? {
    if let value = recorded(value, locale: locale) {
      // No page shows a number that the rating does not have.
      if case .rating = kind, problem(with: value, isRequired: false, today: nil) != nil { return nil }
      return value
    }
    guard opensView || withGoneBoxes && hasField else { return nil }
    return selection(in: value).map(CellValue.selection)
  }

  /// Splits the choices of a group of boxes into those that still exist and those that do not.
  fileprivate func choices(in value: JSONValue, locale: LanguageTag) -> (value: CellValue, gone: [JSONValue])? {
    guard case .array(let elements) = value, let selection = selection(in: value) else { return nil }
    let gone = Set(selection.missing.map(\.value))
    func isGone(_ element: JSONValue) -> Bool {
      if case .string(let text) = element { gone.contains(text) } else { false }
    }
    let left = JSONValue.array(elements.filter { !isGone($0) })
    return recorded(left, locale: locale).map { ($0, elements.filter(isGone)) }
  }

  /// The part of a value that the cell can hold if it cannot hold all of it: rows of a matrix, criteria of an order, choices beside a text
  /// that is no longer accepted, or the text or number of another kind of cell. `nil` if there is none.
  fileprivate func part(of value: JSONValue, locale: LanguageTag) -> (value: CellValue, isWhole: Bool)? {
    var (part, isWhole) = (value, false)
    switch (kind, value) {
    case (.matrix(let matrix), .object(let answers)):
      part = .object(
        answers.filter { answer in
          guard matrix.parts.contains(answer.key), case .string(let option) = answer.value else { return false }
          return matrix.options.current.row(of: option.nfc) != nil
        })
    case (.orderPicker, .array(let places)):
      guard case .array(let criteria)? = json(of: initial) else { return nil }
      let known = places.filter { place in criteria.contains { $0["id"] == place["id"] } }
      part = .array(known + criteria.filter { criterion in !known.contains { $0["id"] == criterion["id"] } })
      isWhole = places.allSatisfy { $0["selected"] != .bool(true) || known.contains($0) }
    case (_, .array(let choices)) where choice != nil: part = .array(choices.filter { $0["other"] == nil })
    case (_, .number(let text)): (part, isWhole) = (.string(text), true)
    case (_, .string(let text)):
      // A code with leading zeros stays a text, since its zeros count.
      guard let number = try? DecimalNumber(parsing: text), number.description(minimumDecimals: number.decimals) == text
      else { return nil }
      (part, isWhole) = (.number(text), true)
    default: return nil
    }
    return kept(part, withGoneBoxes: true, locale: locale).map { ($0, isWhole) }
  }

  /// The selection in a value, including options that no longer exist; `nil` if the value is not a choice of this cell.
  private func selection(in value: JSONValue) -> Selection? {
    guard let choice else { return nil }
    var texts: [String] = []
    var other: String?
    for element in value.elements {
      switch element {
      case .string(let text): texts.append(text)
      case .object where choice.other != nil:
        guard other == nil, case .string(let text)? = element["other"] else { return nil }
        other = text
      default: return nil
      }
    }
    // Of several checked radio buttons, browsers would keep only the last.
    if hasField, !allowsSeveral, texts.count + (other == nil ? 0 : 1) > 1 { return nil }
    var selection = Selection(values: texts, in: choice.options.current)
    selection.labelMissing(by: choice.options.former)
    selection.setOther(other)
    return selection
  }
}

extension JSONValue {
  /// The elements of an array; for any other value, the value itself.
  fileprivate var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [self] } }
}

extension FormState {
  /// Fills in a form again with the values of a submission.
  /// - Parameters:
  ///   - id: left out for a form state that no page carries.
  ///   - moment: when the form is begun.
  package init(form: Form, id: Token = .zero, recorded: RecordedValues, at moment: Moment) {
    let blank = FormState(form: form, hostValues: HostValues.none.beginning(form, at: moment))
    var values = blank.values
    for input in recorded.inputs where input.entry == nil { values[input.cell] = input.value }
    self.init(form: form, id: id, values: values)
    addEntries(recorded.inputs, at: moment)
  }

  /// The ids of cells and repeated sections that have no value in a submission now, because they are hidden or disabled.
  package var unsentIDs: Set<String> {
    var ids: Set<String> = []
    for (cell, state) in zip(form.cells, states) {
      let section = form.sectionOfCell[cell.index]
      if form.sections[section].entry != nil { break }
      if let repeated = form.sections[section].repeated {
        if !isShown(repeated: section) { ids.insert(repeated.id) }
      } else if !state.isSent {
        ids.insert(cell.id)
      }
    }
    return ids
  }
}

extension FormDecoder {
  fileprivate func sentInputs(of form: Form) -> [CellInput] {
    guard let root = report.parse() else { return [] }
    guard case .object(let members) = root.content else {
      report.add(
        .wrongType, at: root.offset, path: "", message: "this is \(root.typeName); {\"values\": {…}} is expected")
      return []
    }
    for member in members where member.key != "values" {
      report.add(
        .unknownKey, at: member.keyOffset, path: "",
        message: "“\(member.key)” is not a key of a submission; use “values”")
    }
    guard let values = members.first(where: { $0.key == "values" }) else {
      report.add(.missingKey, at: root.offset, path: "", message: "“values” is missing: an object of cell id and value")
      return []
    }
    return inputs(of: form, in: values.value, takesPasswords: true)
  }

  fileprivate func inputs(of form: Form, in object: JSONNode, takesPasswords: Bool) -> [CellInput] {
    guard case .object(let members) = object.content else {
      report.add(
        .wrongType, at: object.offset, path: "",
        message: "this is \(object.typeName); an object of cell id and value is expected")
      return []
    }
    var inputs: [CellInput] = []
    for member in members {
      if let section = form.repeatedSection(member.key) {
        inputs += self.inputs(of: section, of: form, in: member.value, at: member.key)
        continue
      }
      guard let cell = form.sentCell(member.key) else {
        report.add(
          .unknownReference, at: member.keyOffset, path: member.key, message: form.message(ofUnknownCell: member.key))
        continue
      }
      // A program may send back the calculated values that it received.
      if cell.isCalculated { continue }
      let value =
        takesPasswords && cell.isPassword
        ? password(member.value, at: member.key) : cell.behaviour.value(member.value, at: member.key, decoder: self)
      if let value { inputs.append(CellInput(cell: cell.index, value: value)) }
    }
    return inputs
  }

  /// The values of a repeated section: an array of objects.
  private func inputs(of section: Int, of form: Form, in array: JSONNode, at path: String) -> [CellInput] {
    guard let repeated = form.sections[section].repeated else { return [] }
    guard case .array(let elements) = array.content else {
      return wrongType(array, at: path, expected: "an array of objects, each of cell id and value") ?? []
    }
    guard elements.count <= repeated.maximum else {
      report.add(
        .badValue, at: array.offset, path: path,
        message: "there are \(elements.count) entries; the limit is \(repeated.maximum)")
      return []
    }
    let cells = form.sections[section].cells
    var inputs: [CellInput] = []
    for (position, element) in elements.enumerated() {
      let path = "\(path)[\(position)]"
      guard case .object(let members) = element.content else {
        let _: Never? = wrongType(element, at: path, expected: "an object of cell id and value")
        continue
      }
      // An entry without values still counts as one.
      if let first = cells.first { inputs.append(CellInput(cell: first.index, value: first.initial, entry: position)) }
      for member in members {
        guard let cell = cells.first(where: { $0.id == member.key }) else {
          let ids = cells.map(\.id)
          let meant = Suggestion.nearest(to: member.key, among: ids).map { "; did you mean “\($0)”?" } ?? ""
          report.add(
            .unknownReference, at: member.keyOffset, path: "\(path).\(member.key)",
            message: "an entry of “\(repeated.id)” has no cell “\(member.key)”\(meant)")
          continue
        }
        if cell.isCalculated { continue }
        if let value = cell.behaviour.value(member.value, at: "\(path).\(member.key)", decoder: self) {
          inputs.append(CellInput(cell: cell.index, value: value, entry: position))
        }
      }
    }
    return inputs
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
  /// The cell that is sent under this id: one that is in no repeated section.
  package func sentCell(_ id: String) -> Cell? {
    cell(id).flatMap { cell in
      let section = sections[sectionOfCell[cell.index]]
      return section.repeated == nil && section.entry == nil ? cell : nil
    }
  }

  package func message(ofUnknownCell id: String) -> String {
    if repeatedSection(id) != nil { return "“\(id)” is a repeated section, whose entries are sent as JSON" }
    if let section = cell(id).flatMap({ sections[sectionOfCell[$0.index]].repeated }) {
      return "“\(id)” is a cell of the entries of “\(section.id)”: send an array of objects under that id"
    }
    let meant = Suggestion.nearest(to: id, among: cells.map(\.id)).map { "; did you mean “\($0)”?" }
    return "the form has no cell “\(id)”\(meant ?? "")"
  }
}
