import Support

/// Choices as definitions and submissions write them.
extension ChoiceKind {
  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    chosen(node, at: path, decoder: decoder).map(CellValue.selection)
  }

  func chosen(_ node: JSONNode, at path: String, decoder: FormDecoder) -> Selection? {
    let choices =
      switch selection {
      case .single: single(node, at: path, decoder: decoder)
      case .multiple: several(node, at: path, decoder: decoder)
      }
    guard let choices, var selection = selection(choices.options, decoder: decoder) else { return nil }
    selection.setOther(choices.other)
    return selection
  }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    switch selection {
    case .single:
      let value = sentValue(demand, orNull: demand != .filled)
      guard other != nil else { return value }
      return [.init("anyOf", [.object(value), Self.sentOther])]
    case .multiple:
      let value = JSONValue.object(sentValue(demand, orNull: false))
      var members: [JSONValue.Member] = [
        .init("type", "array"), .init("items", other == nil ? value : ["anyOf": [value, Self.sentOther]]),
        .init("uniqueItems", true),
      ]
      guard demand.isChecked else { return members }
      if let mostValues { members.append(.init("maxItems", .number(String(mostValues)))) }
      if demand == .filled {
        members.append(.init("minItems", .number(String(max(minimum ?? 1, 1)))))
      } else if let minimum, minimum > 1 {
        // An empty array is no answer, not an answer with too few values.
        members.append(.init("anyOf", [["maxItems": 0], ["minItems": .number(String(minimum))]]))
      }
      return members
    }
  }

  /// One of the definition's options; for a file, whose rows may change, any string.
  private func sentValue(_ demand: SentDemand, orNull: Bool) -> [JSONValue.Member] {
    let table = options.current
    guard !options.isData, table.count <= SentDemand.optionLimit else {
      return SentDemand.type("string", orNull: orNull)
    }
    let rows = (0..<table.count).filter { !demand.isChecked || !table.isDisabled(at: $0) }
    return [.init("enum", .array(rows.map { .string(table.value(at: $0)) } + (orNull ? [.null] : [])))]
  }

  private static var sentOther: JSONValue {
    .object(JSONValue.sentObject([.init("other", ["type": "string"])], required: ["other"]))
  }

  func checkThatItCanBeFilled(_ reader: ObjectReader) {
    let table = options.current
    if other != nil || options.isProvided { return }
    let needed = max(minimum ?? 1, 1)
    // If the definition has too few options, the minimum is reported instead.
    guard options.isData || needed <= table.count else { return }
    options.require(needed)
    guard let shortage = table.shortage(of: needed) else { return }
    let key = ["source", "lists", "options"].first { reader.table.key($0) != nil && reader.has($0) } ?? "options"
    reader.add(
      .badValue, key: key,
      message:
        "\(shortage.finding), and the cell is required: nobody could send the form; add options, or remove “required”")
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    // The content of a file may change.
    if case .string(let text) = node.content, !options.isData, options.current.row(of: text) == nil {
      decoder.report.add(
        .unknownReference, at: node.offset, path: path,
        message: "“\(text)” is not among the options of “\(id)”\(meant(by: text))")
      return nil
    }
    return decoder.textOperand(node, at: path)
  }

  private typealias Choice = (value: String, offset: Int, path: String)
  private typealias Choices = (options: [Choice], other: String?)

  private func single(_ node: JSONNode, at path: String, decoder: FormDecoder) -> Choices? {
    switch node.content {
    case .null: return ([], nil)
    case .string(let value): return ([(value, node.offset, path)], nil)
    case .object where other != nil: return otherText(node, at: path, decoder: decoder).map { ([], $0) }
    case .array:
      return decoder.wrongType(
        node, at: path, expected: "a string or null (or \"selection\": \"multiple\", where the type has it)")
    default:
      let expected = other == nil ? "a string or null" : "a string, {\"other\": \"…\"} or null"
      return decoder.wrongType(node, at: path, expected: expected)
    }
  }

  /// `{"other": "text"}`
  private func otherText(_ node: JSONNode, at path: String, decoder: FormDecoder) -> String? {
    guard let reader = ObjectReader(node, as: .otherValue, at: path, decoder: decoder), let node = reader["other"],
      let text = decoder.typedText(node, at: reader.path(of: "other"), as: .line)
    else { return nil }
    // A blank text is reported at its own place.
    return text.isEmpty ? reader.string("other") : text
  }

  private func several(_ node: JSONNode, at path: String, decoder: FormDecoder) -> Choices? {
    guard case .array(let elements) = node.content else {
      return decoder.wrongType(node, at: path, expected: "an array of values")
    }
    var choices: Choices = ([], nil)
    var seen: Set<String> = []
    for (index, element) in elements.enumerated() {
      let path = "\(path)[\(index)]"
      if other != nil, case .object = element.content {
        guard let text = otherText(element, at: path, decoder: decoder) else { return nil }
        guard choices.other == nil else {
          decoder.report.add(
            .duplicate, at: element.offset, path: path, message: "more than one text of “other”; only one is possible")
          return nil
        }
        choices.other = text
        continue
      }
      guard let value = decoder.string(element, at: path) else { return nil }
      guard seen.insert(value).inserted else {
        decoder.report.add(.duplicate, at: element.offset, path: path, message: "“\(value)” is chosen twice")
        return nil
      }
      choices.options.append((value, element.offset, path))
    }
    if options.isProvided, choices.options.count > OptionSource.providedValueLimit {
      decoder.report.add(
        .badValue, at: node.offset, path: path,
        message:
          "\(choices.options.count) values are chosen; of a provider's options \(OptionSource.providedValueLimit) can be"
      )
      return nil
    }
    return choices
  }

  private func selection(_ choices: [Choice], decoder: FormDecoder) -> Selection? {
    var table = options.current
    // The values are accepted until the provider is asked.
    if options.isProvided, OptionWindows.current == nil {
      table = OptionTable(chosen: choices.map { Option(value: $0.value) })
    }
    var unknown = choices.filter { table.row(of: $0.value) == nil }
    if isUnasked { unknown = [] }
    for (value, offset, path) in unknown {
      decoder.report.add(
        .unknownReference, at: offset, path: path, message: "“\(value)” is not among the options\(meant(by: value))")
    }
    return unknown.isEmpty ? Selection(values: choices.map(\.value), in: table) : nil
  }

  private func meant(by value: String) -> String {
    // Comparing with a whole source file would take longer than reading it.
    let known = (0..<min(options.count, 1000)).map { options.current.value(at: $0) }
    return Suggestion.nearest(to: value, among: known).map { "; did you mean “\($0)”?" } ?? ""
  }
}

extension Key {
  static let selection = Key(
    "selection", .choice(SelectionMode.self), "How many can be chosen; single if left out.")
  static let options = Key(
    "options", .options, "What can be chosen, or the name of a list of the form: { \"list\": \"agreement\" }.")
  static let source = Key("source", .object { .source }, "A file that holds what can be chosen.")
  static let lists = Key(
    "lists", .array(.object { .list }, atLeast: 1), "What can be chosen, in groups with headers.")
  static let groupLists = Key(
    "lists", .array(.object { .groupList }, atLeast: 1), "What can be chosen, in lists with titles.")
}

extension Shape {
  /// One value, or several if the cell accepts several.
  static let selectionValue = Shape.schema([
    "anyOf": [["type": ["string", "null"]], ["type": "array", "uniqueItems": true, "items": ["type": "string"]]]
  ])

  /// The same with texts of `other`.
  static let selectionValueOrOther = Shape.schema([
    "anyOf": [
      ["type": ["string", "null"]], otherValue,
      ["type": "array", "uniqueItems": true, "items": ["anyOf": [["type": "string"], otherValue]]],
    ]
  ])

  static let severalValuesOrOther = Shape.schema([
    "type": "array", "uniqueItems": true, "items": ["anyOf": [["type": "string"], otherValue]],
  ])

  static let singleValueOrOther = Shape.schema(["anyOf": [["type": ["string", "null"]], otherValue]])

  private static let otherValue: JSONValue = [
    "type": "object", "required": ["other"], "additionalProperties": false,
    "properties": ["other": ["description": "The text that was entered.", "type": "string", "pattern": "\\S"]],
  ]
}
