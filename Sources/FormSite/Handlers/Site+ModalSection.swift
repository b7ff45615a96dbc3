import FormCells
import FormPages
import HTTPMessage

extension Site {
  /// A button of a modal section's view, or of one of the cells in it.
  func press(
    _ button: PostedPage.Button, in section: Int, of page: PostedPage, _ filling: inout Filling,
    _ session: inout Session, _ visit: Visit
  ) -> Answer? {
    switch button {
    case .open(let name):
      guard let view = filling.form.openable(name) else { return nil }
      return .ready(open(view, in: &filling, &session, visit))
    case .order(let id, let action, let criterion):
      guard let cell = filling.form.cell(id), cell.hasCriterion(criterion) else { return nil }
      return .ready(arrange(action, criterion, in: cell, &filling, &session, visit))
    case .clear(let id): return clear(id, in: &filling, &session, visit)
    case .undo: return .ready(undo(page, &filling, &session, visit))
    case .view(.apply): filling.reduce(.section(section, .apply(today: environment.today())))
    case .view(.close): filling.reduce(.section(section, .close))
    case .view(.discard): filling.reduce(.section(section, .discard))
    case .view(.keepEditing): filling.reduce(.section(section, .keepEditing))
    case .none: break
    case .scan(let id):
      guard let cell = filling.form.cell(id), cell.hasScan else { return nil }
      return scan(into: cell, page, filling, &session, visit)
    case .submit, .choose, .view: return nil
    }
    session.keep(filling)
    let presentation = presentation(of: filling.form, visit)
    guard let draft = filling.sectionDrafts[section] else {
      return .ready(.seeOther(presentation.links.form, fragment: filling.form.name(of: .section(section))))
    }
    guard button == .view(.apply), draft.showsProblems else {
      return .ready(.seeOther(presentation.links.sections[section]))
    }
    let notice = session.notice
    session.notice = nil
    return .ready(
      .page(
        pages.view(
          .section(section), of: filling, in: presentation, pageRequest(visit, notice: notice, focusesProblems: true)),
        status: .unprocessableContent, language: visit.words.language))
  }

  /// `GET /forms/{form}/cells/{name}` of a modal section. Where it is not open, it is shown as opening would show it; only
  /// a POST opens it.
  func show(section: Int, of filling: Filling, notice: Notice?, _ visit: Visit) -> Response {
    let presentation = presentation(of: filling.form, visit)
    let states = filling.form.states(in: filling.layered(by: section).values)
    guard filling.form.sections[section].cells.contains(where: { states[$0.index].isVisible }) else {
      return .seeOther(presentation.links.form)
    }
    return .page(
      pages.view(.section(section), of: filling, in: presentation, pageRequest(visit, notice: notice)),
      language: visit.words.language)
  }
}
