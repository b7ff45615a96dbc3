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

/// The cells of a form after the first pass, in which conditions, expressions, rules and texts find the cells that they name.
struct CellDrafts {
  /// By position; `nil` for a cell that could not be read.
  let all: [CellDraft?]
  let indexByID: [String: Int]
  let repeated: RepeatedCells
  /// The same cells for expressions.
  let subjects: [String: ExpressionChecker.Subject]

  /// If an id is used twice, it is that of the first cell.
  init(_ drafts: [CellDraft?], in sections: [SectionExtent]) {
    all = drafts
    indexByID = Dictionary(
      drafts.enumerated().compactMap { index, draft in draft?.id.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    repeated = RepeatedCells(sections, drafts: drafts)
    subjects = indexByID.mapValues { ExpressionChecker.Subject(index: $0, kind: drafts[$0]?.behaviour) }
  }

  /// `nil` if the cell has errors.
  func kind(of index: Int) -> (any CellKind)? { all[index]?.behaviour }
}

extension FormDecoder {
  /// The second pass: makes cells of the drafts, now that each condition can find its cell. `nil` if anything is wrong.
  /// - Parameter sections: for each section, by position, its object and the cells that it shows or hides.
  /// - Returns: the cells; the `visibleWhen` of each section with the cells whose answers its texts contain; the form's rules; and the
  ///   rules of repeated sections by position.
  func cells(
    of drafts: CellDrafts, in sections: [SectionExtent], of form: ObjectReader
  ) -> (
    cells: [Cell], sections: [(visibleWhen: Condition?, texts: [Int])], rules: [FormRule], entryRules: [Int: [FormRule]]
  )? {
    reportIDsUsedTwice(drafts, in: sections)
    let sectionConditions = sections.map { section in
      let reader = ConditionReader(decoder: self, drafts: drafts, own: section.cells, isOfSection: true)
      return section.reader["visibleWhen"].flatMap {
        reader.condition($0, at: section.reader.path(of: "visibleWhen"))
      }
    }
    var conditionsOfSections = [[Condition]](repeating: [], count: drafts.all.count)
    for case (let section, let condition?) in zip(sections, sectionConditions) {
      for cell in section.cells { conditionsOfSections[cell].append(condition) }
    }
    let texts = AnswerTextReader(decoder: self, drafts: drafts)
    let textsOfSections = sections.map { texts.cells(in: $0.reader, ["title", "label", "footer"]) }
    let conditions = zip(drafts.all.indices, conditionsOfSections).map { index, ofSection in
      self.conditions(ofCell: index, ofSection: ofSection, texts: texts, in: drafts)
    }
    reportCycles(drafts, conditions: conditions, sections: sections)
    let rules = rules(form, drafts: drafts)
    var entryRules: [Int: [FormRule]] = [:]
    for section in drafts.repeated.sections {
      entryRules[section.position] = self.rules(
        sections[section.position].reader, drafts: drafts, in: section.cells.lowerBound)
    }
    guard report.isEmpty || makesStandIns else { return nil }
    let cells = zip(drafts.all, conditions).map(cell)
    return (cells, zip(sectionConditions, textsOfSections).map { ($0, $1) }, rules, entryRules)
  }

  private func reportIDsUsedTwice(_ drafts: CellDrafts, in sections: [SectionExtent]) {
    func line(of reader: ObjectReader?) -> String {
      reader?["id"].map { " in line \(report.line(of: $0.offset))" } ?? ""
    }
    for (index, draft) in drafts.all.enumerated() {
      guard let draft, let id = draft.id, let first = drafts.indexByID[id], first != index else { continue }
      let place = line(of: drafts.all[first]?.reader)
      draft.reader.add(
        .duplicate, key: "id", message: "the id “\(id)” is already used by a cell\(place); give this one another")
    }
    for section in drafts.repeated.sections {
      guard let cell = drafts.indexByID[section.id], let draft = drafts.all[cell] else { continue }
      let reader = sections[section.position].reader
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

  private func conditions(
    ofCell index: Int, ofSection: [Condition], texts: AnswerTextReader, in drafts: CellDrafts
  ) -> Conditions {
    guard let draft = drafts.all[index] else { return Conditions() }
    let own = index..<index + 1
    let reader = ConditionReader(decoder: self, drafts: drafts, own: own, place: index)
    let noteReader = ConditionReader(decoder: self, drafts: drafts, own: 0..<0, place: index)
    let boundReader = ConditionReader(decoder: self, drafts: drafts, own: own, name: "bound", place: index)
    func condition(_ key: String) -> Condition? {
      draft.reader.given(key).flatMap { reader.condition($0, at: draft.reader.path(of: key)) }
    }
    return Conditions(
      ofSection: ofSection.count > 1 ? .all(ofSection) : ofSection.first,
      visible: condition("visibleWhen"),
      required: condition("requiredWhen"),
      readOnly: condition("readOnlyWhen"),
      notes: notes(of: draft, noteReader),
      filters: filters(of: draft, own: index, in: drafts),
      calculation: calculation(of: draft, own: index, in: drafts),
      bounds: bounds(of: draft, boundReader),
      cellsOfTexts: texts.cells(in: draft.reader, ["label", "helper", "text", "details"], own: index)
        + texts.cellsOfNotes(of: draft, own: index))
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

  private func cell(_ draft: CellDraft?, _ conditions: Conditions) -> Cell {
    guard let draft, let behaviour = draft.behaviour else {
      // A placeholder keeps the positions, by which conditions refer to cells.
      return Cell(id: draft?.id ?? "", label: draft?.label ?? "", kind: .text(TextKind()))
    }
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
    return Cell(
      id: draft.id ?? "", label: draft.label ?? "", kind: behaviour.kind, initial: draft.initial ?? behaviour.empty,
      settings: settings)
  }

  /// A cell's effective value depends on the cells of its `visibleWhen` (hidden is empty), `readOnlyWhen` (read-only is the definition's
  /// value) and `calculate`, and, where these count entries, on the cells that show the repeated section. None of those cells may depend on
  /// it in turn.
  private func reportCycles(_ drafts: CellDrafts, conditions: [Conditions], sections: [SectionExtent]) {
    // The nodes after the cells are the sections whose entries are counted.
    var edges = conditions.map {
      let conditions = [$0.ofSection, $0.visible, $0.readOnly].compactMap(\.self)
      let sections = conditions.flatMap(\.countedSections) + ($0.calculation?.expression.countedSections ?? [])
      return conditions.flatMap(\.cells) + $0.filters.map(\.cell) + ($0.calculation?.cells ?? [])
        + sections.map { $0 + drafts.all.count }
    }
    edges += sections.map { section in
      let condition = section.repeated.flatMap { _ in conditions[section.cells.lowerBound].ofSection }
      return (condition?.cells ?? []) + (condition?.countedSections ?? []).map { $0 + drafts.all.count }
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
  private func report(cycle: [Int], drafts: CellDrafts, conditions: [Conditions], sections: [SectionExtent]) {
    guard let first = cycle.min(), let position = cycle.firstIndex(of: first) else { return }
    let round = cycle[position...] + cycle[..<position] + [first]
    func name(_ node: Int) -> String? {
      drafts.all.indices.contains(node) ? drafts.all[node]?.id : sections[node - drafts.all.count].repeated?.id
    }
    let names = round.map { name($0) ?? "?" }.joined(separator: " → ")
    let message =
      cycle.contains { conditions.indices.contains($0) && conditions[$0].calculation != nil }
      ? "the cells depend on each other in a circle: \(names); remove one dependency"
      : "the conditions form a circle: \(names); remove one of them"
    guard drafts.all.indices.contains(first) else {
      return sections[first - drafts.all.count].reader.add(.cycle, key: "visibleWhen", message: message)
    }
    guard let draft = drafts.all[first] else { return }
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
