package import Support

/// One visitor's answers to a form so far, as a plain value. Everything that changes its values (`reduce`, `merge`, `enter`, `begin`) goes
/// through `change`, which also updates the cells' states.
///
/// Applied values and drafts are separate: closing a selection view, leaving it by Back or losing it does not change `values` (LV5).
package struct FormState: Sendable {
  /// The version in which the visitor began, and will finish.
  package private(set) var form: Form
  /// Identifies these answers: a form that is sent twice with the same id is one submission.
  package let id: Token
  private var digested: DigestedValues
  /// The state of each cell, by `Cell.index`.
  package private(set) var states: [CellState]
  /// Whether a submit was refused. Problems are then shown until they are corrected.
  package internal(set) var showsProblems = false
  /// The progress in a form of several pages.
  package internal(set) var progress = StepProgress()
  /// Whether the host's check has returned messages. Kept outside `rare`, because it is read for every cell.
  private(set) var hasHostMessages = false
  fileprivate var rare = RareState.nothing

  /// - `id`: left out for a form state that no page carries.
  /// - `values`: by `Cell.index`; the definition's values if left out.
  package init(form: Form, id: Token = .zero, values: [CellValue]? = nil, entries: EntryLists = EntryLists()) {
    self.form = form
    self.id = id
    digested = values.map(DigestedValues.init) ?? form.initialDigestedValues
    states = values.map { form.states(in: $0) } ?? form.initialStates
    if !entries.isEmpty { self.entries = entries }
    if form.hasDemands || !form.calculatedCells.isEmpty || !form.repeatedSections.isEmpty { changeAlone { _ in } }
  }

  /// A form that begins with the host's values.
  package init(form: Form, id: Token = .zero, hostValues: HostValues) {
    self.init(form: form, id: id)
    if !hostValues.isEmpty { begin(with: hostValues) }
  }

  private mutating func begin(with hostValues: HostValues) {
    self.hostValues = hostValues
    change { values in for (cell, value) in hostValues.values { values[cell] = value } }
    // If choices that did not fit were cleared, the visitor did not do that, and there is nothing to undo.
    undo = nil
  }

  /// Begins with the values of a link. They count as entered, and starting over removes them.
  package mutating func begin(with inputs: [CellInput]) {
    _ = enter(inputs)
    // As above: there is nothing for the visitor to undo.
    undo = nil
  }

  /// Sets the host's values for the current request: read-only ones apply at once, the others when the form is started over.
  package mutating func setHostValues(_ hostValues: HostValues) {
    self.hostValues = hostValues
    for section in sectionDrafts.keys {
      for (position, cell) in form.sections[section].cells.enumerated() where hostValues.locked.contains(cell.index) {
        let value = initial(of: cell)
        sectionDrafts[section]?.values[position] = value
      }
    }
    let revealed = revealed
    change { _ in }
    // The form was checked with the host's values, so setting them again reveals nothing.
    self.revealed = revealed
  }

  /// Switches to the current options, since a file may have been read again, or places may be taken. Chosen options that no longer exist
  /// stay chosen as missing, and are refused by name.
  /// - Returns: whether any options have changed.
  package mutating func followOptions() -> Bool {
    guard !form.cellsOfChangingOptions.isEmpty else { return false }
    var isChanged = false
    func followed(_ value: CellValue, of cell: Cell) -> CellValue {
      guard let table = cell.optionSource?.current, value.selection.table !== table else { return value }
      isChanged = true
      return .selection(value.selection.rebased(onto: table))
    }
    let followedValues = form.cellsOfChangingOptions.map { ($0, followed(values[$0], of: form.cells[$0])) }
    for section in sectionDrafts.keys {
      for (position, cell) in form.sections[section].cells.enumerated() where cell.optionSource?.isChanging == true {
        if let value = sectionDrafts[section]?.values[position] {
          sectionDrafts[section]?.values[position] = followed(value, of: cell)
        }
      }
    }
    if isChanged { change { values in for (cell, value) in followedValues { values[cell] = value } } }
    return isChanged
  }

  /// Sets the moment of the current request, if the form needs it.
  package mutating func setMoment(_ moment: @autoclosure () -> Moment) {
    if form.asksForMoment { self.moment = moment() }
  }

  /// The first value of a cell, which it keeps while it is read-only: the host's, otherwise the definition's. Packed answers do not store
  /// the day on which the form was begun, so for `today` this is the current value, as for calculated cells.
  package func initial(of cell: Cell) -> CellValue {
    hostValues.values[cell.index]
      ?? (cell.behaviour.beginsToday || cell.isCalculated ? values[cell.index] : cell.initial)
  }

  /// The value that pages show, conditions read and a submission holds. For a read-only cell this is its first value. What was entered
  /// before the cell became read-only stays in `values`, for when it can be changed again.
  package func value(of cell: Cell) -> CellValue {
    states[cell.index].isReadOnly ? initial(of: cell) : values[cell.index]
  }

  /// A copy whose `values` are those that pages show.
  package var asShown: FormState {
    guard form.hasLocks else { return self }
    var shown = self
    for cell in form.cells where cell.readOnlyWhen != nil && states[cell.index].isReadOnly {
      shown.digested[cell.index] = initial(of: cell)
    }
    return shown
  }

  /// All changes of values go through here: `change` sets any number of them, then the conditions are evaluated once.
  /// - Parameter sent: cells whose values a program sent or recorded. What does not fit in them is refused, not cleared.
  mutating func change(sent: Set<Int> = [], _ change: (inout DigestedValues) -> Void) {
    let former = form.followedCells.isEmpty ? nil : self
    changeAlone(change)
    if let former { clearUnfitting(since: former, besides: sent) }
  }

  /// The same, but keeps choices in other cells that no longer fit.
  mutating func changeAlone(_ change: (inout DigestedValues) -> Void) {
    let checked = isRefused ? states : nil
    defer { if let checked { noteRevealed(since: checked) } }
    change(&digested)
    for cell in hostValues.locked { digested[cell] = initial(of: form.cells[cell]) }
    guard form.hasDemands || !form.calculatedCells.isEmpty || !form.repeatedSections.isEmpty else {
      states = form.states(in: values, hostValues)
      return
    }
    let evaluation = form.evaluation(of: values, hostValues, entries: entries)
    states = evaluation.states
    if evaluation.hiddenSections != hiddenSections { hiddenSections = evaluation.hiddenSections }
    for cell in form.calculatedCells { digested[cell] = evaluation.values[cell] }
    if form.hasDemands { demands = evaluation.demands }
  }

  private mutating func noteRevealed(since checked: [CellState]) {
    let found = states.indices.filter { cell in
      states[cell].isEditable && !(checked.indices.contains(cell) && checked[cell].isEditable)
    }
    revealed.formUnion(found)
  }

  mutating func set(_ value: CellValue, in cell: Int) { change { $0[cell] = value } }

  /// The draft of this cell's selection view, with the current options. If the view is not open, the draft that opening it would make.
  package func draft(of cell: Cell) -> PickerDraft {
    var draft = drafts[cell.index] ?? PickerDraft(of: selection(of: cell))
    if let source = cell.optionSource, draft.selection.table !== source.current {
      draft.selection = draft.selection.rebased(onto: source.current)
    }
    draft.offered =
      cell.filters.isEmpty
      ? nil : layered(for: cell.index).offeredOptions(of: cell).subset(of: draft.selection.table)
    return draft
  }

  /// Makes a cell's selection view list all rows at once, for a browser that shows the view without the server.
  /// - Returns: false if the rows depend on other cells, have levels, or are too many.
  package mutating func listAllRows(of view: Overlay) -> Bool {
    guard case .cell(let index) = view else { return false }
    let cell = form.cells[index]
    guard cell.filters.isEmpty, cell.optionSource?.isTree != true else { return false }
    var draft = draft(of: cell)
    guard draft.listAllRows() else { return false }
    drafts[index] = draft
    return true
  }

  /// The selection, with the current options: the applied one, or, for a cell in an open modal section, the one in the section's
  /// draft.
  package func selection(of cell: Cell) -> Selection {
    guard let section = form.modalSection(of: cell.index), let draft = sectionDrafts[section],
      let first = form.sections[section].cells.first
    else { return appliedSelection(of: cell) }
    return selection(draft.values[cell.index - first.index], of: cell)
  }

  /// The applied selection, with the current options.
  package func appliedSelection(of cell: Cell) -> Selection { selection(values[cell.index], of: cell) }

  private func selection(_ value: CellValue, of cell: Cell) -> Selection {
    guard let source = cell.optionSource else { preconditionFailure("\(cell.id) has no options") }
    return value.selection.rebased(onto: source.current)
  }
}

extension FormState {
  /// Makes room for entries up to this number.
  mutating func makeRoom(for number: Int) {
    let form = form.withRoom(for: number)
    guard form !== self.form else { return }
    let more = form.cells[self.form.cells.count...].map(\.initial)
    self.form = form
    digested = DigestedValues(values + more)
    changeAlone { _ in }
  }
}

extension FormState {
  /// By `Cell.index`.
  package var values: [CellValue] { digested.values }

  /// A digest of each cell's value (`DigestedValues`), by `Cell.index`.
  package var digests: [UInt64] { digested.digests }

  /// A snapshot for comparisons. The getter changes nothing; it is `mutating` because reading through a nonmutating one would copy the form
  /// state.
  package var fingerprint: StateFingerprint { mutating get { StateFingerprint(of: self) } }

  /// Whether a cell's value differs from its first one, a repeated section has entries, or a view is open.
  package var hasInput: Bool {
    !drafts.isEmpty || !sectionDrafts.isEmpty || !entries.isEmpty || holdsOtherValues
  }

  /// Whether the host has given values for this form state.
  package var hasHostValues: Bool { !hostValues.isEmpty }

  /// Whether any cell's value differs from its first one.
  var holdsOtherValues: Bool {
    if hostValues.isEmpty, !form.beginsByOptions { return digests != form.declaredValues.digests }
    return form.cells.contains { values[$0.index] != initial(of: $0) }
  }

  /// Whether an entered password was lost and is asked for again.
  package var losesPassword: Bool { !lostPasswords.isEmpty }

  /// Whether discarding it would lose nothing.
  package var isBlank: Bool { undo == nil && !showsProblems && !hasInput }

  /// How many cells the visitor can fill in, and how many of them have an answer.
  package var answers: (given: Int, total: Int) { answers(in: form.cells.indices) }

  /// The same, counting only some cells.
  package func answers(in cells: some Sequence<Int>) -> (given: Int, total: Int) {
    var (given, count) = (0, 0)
    for cell in cells where states[cell].isEditable && form.cells[cell].hasValue {
      count += 1
      if !form.cells[cell].isEmpty(values[cell]) { given += 1 }
    }
    return (given, count)
  }

  /// Whether problems of the form, or of one of its steps, are shown.
  private var isRefused: Bool { showsProblems || !progress.refused.isEmpty }

  /// Whether anything was checked, so that today's date may matter.
  package var isChecked: Bool {
    isRefused || !applied.isEmpty
      || sectionDrafts.values.contains(where: \.showsProblems)
  }
}

/// Rarely used state. It is boxed because form states are copied for each request, and a copy retains every reference in it.
private struct RareState: Sendable {
  struct Parts: Sendable, Equatable {
    var drafts: [Int: PickerDraft] = [:]
    var sectionDrafts: [Int: SectionDraft] = [:]
    var undo: UndoStep?
    var hostValues = HostValues.none
    var applied: Set<Int> = []
    var lostPasswords: Set<Int> = []
    var moment: Moment?
    var demands = FollowedDemands()
    var entries = EntryLists()
    var hiddenSections: Set<Int> = []
    var hostMessages = HostMessages()
    var revealed: Set<Int> = []
    var digestsInTime: [Int: UInt64] = [:]
  }

  private final class Box: Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }
  }

  private var box: Box

  /// The state of a new form.
  static let nothing = RareState(box: Box(Parts()))

  var isNothing: Bool { box === Self.nothing.box }

  var parts: Parts {
    get { box.parts }
    set { box = Box(newValue) }
  }

  /// Like the functions of `StateFingerprint`. Usually nothing has changed, and both have the same box.
  func isComparable(to other: RareState) -> Bool {
    box === other.box
      || parts.entries == other.parts.entries && parts.hiddenSections == other.parts.hiddenSections
        && parts.revealed == other.parts.revealed
  }

  func looksSame(_ cell: Int, of form: Form, in other: RareState) -> Bool {
    box === other.box
      || parts.applied.contains(cell) == other.parts.applied.contains(cell)
        && parts.lostPasswords.contains(cell) == other.parts.lostPasswords.contains(cell)
        && parts.demands.brokenRules == other.parts.demands.brokenRules
        && (form.cells[cell].followedBounds == nil || parts.demands.bounds[cell] == other.parts.demands.bounds[cell])
  }
}

extension FormState {
  /// The open selection views, by `Cell.index`.
  package internal(set) var drafts: [Int: PickerDraft] {
    get { rare.parts.drafts }
    set { rare.parts.drafts = newValue }
  }

  /// The open modal sections, by position.
  package internal(set) var sectionDrafts: [Int: SectionDraft] {
    get { rare.parts.sectionDrafts }
    set { rare.parts.sectionDrafts = newValue }
  }

  /// The last change that can be undone.
  package internal(set) var undo: UndoStep? {
    get { rare.parts.undo }
    set { if newValue != nil || undo != nil { rare.parts.undo = newValue } }
  }

  /// The host's values for this visitor, set again by each request and never stored.
  package internal(set) var hostValues: HostValues {
    get { rare.parts.hostValues }
    set { rare.parts.hostValues = newValue }
  }

  /// The moment of the current request, never stored; `nil` if the form does not need it.
  package private(set) var moment: Moment? {
    get { rare.parts.moment }
    set { rare.parts.moment = newValue }
  }

  /// The bounds and broken rules that follow from the values of other cells.
  var demands: FollowedDemands {
    get { rare.parts.demands }
    set { if newValue != demands { rare.parts.demands = newValue } }
  }

  /// The bounds of a cell that other cells' values decide, by index; `nil` if it has none.
  package func bounds(of cell: Int) -> CurrentBounds? {
    form.cells[cell].followedBounds == nil ? nil : demands.bounds[cell]
  }

  /// The entries of its repeated sections.
  package internal(set) var entries: EntryLists {
    get { rare.parts.entries }
    set { rare.parts.entries = newValue }
  }

  /// The repeated sections that are hidden, by position.
  fileprivate(set) var hiddenSections: Set<Int> {
    get { rare.parts.hiddenSections }
    set { rare.parts.hiddenSections = newValue }
  }

  /// The messages of the host's check about the answers that were sent.
  package internal(set) var hostMessages: HostMessages {
    get { rare.parts.hostMessages }
    set {
      if newValue.isEmpty, !hasHostMessages { return }
      rare.parts.hostMessages = newValue
      hasHostMessages = !newValue.isEmpty
    }
  }

  /// Cells that became editable only after the form, or their step, was refused. The visitor has not left them empty, so their problems are
  /// not shown before the next check.
  var revealed: Set<Int> {
    get { rare.parts.revealed }
    set { if newValue != revealed { rare.parts.revealed = newValue } }
  }

  /// For values whose limits depend on the day or time: a digest of each value as it was sent earlier, or as the form began with it, by
  /// `Cell.index`.
  var digestsInTime: [Int: UInt64] {
    get { rare.parts.digestsInTime }
    set { if newValue != digestsInTime { rare.parts.digestsInTime = newValue } }
  }

  /// Cells whose selection view was applied.
  var applied: Set<Int> {
    get { rare.parts.applied }
    set { rare.parts.applied = newValue }
  }

  /// Cells whose password was lost with its session. It is asked for again, so that it is not left out silently.
  var lostPasswords: Set<Int> {
    get { rare.parts.lostPasswords }
    set { if newValue != lostPasswords { rare.parts.lostPasswords = newValue } }
  }
}

extension FormState {
  /// Hashes everything in the form state except the form, its id, and the options offered now. Values are hashed by their digests.
  /// - Returns: false if it has state that is not hashed, as few form states do.
  package func combine(into hasher: inout Hasher) -> Bool {
    for state in states { hasher.combine(state.bits) }
    digests.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(showsProblems)
    if !progress.isBlank { hasher.combine(progress) }
    return rare.isNothing || rare.parts.combine(into: &hasher)
  }
}

extension RareState.Parts {
  fileprivate func combine(into hasher: inout Hasher) -> Bool {
    hasher.combine(applied)
    hasher.combine(lostPasswords)
    hasher.combine(revealed)
    hasher.combine(digestsInTime)
    for (cell, draft) in drafts {
      hasher.combine(cell)
      guard draft.combine(into: &hasher) else { return false }
    }
    let others = RareState.Parts(
      drafts: drafts, applied: applied, lostPasswords: lostPasswords, revealed: revealed,
      digestsInTime: digestsInTime)
    return self == others
  }
}

/// A snapshot of a form state, to find the cells whose display has changed. It is a class only so that passing it costs one reference
/// count.
package final class StateFingerprint: Sendable {
  package let form: Form
  /// By `Cell.index`.
  package let states: [CellState]
  private let digests: [UInt64]
  private let showsProblems: Bool
  private let progress: StepProgress
  private let hasHostMessages: Bool
  private let rare: RareState

  package init(of formState: borrowing FormState) {
    form = formState.form
    states = formState.states
    digests = formState.digests
    showsProblems = formState.showsProblems
    progress = formState.progress
    hasHostMessages = formState.hasHostMessages
    rare = formState.rare
  }

  /// Whether only single cells may look different; otherwise the whole form may.
  package func isComparable(to formState: FormState) -> Bool {
    form === formState.form && showsProblems == formState.showsProblems && progress == formState.progress
      && !hasHostMessages && !formState.hasHostMessages && rare.isComparable(to: formState.rare)
  }

  /// Whether a cell's value and state are unchanged, so that it looks the same. Options from data may have changed, so such a cell
  /// never counts as the same.
  package func looksSame(_ cell: Int, in formState: FormState) -> Bool {
    form.cells[cell].optionSource?.isData != true
      && digests[cell] == formState.digests[cell] && states[cell] == formState.states[cell]
      && rare.looksSame(cell, of: form, in: formState.rare)
  }
}
