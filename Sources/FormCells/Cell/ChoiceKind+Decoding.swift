import Support

/// Choices as definitions and submissions write them.
extension ChoiceKind {
  func value(_ node: JSONNode, at path: String, _ decoder: FormDecoder) -> CellValue? {
    let values =
      switch selection {
      case .single: single(node, at: path, decoder)
      case .multiple: several(node, at: path, decoder)
      }
    return values.flatMap { selection($0, decoder) }.map(CellValue.selection)
  }

  func operand(_ node: JSONNode, at path: String, of id: String, _ decoder: FormDecoder) -> Condition.Operand? {
    // What a file holds may change.
    if case .string(let text) = node.content, !options.isData, options.current.row(of: text) == nil {
      decoder.report.add(
        .unknownReference, at: node.offset, path, "“\(text)” is not among the options of “\(id)”\(meant(by: text))")
      return nil
    }
    return decoder.textOperand(node, at: path)
  }

  private typealias Choice = (value: String, offset: Int, path: String)

  private func single(_ node: JSONNode, at path: String, _ decoder: FormDecoder) -> [Choice]? {
    switch node.content {
    case .null: []
    case .string(let value): [(value, node.offset, path)]
    default: decoder.wrongType(node, at: path, expected: "a string or null")
    }
  }

  private func several(_ node: JSONNode, at path: String, _ decoder: FormDecoder) -> [Choice]? {
    guard case .array(let elements) = node.content else {
      return decoder.wrongType(node, at: path, expected: "an array of values")
    }
    var choices: [Choice] = []
    var seen: Set<String> = []
    for (index, element) in elements.enumerated() {
      let path = "\(path)[\(index)]"
      guard let value = decoder.string(element, at: path) else { return nil }
      guard seen.insert(value).inserted else {
        decoder.report.add(.duplicate, at: element.offset, path, "“\(value)” is chosen a second time")
        return nil
      }
      choices.append((value, element.offset, path))
    }
    return choices
  }

  private func selection(_ choices: [Choice], _ decoder: FormDecoder) -> Selection? {
    let table = options.current
    let unknown = choices.filter { table.row(of: $0.value) == nil }
    for (value, offset, path) in unknown {
      decoder.report.add(
        .unknownReference, at: offset, path, "“\(value)” is not among the options\(meant(by: value))")
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
  static let options = Key("options", .array(.option, atLeast: 1), "What can be chosen.")
  static let source = Key("source", .object { .source }, "A file that holds what can be chosen.")
  static let lists = Key(
    "lists", .array(.object { .list }, atLeast: 1), "What can be chosen, under headers of its own.")
}

extension Shape {
  /// A value, or several where the cell takes several.
  static let selectionValue = Shape.schema([
    "anyOf": [["type": ["string", "null"]], ["type": "array", "uniqueItems": true, "items": ["type": "string"]]]
  ])
}
