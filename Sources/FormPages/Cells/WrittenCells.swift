import FormCells
import Markup
import Support

/// The cells of one draft as its pages wrote them last. A page copies each of which nothing has changed since; what a cell
/// can show is compared, so that nobody has to say when it has changed.
final class WrittenCells: Sendable {
  /// One of them, and all that it shows.
  final class WrittenCell: Sendable {
    private let context: CellContext
    /// Of its value (`Filling.digests`).
    private let digest: UInt64
    /// Of the options in force (`OptionTable.serial`); 0: it has none.
    private let options: UInt64
    let view: WrittenView

    fileprivate init(_ context: CellContext, _ digest: UInt64, _ options: UInt64, _ view: WrittenView) {
      self.context = context
      self.digest = digest
      self.options = options
      self.view = view
    }

    /// Whether it is as it would be written now, but for its face.
    func shows(_ presentation: CellPresentation, _ state: CellState, _ digest: UInt64, in request: PageRequest) -> Bool
    {
      self.digest == digest && context.presentation === presentation && context.state == state
        && options == presentation.options?.current.serial ?? 0
        && context.today == request.today && context.linkSuffix == request.linkSuffix
    }

    func shows(_ face: Appearance.Face) -> Bool { context.face == face }
  }

  /// By `Cell.index`, as far as any was written.
  private let cells: Lock<[WrittenCell?]>

  init() { cells = Lock([]) }

  /// - `others`: of the blank form, which all visitors have in common, or of the draft before it changed.
  init(beginningAs others: WrittenCells) {
    let written = others.cells.withLock { $0 }
    cells = Lock(written)
  }

  /// By `Cell.index`, as far as any was written.
  var all: [WrittenCell?] { cells.withLock { $0 } }

  /// The cell, kept as soon as it is written.
  /// - `digest`: of its value (`Filling.digests`).
  func keeping(_ fragment: Fragment, of context: CellContext, holding digest: UInt64) -> Fragment {
    let cell = context.presentation.cell.index
    // What a provider answers may be another with each request.
    if context.presentation.options?.isProvided == true { return fragment }
    let options = context.presentation.options?.current.serial ?? 0
    return fragment.keeping { [self] view in
      let written = WrittenCell(context, digest, options, view)
      cells.withLock { cells in
        while cells.count <= cell { cells.append(nil) }
        cells[cell] = written
      }
    }
  }
}
