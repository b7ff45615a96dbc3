import FormCells
import Markup

/// The list picker on the form (LP1 to LP19), `Templates/cells/list-picker.html`.
struct ListPickerCellView: CellView {
  /// Labels that the cell shows; of the rest it says how many there are (B9).
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
    var bytes: [UInt8] = []
    bytes.reserveCapacity(100)
    var shown = 0
    for row in selection.rows.prefix(shownLabels) {
      if shown > 0 { bytes += [UInt8(ascii: ","), UInt8(ascii: " ")] }
      selection.table.withText(.label, at: row, in: context.presentation.languages) { bytes.append(contentsOf: $0) }
      shown += 1
    }
    for value in selection.missing.prefix(shownLabels - shown) {
      bytes += "\(shown > 0 ? ", " : "")\(value.label)".utf8
      shown += 1
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let total = selection.count + selection.missing.count
    return total > shown ? "\(text), \(context.words.andMore(total - shown))" : text
  }

  static let slots: [Slot<ListPickerCellView>] =
    commonSlots
    + fixed([
      .text("labelledBy") { $0.references ?? "" },
      .url("link") { $0.context.presentation.link },
      .text("placeholder") { $0.context.presentation.selection?.placeholder ?? "" },
      .text("none") { $0.context.words.none },
    ]) + [
      .optionalText("summary") { $0.summary },
      .text("carried") { $0.selection.encoded() },
    ]
}
