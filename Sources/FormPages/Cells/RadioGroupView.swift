import FormCells
import Templates

/// A radio group on the form (FO8), `Templates/cells/radio-group.html`, for few or wordy options.
struct RadioGroupView: CellView {
  let context: CellContext
  let lists: [GroupList]
  let templates: GroupTemplates
  /// The text entry of the last choice.
  let other: Fragment?
  let style: String?
  /// Why there is nothing to choose; `nil` if there is something.
  let emptyReason: String?
  /// The label that is chosen, or words for none.
  let chosen: String

  init(_ context: CellContext, presentation: ChoiceGroupPresentation, templates: GroupTemplates) {
    let selection = context.value.selection
    self.context = context
    self.templates = templates
    lists = presentation.lists(choosing: selection, in: context)
    emptyReason = presentation.emptyReason(in: context)
    self.other = presentation.entry(of: selection, in: context, templates.other)
    style = presentation.style
    chosen = selection.other ?? presentation.labels(of: selection).first ?? context.words[.none]
  }

  static let needs: [Need] =
    entryNeeds + [
      .slot("rows", where: .not("isReadOnly"), adding: #"<t:slot name="rows"/>"#, or: "nothing could be chosen"),
      .slot(
        "other", where: .not("isReadOnly"), adding: #"<t:slot name="other"/>"#,
        or: "the choice “Other” would have no text field"),
    ]

  static let slots: [Slot<RadioGroupView>] =
    commonSlots + [
      .fragments("rows") { view in view.lists.flatMap { $0.fragments(view.templates) } },
      .fragments("other") { $0.other.map { [$0] } ?? [] },
      .text("chosen") { $0.chosen },
      .optionalText("style") { $0.style },
      .optionalText("emptyReason") { $0.emptyReason },
    ]
}
