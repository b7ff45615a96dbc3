package import Support

/// Packs answers into bytes, for sessions. They can be read only with the same version of their form:
///
///     id, marks            which of the parts below exist, and whether problems are shown
///     entries              of forms that can have some: the room, and for each repeated section the entries' numbers in order
///     values               one bit for each cell: whether it differs from the definition's value; then the values that do
///     selection views      cell, ticks, search, level of a tree, rows shown
///     modal sections       one bit for each cell: whether it differs from the applied value; then the values that do
///     undo, applied, lost passwords, progress in steps, the same before "Start Over"
///     messages of the host's check, revealed cells, answers that were in time
///                          up to the last of these that exists
extension FormState {
  private struct Marks: OptionSet {
    let rawValue: UInt8
    static let showsProblems = Marks(rawValue: 1)
    static let hasDrafts = Marks(rawValue: 2)
    static let hasSectionDrafts = Marks(rawValue: 4)
    static let hasUndo = Marks(rawValue: 8)
    static let hasApplied = Marks(rawValue: 16)
    static let hasLostPasswords = Marks(rawValue: 32)
    static let hasProgress = Marks(rawValue: 64)
    static let hasFormerProgress = Marks(rawValue: 128)
  }

  /// - `tables`: receives the option tables that are needed to read the bytes.
  /// - Returns: whether it holds anything that the visitor entered, applied or not.
  @discardableResult
  package func pack(into writer: inout PackedWriter, _ tables: inout [OptionTable]) -> Bool {
    let undo = undo
    var marks: Marks = []
    if showsProblems { marks.insert(.showsProblems) }
    if !drafts.isEmpty { marks.insert(.hasDrafts) }
    if !sectionDrafts.isEmpty { marks.insert(.hasSectionDrafts) }
    if undo != nil { marks.insert(.hasUndo) }
    if !applied.isEmpty { marks.insert(.hasApplied) }
    if !lostPasswords.isEmpty { marks.insert(.hasLostPasswords) }
    if !progress.isBlank { marks.insert(.hasProgress) }
    if let undo, !undo.rest.progress.isBlank { marks.insert(.hasFormerProgress) }
    writer.append(id)
    writer.append(byte: marks.rawValue)
    if !form.repeatedSections.isEmpty { writer.append(form.room) }
    pack(entries, into: &writer)
    let (digests, unpackedDigests) = (digests, form.unpackedDigests)
    let isOwn = pack(form.cells, values: values, into: &writer, tables: &tables) {
      digests[$0] != unpackedDigests[$0] && !form.cells[$0].isCalculated
    }
    var holdsWork = undo != nil || !entries.isEmpty || isOwn && holdsOtherValues
    if marks.contains(.hasDrafts) {
      packDrafts(into: &writer, &tables)
      holdsWork = holdsWork || drafts.contains { $1.selection != selection(of: form.cells[$0]) }
    }
    if marks.contains(.hasSectionDrafts), packSectionDrafts(into: &writer, &tables) { holdsWork = true }
    if let undo { pack(undo, into: &writer, tables: &tables) }
    if marks.contains(.hasApplied) { writer.append(form.cells.indices.map(applied.contains)) }
    if marks.contains(.hasLostPasswords) { writer.append(form.cells.indices.map(lostPasswords.contains)) }
    if marks.contains(.hasProgress) { pack(progress, into: &writer) }
    if let undo, marks.contains(.hasFormerProgress) { pack(undo.rest.progress, into: &writer) }
    if hasHostMessages || !revealed.isEmpty || !digestsInTime.isEmpty { hostMessages.pack(into: &writer) }
    if !revealed.isEmpty || !digestsInTime.isEmpty { writer.append(form.cells.indices.map(revealed.contains)) }
    if !digestsInTime.isEmpty { packDigestsInTime(into: &writer) }
    return holdsWork
  }

  /// Reads what `pack` wrote, which may come from anyone.
  /// - `form`: the version that it was packed for.
  /// - `tables`: the tables that `pack` collected.
  package init(unpacking reader: inout PackedReader, of form: Form, _ tables: [OptionTable]) throws(PackingError) {
    let id = try reader.token()
    let marks = Marks(rawValue: try reader.byte())
    let form = form.repeatedSections.isEmpty ? form : form.withRoom(for: try reader.number(upTo: Form.roomLimit))
    let entries = try Self.unpackEntries(of: form, &reader)
    let values = try Self.unpack(form.cells, else: \.unpackedValue, from: &reader, tables: tables)
    self.init(form: form, id: id, values: values)
    // Needed even if no entry is left: numbers that were given are not given again.
    if entries != EntryLists() {
      self.entries = entries
      changeAlone { _ in }
    }
    showsProblems = marks.contains(.showsProblems)
    if marks.contains(.hasDrafts) { try unpackDrafts(&reader, tables: tables) }
    if marks.contains(.hasSectionDrafts) { try unpackSectionDrafts(&reader, tables: tables) }
    if marks.contains(.hasUndo) { undo = try unpackUndo(&reader, tables: tables) }
    if marks.contains(.hasApplied) { applied = try unpackCells(&reader) }
    if marks.contains(.hasLostPasswords) {
      lostPasswords = try unpackCells(&reader)
      guard lostPasswords.allSatisfy({ form.cells[$0].isPassword }) else { throw .malformed }
    }
    if marks.contains(.hasProgress) { progress = try unpackProgress(&reader) }
    if marks.contains(.hasFormerProgress) {
      guard let undo, undo.target == nil else { throw .malformed }
      var rest = undo.rest
      rest.progress = try unpackProgress(&reader)
      self.undo = UndoStep(undo.cause, of: nil, former: undo.former, rest: rest)
    }
    hostMessages = try HostMessages(unpacking: &reader, cellCount: form.cells.count)
    if !reader.isAtEnd { revealed = try unpackCells(&reader) }
    if !reader.isAtEnd { digestsInTime = try unpackDigestsInTime(&reader) }
  }

  /// Whether a password was entered, even if it is not applied yet.
  package var holdsPasswords: Bool { form.cells.contains { $0.isPassword && isHeld($0) } }

  /// The same answers without passwords: each that was entered will be asked for again.
  package var withoutPasswords: FormState {
    var formState = self
    formState.losePasswords()
    return formState
  }

  private mutating func losePasswords() {
    for cell in form.cells where cell.isPassword && isHeld(cell) {
      change { $0[cell.index] = cell.initial }
      if let (section, place) = placeInSectionDraft(of: cell) { sectionDrafts[section]?.values[place] = cell.initial }
      lostPasswords.insert(cell.index)
    }
    undo = undo?.withoutPasswords(in: form)
  }

  private func isHeld(_ password: Cell) -> Bool {
    if values[password.index] != password.initial { return true }
    if let (section, place) = placeInSectionDraft(of: password) {
      return sectionDrafts[section]?.values[place] != password.initial
    }
    return undo.map { $0.withoutPasswords(in: form) != $0 } ?? false
  }

  private func placeInSectionDraft(of cell: Cell) -> (section: Int, place: Int)? {
    guard let section = form.modalSection(of: cell.index), sectionDrafts[section] != nil,
      let first = form.sections[section].cells.first
    else { return nil }
    return (section, cell.index - first.index)
  }
}

// MARK: Values

extension FormState {
  /// - `isOwn`: whether a value differs from the usual one.
  /// - Returns: whether any value does.
  private func pack(
    _ cells: [Cell], values: [CellValue], into writer: inout PackedWriter, tables: inout [OptionTable],
    where isOwn: (Int) -> Bool
  ) -> Bool {
    writer.append(flags: cells.count, isOwn)
    var hasOwn = false
    for position in cells.indices where isOwn(position) {
      hasOwn = true
      cells[position].pack(values[position], into: &writer, tables: &tables)
    }
    return hasOwn
  }

  private static func unpack(
    _ cells: [Cell], else usual: (Cell) -> CellValue, from reader: inout PackedReader, tables: [OptionTable]
  ) throws(PackingError) -> [CellValue] {
    let isOwn = try reader.flags(cells.count)
    var values: [CellValue] = []
    values.reserveCapacity(cells.count)
    for (position, cell) in cells.enumerated() {
      values.append(isOwn[position] ? try cell.unpack(&reader, tables: tables) : usual(cell))
    }
    return values
  }

  private func unpackCells(_ reader: inout PackedReader) throws(PackingError) -> Set<Int> {
    let isIn = try reader.flags(form.cells.count)
    return Set(form.cells.indices.filter { isIn[$0] })
  }
  private func packDigestsInTime(into writer: inout PackedWriter) {
    writer.append(flags: form.cells.count) { digestsInTime[$0] != nil }
    for cell in form.cells.indices { if let digest = digestsInTime[cell] { writer.append(word: digest) } }
  }

  private func unpackDigestsInTime(_ reader: inout PackedReader) throws(PackingError) -> [Int: UInt64] {
    var digests: [Int: UInt64] = [:]
    for cell in try unpackCells(&reader).sorted() { digests[cell] = try reader.word() }
    return digests
  }
}

// MARK: Selection views

extension FormState {
  private func packDrafts(into writer: inout PackedWriter, _ tables: inout [OptionTable]) {
    writer.append(drafts.count)
    for (index, draft) in drafts.sorted(by: { $0.key < $1.key }) {
      writer.append(index)
      form.cells[index].pack(.selection(draft.selection), into: &writer, tables: &tables)
      writer.append(draft.search)
      if form.cells[index].optionSource?.isTree == true { writer.append(draft.level) }
      writer.append(draft.shownRows)
      writer.append(draft.shownSelectedRows)
      writer.append(byte: (draft.asksToDiscard ? 1 : 0) | (draft.problem == nil ? 0 : 2))
    }
  }

  private mutating func unpackDrafts(_ reader: inout PackedReader, tables: [OptionTable]) throws(PackingError) {
    for _ in 0..<(try reader.number(upTo: form.cells.count)) {
      let index = try reader.number(upTo: form.cells.count - 1)
      let cell = form.cells[index]
      guard cell.opensView, drafts[index] == nil else { throw .malformed }
      var draft = PickerDraft(of: try cell.selection(&reader, tables: tables))
      let search = try reader.text()
      if cell.optionSource?.isTree == true { draft.level = try reader.text() }
      draft.resume(
        search: search, shownRows: try reader.number(upTo: .max),
        shownSelectedRows: try reader.number(upTo: .max))
      let marks = try reader.number(upTo: 3)
      draft.asksToDiscard = marks & 1 != 0
      let isRequired = states[index].isRequired
      draft.problem = marks & 2 != 0 ? cell.problemOfApplying(draft.selection, isRequired: isRequired) : nil
      drafts[index] = draft
    }
  }
}

// MARK: Modal sections

extension FormState {
  /// - Returns: whether any value in them differs from the applied one.
  @discardableResult
  private func packSectionDrafts(into writer: inout PackedWriter, _ tables: inout [OptionTable]) -> Bool {
    var isChanged = false
    writer.append(sectionDrafts.count)
    for (section, draft) in sectionDrafts.sorted(by: { $0.key < $1.key }) {
      writer.append(section)
      writer.append(byte: (draft.asksToDiscard ? 1 : 0) | (draft.showsProblems ? 2 : 0))
      let cells = form.sections[section].cells
      let isOwn = pack(cells, values: draft.values, into: &writer, tables: &tables) {
        draft.values[$0] != values[cells[$0].index] && !cells[$0].isCalculated
      }
      isChanged = isChanged || isOwn
    }
    return isChanged
  }

  private mutating func unpackSectionDrafts(
    _ reader: inout PackedReader, tables: [OptionTable]
  ) throws(PackingError) {
    for _ in 0..<(try reader.number(upTo: form.sections.count)) {
      let section = try reader.number(upTo: form.sections.count - 1)
      guard form.sections[section].container == .modal, sectionDrafts[section] == nil else { throw .malformed }
      let marks = try reader.number(upTo: 3)
      let applied = values
      var draft = SectionDraft(
        values: try Self.unpack(
          form.sections[section].cells, else: { applied[$0.index] }, from: &reader, tables: tables))
      draft.asksToDiscard = marks & 1 != 0
      draft.showsProblems = marks & 2 != 0
      sectionDrafts[section] = draft
    }
  }
}

// MARK: Steps

extension FormState {
  private func pack(_ progress: StepProgress, into writer: inout PackedWriter) {
    writer.append(form.steps.indices.map(progress.refused.contains))
    writer.append(form.steps.indices.map(progress.passed.contains))
    // The first page is 0, so that sessions packed before pages were stored are read as being on it.
    writer.append(number(of: progress.pageID) * 2 + (progress.hasReachedReview ? 1 : 0))
  }

  private func unpackProgress(_ reader: inout PackedReader) throws(PackingError) -> StepProgress {
    var progress = StepProgress()
    let steps = form.steps.indices
    let isRefused = try reader.flags(steps.count)
    let isPassed = try reader.flags(steps.count)
    progress.refused = Set(steps.filter { isRefused[$0] })
    progress.passed = Set(steps.filter { isPassed[$0] })
    let number = try reader.number(upTo: number(of: form.hasReview ? .review : .step(steps.count - 1)) * 2 + 1)
    progress.pageID = number / 2 == steps.count ? .review : .step(number / 2)
    progress.hasReachedReview = number % 2 == 1
    return progress
  }

  private func number(of pageID: FormPageID) -> Int {
    switch pageID {
    case .step(let step): step
    case .review: form.steps.count
    }
  }
}

// MARK: Entries

extension FormState {
  /// For each repeated section, the last number that was given, and the numbers of its entries.
  private func pack(_ entries: EntryLists, into writer: inout PackedWriter) {
    for section in form.repeatedSections {
      writer.append(entries.lastNumber(in: section))
      writer.append(entries[section].count)
      for number in entries[section] { writer.append(number) }
    }
  }

  private static func unpackEntries(
    of form: Form, _ reader: inout PackedReader
  ) throws(PackingError) -> EntryLists {
    var entries = EntryLists()
    for section in form.repeatedSections {
      let last = try reader.number(upTo: form.room)
      var numbers: [Int] = []
      for _ in 0..<(try reader.number(upTo: last)) {
        let number = try reader.number(upTo: last)
        guard number > 0, !numbers.contains(number) else { throw .malformed }
        numbers.append(number)
      }
      entries.set(numbers, last: last, in: section)
    }
    return entries
  }
}

// MARK: Undo

extension FormState {
  private func pack(_ step: UndoStep, into writer: inout PackedWriter, tables: inout [OptionTable]) {
    writer.append(step.cause.rawValue)
    writer.append(step.target.map(form.name) ?? "")
    let cells = form.cells(of: step.target)
    // Cells of entries for which there was no room at that time have no former value.
    writer.append(cells.indices.map { $0 < step.former.count && step.former[$0] != nil })
    for case (let cell, let former?) in zip(cells, step.former) { cell.pack(former, into: &writer, tables: &tables) }
    pack(step.rest.entries, into: &writer)
    guard step.target == nil else { return }
    let before = self.before(step)
    before.packDrafts(into: &writer, &tables)
    before.packSectionDrafts(into: &writer, &tables)
  }

  private func unpackUndo(_ reader: inout PackedReader, tables: [OptionTable]) throws(PackingError) -> UndoStep {
    guard let cause = UndoStep.Cause(rawValue: try reader.text()) else { throw .malformed }
    let name = try reader.text()
    let target = form.overlay(named: name)
    guard cause == .followed || (target == nil) == (cause == .startedOver), target != nil || name.isEmpty else {
      throw .malformed
    }
    let cells = form.cells(of: target)
    let isKnown = try reader.flags(cells.count)
    var former: [CellValue?] = []
    for (position, cell) in cells.enumerated() {
      former.append(isKnown[position] ? try cell.unpack(&reader, tables: tables) : nil)
    }
    let entries = try Self.unpackEntries(of: form, &reader)
    let step = UndoStep(cause, of: target, former: former, rest: UndoStep.Rest(entries: entries))
    guard target == nil else { return step }
    var before = self.before(step)
    try before.unpackDrafts(&reader, tables: tables)
    try before.unpackSectionDrafts(&reader, tables: tables)
    return UndoStep(
      cause, of: target, former: former,
      rest: UndoStep.Rest(drafts: before.drafts, sectionDrafts: before.sectionDrafts, entries: entries))
  }

  /// The form state before the step, as far as the step tells.
  private func before(_ step: UndoStep) -> FormState {
    let values = form.cells.map { cell in
      (cell.index < step.former.count ? step.former[cell.index] : nil) ?? cell.initial
    }
    var before = FormState(form: form, id: id, values: values)
    (before.drafts, before.sectionDrafts) = (step.rest.drafts, step.rest.sectionDrafts)
    return before
  }
}
