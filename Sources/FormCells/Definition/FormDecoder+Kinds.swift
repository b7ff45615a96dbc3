import Support

/// What each type of cell has of its own. Nil where a part without which there is no cell is missing; it is reported.
extension FormDecoder {
  func kind(_ type: String, _ reader: ObjectReader, isRequired: Bool) -> Cell.Kind? {
    switch type {
    case "text": return .text(text(reader))
    case "password": return .password(password(reader))
    case "currency": return currency(reader).map(Cell.Kind.currency)
    case "note": return .note(note(reader))
    case "switch":
      var cell = SwitchCell()
      cell.onLabel = reader.text("onLabel")
      cell.offLabel = reader.text("offLabel")
      return .switch(cell)
    case "radio-group": return options(reader).map { .radioGroup(RadioGroup(options: $0)) }
    case "date": return .date(date(reader))
    case "list-picker": return listPicker(reader, isRequired: isRequired).map(Cell.Kind.listPicker)
    case "select":
      guard let source = options(reader) else { return nil }
      var cell = SelectCell(options: source)
      cell.style = reader.choice("style", SelectCell.Style.self) ?? .standard
      cell.selection = reader.choice("selection", SelectionMode.self) ?? .single
      cell.placeholder = reader.text("placeholder")
      return .select(cell)
    default: return orderPicker(reader).map(Cell.Kind.orderPicker)
    }
  }

  private func text(_ reader: ObjectReader) -> TextCell {
    var cell = TextCell()
    cell.placeholder = reader.text("placeholder")
    cell.maxLength = reader.count("maxLength")
    cell.overflow = reader.choice("overflow", Overflow.self) ?? .allow
    cell.showsCounter = showsCounter(reader)
    cell.pattern = pattern(reader)
    if cell.pattern != nil, let length = cell.maxLength, length > Pattern.textLimitScalars {
      reader.add(
        .badValue, "maxLength", "a text with a “pattern” has at most \(Pattern.textLimitScalars) characters")
    }
    cell.format = reader.choice("format", TextCell.Format.self)
    cell.minimum = reader.number("minimum")?.description
    cell.maximum = reader.number("maximum")?.description
    cell.hasScan = reader.flag("scan") ?? false
    cell.autocomplete = autocomplete(reader)
    checkOrder(reader, "minimum", reader.number("minimum"), "maximum", reader.number("maximum"))
    return cell
  }

  private func password(_ reader: ObjectReader) -> PasswordCell {
    var cell = PasswordCell()
    cell.placeholder = reader.text("placeholder")
    cell.minLength = reader.count("minLength")
    cell.maxLength = reader.count("maxLength")
    cell.autocomplete = autocomplete(reader)
    checkOrder(reader, "minLength", cell.minLength, "maxLength", cell.maxLength)
    return cell
  }

  private func currency(_ reader: ObjectReader) -> CurrencyCell? {
    let code = reader["currency"].flatMap { currencyCode($0, at: reader.path(of: "currency")) }
    let minimum = reader.number("minimum")
    let maximum = reader.number("maximum")
    if let code, let decimals = CurrencyUnits.decimals(of: code) {
      for (key, number) in [("minimum", minimum), ("maximum", maximum)] {
        guard let number, number.significantDecimals > decimals else { continue }
        reader.add(.badValue, key, "an amount in \(code) has \(decimals) decimals at most")
      }
    }
    checkOrder(reader, "minimum", minimum, "maximum", maximum)
    var cell = CurrencyCell(currency: code ?? "")
    cell.minimum = minimum?.description
    cell.maximum = maximum?.description
    cell.symbol = reader.choice("symbol", CurrencySymbol.self) ?? .locale
    cell.placeholder = reader.text("placeholder")
    return code == nil ? nil : cell
  }

  func currencyCode(_ node: JSONNode, at path: String) -> String? {
    guard let code = string(node, at: path) else { return nil }
    guard CurrencyUnits.decimals(of: code) != nil else {
      let upper = code.uppercased()
      let meant = CurrencyUnits.decimals(of: upper) != nil ? "; did you mean “\(upper)”?" : ", such as “USD” or “EUR”"
      report.add(.badValue, at: node.offset, path, "“\(code)” is no currency code of ISO 4217\(meant)")
      return nil
    }
    return code
  }

  private func note(_ reader: ObjectReader) -> NoteCell {
    var cell = NoteCell()
    cell.placeholder = reader.text("placeholder")
    cell.maxLength = reader.count("maxLength")
    cell.overflow = reader.choice("overflow", Overflow.self) ?? .allow
    cell.showsCounter = showsCounter(reader)
    let least = reader.count("minLines")
    let most = reader.count("maxLines")
    checkOrder(reader, "minLines", least, "maxLines", most)
    // Where only one is given, the other's default gives way.
    cell.minLines = least ?? min(cell.minLines, most ?? cell.minLines)
    cell.maxLines = most ?? max(cell.maxLines, cell.minLines)
    return cell
  }

  private func showsCounter(_ reader: ObjectReader) -> Bool {
    let counter = reader.flag("counter")
    if counter == true, !reader.has("maxLength") {
      reader.addNoEffect("counter", "“counter” has no effect without “maxLength”")
    }
    return counter ?? reader.has("maxLength")
  }

  private func date(_ reader: ObjectReader) -> DateCell {
    var cell = DateCell()
    cell.minimum = bound(reader, "minimum")
    cell.maximum = bound(reader, "maximum")
    if case .day(let first) = cell.minimum, case .day(let last) = cell.maximum {
      checkOrder(reader, "minimum", CalendarDate(parsing: first), "maximum", CalendarDate(parsing: last))
    }
    return cell
  }

  private func bound(_ reader: ObjectReader, _ key: String) -> DateCell.Bound? {
    guard let text = reader.string(key) else { return nil }
    if text == "today" { return .today }
    guard CalendarDate(parsing: text) != nil else {
      reader.add(.badValue, key, "“\(text)” is no day; write YYYY-MM-DD or “today”")
      return nil
    }
    return .day(text)
  }

  private func listPicker(_ reader: ObjectReader, isRequired: Bool) -> ListPicker? {
    let source = options(reader)
    var cell = ListPicker(options: source ?? OptionSource(options: []))
    cell.selection = reader.choice("selection", SelectionMode.self) ?? .single
    cell.placeholder = reader.text("placeholder")
    cell.prompt = reader.text("prompt")
    cell.hasSearch = reader.flag("search") ?? true
    cell.hasReset = reader.flag("reset") ?? true
    cell.hasApply = reader.flag("apply") ?? true
    cell.showsSelectedList = reader.flag("selectedList") ?? true
    cell.allListTitle = reader.object("allList")?.text("title")
    cell.view = reader.choice("view", ListPicker.View.self) ?? .half
    cell.confirmsDiscard = reader.flag("confirmDiscard") ?? true
    cell.minimum = reader.count("minimum")
    cell.maximum = reader.count("maximum")
    cell.noneLabel = reader.text("noneLabel")
    checkOrder(reader, "minimum", cell.minimum, "maximum", cell.maximum)
    if let source, !source.isData, let minimum = cell.minimum, minimum > source.count {
      reader.add(.minimumOverMaximum, "minimum", "\(minimum) cannot be chosen of \(source.count)")
    }
    if isRequired, reader.has("noneLabel") {
      reader.addNoEffect("noneLabel", "“noneLabel” has no effect: a required choice cannot be taken back")
    }
    if !cell.hasApply, cell.selection == .single, reader.flag("confirmDiscard") == true {
      reader.addNoEffect("confirmDiscard", "“confirmDiscard” has no effect: without Apply nothing is left to lose")
    }
    return source == nil ? nil : cell
  }

  private func orderPicker(_ reader: ObjectReader) -> OrderPicker? {
    guard let elements = reader.elements("criteria") else { return nil }
    var criteria: [OrderPicker.Criterion] = []
    for (node, path) in elements {
      guard let element = ObjectReader(node, .criterion, at: path, decoder: self) else { continue }
      let id = element.id("id")
      let criterion = OrderPicker.Criterion(
        id: id ?? "", label: element.text("label") ?? "", isSelected: element.flag("selected") ?? false,
        direction: element.choice("direction", OrderedCriterion.Direction.self) ?? .ascending,
        directionLabels: directionLabels(element))
      if let id, criteria.contains(where: { $0.id == id }) {
        element.add(.duplicate, "id", "another criterion has the id “\(id)” already")
      }
      if reader.has("value") {
        for key in ["selected", "direction"] where element.has(key) {
          element.addNoEffect(key, "“\(key)” has no effect: the cell's “value” says it for all criteria")
        }
      }
      criteria.append(criterion)
    }
    var cell = OrderPicker(criteria: criteria)
    cell.directionLabels = directionLabels(reader)
    cell.wraps = reader.flag("wrap") ?? false
    cell.minimum = reader.count("minimum") ?? 0
    if cell.minimum > elements.count {
      reader.add(
        .minimumOverMaximum, "minimum", "\(cell.minimum) cannot be selected of \(elements.count)")
    }
    return criteria.count == elements.count ? cell : nil
  }

  private func directionLabels(_ reader: ObjectReader) -> OrderPicker.DirectionLabels? {
    reader.object("directionLabels").map {
      OrderPicker.DirectionLabels(ascending: $0.text("ascending"), descending: $0.text("descending"))
    }
  }

  private func checkOrder<Bound: Comparable>(
    _ reader: ObjectReader, _ lowKey: String, _ low: Bound?, _ highKey: String, _ high: Bound?
  ) {
    guard let low, let high, low > high else { return }
    reader.add(.minimumOverMaximum, lowKey, "“\(lowKey)” \(low) is over “\(highKey)” \(high)")
  }

  private func pattern(_ reader: ObjectReader) -> Pattern? {
    guard let node = reader["pattern"] else { return nil }
    guard case .string(let source) = node.content else {
      return wrongType(node, at: reader.path(of: "pattern"), expected: "a string")
    }
    do {
      return try Pattern(source)
    } catch {
      reader.add(.badValue, "pattern", "at character \(error.offset + 1) of the expression: \(error.message)")
      return nil
    }
  }

  private func autocomplete(_ reader: ObjectReader) -> String? {
    guard let text = reader.string("autocomplete") else { return nil }
    do {
      try AutofillTokens.check(text)
      return text
    } catch {
      reader.add(.badValue, "autocomplete", error.message)
      return nil
    }
  }
}
