import FormCells
import FormPages

/// One thing that a button does: changes the draft, which holds the page's entries already, and says what comes of it.
protocol ActionHandler {
  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult
}

extension FormController {
  /// The handler of the button that was pressed.
  /// - Parameters:
  ///   - posted: one without a button comes from a client that has sent the page without its default one.
  ///   - view: the page that it stands on; nil: the form.
  ///   - pageID: which page of the form.
  /// - Returns: nil: that page has no such button.
  static func handler(
    for posted: PostedForm, on view: Overlay?, _ pageID: FormPageID, in form: Form, _ requestContext: RequestContext
  ) -> (any ActionHandler)? {
    guard let action = posted.action else {
      if let view { return ReturnToView(view: view) }
      // A program knows no steps: it sends the form as a whole.
      return form.hasPages && posted[.version] != nil ? ReturnToPage(pageID: pageID) : SubmitForm()
    }
    switch (action, view) {
    case (.save, _): return SavePage(view: view)
    case (.submit, nil), (.goOn, nil):
      guard form.hasPages, case .step(let step) = pageID else { return action == .submit ? SubmitForm() : nil }
      return ContinueForm(step: step)
    case (.back, nil): return form.hasPages ? GoBack(pageID: pageID) : nil
    case (.submit, _?), (.goOn, _?), (.back, _?), (.startOver, _?): return nil
    case (.startOver, nil): return StartOver()
    case (.undo, _): return UndoChange()
    case (.open(let name), .cell(let cell)?):
      return name == form.cells[cell].id ? OpenView(view: .cell(cell)) : nil
    case (.open(let name), _): return form.openable(name).map(OpenView.init)
    case (.change, .cell?), (.clear, .cell?), (.update, .cell?), (.scan, .cell?): return nil
    case (.change(let id, let name), _):
      guard let cell = form.cell(id), let button = cell.button(named: name) else { return nil }
      return PressCellButton(cell: cell, button: button)
    case (.clear(let id), _):
      guard let cell = form.cell(id), cell.isPassword else { return nil }
      return ClearEntry(cell: cell)
    case (.update(let id), _):
      guard let cell = form.cell(id), form.followings[cell.index] != nil else { return nil }
      return UpdatePage(cell: cell)
    case (.scan(let id), _):
      guard requestContext.snapshot.offersScan, let cell = form.cell(id), cell.hasScan else { return nil }
      return ScanPhoto(cell: cell)
    case (.choose(let value), .cell(let cell)?): return ChooseOption(cell: form.cells[cell], value: value)
    case (.apply, let view?), (.close, let view?), (.discard, let view?), (.keepEditing, let view?):
      return LeaveView(view: view, action: action)
    case (.search, .cell(let cell)?), (.clearSearch, .cell(let cell)?), (.showMore, .cell(let cell)?),
      (.showMoreSelected, .cell(let cell)?),
      (.reset, .cell(let cell)?), (.deselectEverything, .cell(let cell)?), (.selectAll, .cell(let cell)?),
      (.deselectAll, .cell(let cell)?):
      return PickInView(cell: form.cells[cell], action: action)
    case (.choose, _), (.apply, nil), (.close, nil), (.discard, nil), (.keepEditing, nil), (.search, _),
      (.clearSearch, _), (.showMore, _), (.showMoreSelected, _), (.reset, _), (.deselectEverything, _), (.selectAll, _),
      (.deselectAll, _):
      return nil
    }
  }
}

extension Cell {
  fileprivate var hasScan: Bool {
    if case .text(let text) = kind { text.hasScan } else { false }
  }
}
