import Support

/// Cell values in the form of a submission: a definition's `value`, and the file of `render --values`.
extension FormDecoder {
  /// Nil where the JSON is no value of this kind; it is reported. Whether the cell would accept it is another question.
  func value(_ node: JSONNode, for kind: Cell.Kind, at path: String) -> CellValue? {
    switch kind {
    case .text, .note: return plainText(node, kind, at: path).map(CellValue.text)
    case .password:
      report.add(.badValue, at: node.offset, path, "a password is never read from a file; remove it")
      return nil
    case .currency(let cell): return amount(node, cell, at: path).map(CellValue.text)
    case .switch:
      guard case .bool(let flag) = node.content else { return wrongType(node, at: path, expected: "true or false") }
      return .flag(flag)
    case .date:
      switch node.content {
      case .null: return .text("")
      case .string(let text):
        guard CalendarDate(parsing: text) != nil else {
          report.add(.badValue, at: node.offset, path, "“\(text)” is no day; write YYYY-MM-DD")
          return nil
        }
        return .text(text)
      default: return wrongType(node, at: path, expected: "a day “YYYY-MM-DD” or null")
      }
    case .radioGroup, .listPicker, .select:
      guard let source = kind.options, let values = values(node, kind, at: path) else { return nil }
      return selection(values, in: source.current).map(CellValue.selection)
    case .orderPicker(let picker): return order(node, picker, at: path).map(CellValue.order)
    }
  }

  private func plainText(_ node: JSONNode, _ kind: Cell.Kind, at path: String) -> String? {
    guard case .string(let text) = node.content else { return wrongType(node, at: path, expected: "a string") }
    let isLine = if case .text = kind { true } else { false }
    for scalar in text.unicodeScalars where scalar.properties.generalCategory == .control {
      if scalar == "\t" || !isLine && (scalar == "\n" || scalar == "\r") { continue }
      let what = scalar == "\n" || scalar == "\r" ? "a line end" : "a control character"
      report.add(.badValue, at: node.offset, path, "the text has \(what), which cannot be typed into the cell")
      return nil
    }
    return text.lineEndsNormalised
  }

  private func amount(_ node: JSONNode, _ cell: CurrencyCell, at path: String) -> String? {
    if case .null = node.content { return "" }
    guard let reader = ObjectReader(node, .amount, at: path, decoder: self) else { return nil }
    let code = reader.string("currency")
    if let code, code != cell.currency {
      reader.add(.badValue, "currency", "the cell's currency is \(cell.currency), not “\(code)”")
    }
    guard let text = reader.string("amount") else { return nil }
    do {
      let amount = try DecimalNumber(parsing: text)
      // Padded as what comes back from a page is, so that a page that repeats it changes nothing.
      let exact = amount.description(minimumDecimals: CurrencyUnits.decimals(of: cell.currency) ?? 0)
      return code == cell.currency ? exact : nil
    } catch {
      switch error {
      case .notANumber: reader.add(.badValue, "amount", "“\(text)” is no amount; write digits such as “1234.50”")
      case .tooManyDigits(let limit): reader.add(.badValue, "amount", "the amount has more than \(limit) digits")
      }
      return nil
    }
  }

  /// The values to choose with their places.
  private func values(_ node: JSONNode, _ kind: Cell.Kind, at path: String) -> [(String, Int, String)]? {
    switch (node.content, kind.selection) {
    case (.array(let elements), .multiple):
      var values: [(String, Int, String)] = []
      var seen: Set<String> = []
      for (index, element) in elements.enumerated() {
        guard let value = string(element, at: "\(path)[\(index)]") else { return nil }
        guard seen.insert(value).inserted else {
          report.add(.duplicate, at: element.offset, "\(path)[\(index)]", "“\(value)” is chosen a second time")
          return nil
        }
        values.append((value, element.offset, "\(path)[\(index)]"))
      }
      return values
    case (_, .multiple): return wrongType(node, at: path, expected: "an array of values")
    case (.null, _): return []
    case (.string(let value), _): return [(value, node.offset, path)]
    default: return wrongType(node, at: path, expected: "a string or null")
    }
  }

  private func selection(_ values: [(String, Int, String)], in table: OptionTable) -> Selection? {
    var isSound = true
    for (value, offset, path) in values where table.row(of: value) == nil {
      // Comparing with a whole source file would take longer than reading it.
      let known = (0..<min(table.count, 1000)).map { table.value(at: $0) }
      let meant = Suggestion.nearest(to: value, among: known).map { "; did you mean “\($0)”?" } ?? ""
      report.add(.unknownReference, at: offset, path, "“\(value)” is not among the options\(meant)")
      isSound = false
    }
    return isSound ? Selection(values: values.map(\.0), in: table) : nil
  }

  private func order(_ node: JSONNode, _ picker: OrderPicker, at path: String) -> [OrderedCriterion]? {
    guard case .array(let elements) = node.content else { return wrongType(node, at: path, expected: "an array") }
    var order: [OrderedCriterion] = []
    for (index, element) in elements.enumerated() {
      let path = "\(path)[\(index)]"
      guard let reader = ObjectReader(element, .ordered, at: path, decoder: self), let id = reader.id("id"),
        let isSelected = reader.flag("selected"),
        let direction = reader.choice("direction", OrderedCriterion.Direction.self)
      else { return nil }
      guard picker.criteria.contains(where: { $0.id == id }) else {
        let meant = Suggestion.nearest(to: id, among: picker.criteria.map(\.id)).map { "; did you mean “\($0)”?" } ?? ""
        reader.add(.unknownReference, "id", "no criterion has the id “\(id)”\(meant)")
        return nil
      }
      guard !order.contains(where: { $0.id == id }) else {
        reader.add(.duplicate, "id", "the criterion “\(id)” stands here a second time")
        return nil
      }
      order.append(OrderedCriterion(id: id, isSelected: isSelected, direction: direction))
    }
    let missing = picker.criteria.map(\.id).filter { id in !order.contains { $0.id == id } }
    guard missing.isEmpty else {
      report.add(
        .missingKey, at: node.offset, path,
        "every criterion has its place in the order; missing is \(missing.map { "“\($0)”" }.joined(separator: ", "))")
      return nil
    }
    return order
  }
}
