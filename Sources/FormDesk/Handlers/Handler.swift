import FormCells
import FormPages

/// One thing that a button does: changes the session's draft, which holds the page's entries already, and says what comes
/// of it.
protocol Handler {
  func answer(_ call: Call, _ session: inout Session) -> Reply
}

extension Desk {
  /// The handler of a button.
  /// - Parameters:
  ///   - press: nil: a client has sent the page without its default button.
  ///   - view: the page that it stands on; nil: the form.
  /// - Returns: nil: that page has no such button.
  static func handler(for press: Press?, on view: InnerView?, in form: Form, _ visit: Visit) -> (any Handler)? {
    guard let press else { return view.map { ReturnToView(view: $0) } ?? SubmitForm() }
    switch (press, view) {
    case (.submit, nil): return SubmitForm()
    case (.submit, _?): return nil
    case (.undo, _): return UndoChange()
    case (.open(let name), .cell(let cell)?):
      return name == form.cells[cell].id ? OpenView(view: .cell(cell)) : nil
    case (.open(let name), _): return form.openable(name).map(OpenView.init)
    case (.change, .cell?), (.clear, .cell?), (.scan, .cell?): return nil
    case (.change(let id, let button), _):
      guard let cell = form.cell(id), cell.value(pressing: button, on: cell.initial) != nil else { return nil }
      return PressCellButton(cell: cell, button: button)
    case (.clear(let id), _):
      guard let cell = form.cell(id), cell.isPassword else { return nil }
      return ClearEntry(cell: cell)
    case (.scan(let id), _):
      guard visit.edition.offersScan, let cell = form.cell(id), cell.hasScan else { return nil }
      return ScanPhoto(cell: cell)
    case (.choose(let value), .cell(let cell)?): return ChooseOption(cell: form.cells[cell], value: value)
    case (.apply, let view?), (.close, let view?), (.discard, let view?), (.keepEditing, let view?):
      return LeaveView(view: view, press: press)
    case (.search, .cell(let cell)?), (.showMore, .cell(let cell)?), (.showMoreSelected, .cell(let cell)?),
      (.reset, .cell(let cell)?), (.deselectEverything, .cell(let cell)?), (.selectAll, .cell(let cell)?),
      (.deselectAll, .cell(let cell)?):
      return PickInView(cell: form.cells[cell], press: press)
    case (.choose, _), (.apply, nil), (.close, nil), (.discard, nil), (.keepEditing, nil), (.search, _),
      (.showMore, _), (.showMoreSelected, _), (.reset, _), (.deselectEverything, _), (.selectAll, _), (.deselectAll, _):
      return nil
    }
  }
}

extension Cell {
  fileprivate var hasScan: Bool {
    if case .text(let text) = kind { text.hasScan } else { false }
  }
}
