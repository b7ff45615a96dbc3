import FormCells
import Markup

/// A radio group on the form (features FO8), `Templates/cells/radio-group.html`: few or wordy options, in place.
struct RadioGroupView: CellView {
  let context: CellContext
  let rows: [RowView]
  /// The chosen label, or that there is none.
  let chosen: String

  init(_ context: CellContext, _ presentation: RadioGroupPresentation, _ selection: Selection) {
    self.context = context
    rows = presentation.rows(choosing: selection, isRequired: context.state.isRequired)
    chosen = rows.first(where: \.isChecked)?.label ?? context.words.none
  }

  static let slots: [Slot<RadioGroupView>] =
    commonSlots + [
      .list("rows") { $0.rows },
      .text("chosen") { $0.chosen },
    ]
}
