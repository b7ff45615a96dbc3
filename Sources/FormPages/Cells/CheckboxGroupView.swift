import FormCells
import Templates

/// A checkbox group on the form, `Templates/cells/checkbox-group.html`. A hidden input posts before its boxes. It tells
/// a group without a ticked box from a group that was not on the page.
struct CheckboxGroupView: CellView {
  let context: CellContext
  let lists: [GroupList]
  let templates: GroupTemplates
  /// The text entry of the last choice.
  let other: Fragment?
  let isOtherTicked: Bool
  let style: String?
  /// Why there is nothing to choose; `nil` if there is something.
  let emptyReason: String?
  /// The labels that are chosen, or words for none.
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

  /// A group cannot have `aria-required`, so words say that it is required.
  var furtherReferences: CellReferences.Shown { context.state.isRequired ? .state : [] }

  static let needs: [Need] =
    entryNeeds + [
      .attribute("value", "shown", where: .not("isReadOnly"), or: "the last tick could not be removed"),
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
