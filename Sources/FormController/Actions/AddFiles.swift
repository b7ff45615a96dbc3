package import FormCells
import FormPages

/// "Add File": the files of the page are already in the draft, as with every button.
struct AddFiles: ActionHandler {
  let cell: Cell

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    guard let posted = context.posted else { return .badRequest }
    guard draft.formState.layered(for: cell.index).states[cell.index].isEditable,
      !posted.addedFiles(for: context.form).contains(where: { $0.cell == cell.index })
    else {
      return PressCellButton(cell: cell, button: .attachment(.add)).run(&draft, in: context)
    }
    let message = PageRequest.Refusal(cell: cell.index, message: context.words.attachment.chooseFirst)
    return RefusedFiles(messages: [message], form: context.form).result(in: draft.formState)
  }
}

extension AttachmentRefusal {
  /// The message in the page's language.
  package func message(of kind: AttachmentKind, in form: Form, for requestContext: RequestContext) -> String {
    let words = requestContext.presentation(of: form).words
    return words.attachment.message(for: self, of: kind, in: words)
  }
}

/// Files that came with a page and could not be added. Whatever button was pressed, nothing else is done, and each cell says
/// which files and why.
struct RefusedFiles {
  let messages: [PageRequest.Refusal]
  let form: Form

  init(messages: [PageRequest.Refusal], form: Form) { (self.messages, self.form) = (messages, form) }

  /// `nil` if there are none.
  init?(_ refusals: [AttachmentRefusal], in context: borrowing FormContext) {
    if refusals.isEmpty { return nil }
    let words = context.words
    let byCell = Dictionary(grouping: refusals, by: \.cell)
    let messages = context.form.cells.compactMap { cell -> PageRequest.Refusal? in
      guard case .attachment(let kind) = cell.kind, let refusals = byCell[cell.id] else { return nil }
      let texts = refusals.map { words.attachment.message(for: $0, of: kind, in: words) }
      return PageRequest.Refusal(cell: cell.index, message: texts.joined(separator: " "))
    }
    self.init(messages: messages, form: context.form)
  }

  /// 422 (RFC 9110 §15.5.21), with everything else as the visitor left it.
  func result(in formState: FormState) -> ActionResult {
    guard let first = messages.first?.cell else { return .badRequest }
    let openSection = form.modalSection(of: first).flatMap { formState.sectionDrafts[$0] == nil ? nil : $0 }
    return .refuse(
      overlay: openSection.map { .section($0) }, pageID: .step(form.step(of: .cell(first))), refusals: messages)
  }
}
