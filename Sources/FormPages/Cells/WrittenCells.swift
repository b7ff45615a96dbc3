import FormCells
import Markup
import Support

/// The cells of one draft as its pages wrote them last. A page copies each of which nothing has changed since; what a cell
/// can show is compared, so that nobody has to say when it has changed.
final class WrittenCells: Sendable {
  private final class WrittenCell: Sendable {
    let context: CellContext
    /// Of its value (`Filling.digests`).
    let digest: UInt64
    /// Of the options in force (`OptionTable.serial`); 0: it has none.
    let options: UInt64
    let view: WrittenView

    init(_ context: CellContext, _ digest: UInt64, _ options: UInt64, _ view: WrittenView) {
      self.context = context
      self.digest = digest
      self.options = options
      self.view = view
    }

    func shows(_ context: CellContext, _ digest: UInt64, _ options: UInt64) -> Bool {
      self.digest == digest && self.options == options && self.context == context
    }
  }

  /// By `Cell.index`, as far as any was written.
  private let cells: Lock<[WrittenCell?]>

  init() { cells = Lock([]) }

  /// - `others`: of the blank form, which all visitors have in common, or of the draft before it changed.
  init(beginningAs others: WrittenCells) {
    let written = others.cells.withLock { $0 }
    cells = Lock(written)
  }

  /// The cell as it was written, or as `make` makes it.
  /// - `digest`: of its value (`Filling.digests`).
  func fragment(of context: CellContext, holding digest: UInt64, make: () -> Fragment) -> Fragment {
    let cell = context.presentation.cell.index
    // What a provider answers may be another with each request.
    if context.presentation.options?.isProvided == true { return make() }
    let options = context.presentation.options?.current.serial ?? 0
    let written = cells.withLock { cell < $0.count ? $0[cell] : nil }
    if let written, written.shows(context, digest, options) { return Fragment(written.view) }
    return make().keeping { [self] view in
      let written = WrittenCell(context, digest, options, view)
      cells.withLock { cells in
        while cells.count <= cell { cells.append(nil) }
        cells[cell] = written
      }
    }
  }
}
