import FormCells
import Templates

/// A select on the form, `Templates/cells/select.html`: the list picker's cell, boxed (SE5) or as a row of a table group
/// (SE6).
struct SelectCellView: View {
  let style: SelectCell.Style
  let picker: ListPickerCellView

  /// Whether a message is shown beside the helper text, so that the cell reserves a line for each (SE16, SE18).
  private var keepsHelper: Bool {
    let presentation = picker.context.presentation
    return presentation.cell.helperOnError == .keep && presentation.helper != nil && picker.context.state.isEditable
  }

  static let needs: [Need] = [
    .slot("picker", adding: #"<t:with of="picker">…</t:with>"#, or: "the cell would be empty")
  ]

  static let slots: [Slot<SelectCellView>] =
    [
      .text("style") { $0.style.rawValue },
      .flag("keepsHelper") { $0.keepsHelper },
      .flag("isInvalid") { $0.picker.context.isInvalid },
      .flag("isDisabled") { $0.picker.context.state.isDisabled },
      .view("picker") { $0.picker },
    ]
}
