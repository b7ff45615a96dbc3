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
    var labels = selection.rows.prefix(shownLabels).map {
      selection.table.label(at: $0, in: context.presentation.languages)
    }
    labels += selection.missing.prefix(shownLabels - labels.count).map(\.label)
    let total = selection.count + selection.missing.count
    let text = labels.joined(separator: ", ")
    return total > labels.count ? "\(text), \(context.words.andMore(total - labels.count))" : text
  }

  static let slots: [Slot<ListPickerCellView>] =
    commonSlots + [
      .text("labelledBy") { $0.references ?? "" },
      .url("link") { $0.context.presentation.link },
      .optionalText("summary") { $0.summary },
      .text("placeholder") { $0.context.presentation.placeholder ?? "" },
      .text("none") { $0.context.words.none },
      .text("carried") { $0.selection.encoded() },
    ]
}
