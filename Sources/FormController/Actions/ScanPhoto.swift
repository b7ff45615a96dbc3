import FormCells
import FormPages
package import HTTPCore

/// "Scan" at a text field: takes the photo from the posted page.
struct ScanPhoto: ActionHandler {
  let cell: Cell

  func run(_ draft: inout Session.Draft, in context: FormContext) -> ActionResult {
    let formState = draft.formState
    let picture = context.posted?.photo(of: cell) ?? .bytes([])
    let scan = Scan(context: context, cell: cell, formState: formState, picture: picture)
    guard formState.layered(for: cell.index).states[cell.index].isEditable else {
      return .redirect(scan.place(in: formState), fragment: cell.id)
    }
    switch picture {
    case .tooLarge(let limit): return scan.refusal(Self.tooLarge(limit, in: context), in: formState)
    case .notStored: return scan.refusal(context.words.scan.failed, in: formState)
    case .bytes, .spooled:
      if picture.count == 0 { return scan.refusal(context.words.scan.noPhoto, in: formState) }
      if picture.count > Scan.pictureByteLimit { return scan.refusal(Self.tooLarge(.max, in: context), in: formState) }
      return .scan(scan)
    }
  }

  private static func tooLarge(_ limit: Int, in context: FormContext) -> String {
    context.words.scan.pictureTooLarge(context.words.size(min(limit, Scan.pictureByteLimit)))
  }
}

/// A photo whose code is to be entered into a cell. It is immutable, and a class only so that passing it costs one reference
/// count.
package final class Scan: Sendable {
  let context: FormContext
  let cell: Cell
  /// With the page's input. The session already has it, so nothing is lost whatever the photo shows.
  let formState: FormState
  package let picture: FilePart.Content

  fileprivate init(context: FormContext, cell: Cell, formState: FormState, picture: FilePart.Content) {
    (self.context, self.cell, self.formState, self.picture) = (context, cell, formState, picture)
  }

  /// A phone's photo has two to six million bytes.
  package static let pictureByteLimit = 8 << 20

  /// The cell's modal section, if its view is open.
  private func openSection(in formState: FormState) -> Int? {
    formState.form.modalSection(of: cell.index).flatMap { formState.sectionDrafts[$0] == nil ? nil : $0 }
  }

  /// The page that shows the cell: the form, or the view of its modal section.
  fileprivate func place(in formState: FormState) -> String {
    openSection(in: formState).map { context.link(to: .section($0)) } ?? context.link(behind: .cell(cell.index))
  }

  /// 422 (RFC 9110 §15.5.21) with the message on the cell, and everything else as the visitor left it.
  fileprivate func refusal(_ message: String, in formState: FormState) -> ActionResult {
    .refuse(
      overlay: openSection(in: formState).map { .section($0) },
      refusals: [PageRequest.Refusal(cell: cell.index, message: message)])
  }

  /// Enters the code into the field, unless the form was replaced meanwhile. The visitor may have continued in another tab.
  fileprivate func fill(_ text: String, isFirstOfSeveral: Bool, in draft: inout Session.Draft) -> ActionResult {
    let value = CellValue.text(cell.entered(cell.normalised(text), in: context.presentation.numbers))
    if draft.formState.form.version == context.form.version {
      let isOpen = openSection(in: draft.formState) != nil
      draft.formState.reduce(isOpen ? .enterInSection(cell: cell.index, value) : .enter(cell: cell.index, value))
      let label = context.presentation.answering(draft.formState).label(of: cell.index)
      draft.tell(.scanned(label: label, isFirstOfSeveral: isFirstOfSeveral))
    }
    return .redirect(place(in: formState), fragment: cell.id)
  }
}

/// The result of reading a photo.
package enum ScanOutcome: Sendable {
  case code(String, isFirstOfSeveral: Bool)
  case noCode, noPicture, tookTooLong, busy, failed
}

extension FormController {
  /// The photo was read: the field gets the code, or a message says what to do.
  package static func finish(_ scan: Scan, as outcome: ScanOutcome, with session: inout Session) -> Response {
    let context = scan.context
    let taken = Session.Draft(scan.formState, changedAt: context.request.now.seconds)
    session.restore(taken)
    let words = context.words.scan
    return session.withDraft(context.token, beginningAs: taken) { draft in
      let before = draft.formState
      let result =
        switch outcome {
        case .code(let text, let isFirst): scan.fill(text, isFirstOfSeveral: isFirst, in: &draft)
        case .noCode: scan.refusal(words.noCode, in: before)
        case .noPicture: scan.refusal(words.noPicture, in: before)
        case .tookTooLong: scan.refusal(words.tookTooLong, in: before)
        case .busy: scan.refusal(words.busy, in: before)
        case .failed: scan.refusal(words.failed, in: before)
        }
      updateDisplay(of: &draft, from: StateFingerprint(of: before), in: context)
      guard case .respond(let response) = next(after: result, of: &draft, in: context) else {
        preconditionFailure("a code that was read comes to a response")
      }
      return response
    }
  }
}
