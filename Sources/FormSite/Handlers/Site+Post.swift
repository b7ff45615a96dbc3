import FormCells
import FormPages
import HTTPMessage
import Synchronization

extension Site {
  /// `POST /forms/{form}`: everything the form's buttons do.
  func post(to form: Form, _ visit: Visit) -> Answer {
    posted(visit) { page, button, session in
      let before = session.fillings[form.id]
      var filling = resume(form, page, &session)
      switch button {
      case .submit, .none:
        return submit(filling, after: before, page, &session, visit)
      case .open(let name):
        guard let view = filling.form.openable(name) else { return nil }
        return .ready(open(view, in: &filling, &session, visit))
      case .undo:
        return .ready(undo(page, &filling, &session, visit))
      case .order(let id, let action, let criterion):
        guard let cell = filling.form.cell(id), cell.hasCriterion(criterion) else { return nil }
        return .ready(arrange(action, criterion, in: cell, &filling, &session, visit))
      case .clear(let id):
        return clear(id, in: &filling, &session, visit)
      case .scan(let id):
        guard let cell = filling.form.cell(id), cell.hasScan else { return nil }
        return scan(into: cell, page, filling, &session, visit)
      case .choose, .view:
        return nil
      }
    }
  }

  /// `POST /forms/{form}/cells/{name}`: opening a cell's selection view or a modal section, and everything their buttons
  /// do.
  func post(to form: Form, view name: String, _ visit: Visit) -> Answer {
    posted(visit) { page, button, session in
      var filling = resume(form, page, &session)
      let cell: Cell
      switch filling.form.openable(name) {
      case .section(let section): return press(button, in: section, of: page, &filling, &session, visit)
      case .cell(let index): cell = filling.form.cells[index]
      case nil: return nil
      }
      switch button {
      case .submit, .order, .clear, .scan:
        return nil
      case .open(let opened):
        guard opened == name else { return nil }
        return .ready(open(.cell(cell.index), in: &filling, &session, visit))
      case .undo:
        if session.fillings[filling.form.id] == nil { page.recordTicks(of: cell, in: &filling) }
        return .ready(undo(page, &filling, &session, visit))
      case .choose(let value):
        page.recordTicks(of: cell, in: &filling)
        return .ready(choose(value, in: cell, &filling, &session, visit))
      case .none:
        page.recordTicks(of: cell, in: &filling)
        session.keep(filling)
        return .ready(.seeOther(presentation(of: filling.form, visit).links.cells[cell.index]))
      case .view(let button):
        page.recordTicks(of: cell, in: &filling)
        let response = press(button, in: cell, of: page, &filling, visit)
        session.keep(filling)
        return .ready(response)
      }
    }
  }

  /// Reads the page, finds or makes the visitor's session, and lets `body` act on both. Nil from `body`: the page has no
  /// such button.
  private func posted(
    _ visit: Visit, _ body: (PostedPage, PostedPage.Button, inout Session) -> Answer?
  ) -> Answer {
    let page: PostedPage
    do throws(FormError) {
      page = PostedPage(try visit.request.form(), numbers: visit.numbers)
    } catch {
      return .ready(errorResponse(error.status, words: visit.words))
    }
    guard let button = page.button else { return .ready(errorResponse(.badRequest, words: visit.words)) }

    if let entry = visit.session {
      return entry.session.withLock { session in
        finish(body(page, button, &session), visit, cookie: nil, entry: entry)
      }
    }
    var session = Session()
    if visit.lostSession { session.notice = .sessionEnded }
    let answer = body(page, button, &session)
    let id = Token(environment.random())
    let entry = sessions.insert(session, as: id, now: environment.uptime())
    let cookie = SetCookie(Self.sessionCookie, id.text, isSecure: visit.isSecure)
    return finish(answer, visit, cookie: cookie, entry: entry)
  }

  private func finish(
    _ answer: Answer?, _ visit: Visit, cookie: SetCookie?, entry: SessionStore.Entry
  ) -> Answer {
    switch answer {
    case nil:
      return .ready(errorResponse(.badRequest, words: visit.words))
    case .ready(var response):
      if let cookie { response.fields.append(.setCookie, cookie.serialized) }
      return .ready(response)
    case .store(var submission):
      submission.entry = entry
      submission.cookie = cookie
      return .store(submission)
    case .scan(var scan):
      scan.entry = entry
      scan.cookie = cookie
      return .scan(scan)
    }
  }

  /// Takes back the change that the page offers to take back, and shows where it was. Where another tab has gone on since,
  /// nothing is left to take back.
  func undo(
    _ page: PostedPage, _ filling: inout Filling, _ session: inout Session, _ visit: Visit
  ) -> Response {
    let links = presentation(of: filling.form, visit).links
    let isHeld = session.fillings[filling.form.id] != nil
    let offered = page.data["_undo"] ?? ""
    let carried = UndoStep(carried: offered, in: filling.form)
    if !isHeld, let carried { filling.reduce(.restoreUndo(carried)) }
    let held = filling.undo.flatMap { $0.carried(in: filling.form) == offered ? $0 : nil }
    if held != nil {
      filling.reduce(.undo)
      session.notice = session.notice ?? .undone
    }
    guard let step = held ?? carried else {
      session.keep(filling)
      return .seeOther(links.form)
    }
    session.keep(filling)
    switch (step.target, step.cause) {
    case (.cell(let cell), _) where step.place(in: filling.form) != step.target && step.cause != .discarded:
      return .seeOther(links.place(of: cell, in: filling.form), fragment: filling.form.cells[cell].id)
    case (.section, .applied): return .seeOther(links.form, fragment: filling.form.name(of: step.target))
    case (.cell(let cell), _): return .seeOther(links.cells[cell])
    case (.section(let section), _): return .seeOther(links.sections[section])
    }
  }

  /// The form as this page leaves it: what the session holds, with what the visitor entered on the page.
  private func resume(_ form: Form, _ page: PostedPage, _ session: inout Session) -> Filling {
    if var held = session.fillings[form.id] {
      page.record(in: &held, as: held.id == page.fill ? .same : .other)
      return held
    }
    let id = page.fill.isEmpty ? Token(environment.random()).text : page.fill
    let begun = version(page.version ?? form.version, of: form.id)
    if begun == nil { session.notice = .formChanged }
    var filling = Filling(form: begun ?? form, id: id)
    page.record(in: &filling, as: .alone)
    return filling
  }

  func open(
    _ view: InnerView, in filling: inout Filling, _ session: inout Session, _ visit: Visit
  ) -> Response {
    let links = presentation(of: filling.form, visit).links
    let link: String
    switch view {
    case .cell(let cell):
      filling.reduce(.open(cell: cell))
      link = links.cells[cell]
    case .section(let section):
      filling.reduce(.section(section, .open))
      link = links.sections[section]
    }
    session.keep(filling)
    return .seeOther(link)
  }
}

extension FormLinks {
  /// The page on which a cell stands: the form, or the view of its modal section.
  func place(of cell: Int, in form: Form) -> String { form.modalSection(of: cell).map { sections[$0] } ?? self.form }
}

extension Cell {
  func hasCriterion(_ id: String) -> Bool {
    guard case .orderPicker(let picker) = kind else { return false }
    return picker.criteria.contains { $0.id == id }
  }
}

extension Site {
  /// A button of an order picker's row: the page comes back with the focus on the row that it moved or changed.
  func arrange(
    _ action: OrderAction, _ criterion: String, in cell: Cell, _ filling: inout Filling, _ session: inout Session,
    _ visit: Visit
  ) -> Response {
    filling.reduce(.order(cell: cell.index, action, criterion: criterion))
    session.keep(filling)
    let presentation = presentation(of: filling.form, visit)
    let shown = filling.layered(for: cell.index)
    let isEditable = shown.form.state(of: cell.index, in: shown.values).isEditable
    return .seeOther(
      presentation.links.place(of: cell.index, in: filling.form),
      fragment: isEditable ? presentation.focus(after: action, on: criterion, in: cell, of: shown) : cell.id)
  }

  /// "Clear": takes back an entry that no field shows.
  func clear(_ id: String, in filling: inout Filling, _ session: inout Session, _ visit: Visit) -> Answer? {
    guard let cell = filling.form.cell(id), cell.isPassword else { return nil }
    filling.reduce(.clear(cell: cell.index))
    session.keep(filling)
    return .ready(
      .seeOther(presentation(of: filling.form, visit).links.place(of: cell.index, in: filling.form), fragment: id))
  }

  /// A choice that commits at once (LV13); choosing the current value returns too.
  private func choose(
    _ value: String, in cell: Cell, _ filling: inout Filling, _ session: inout Session, _ visit: Visit
  ) -> Response {
    let row = value.isEmpty ? nil : filling.draft(of: cell).selection.table.row(of: value)
    if row != nil || value.isEmpty {
      filling.reduce(.draft(cell: cell.index, .choose(row: row)))
      filling.reduce(.apply(cell: cell.index))
    }
    session.keep(filling)
    let links = presentation(of: filling.form, visit).links
    return row == nil && !value.isEmpty
      ? .seeOther(links.cells[cell.index])
      : .seeOther(links.place(of: cell.index, in: filling.form), fragment: cell.id)
  }

  /// A button of a selection view.
  private func press(
    _ button: PostedPage.ViewButton, in cell: Cell, of page: PostedPage, _ filling: inout Filling, _ visit: Visit
  ) -> Response {
    let index = cell.index
    let presentation = presentation(of: filling.form, visit)
    let link = presentation.links.cells[index]
    switch button {
    case .apply: filling.reduce(.apply(cell: index))
    case .close: filling.reduce(.close(cell: index))
    case .discard: filling.reduce(.discard(cell: index))
    case .keepEditing:
      filling.reduce(.keepEditing(cell: index))
      return .seeOther(link)
    case .search:
      filling.reduce(.draft(cell: index, .search(page.data["_q"] ?? "")))
      return .seeOther(link, fragment: filling.draft(of: cell).search.isEmpty ? nil : "_results")
    case .showMore:
      let before = PickerRows(of: filling.draft(of: cell), in: presentation.languages).shownCount
      filling.reduce(.draft(cell: index, .showMore))
      let rows = PickerRows(of: filling.draft(of: cell), in: presentation.languages).lists.flatMap(\.rows)
      return .seeOther(link, fragment: rows.count > before ? "_r\(rows[before])" : nil)
    case .showMoreSelected:
      filling.reduce(.draft(cell: index, .showMoreSelected))
      return .seeOther(link, fragment: "_selected")
    case .reset:
      filling.reduce(.draft(cell: index, .reset))
      // Where each choice is applied at once, this one is too (features LV6, LV13).
      guard case .listPicker(let picker) = cell.kind, !picker.hasApply, !cell.allowsSeveral else {
        return .seeOther(link)
      }
      filling.reduce(.apply(cell: index))
    case .selectAll(let list):
      filling.reduce(.draft(cell: index, .selectAll(list: list, languages: presentation.languages)))
      return .seeOther(link, fragment: "_list_\(list)_all")
    case .deselectAll(let list):
      filling.reduce(.draft(cell: index, .deselectAll(list: list, languages: presentation.languages)))
      return .seeOther(link, fragment: "_list_\(list)_all")
    case .deselectEverything:
      filling.reduce(.draft(cell: index, .deselectEverything))
      return .seeOther(link)
    }
    guard let draft = filling.drafts[index] else {
      return .seeOther(presentation.links.place(of: index, in: filling.form), fragment: cell.id)
    }
    guard draft.problem != nil else { return .seeOther(link) }
    return .page(
      pages.selection(of: cell, in: filling, presentation, pageRequest(visit)), status: .unprocessableContent,
      language: visit.words.language)
  }
}
