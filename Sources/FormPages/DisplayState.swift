package import FormCells

/// The texts of one visitor's answers that take work to find: messages, numbers in the format of the visitor's locale,
/// counts of characters and lines. It is updated when the answers change; rendering a page only reads it.
package struct DisplayState: Sendable {
  /// The display of one cell. Values that are shown unchanged are not repeated here.
  struct CellDisplay: Sendable, Hashable {
    /// The entry in the format of the visitor's locale; `nil` if it is the same as the stored text.
    var text: String?
    /// The number of grapheme clusters in a text with a limit.
    var characterCount = 0
    /// The number of lines that a note shows.
    var lineCount = 0
    /// The validation message, if there is one to show.
    var message: Message?
    /// Whether the value was checked and is right (C16).
    var isConfirmed = false

    static let plain = CellDisplay()
  }

  /// The displays of the cells whose display is not the plain one.
  private struct CellDisplays {
    struct Entry {
      let cell: Int
      let display: CellDisplay
      /// The digest of cell and display; it differs in each process.
      let digest: Int

      init(cell: Int, display: CellDisplay) {
        (self.cell, self.display) = (cell, display)
        var hasher = Hasher()
        hasher.combine(cell)
        hasher.combine(display)
        digest = hasher.finalize()
      }
    }

    /// Sorted by cell.
    private(set) var entries: [Entry] = []

    /// - Parameter cell: `Cell.index`
    subscript(cell: Int) -> CellDisplay {
      get { index(of: cell).map { entries[$0].display } ?? .plain }
      set {
        let isThere = index(of: cell) != nil
        if !isThere, newValue == .plain { return }
        let place = place(of: cell)
        entries.replaceSubrange(
          place..<(isThere ? place + 1 : place),
          with: newValue == .plain ? [] : [Entry(cell: cell, display: newValue)])
      }
    }

    /// The text or message of a cell, without a copy of the rest of its display.
    func text(of cell: Int) -> String? { index(of: cell).flatMap { entries[$0].display.text } }
    func message(of cell: Int) -> Message? { index(of: cell).flatMap { entries[$0].display.message } }

    /// `nil` if the cell has the plain display.
    func digest(of cell: Int) -> Int? { index(of: cell).map { entries[$0].digest } }

    private func index(of cell: Int) -> Int? {
      let place = place(of: cell)
      return place < entries.count && entries[place].cell == cell ? place : nil
    }

    /// The index of the first entry that is not before the cell's place.
    private func place(of cell: Int) -> Int {
      var (low, high) = (0, entries.count)
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].cell < cell { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  /// The message of a cell with a problem.
  package struct Message: Sendable, Hashable {
    /// The text beside the cell.
    package let text: String
    /// The text elsewhere, which names the cell.
    package let summary: String
    /// The part of the cell that it is about, appended to the cell's anchor; empty for the cell as a whole.
    let place: String
    /// The position of the form's rule that causes it; `nil` if it is about this cell alone.
    package let rule: Int?

    init(_ text: String, on cell: CellPresentation, place: String = "", rule: Int? = nil) {
      self.text = text
      self.place = place
      self.rule = rule
      summary = cell.words.problems.summary(cell.label, text)
    }
  }

  /// Which problems a page shows.
  private enum Scope {
    /// The problems that are shown while typing.
    case typing
    /// The problems for which "Apply" of a modal section is rejected.
    case applying
    case all
  }

  /// The `FormPresentation.serial` of the presentation for which it was made.
  private let presentation: UInt64
  /// `nil` if no check depends on the day.
  private let today: CalendarDate?
  private var displays = CellDisplays()
  /// The displays of the cells of open modal sections, as these sections show them.
  private var openDisplays = CellDisplays()
  /// The messages of the host's check about the form as a whole.
  package let messagesAtForm: [String]

  package init(of formState: FormState, in presentation: FormPresentation, today: CalendarDate) {
    self.init(of: formState, presentation.cells, serial: presentation.serial, today: today)
  }

  init(of formState: FormState, _ cells: [CellPresentation], serial: UInt64, today: CalendarDate?) {
    presentation = serial
    self.today = today
    messagesAtForm = formState.hostMessagesAtForm
    for cell in cells.indices { update(cell, of: formState, in: cells) }
    updateOpenSections(of: formState, in: cells)
  }

  /// Updates the display state after the answers changed. Only what changed is computed again.
  package mutating func follow(
    _ formState: FormState, from old: StateFingerprint, in presentation: FormPresentation, today: CalendarDate
  ) {
    guard isCurrent(for: formState, in: presentation, today: today), old.isComparable(to: formState) else {
      self = DisplayState(of: formState, in: presentation, today: today)
      return
    }
    for cell in formState.form.cells.indices where !old.looksSame(cell, in: formState) {
      update(cell, of: formState, in: presentation.cells)
    }
    updateOpenSections(of: formState, in: presentation.cells)
  }

  /// Whether it is valid for this visitor on this day. A provider may give another answer for each request.
  package func isCurrent(for formState: FormState, in presentation: FormPresentation, today: CalendarDate) -> Bool {
    self.presentation == presentation.serial
      && (!formState.isChecked || self.today == today && !presentation.asksProviders && formState.moment == nil)
  }

  /// - `isOpen`: whether to take the cell as its open modal section shows it.
  func display(of cell: Int, isOpen: Bool) -> CellDisplay { isOpen ? openDisplays[cell] : displays[cell] }

  func message(of cell: Int, isOpen: Bool) -> Message? {
    isOpen ? openDisplays.message(of: cell) : displays.message(of: cell)
  }

  /// The digest of the cell's display; `nil` for the plain one.
  func digest(of cell: Int, isOpen: Bool) -> Int? { isOpen ? openDisplays.digest(of: cell) : displays.digest(of: cell) }

  /// Adds everything that it shows.
  func combine(into hasher: inout Hasher) {
    for displays in [displays, openDisplays] {
      hasher.combine(displays.entries.count)
      for entry in displays.entries { hasher.combine(entry.digest) }
    }
    hasher.combine(messagesAtForm)
  }

  /// The text of a cell's entry on the form, if it differs from the stored text.
  package func text(of cell: Int) -> String? { displays.text(of: cell) }

  /// Shows a message on a cell: why a requested change could not be made.
  mutating func show(_ message: Message, on cell: Int, isOpen: Bool) { say(message, on: cell, isOpen: isOpen) }

  private mutating func say(_ message: Message?, on cell: Int, isOpen: Bool) {
    var display = display(of: cell, isOpen: isOpen)
    display.message = message
    if isOpen {
      openDisplays[cell] = display
    } else {
      displays[cell] = display
    }
  }

  /// Removes the message from a cell.
  mutating func quiet(_ cell: Int) {
    say(nil, on: cell, isOpen: false)
    say(nil, on: cell, isOpen: true)
  }

  /// The messages of these cells.
  func messages(of cells: some Sequence<Int>, areOpen: Bool) -> [(cell: Int, message: Message)] {
    cells.compactMap { cell in message(of: cell, isOpen: areOpen).map { (cell, $0) } }
  }

  /// The messages of the form's cells, as they are shown beside the cells.
  package var messages: [(cell: Int, message: Message)] {
    displays.entries.compactMap { entry in entry.display.message.map { (entry.cell, $0) } }
  }

  private mutating func update(_ index: Int, of formState: FormState, in cells: [CellPresentation]) {
    let display = Self.display(
      of: cells[index], in: formState, showing: formState.showsProblems(of: index) ? .all : .typing, today: today)
    displays[index] = display
  }

  private mutating func updateOpenSections(of formState: FormState, in cells: [CellPresentation]) {
    openDisplays = CellDisplays()
    for (section, draft) in formState.sectionDrafts {
      let layer = formState.layered(by: section)
      for cell in formState.form.sections[section].cells {
        let scope: Scope =
          layer.showsProblems(of: cell.index) ? .all : draft.showsProblems ? .applying : .typing
        let display = Self.display(of: cells[cell.index], in: layer, showing: scope, today: today)
        openDisplays[cell.index] = display
      }
    }
  }

  private static func display(
    of presentation: CellPresentation, in formState: FormState, showing scope: Scope, today: CalendarDate?
  ) -> CellDisplay {
    let cell = presentation.cell
    let index = cell.index
    var display = CellDisplay()
    if case .text(let kept) = formState.value(of: cell), !cell.isPassword { presentation.measure(kept, into: &display) }
    let problem: CellProblem? =
      switch scope {
      case .typing: formState.problemOfEntry(of: index)
      case .applying: formState.problemOfApplying(index, today: today, numbers: presentation.numbers)
      case .all: formState.problem(of: index, today: today, numbers: presentation.numbers)
      }
    display.message = problem.map(presentation.message)
    if presentation.success != nil { display.isConfirmed = formState.isConfirmed(index, today: today) }
    return display
  }
}

extension CellPresentation {
  /// Adds how an entry is displayed: the text in the locale's format, its length, and its number of lines.
  fileprivate func measure(_ kept: String, into display: inout DisplayState.CellDisplay) {
    let shown = cell.shown(kept, in: numbers)
    if shown != kept { display.text = shown }
    let (limit, area) = kind.measured
    if limit != nil { display.characterCount = cell.characterCount(of: shown) }
    if let area { display.lineCount = area.lineCount(of: shown) }
  }

  fileprivate func message(for problem: CellProblem) -> DisplayState.Message {
    let rule: Int? = if case .rule(let rule, _) = problem.problem { rule } else { nil }
    let text = words.message(for: problem.problem, in: cell, languages: languages, numbers: numbers, dates: dates)
    return DisplayState.Message(
      rule == nil ? text : answers.filled(text), on: self,
      place: cell.place(of: problem.problem), rule: rule)
  }
}
