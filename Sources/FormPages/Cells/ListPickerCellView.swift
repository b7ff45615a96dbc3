import FormCells
import Markup

/// The list picker on the form (features LP), `Templates/cells/list-picker.html`.
struct ListPickerCellView: CellView {
  /// Labels that the cell shows; the rest is a number (anchors B9).
  static let shownLabels = 5

  let context: CellContext
  let selection: Selection
  let summary: String?

  init(_ context: CellContext, _ selection: Selection) {
    self.context = context
    self.selection = selection
    summary = Self.summary(of: selection, in: context)
  }

  static func summary(of selection: Selection, in context: CellContext) -> String? {
    guard !selection.isEmpty || !selection.missing.isEmpty else { return nil }
    var text = ""
    var shown = 0
    func add(_ label: String) {
      if shown > 0 { text += ", " }
      text += label
      shown += 1
    }
    for row in selection.rows.prefix(shownLabels) {
      add(selection.table.label(at: row, in: context.presentation.languages))
    }
    for value in selection.missing.prefix(shownLabels - shown) { add(value.label) }
    let total = selection.count + selection.missing.count
    return total > shown ? "\(text), \(context.words.andMore(total - shown))" : text
  }

  static let slots: [Slot<ListPickerCellView>] =
    commonSlots
    + fixed([
      .text("labelledBy") { $0.references ?? "" },
      .url("link") { $0.context.presentation.link },
      .text("placeholder") { $0.context.presentation.placeholder ?? "" },
      .text("none") { $0.context.words.none },
    ]) + [
      .optionalText("summary") { $0.summary },
      .text("carried") { $0.selection.encoded() },
    ]
}
