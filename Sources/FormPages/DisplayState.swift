package import FormCells

/// The texts that one visitor's answers show and that take work to find: messages, numbers as the visitor's locale writes
/// them, counts of characters and lines. Made when the answers change; a page that is asked for writes them down.
package struct DisplayState: Sendable {
  /// One cell's. Nothing of what the answers hold as it is shown stands here again.
  struct Face: Sendable, Equatable {
    /// The entry as the visitor's locale writes it; nil: as it is kept.
    var text: String?
    /// Grapheme clusters of a text with a limit.
    var characterCount = 0
    /// Lines that a note shows.
    var lineCount = 0
    /// The validation message, where there is one to show.
    var message: Message?
    /// Whether the value was checked and is right (C16).
    var isConfirmed = false

    static let plain = Face()
  }

  /// A face where several have it: most cells of most drafts have the plain one.
  final class KeptFace: Sendable {
    let face: Face

    private init(_ face: Face) { self.face = face }

    static let plain = KeptFace(.plain)

    static func of(_ face: Face) -> KeptFace { face == .plain ? plain : KeptFace(face) }

    func isSame(as other: KeptFace) -> Bool { self === other || face == other.face }
  }

  /// The words on a cell that is wrong.
  struct Message: Sendable, Equatable {
    /// Beside the cell.
    let text: String
    /// Away from it: it says which cell it is about.
    let summary: String

    init(_ text: String, on cell: CellPresentation) {
      self.text = text
      summary = cell.words.problems.summary(cell.label, text)
    }
  }

  /// Which problems a page shows.
  private enum Scope {
    /// Those that would show while typing.
    case typing
    /// Those that "Apply" of a modal section refuses.
    case applying
    case all
  }

  /// The presentation that it was made for, by `FormPresentation.serial`.
  private let presentation: UInt64
  /// Nil: nothing was checked that a day bounds.
  private let today: CalendarDate?
  /// By `Cell.index`.
  private var faces: [KeptFace]
  /// Of the cells of open modal sections as these show them, by `Cell.index`.
  private var openFaces: [Int: KeptFace] = [:]
  /// The cells as pages wrote them last.
  private(set) var written = WrittenCells()

  package init(of formState: FormState, in presentation: FormPresentation, today: CalendarDate) {
    self.init(of: formState, presentation.cells, serial: presentation.serial, today: today)
  }

  init(of formState: FormState, _ cells: [CellPresentation], serial: UInt64, today: CalendarDate?) {
    presentation = serial
    self.today = today
    faces = [KeptFace](repeating: .plain, count: cells.count)
    for cell in cells.indices { update(cell, of: formState, cells) }
    updateOpenSections(of: formState, cells)
  }

  /// Follows the answers from how they stood when it was made: what did not change is not worked out again.
  package mutating func follow(
    _ formState: FormState, from old: StateFingerprint, in presentation: FormPresentation, today: CalendarDate
  ) {
    guard isCurrent(for: formState, in: presentation, today: today), old.isComparable(to: formState) else {
      self = DisplayState(of: formState, in: presentation, today: today)
      return
    }
    for cell in formState.form.cells.indices where !old.looksSame(cell, in: formState) {
      update(cell, of: formState, presentation.cells)
    }
    written = WrittenCells(beginningAs: written)
    updateOpenSections(of: formState, presentation.cells)
  }

  /// Whether it is right for this visitor on this day. A provider may say otherwise with each request.
  package func isCurrent(for formState: FormState, in presentation: FormPresentation, today: CalendarDate) -> Bool {
    self.presentation == presentation.serial
      && (!formState.isChecked || self.today == today && !presentation.asksProviders)
  }

  /// Of all cells, as the form shows them.
  var keptFaces: [KeptFace] { faces }

  /// - `isOpen`: as the cell's open modal section shows it.
  func keptFace(of cell: Int, isOpen: Bool) -> KeptFace { isOpen ? openFaces[cell] ?? .plain : faces[cell] }

  /// The same, as it is.
  func face(of cell: Int, isOpen: Bool) -> Face { keptFace(of: cell, isOpen: isOpen).face }

  /// The entries on the form that are written otherwise than they are kept, in the order of cells.
  package var texts: [CellText] {
    var texts: [CellText] = []
    for cell in faces.indices { if let text = faces[cell].face.text { texts.append(CellText(cell: cell, text: text)) } }
    return texts
  }

  /// Puts a message on a cell: why what was asked of it could not be done.
  mutating func show(_ message: Message, on cell: Int, isOpen: Bool) { say(message, on: cell, isOpen) }

  private mutating func say(_ message: Message?, on cell: Int, _ isOpen: Bool) {
    var face = face(of: cell, isOpen: isOpen)
    face.message = message
    if isOpen {
      openFaces[cell] = .of(face)
    } else {
      faces[cell] = .of(face)
    }
  }

  /// Takes the message off a cell.
  mutating func quiet(_ cell: Int) {
    say(nil, on: cell, false)
    if openFaces[cell] != nil { say(nil, on: cell, true) }
  }

  /// The messages of these cells.
  func messages(of cells: some Sequence<Int>, areOpen: Bool) -> [(cell: Int, message: Message)] {
    cells.compactMap { cell in face(of: cell, isOpen: areOpen).message.map { (cell, $0) } }
  }

  /// The messages of the form's cells as they stand beside them.
  package var messages: [(cell: Int, text: String)] {
    messages(of: faces.indices, areOpen: false).map { ($0.cell, $0.message.text) }
  }

  private mutating func update(_ index: Int, of formState: FormState, _ cells: [CellPresentation]) {
    faces[index] = .of(
      Self.face(of: cells[index], in: formState, formState.showsProblems(of: index) ? .all : .typing, today))
  }

  private mutating func updateOpenSections(of formState: FormState, _ cells: [CellPresentation]) {
    openFaces = [:]
    for (section, draft) in formState.sectionDrafts {
      let layer = formState.layered(by: section)
      let isRefused = formState.showsProblems(ofStep: formState.form.step(of: .section(section)))
      let scope: Scope = isRefused ? .all : draft.showsProblems ? .applying : .typing
      for cell in formState.form.sections[section].cells {
        let face = Self.face(of: cells[cell.index], in: layer, scope, today)
        if face != .plain { openFaces[cell.index] = .of(face) }
      }
    }
  }

  private static func face(
    of presentation: CellPresentation, in formState: FormState, _ scope: Scope, _ today: CalendarDate?
  ) -> Face {
    let cell = presentation.cell
    let index = cell.index
    var face = Face()
    if case .text(let kept) = formState.values[index], !cell.isPassword { presentation.measure(kept, into: &face) }
    let problem: CellProblem? =
      switch scope {
      case .typing: formState.problemOfEntry(of: index)
      case .applying where cell.isEmpty(formState.values[index]): nil
      case .applying, .all: formState.problem(of: index, today: today, numbers: presentation.numbers)
      }
    face.message = problem.map(presentation.message)
    if presentation.success != nil { face.isConfirmed = formState.isConfirmed(index, today: today) }
    return face
  }
}

extension CellPresentation {
  /// How an entry looks: as the locale writes it, how long it is, how many lines it takes.
  fileprivate func measure(_ kept: String, into face: inout DisplayState.Face) {
    let shown = cell.shown(kept, in: numbers)
    if shown != kept { face.text = shown }
    let (limit, area) = kind.measured
    if limit != nil { face.characterCount = cell.characterCount(of: shown) }
    if let area { face.lineCount = area.lineCount(of: shown) }
  }

  fileprivate func message(for problem: CellProblem) -> DisplayState.Message {
    DisplayState.Message(
      words.message(for: problem.problem, in: cell, languages: languages, numbers: numbers, dates: dates), on: self)
  }
}
