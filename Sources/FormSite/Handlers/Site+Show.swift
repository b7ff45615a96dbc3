import FormCells
import FormPages
import HTTPMessage
import Synchronization

extension Form {
  /// The selection view or modal section of this name; nil where nothing of that name opens.
  func openable(_ name: String) -> InnerView? {
    guard let view = innerView(named: name) else { return nil }
    if case .cell(let cell) = view, !cells[cell].opensView { return nil }
    return view
  }
}

extension Site {
  /// `GET /forms/{form}`: the form as this visitor has filled it in so far, or a receipt.
  func show(_ form: Form, _ visit: Visit) -> Response {
    if visit.request.query != nil, let receipt = visit.request.queryItems["receipt"] {
      return showReceipt(receipt, of: form, visit)
    }
    let (filling, notice) = begun(form, visit)
    let presentation = presentation(of: filling.form, visit)
    return .page(
      pages.form(filling, in: presentation, pageRequest(visit, notice: notice)), language: visit.words.language)
  }

  /// `GET /forms/{form}/cells/{name}`: a cell's selection view, or a modal section. Where none is open, it is shown as
  /// opening would show it; only a POST opens it.
  func show(_ name: String, of form: Form, _ visit: Visit) -> Response {
    let (filling, notice) = begun(form, visit)
    let cell: Cell
    switch filling.form.openable(name) {
    case .section(let section): return show(section: section, of: filling, notice: notice, visit)
    case .cell(let index): cell = filling.form.cells[index]
    case nil: return .seeOther(presentation(of: form, visit).links.form)
    }
    let presentation = presentation(of: filling.form, visit)
    let values = filling.layered(for: cell.index).values
    guard filling.form.state(of: cell.index, in: values).isEditable else {
      return .seeOther(presentation.links.place(of: cell.index, in: filling.form))
    }
    return .page(
      pages.selection(of: cell, in: filling, presentation, pageRequest(visit, notice: notice)),
      language: visit.words.language)
  }

  private func showReceipt(_ receipt: String, of form: Form, _ visit: Visit) -> Response {
    guard let id = Token(receipt), let time = submissions.time(of: id, in: form.id) else {
      return errorResponse(.notFound, words: visit.words)
    }
    let shown = "\(time.prefix(10)) \(time.dropFirst(11).prefix(5)) UTC"
    return .page(
      pages.receipt(of: id.text, at: shown, in: presentation(of: form, visit), viewport: visit.viewport),
      language: visit.words.language)
  }

  /// What the visitor has begun, or a fresh start; with the feedback that waits for him.
  private func begun(_ form: Form, _ visit: Visit) -> (Filling, Notice?) {
    let held = visit.session?.session.withLock { session -> (Filling?, Notice?) in
      defer { session.notice = nil }
      return (session.fillings[form.id], session.notice)
    }
    return (held?.0 ?? Filling(form: form, id: Token(environment.random()).text), held?.1)
  }

  func presentation(of form: Form, _ visit: Visit) -> FormPresentation {
    presentations.presentation(
      of: form, words: visit.words, numbers: visit.numbers, viewport: visit.viewportOverride)
  }

  func pageRequest(
    _ visit: Visit, notice: Notice? = nil, focusesProblems: Bool = false
  ) -> Pages.FormRequest {
    Pages.FormRequest(
      viewport: visit.viewport, today: environment.today(), notice: notice.map { visit.words.text(for: $0) },
      focusesProblems: focusesProblems)
  }
}

extension Words {
  func text(for notice: Notice) -> String {
    switch notice {
    case .sessionEnded: sessionEnded
    case .notSaved: notSaved
    case .formChanged: formChanged
    case .cellsAppeared: cellsAppeared
    case .undone: undone
    case .scanned(let label, let isFirstOfSeveral): scan.read(label, isFirstOfSeveral: isFirstOfSeveral)
    }
  }
}
