import FormCells
import Templates
import Support

/// The cells of one draft as its pages wrote them last. A page copies each of which nothing has changed since; what a cell
/// can show is compared, so that nobody has to say when it has changed.
final class WrittenCells: Sendable {
  /// All that cells of a page show alike.
  final class Page: Sendable {
    fileprivate let today: CalendarDate
    fileprivate let linkSuffix: String

    fileprivate init(_ today: CalendarDate, _ linkSuffix: String) {
      (self.today, self.linkSuffix) = (today, linkSuffix)
    }
  }

  /// One of them, and all that it shows.
  final class WrittenCell: Sendable {
    private let page: Page
    fileprivate let presentation: CellPresentation
    private let state: CellState
    private let face: DisplayState.KeptFace
    /// Of its value (`FormState.digests`).
    private let digest: UInt64
    /// Of the options in force (`OptionTable.serial`); 0: it has none.
    fileprivate let options: UInt64
    let view: WrittenView

    fileprivate init(
      _ page: Page, _ context: CellContext, _ face: DisplayState.KeptFace, _ digest: UInt64, _ options: UInt64,
      _ view: WrittenView
    ) {
      self.page = page
      presentation = context.presentation
      state = context.state
      self.face = face
      self.digest = digest
      self.options = options
      self.view = view
    }

    /// Whether it is as it would be written now.
    func shows(
      _ presentation: CellPresentation, _ state: CellState, _ face: DisplayState.KeptFace, _ digest: UInt64,
      _ options: UInt64, on page: Page
    ) -> Bool {
      self.digest == digest && self.page === page && self.presentation === presentation && self.state == state
        && self.face.isSame(as: face) && self.options == options
    }
  }

  /// The cells of a section, one after the other, and all that they show together: a page that finds nothing changed does
  /// not look at each.
  final class Run: Sendable {
    private let page: Page
    /// `FormPresentation.serial`.
    private let presentation: UInt64
    private let states: [CellState]
    private let faces: [DisplayState.KeptFace]
    private let digests: [UInt64]
    /// The cells whose options may be others meanwhile.
    private let choices: [WrittenCell]
    /// All of it.
    let fragments: [Fragment]

    /// - Parameter cells: those that stand in it, each as it would be written now.
    init(
      _ cells: [WrittenCell], of formState: FormState, _ faces: [DisplayState.KeptFace],
      in presentation: FormPresentation,
      on page: Page
    ) {
      self.page = page
      self.presentation = presentation.serial
      states = formState.states
      self.faces = faces
      digests = formState.digests
      choices = cells.filter { $0.options != 0 }
      fragments = [Fragment(cells.map(\.view))]
    }

    /// Whether it is as it would be written now.
    func shows(
      _ formState: FormState, _ faces: [DisplayState.KeptFace], in presentation: FormPresentation, on page: Page
    ) -> Bool {
      self.page === page && self.presentation == presentation.serial && digests == formState.digests
        && states == formState.states && self.faces.isSame(as: faces)
        && choices.allSatisfy { $0.options == $0.presentation.optionsSerial }
    }
  }

  /// Cells and sections as far as they were written, and the page that they are looked up for.
  struct Found {
    /// By `Cell.index`.
    let cells: [WrittenCell?]
    /// By position of the section.
    let runs: [Run?]
    let page: Page
  }

  private struct State {
    /// By `Cell.index`, as far as any was written.
    var cells: [WrittenCell?] = []
    /// By position of the section, as far as any is known.
    var runs: [Run?] = []
    /// The last one.
    var page: Page?
  }

  private let state: Lock<State>

  init() { state = Lock(State()) }

  /// - `others`: of the blank form, which all visitors have in common, or of the draft before it changed.
  init(beginningAs others: WrittenCells) {
    var written = others.state.withLock { $0 }
    // They are of all that was shown before.
    written.runs = []
    state = Lock(written)
  }

  /// All that was written so far, for a page of this day and draft.
  func found(on today: CalendarDate, _ linkSuffix: String) -> Found {
    state.withLock { state in
      if let page = state.page, page.today == today, page.linkSuffix == linkSuffix {
        return Found(cells: state.cells, runs: state.runs, page: page)
      }
      let page = Page(today, linkSuffix)
      state.page = page
      return Found(cells: state.cells, runs: [], page: page)
    }
  }

  /// - Parameter section: its position.
  func keep(_ run: Run, ofSection section: Int) {
    state.withLock { state in
      while state.runs.count <= section { state.runs.append(nil) }
      state.runs[section] = run
    }
  }

  /// The cell, kept as soon as it is written.
  /// - `digest`: of its value (`FormState.digests`).
  /// - `options`: looked up before the cell was (`CellPresentation.optionsSerial`).
  func keeping(
    _ fragment: Fragment, of context: CellContext, _ face: DisplayState.KeptFace, holding digest: UInt64,
    _ options: UInt64, on page: Page
  ) -> Fragment {
    let cell = context.presentation.cell.index
    // What a provider answers may be another with each request.
    if context.presentation.options?.isProvided == true { return fragment }
    return fragment.keeping { [self] view in
      let written = WrittenCell(page, context, face, digest, options, view)
      state.withLock { state in
        while state.cells.count <= cell { state.cells.append(nil) }
        state.cells[cell] = written
      }
    }
  }
}

extension [DisplayState.KeptFace] {
  /// Those of a draft that nobody has changed are one and the same array.
  fileprivate func isSame(as other: [DisplayState.KeptFace]) -> Bool {
    count == other.count
      && (withUnsafeBufferPointer { a in other.withUnsafeBufferPointer { a.baseAddress == $0.baseAddress } }
        || zip(self, other).allSatisfy { $0.isSame(as: $1) })
  }
}
