package import FormCells
import FormPages
package import HTTPMessage

/// Says what a request for a form comes to. Pure: no lock, no clock, no disk; whoever asks carries the answer out.
package enum Desk {
  /// `GET /forms/{form}`: the form as this visitor has filled it in so far.
  /// `GET /forms/{form}/cells/{name}`: a cell's selection view, or a modal section. Where none is open, it is shown as
  /// opening would show it; only a POST opens it.
  /// - Parameter view: the name of what opens in front of the form; nil: the form.
  package static func show(_ id: String, view name: String?, _ visit: Visit, _ session: inout Session) -> Response {
    let held = session[id]
    guard let form = held?.filling.form ?? visit.edition.form(id) else { return errorPage(.notFound, for: visit) }
    let call = Call(visit, form: form, held: held, posted: nil)
    var front: InnerView?
    if let name {
      front = form.openable(name)
      guard let front else {
        return visit.edition.form(id)?.openable(name) == nil
          ? errorPage(.notFound, for: visit) : .seeOther(call.links.form)
      }
      if let place = elsewhere(front, held?.filling ?? Filling(form: form, id: ""), call) { return .seeOther(place) }
    }
    return page(front, call, &session)
  }

  /// Where to go instead of a view that has nothing to change; nil: it has.
  private static func elsewhere(_ view: InnerView, _ filling: Filling, _ call: Call) -> String? {
    switch view {
    case .cell(let cell):
      filling.layered(for: cell).states[cell].isEditable ? nil : call.links.place(of: cell, in: call.form)
    case .section(let section): filling.showsAnything(in: section) ? nil : call.links.form
    }
  }

  /// `POST /forms/{form}` and `POST /forms/{form}/cells/{name}`: everything that the buttons of their pages do. What the
  /// visitor entered on the page counts first, whatever was pressed.
  package static func post(
    _ posted: Posted, to id: String, view name: String?, _ visit: Visit, _ session: inout Session
  ) -> Answer {
    let held = session[id]
    guard let form = version(of: id, for: posted, held, visit, &session), knows(name, id, form, visit) else {
      return .response(errorPage(.notFound, for: visit))
    }
    let call = Call(visit, form: form, held: held, posted: posted)
    if name == nil, let receipt = SubmitForm.receipt(call, session) {
      return .response(.seeOther(call.receiptLink(receipt)))
    }
    let view = name.flatMap(form.openable)
    guard name == nil || view != nil, let handler = handler(for: posted.press, on: view, in: form, visit) else {
      return .response(errorPage(.badRequest, for: visit))
    }
    session[id] = merged(posted, on: view, in: call, held)
    let reply = handler.answer(call, &session)
    settle(call, from: held, &session)
    return answer(reply, call, &session)
  }

  /// The version that the page goes on with: the one that the session holds, else the one that the page was made from.
  private static func version(
    of id: String, for posted: Posted, _ held: Session.Draft?, _ visit: Visit, _ session: inout Session
  ) -> Form? {
    if let held { return held.filling.form }
    guard let current = visit.edition.form(id) ?? visit.edition.earlierForms(id).last else { return nil }
    guard let version = posted[.version] else { return current }
    if let form = visit.edition.version(version, of: id) { return form }
    session.notice = .formChanged
    return current
  }

  /// Whether any version of the form has a view of this name: a page that was made from an earlier version has cells that
  /// this one has not.
  private static func knows(_ name: String?, _ id: String, _ form: Form, _ visit: Visit) -> Bool {
    guard let name else { return true }
    return ([form] + [visit.edition.form(id)].compactMap(\.self) + visit.edition.earlierForms(id))
      .contains { $0.openable(name) != nil }
  }

  /// A fresh draft under the name that the page gives it.
  private static func begun(by posted: Posted, _ call: Call) -> Session.Draft {
    let id = posted.filling ?? call.visit.makeToken()
    return Session.Draft(Filling(form: call.form, id: id.text), call.presentation.initialAppearance)
  }

  /// The draft with what the visitor entered on the page.
  private static func merged(
    _ posted: Posted, on view: InnerView?, in call: Call, _ held: Session.Draft?
  ) -> Session.Draft {
    var draft = held ?? begun(by: posted, call)
    draft.filling.merge(
      posted.entries(for: call.form, call.lineage, shown: held?.appearance?.texts ?? [:]),
      numbers: call.presentation.numbers)
    // An "Undo" takes the view's ticks with it, unless the page is all there is.
    if case .cell(let cell) = view, let ticks = posted.ticks, posted.press != .undo || held == nil {
      draft.filling.merge(ticks, of: call.form.cells[cell])
    }
    return draft
  }

  /// The appearance follows the answers.
  static func settle(_ call: Call, from held: Session.Draft?, _ session: inout Session) {
    guard let draft = session[call.form.id] else { return }
    let old = held?.filling ?? Filling(form: call.form, id: "")
    session[call.form.id]?.appearance =
      draft.appearance?.updated(from: old, to: draft.filling, in: call.presentation, today: call.today)
      ?? Appearance(of: draft.filling, in: call.presentation, today: call.today)
  }

  static func answer(_ reply: Reply, _ call: Call, _ session: inout Session) -> Answer {
    switch reply {
    case .redirect(let link, let fragment): .response(.seeOther(link, fragment: fragment))
    case .refuse(let front, let focusesProblems, let refusal):
      .response(
        page(front, call, &session, status: .unprocessableContent, focusesProblems: focusesProblems, refusal))
    case .store(let submission): .store(submission)
    case .scan(let scan): .scan(scan)
    case .badRequest: .response(errorPage(.badRequest, for: call.visit))
    }
  }

  /// A page of the form, with the feedback that waits for it.
  static func page(
    _ front: InnerView?, _ call: Call, _ session: inout Session, status: Status = .ok, focusesProblems: Bool = false,
    _ refusal: Reply.Refusal? = nil
  ) -> Response {
    var request = call.pageRequest(session.notice)
    request.focusesProblems = focusesProblems
    request.refusal = refusal.map { ($0.cell, $0.message) }
    session.notice = nil
    let filling: Filling
    let appearance: Appearance
    if let draft = session[call.form.id] {
      filling = draft.filling
      if let made = draft.appearance, made.isCurrent(for: filling, in: call.presentation, today: call.today) {
        appearance = made
      } else {
        appearance = Appearance(of: filling, in: call.presentation, today: call.today)
        session[call.form.id]?.appearance = appearance
      }
    } else {
      filling = Filling(form: call.form, id: call.visit.makeToken().text)
      appearance = call.presentation.initialAppearance
    }
    let bytes = call.visit.edition.pages.page(
      of: filling, front: front, in: call.presentation, request, appearance: appearance)
    return .page(bytes, status: status)
  }
}

extension Filling {
  /// Whether a modal section has a cell to show.
  fileprivate func showsAnything(in section: Int) -> Bool {
    let states = layered(by: section).states
    return form.sections[section].cells.contains { states[$0.index].isVisible }
  }
}

extension Form {
  /// The selection view or modal section of this name; nil where nothing of that name opens.
  package func openable(_ name: String) -> InnerView? {
    guard let view = innerView(named: name) else { return nil }
    if case .cell(let cell) = view, !cells[cell].opensView { return nil }
    return view
  }
}
