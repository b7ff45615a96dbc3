import Support

/// A cell whose conditions have not been read yet, because they may refer to cells further down.
struct CellDraft {
  let reader: ObjectReader
  let id: String?
  let label: Localized?
  let behaviour: (any CellKind)?
  let initial: CellValue?
  let settings: Cell.Settings
}

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
        of: "requiredWhen", "“requiredWhen” has no effect: the cell is required already; add \"required\": false")
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

  /// Second pass: makes cells of the drafts, now that each condition can find its cell. `nil` if anything is wrong.
  /// - Parameter sections: for each section, by position, its object and the cells that it shows or hides.
  /// - Returns: the cells; the `visibleWhen` of each section with the cells whose answers its texts contain; the form's rules; and the
  ///   rules of repeated sections by position.
  func cells(
    of drafts: [CellDraft?], in sections: [SectionExtent], of form: ObjectReader
  ) -> (
    cells: [Cell], sections: [(visibleWhen: Condition?, texts: [Int])], rules: [FormRule], entryRules: [Int: [FormRule]]
  )? {
    var indexByID: [String: Int] = [:]
    for (index, draft) in drafts.enumerated() {
      guard let draft, let id = draft.id else { continue }
      if let first = indexByID[id] {
        let line = drafts[first]?.reader["id"].map { " in line \(report.line(of: $0.offset))" } ?? ""
        draft.reader.add(
          .duplicate, key: "id", message: "the id “\(id)” is already used by a cell\(line); give this one another")
      } else {
        indexByID[id] = index
      }
    }
    let repeated = RepeatedCells(sections, drafts: drafts)
    for section in repeated.sections {
      guard let cell = indexByID[section.id], let draft = drafts[cell] else { continue }
      let reader = sections[section.position].reader
      func line(of reader: ObjectReader) -> String {
        reader["id"].map { " in line \(report.line(of: $0.offset))" } ?? ""
      }
      // Report the later one.
      if reader.offset < draft.reader.offset {
        draft.reader.add(
          .duplicate, key: "id",
          message: "the id “\(section.id)” is that of the repeated section\(line(of: reader)); give this cell another")
      } else {
        reader.add(
          .duplicate, key: "id",
          message:
            "the id “\(section.id)” is already used by a cell\(line(of: draft.reader)); give this section another")
      }
    }
    let subjects = indexByID.mapValues { ExpressionChecker.Subject(index: $0, kind: drafts[$0]?.behaviour) }
    let sectionConditions = sections.map { section in
      let reader = ConditionReader(
        decoder: self, drafts: drafts, indexByID: indexByID, repeated: repeated, own: section.cells, isOfSection: true)
      return section.reader["visibleWhen"].flatMap {
        reader.condition($0, at: section.reader.path(of: "visibleWhen"))
      }
    }
    var conditionsOfSections = [[Condition]](repeating: [], count: drafts.count)
    for case (let section, let condition?) in zip(sections, sectionConditions) {
      for cell in section.cells { conditionsOfSections[cell].append(condition) }
    }
    let texts = AnswerTextReader(decoder: self, drafts: drafts, indexByID: indexByID, repeated: repeated)
    let textsOfSections = sections.map { texts.cells(in: $0.reader, ["title", "label", "footer"]) }
    let conditions = drafts.enumerated().map { index, draft in
      let reader = ConditionReader(
        decoder: self, drafts: drafts, indexByID: indexByID, repeated: repeated, own: index..<index + 1, place: index)
      let noteReader = ConditionReader(
        decoder: self, drafts: drafts, indexByID: indexByID, repeated: repeated, own: 0..<0, place: index)
      let boundReader = ConditionReader(
        decoder: self, drafts: drafts, indexByID: indexByID, repeated: repeated, own: index..<index + 1, name: "bound",
        place: index)
      let ofSection = conditionsOfSections[index]
      return draft.map { draft in
        Conditions(
          ofSection: ofSection.count > 1 ? .all(ofSection) : ofSection.first,
          visible: draft.reader["visibleWhen"].flatMap {
            reader.condition($0, at: draft.reader.path(of: "visibleWhen"))
          },
          required: draft.reader.given("requiredWhen").flatMap {
            reader.condition($0, at: draft.reader.path(of: "requiredWhen"))
          },
          readOnly: draft.reader.given("readOnlyWhen").flatMap {
            reader.condition($0, at: draft.reader.path(of: "readOnlyWhen"))
          },
          notes: notes(of: draft, noteReader),
          filters: filters(of: draft, own: index, subjects: subjects, repeated: repeated),
          calculation: calculation(of: draft, own: index, subjects: subjects, repeated: repeated),
          bounds: bounds(of: draft, boundReader),
          cellsOfTexts: texts.cells(in: draft.reader, ["label", "helper", "text", "details"], own: index)
            + texts.cellsOfNotes(of: draft, own: index))
      } ?? Conditions()
    }
    reportCycles(drafts, conditions: conditions, sections: sections)
    let rules = rules(form, drafts: drafts, indexByID: indexByID, repeated: repeated)
    var entryRules: [Int: [FormRule]] = [:]
    for section in repeated.sections {
      entryRules[section.position] = self.rules(
        sections[section.position].reader, drafts: drafts, indexByID: indexByID, repeated: repeated,
        in: section.cells.lowerBound)
    }
    guard report.isEmpty || makesStandIns else { return nil }
    var cells: [Cell] = []
    for (draft, conditions) in zip(drafts, conditions) {
      guard let draft, let behaviour = draft.behaviour else {
        // A placeholder keeps the positions, by which conditions refer to cells.
        cells.append(Cell(id: draft?.id ?? "", label: draft?.label ?? "", kind: .text(TextKind())))
        continue
      }
      let (id, label, initial) = (draft.id ?? "", draft.label ?? "", draft.initial ?? behaviour.empty)
      var settings = draft.settings
      settings.sectionVisibleWhen = conditions.ofSection
      settings.visibleWhen = conditions.visible
      settings.requiredWhen = conditions.required
      settings.readOnlyWhen = conditions.readOnly
      settings.notes = conditions.notes
      settings.filters = conditions.filters
      settings.calculation = conditions.calculation
      settings.bounds = conditions.bounds
      settings.cellsOfTexts = conditions.cellsOfTexts
      cells.append(Cell(id: id, label: label, kind: behaviour.kind, initial: initial, settings: settings))
    }
    return (cells, zip(sectionConditions, textsOfSections).map { ($0, $1) }, rules, entryRules)
  }

  struct Conditions {
    var ofSection: Condition?
    var visible: Condition?
    var required: Condition?
    var readOnly: Condition?
    var notes: [CellNote] = []
    var filters: [OptionFilter] = []
    var calculation: Calculation?
    var bounds: CellBounds?
    var cellsOfTexts: [Int] = []
  }

  private func notes(of draft: CellDraft, _ conditions: ConditionReader) -> [CellNote] {
    guard draft.reader.given("notes") != nil, let elements = draft.reader.elements("notes") else { return [] }
    if elements.count > ShownNotes.limit {
      draft.reader.add(
        .badValue, key: "notes", message: "the cell has \(elements.count) notes; the limit is \(ShownNotes.limit)")
    }
    return elements.compactMap { node, path in
      guard let reader = ObjectReader(node, as: .cellNote, at: path, decoder: self) else { return nil }
      let condition = reader["when"].flatMap { conditions.condition($0, at: reader.path(of: "when")) }
      let text = reader.text("text")
      let kind = reader.choice("kind", CellNote.Kind.self) ?? .info
      guard let condition, let text else { return nil }
      return CellNote(when: condition, text: text, kind: kind)
    }
  }

  /// A cell's effective value depends on the cells of its `visibleWhen` (hidden is empty), `readOnlyWhen` (read-only is the definition's
  /// value) and `calculate`, and, where these count entries, on the cells that show the repeated section. None of those cells may depend on
  /// it in turn.
  private func reportCycles(_ drafts: [CellDraft?], conditions: [Conditions], sections: [SectionExtent]) {
    // The nodes after the cells are the sections whose entries are counted.
    var edges = conditions.map {
      let conditions = [$0.ofSection, $0.visible, $0.readOnly].compactMap(\.self)
      let sections = conditions.flatMap(\.countedSections) + ($0.calculation?.expression.countedSections ?? [])
      return conditions.flatMap(\.cells) + $0.filters.map(\.cell) + ($0.calculation?.cells ?? [])
        + sections.map { $0 + drafts.count }
    }
    edges += sections.map { section in
      let condition = section.repeated.flatMap { _ in conditions[section.cells.lowerBound].ofSection }
      return (condition?.cells ?? []) + (condition?.countedSections ?? []).map { $0 + drafts.count }
    }
    var done = [Bool](repeating: false, count: edges.count)
    for start in edges.indices where !done[start] {
      // Depth first, without recursion: a form may have thousands of cells.
      var trail: [(cell: Int, next: Int)] = [(start, 0)]
      while let (cell, next) = trail.last {
        guard next < edges[cell].count else {
          done[cell] = true
          trail.removeLast()
          continue
        }
        trail[trail.count - 1].next += 1
        let target = edges[cell][next]
        if let begin = trail.firstIndex(where: { $0.cell == target }) {
          // A cell that refers to itself is reported at the reference.
          if begin == trail.count - 1 { continue }
          report(cycle: trail[begin...].map(\.cell), drafts: drafts, conditions: conditions, sections: sections)
        } else if !done[target] {
          trail.append((target, 0))
        }
      }
    }
  }

  /// - Parameter cycle: the positions of cells, and after them of sections.
  private func report(cycle: [Int], drafts: [CellDraft?], conditions: [Conditions], sections: [SectionExtent]) {
    guard let first = cycle.min(), let position = cycle.firstIndex(of: first) else { return }
    let round = cycle[position...] + cycle[..<position] + [first]
    func name(_ node: Int) -> String? {
      drafts.indices.contains(node) ? drafts[node]?.id : sections[node - drafts.count].repeated?.id
    }
    let names = round.map { name($0) ?? "?" }.joined(separator: " → ")
    let message =
      cycle.contains { conditions.indices.contains($0) && conditions[$0].calculation != nil }
      ? "the cells follow each other in a circle: \(names); one of them must not"
      : "the conditions form a circle: \(names); remove one of them"
    guard drafts.indices.contains(first) else {
      return sections[first - drafts.count].reader.add(.cycle, key: "visibleWhen", message: message)
    }
    guard let draft = drafts[first] else { return }
    let own = ["visibleWhen", "readOnlyWhen", "source", "calculate"].first {
      draft.reader.table.key($0) != nil && draft.reader.has($0)
    }
    if let own {
      draft.reader.add(.cycle, key: own, message: message)
    } else {
      sections.first { $0.cells.contains(first) && $0.reader.has("visibleWhen") }?
        .reader.add(.cycle, key: "visibleWhen", message: message)
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
    let prefill = Key("prefill", .boolean, "Whether a link can begin the form with a value of it: ?with.CELL=VALUE.")
    return names + [
      Key("label", .textWithAnswers, required: true, "What it asks for."),
      Key("required", .boolean, "Whether it must be filled in; the default follows the form's marking."),
      Key("helper", .textWithAnswers, "A hint below it."),
      Key("readOnly", .boolean, "Whether it shows its value and cannot be changed."),
      Key("disabled", .boolean, "Whether it takes no part: not changed, not validated, not submitted."),
      Key("messages", .object { .messages(of: kind) }, "Words in place of the built-in ones."),
      Key("helperOnError", .choice(Cell.HelperOnError.self), "Whether an error message replaces the helper text."),
      visibleWhen,
      Key("requiredWhen", .condition, "It is required too when this holds."),
      Key("readOnlyWhen", .condition, "It is read-only when this holds."),
      Key(
        "notes", .array(.object { .cellNote }, atLeast: 1),
        "Notes shown with the cell while a condition is true; they never prevent sending."),
    ] + (kind.takesPrefill ? [prefill] : [])
  }
}
