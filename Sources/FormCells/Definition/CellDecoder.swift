import Support

extension FormDecoder {
  func cell(_ node: JSONNode, at path: String, marking: Marking) -> CellDraft? {
    guard case .object(let members) = node.content else {
      return wrongType(node, at: path, expected: #"an object, { "id": …, "type": …, "label": … },"#)
    }
    guard let typeNode = members.first(where: { $0.key == "type" })?.value else {
      report.add(
        .missingKey, at: node.offset, path: "\(path).type", message: "the key “type” is missing; \(Self.types)")
      return nil
    }
    guard case .string(let name) = typeNode.content else {
      return wrongType(typeNode, at: "\(path).type", expected: "a string")
    }
    guard let type = CellType(rawValue: name) else {
      let known = CellType.allCases.map(\.rawValue)
      let meant =
        EverydayNames.type(name) ?? Suggestion.nearest(to: name, among: known).map { "did you mean “\($0)”?" }
        ?? Self.types
      report.add(
        .badValue, at: typeNode.offset, path: "\(path).type", message: "“\(name)” is not a cell type; \(meant)")
      return nil
    }
    guard let reader = ObjectReader(node, as: .cell(type), at: path, decoder: self) else { return nil }
    var settings = settings(reader, of: type.implementation, marking: marking)
    var behaviour = type.implementation.init(reader, isRequired: settings.isRequired)
    checkEffects(of: settings, reader)
    if let choice = behaviour?.choice { checkPlaces(of: choice.options, settings: settings, from: reader) }
    if reader.given("calculate") != nil { (settings.isReadOnly, settings.isRequired) = (true, false) }
    if settings.isRequired, !settings.isReadOnly, !settings.isDisabled { behaviour?.checkThatItCanBeFilled(reader) }
    var label = type.implementation.hasValue ? reader.text("label") : ""
    if let written = label { label = behaviour?.take(label: written, reader) ?? written }
    return CellDraft(
      reader: reader, id: reader.id("id"), label: label, behaviour: behaviour,
      initial: behaviour.flatMap { initial(of: $0, reader) }, settings: settings)
  }

  private static var types: String {
    "a cell is \(CellType.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", "))"
  }

  /// All settings except the conditions.
  private func settings(_ reader: ObjectReader, of kind: any CellKind.Type, marking: Marking) -> Cell.Settings {
    var settings = Cell.Settings()
    guard kind.hasValue else { return settings }
    settings.isRequired = reader.flag("required") ?? (marking == .optional && !kind.alwaysHasValue)
    settings.helper = reader.text("helper")
    settings.isReadOnly = reader.flag("readOnly") ?? false
    settings.isDisabled = reader.flag("disabled") ?? false
    if reader.table.key("prefill") != nil { settings.takesPrefill = reader.flag("prefill") ?? false }
    if let messages = reader.object("messages") {
      reader.checkMessages(messages, of: kind)
      let texts = messages.table.keys.compactMap { key in
        messages.text(key.name).flatMap { text in Cell.MessageKey(rawValue: key.name).map { ($0, text) } }
      }
      settings.messages = Cell.Messages(Dictionary(uniqueKeysWithValues: texts))
    }
    settings.helperOnError =
      reader.choice("helperOnError", Cell.HelperOnError.self) ?? defaults.helperOnError ?? kind.helperOnError
    return settings
  }

  /// The definition's `value`, checked as if it had been posted.
  private func initial(of kind: any CellKind, _ reader: ObjectReader) -> CellValue? {
    guard reader.table.key("value") != nil, let node = reader["value"], !kind.beginsToday else { return kind.empty }
    return checkedValue(of: kind, node, at: reader.path(of: "value"))
  }

  /// A value that a cell of this kind can begin with; `nil` if it cannot, which is reported.
  func checkedValue(of kind: any CellKind, _ node: JSONNode, at path: String) -> CellValue? {
    guard let value = kind.value(node, at: path, decoder: self) else { return nil }
    if let input = kind.input, input.bare(value.text) != value.text {
      let bare = input.bare(value.text)
      report.add(
        .refusedDefault, at: node.offset, path: path,
        message: "“prefix” and “suffix” are shown beside the field and are not part of its value; "
          + (bare.isEmpty ? "remove “value”" : "write \"\(bare)\""))
      return nil
    }
    if let choice = kind.choice, choice.isUnasked { return value }
    if let problem = Cell(id: "", label: "", kind: kind.kind).problem(with: value, isRequired: false, today: nil) {
      report.add(
        .refusedDefault, at: node.offset, path: path, message: "the cell would reject this value: \(problem.sentence)")
      return nil
    }
    return value
  }

  private func checkEffects(of settings: Cell.Settings, _ reader: ObjectReader) {
    if settings.isRequired, reader.has("requiredWhen") {
      reader.addNoEffect(
        of: "requiredWhen",
        "“requiredWhen” has no effect: the cell is required already; set \"required\": false, or remove “requiredWhen”")
    }
    if settings.isReadOnly, reader.has("readOnlyWhen") {
      reader.addNoEffect(of: "readOnlyWhen", "“readOnlyWhen” has no effect: the cell is read-only already")
    }
    if settings.takesPrefill {
      let lock =
        settings.isDisabled
        ? "disabled" : settings.isReadOnly ? "read-only" : reader.given("calculate") != nil ? "calculated" : nil
      if let lock {
        reader.addNoEffect(
          of: "prefill", "“prefill” has no effect: the cell is \(lock), so no link can give it a value")
      }
    }
    guard settings.isDisabled else { return }
    for key in ["readOnly", "readOnlyWhen", "requiredWhen"] where reader.has(key) {
      if key == "readOnly", !settings.isReadOnly { continue }
      reader.addNoEffect(of: key, "“\(key)” has no effect: the cell is disabled")
    }
  }

  /// Reports places of options that nobody can choose.
  private func checkPlaces(of options: OptionSource, settings: Cell.Settings, from reader: ObjectReader) {
    if options.places.isEmpty { return }
    let lock = settings.isDisabled ? "disabled" : settings.isReadOnly ? "read-only" : nil
    if let lock {
      reader.addNoEffect(of: "options", "“places” has no effect: the cell is \(lock), so nobody can choose")
    }
    if let value = options.places.keys.sorted().first(where: options.isDisabled) {
      reader.addNoEffect(of: "options", "“places” has no effect: the option “\(value)” is disabled")
    }
  }
}

extension KeyTable {
  static func cell(_ type: CellType) -> KeyTable { cells[type] ?? KeyTable(of: type.implementation) }

  private static let cells = Dictionary(
    uniqueKeysWithValues: CellType.allCases.map { ($0, KeyTable(of: $0.implementation)) })

  private init(of kind: any CellKind.Type) {
    let value = kind.value.map { [Key("value", $0, "What it begins with, as it would be submitted.")] } ?? []
    self.init(
      name: "\(kind.type.rawValue)-cell", about: kind.about, keys: Self.common(kind) + value + kind.keys,
      oneOf: kind.oneOf,
      refusal: { key in
        kind.refusal(of: key)
          ?? (key == "prefill" && kind.hasValue && !kind.takesPrefill
            ? "a link cannot give the cell a value: addresses are remembered and passed on" : nil)
      })
  }

  private static func common(_ kind: any CellKind.Type) -> [Key] {
    let names = [
      Key("id", .id, required: true, "Its name in submissions and addresses; unique in the form."),
      Key("type", .choice([kind.type.rawValue]), required: true, kind.about),
    ]
    let visibleWhen = Key("visibleWhen", .condition, "It is hidden unless this holds.")
    guard kind.hasValue else { return names + [visibleWhen] }
    let prefill = Key("prefill", .boolean, "Whether a link can set its first value: ?with.CELL=VALUE.")
    return names + [
      Key("label", .textWithAnswers, required: true, "What it asks for."),
      Key("required", .boolean, "Whether it must be filled in; the default follows the form's marking."),
      Key("helper", .textWithAnswers, "A hint below it."),
      Key("readOnly", .boolean, "Whether it shows its value and cannot be changed."),
      Key(
        "disabled", .boolean, "Whether it is inactive: it cannot be changed, and is neither validated nor submitted."),
      Key("messages", .object { .messages(of: kind) }, "Words in place of the built-in ones."),
      Key("helperOnError", .choice(Cell.HelperOnError.self), "Whether an error message replaces the helper text."),
      visibleWhen,
      Key("requiredWhen", .condition, "It is also required while this holds."),
      Key("readOnlyWhen", .condition, "It is read-only when this holds."),
      Key(
        "notes", .array(.object { .cellNote }, atLeast: 1),
        "Notes shown with the cell while a condition is true; they never prevent sending."),
    ] + (kind.takesPrefill ? [prefill] : [])
  }
}
