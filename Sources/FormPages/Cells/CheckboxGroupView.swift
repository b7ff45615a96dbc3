import FormCells
import Templates

/// A checkbox group on the form, `Templates/cells/checkbox-group.html`. A hidden input posts before its boxes, so that a
/// group of which none is ticked is told from one that was never there.
struct CheckboxGroupView: CellView {
  let context: CellContext
  let lists: [GroupList]
  let templates: GroupTemplates
  /// The text entry of the last choice.
  let other: Fragment?
  let isOtherTicked: Bool
  let style: String?
  /// Why there is nothing to choose; nil: there is something.
  let emptyReason: String?
  /// The chosen labels, or that there are none.
  let chosen: String

  init(_ context: CellContext, presentation: ChoiceGroupPresentation, templates: GroupTemplates) {
    let selection = context.value.selection
    self.context = context
    self.templates = templates
    lists = presentation.lists(choosing: selection, in: context)
    emptyReason = presentation.emptyReason(in: context)
    self.other = presentation.entry(of: selection, in: context, templates.other)
    isOtherTicked = selection.other != nil
    style = presentation.style
    let labels = presentation.labels(of: selection)
    chosen = labels.isEmpty ? context.words[.none] : context.words.list(labels)
  }

  /// The role of a group has no `aria-required`: words say it.
  var furtherReferences: CellReferences.Shown { context.state.isRequired ? .state : [] }

  static let needs: [Need] =
    entryNeeds + [
      .attribute("value", "shown", where: .not("isReadOnly"), or: "the last tick could not be taken back"),
      .slot("rows", where: .not("isReadOnly"), adding: #"<t:slot name="rows"/>"#, or: "nothing could be chosen"),
      .slot(
        "other", where: .not("isReadOnly"), adding: #"<t:slot name="other"/>"#,
        or: "the choice “Other” would have no text field"),
    ]

  static let slots: [Slot<CheckboxGroupView>] =
    commonSlots + [
      .text("shown") { $0.isOtherTicked ? OtherChoice.shownMark : "" },
      .fragments("rows") { view in view.lists.flatMap { $0.fragments(view.templates) } },
      .fragments("other") { $0.other.map { [$0] } ?? [] },
      .text("chosen") { $0.chosen },
      .text("required") { $0.context.words[.required] },
      .optionalText("style") { $0.style },
      .optionalText("emptyReason") { $0.emptyReason },
    ]
}
