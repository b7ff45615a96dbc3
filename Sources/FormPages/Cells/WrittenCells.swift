import FormCells
import Markup
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
    private let presentation: CellPresentation
    private let state: CellState
    private let face: Appearance.KeptFace
    /// Of its value (`Filling.digests`).
    private let digest: UInt64
    /// Of the options in force (`OptionTable.serial`); 0: it has none.
    private let options: UInt64
    let view: WrittenView

    fileprivate init(
      _ page: Page, _ context: CellContext, _ face: Appearance.KeptFace, _ digest: UInt64, _ options: UInt64,
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
      _ presentation: CellPresentation, _ state: CellState, _ face: Appearance.KeptFace, _ digest: UInt64,
      _ options: UInt64, on page: Page
    ) -> Bool {
      self.digest == digest && self.page === page && self.presentation === presentation && self.state == state
        && self.face.isSame(as: face) && self.options == options
    }
  }

  private struct State {
    /// By `Cell.index`, as far as any was written.
    var cells: [WrittenCell?] = []
    /// The last one.
    var page: Page?
  }

  private let state: Lock<State>

  init() { state = Lock(State()) }

  /// - `others`: of the blank form, which all visitors have in common, or of the draft before it changed.
  init(beginningAs others: WrittenCells) {
    let written = others.state.withLock { $0 }
    state = Lock(written)
  }

  /// The cells by `Cell.index`, as far as any was written, and the page that they are looked up for.
  func all(on today: CalendarDate, _ linkSuffix: String) -> (cells: [WrittenCell?], page: Page) {
    state.withLock { state in
      if let page = state.page, page.today == today, page.linkSuffix == linkSuffix { return (state.cells, page) }
      let page = Page(today, linkSuffix)
      state.page = page
      return (state.cells, page)
    }
  }

  /// The cell, kept as soon as it is written.
  /// - `digest`: of its value (`Filling.digests`).
  /// - `options`: looked up before the cell was (`CellPresentation.optionsSerial`).
  func keeping(
    _ fragment: Fragment, of context: CellContext, _ face: Appearance.KeptFace, holding digest: UInt64,
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
