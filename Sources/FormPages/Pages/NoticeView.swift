import FormCells
import Templates

/// Page-level feedback (LP15, FO6), `Templates/parts/notice.html`: a line at the bottom of the view in front, with the
/// button that undoes the last change (F13).
struct NoticeView: View {
  let text: [TextPiece]
  /// The change that "Undo" reverts, as a hidden field value.
  let undo: String?
  let undoWord: String

  /// - `text`: the feedback; `nil` if there is none besides the words about the change.
  /// - `saysUndone`: whether the feedback says that a change was undone.
  /// - `step`: the change that can be undone here.
  init?(
    _ text: [TextPiece]?, saysUndone: Bool, step: UndoStep?, in presentation: FormPresentation, formState: FormState
  ) {
    guard text != nil || step != nil else { return nil }
    if saysUndone, step?.cause == .removed || step?.cause == .detached {
      // Side by side, the two messages would contradict each other.
      self.text = [TextPiece(presentation.words[.undonePartly])]
    } else {
      let words = step.map { [TextPiece(presentation.text(for: $0, in: formState))] } ?? []
      // The words about what "Undo" reverts are shown even if there is other feedback.
      self.text = text.map { words.isEmpty ? $0 : $0 + [TextPiece(" ")] + words } ?? words
    }
    undo = step?.hiddenFieldValue(in: presentation.form)
    undoWord = presentation.words[.undo]
  }

  static let needs: [Need] = [
    .slot(
      "pieces", adding: #"<t:each of="pieces"><t:part name="parts/piece"/></t:each>"#,
      or: "the notice would be empty"),
    .hiddenFieldValue(.undo, slot: "undo", where: "hasUndo", or: "Undo would do nothing"),
    .button("press.undo", label: "undoWord", where: "hasUndo", or: "what was done could not be undone"),
  ]

  static let slots: [Slot<NoticeView>] = [
    .list("pieces") { $0.text },
    .flag("hasUndo") { $0.undo != nil },
    .text("undo") { $0.undo ?? "" },
    .text("undoWord") { $0.undoWord },
  ]
}

extension FormPresentation {
  fileprivate func text(for step: UndoStep, in formState: FormState) -> String {
    let label =
      switch step.target {
      case .cell(let cell): cells[cell].label
      case .section(let section):
        step.formerNumber(ofEntry: section, in: form).flatMap { itemTitle(ofEntry: section, number: $0) }
          ?? title(ofSection: section, in: formState)
      case nil: title
      }
    return switch step.cause {
    case .applied: words.applied(label)
    case .added: words.itemAdded(label)
    case .removed: words.itemRemoved(label)
    case .detached: words.itemRemoved(step.detachedFile(of: formState) ?? label)
    case .discarded: words.discarded(label)
    case .reset: words[.selectionReset]
    case .startedOver: words[.startedOver]
    case .followed:
      step.followedChange(in: form).map { change in
        // The cells of several entries have the same labels.
        var told: Set<String> = []
        let labels = change.cleared.map { cells[$0].label }.filter { told.insert($0).inserted }
        return words.clearedWith(words.list(labels), cells[change.followed].label)
      } ?? words[.selectionCleared]
    case .cleared: step.isOfSelection ? words[.selectionCleared] : words.cleared(label)
    }
  }
}
