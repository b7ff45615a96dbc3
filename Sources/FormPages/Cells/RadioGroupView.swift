import FormCells
import Markup

/// A radio group on the form (FO8), `Templates/cells/radio-group.html`: few or wordy options, in place.
struct RadioGroupView: CellView {
  let context: CellContext
  let rows: [RowList]
  let row: Template<RowView>
  /// The chosen label, or that there is none.
  let chosen: String

  init(
    _ context: CellContext, _ presentation: RadioGroupPresentation, _ selection: Selection, row: Template<RowView>
  ) {
    self.context = context
    self.row = row
    rows = presentation.rows(choosing: selection, isRequired: context.state.isRequired)
    let first = selection.rows.min()
    chosen = first.map { selection.table.label(at: $0, in: presentation.options.languages) } ?? context.words.none
  }

  static let slots: [Slot<RadioGroupView>] =
    commonSlots + [
      .fragments("rows") { view in view.rows.map { $0.fragment(view.row) } },
      .text("chosen") { $0.chosen },
    ]
}
