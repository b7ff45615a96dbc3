import Support

/// A cell before its conditions can be read: they may speak of cells further down.
struct CellDraft {
  let reader: ObjectReader
  let id: String?
  let label: Localized?
  let isRequired: Bool
  let helper: Localized?
  let isReadOnly: Bool
  let isDisabled: Bool
  let messages: Cell.Messages
  let helperOnError: Cell.HelperOnError
  let kind: Cell.Kind?
  let initial: CellValue?
}

extension FormDecoder {
  func cell(_ node: JSONNode, at path: String, marking: Marking) -> CellDraft? {
    guard case .object(let members) = node.content else {
      return wrongType(node, at: path, expected: "an object")
    }
    guard let typeNode = members.first(where: { $0.key == "type" })?.value else {
      report.add(.missingKey, at: node.offset, "\(path).type", "the key “type” is missing; \(Self.types)")
      return nil
    }
    guard case .string(let type) = typeNode.content else {
      return wrongType(typeNode, at: "\(path).type", expected: "a string")
    }
    guard let table = KeyTable.cell(type) else {
      let meant = Suggestion.nearest(to: type, among: KeyTable.cellTypes).map { "; did you mean “\($0)”?" }
      report.add(
        .badValue, at: typeNode.offset, "\(path).type", "“\(type)” is no type of cell\(meant ?? "; \(Self.types)")")
      return nil
    }
    guard let reader = ObjectReader(node, table, at: path, decoder: self) else { return nil }
    let required = reader.flag("required")
    // A switch always has a value, so that only an explicit `required` can ask for "on" (HTML's required checkbox).
    let isRequired = required ?? (marking == .optional && type != "switch")
    let messages = reader.object("messages")
    let kind = kind(type, reader, isRequired: isRequired)
    let draft = CellDraft(
      reader: reader, id: reader.id("id"), label: reader.text("label"), isRequired: isRequired,
      helper: reader.text("helper"), isReadOnly: reader.flag("readOnly") ?? false,
      isDisabled: reader.flag("disabled") ?? false,
      messages: Cell.Messages(
        required: messages?.text("required"), invalid: messages?.text("invalid"), success: messages?.text("success")),
      helperOnError: reader.choice("helperOnError", Cell.HelperOnError.self) ?? (type == "select" ? .keep : .replace),
      kind: kind, initial: kind.flatMap { initial(of: $0, reader) })
    checkEffects(of: draft)
    return draft
  }

  private static var types: String {
    "a cell is \(KeyTable.cellTypes.map { "“\($0)”" }.joined(separator: ", "))"
  }

  /// The definition's `value`, checked as if it had been posted.
  private func initial(of kind: Cell.Kind, _ reader: ObjectReader) -> CellValue? {
    guard reader.table.key("value") != nil, let node = reader["value"] else { return kind.empty }
    let path = reader.path(of: "value")
    guard let value = value(node, for: kind, at: path) else { return nil }
    let probe = Cell(id: "", label: "", initial: value, kind: kind)
    if let problem = probe.problem(with: value, isRequired: false, today: nil) {
      report.add(.refusedDefault, at: node.offset, path, "the cell would refuse this value: \(problem.sentence)")
      return nil
    }
    return value
  }

  private func checkEffects(of draft: CellDraft) {
    let reader = draft.reader
    if draft.isRequired, reader.has("requiredWhen") {
      reader.addNoEffect(
        "requiredWhen", "“requiredWhen” has no effect: the cell is required already; add \"required\": false")
    }
    if draft.isReadOnly, reader.has("readOnlyWhen") {
      reader.addNoEffect("readOnlyWhen", "“readOnlyWhen” has no effect: the cell is read-only already")
    }
    guard draft.isDisabled else { return }
    for key in ["readOnly", "readOnlyWhen", "requiredWhen"] where reader.has(key) {
      if key == "readOnly", !draft.isReadOnly { continue }
      reader.addNoEffect(key, "“\(key)” has no effect: the cell is disabled")
    }
  }

  /// Second pass: the drafts become cells, now that each condition can find its cell. Nil where anything is wrong.
  func cells(of drafts: [CellDraft?]) -> [Cell]? {
    var indexByID: [String: Int] = [:]
    for (index, draft) in drafts.enumerated() {
      guard let draft, let id = draft.id else { continue }
      if let first = indexByID[id] {
        let line = drafts[first]?.reader["id"].map { " in line \(report.source.line(of: $0.offset))" } ?? ""
        draft.reader.add(.duplicate, "id", "the id “\(id)” is already that of a cell\(line)")
      } else {
        indexByID[id] = index
      }
    }
    let conditions = drafts.enumerated().map { index, draft in
      let reader = ConditionReader(decoder: self, drafts: drafts, indexByID: indexByID, own: index)
      return draft.map { draft in
        Conditions(
          visible: draft.reader["visibleWhen"].flatMap { reader.condition($0, draft.reader.path(of: "visibleWhen")) },
          required: draft.reader["requiredWhen"].flatMap {
            reader.condition($0, draft.reader.path(of: "requiredWhen"))
          },
          readOnly: draft.reader["readOnlyWhen"].flatMap { reader.condition($0, draft.reader.path(of: "readOnlyWhen")) }
        )
      } ?? Conditions()
    }
    reportCycles(drafts, conditions)
    guard report.isEmpty else { return nil }
    var cells: [Cell] = []
    for (draft, conditions) in zip(drafts, conditions) {
      guard let draft, let id = draft.id, let label = draft.label, let kind = draft.kind, let initial = draft.initial
      else { return nil }
      cells.append(
        Cell(
          id: id, label: label, isRequired: draft.isRequired, helper: draft.helper, isReadOnly: draft.isReadOnly,
          isDisabled: draft.isDisabled, initial: initial, messages: draft.messages, helperOnError: draft.helperOnError,
          visibleWhen: conditions.visible, requiredWhen: conditions.required, readOnlyWhen: conditions.readOnly,
          kind: kind))
    }
    return cells
  }

  struct Conditions {
    var visible: Condition?
    var required: Condition?
    var readOnly: Condition?
  }

  /// What a cell counts as depends on the cells of its `visibleWhen` (hidden is empty) and `readOnlyWhen` (read-only is
  /// the definition's value): these must not come back to it.
  private func reportCycles(_ drafts: [CellDraft?], _ conditions: [Conditions]) {
    let edges = conditions.map { [$0.visible, $0.readOnly].compactMap(\.self).flatMap(\.cells) }
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
          // A cell that speaks of itself is reported where it does.
          if begin == trail.count - 1 { continue }
          report(cycle: trail[begin...].map(\.cell), drafts)
        } else if !done[target] {
          trail.append((target, 0))
        }
      }
    }
  }

  private func report(cycle: [Int], _ drafts: [CellDraft?]) {
    guard let first = cycle.min(), let draft = drafts[first], let position = cycle.firstIndex(of: first) else { return }
    let round = cycle[position...] + cycle[..<position] + [first]
    let names = round.map { drafts[$0]?.id ?? "?" }.joined(separator: " → ")
    let key = draft.reader.has("visibleWhen") ? "visibleWhen" : "readOnlyWhen"
    draft.reader.add(.cycle, key, "the conditions go in a circle: \(names); one of them must go")
  }
}
