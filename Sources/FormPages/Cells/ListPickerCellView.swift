import FormCells
import Markup

/// The list picker on the form (features LP), `Templates/cells/list-picker.html`.
struct ListPickerCellView: View {
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

  private var labelledBy: String {
    let names = context.presentation.labelledBy
    return switch (context.helper != nil, context.isInvalid) {
    case (false, false): names.label
    case (true, false): names.withHelper
    case (false, true): names.withError
    case (true, true): names.withBoth
    }
  }

  static let slots: [Slot<ListPickerCellView>] = [
    .text("id") { $0.context.presentation.id },
    .text("label") { $0.context.presentation.label },
    .flag("asterisk") { $0.context.showsAsterisk },
    .optionalText("optional") { $0.context.optionalMark },
    .text("labelledBy") { $0.labelledBy },
    .url("link") { $0.context.presentation.link },
    .optionalText("summary") { $0.summary },
    .text("placeholder") { $0.context.presentation.placeholder ?? "" },
    .text("none") { $0.context.words.none },
    .text("carried") { $0.selection.encoded() },
    .flag("isReadOnly") { $0.context.state.isReadOnly },
    .flag("isDisabled") { $0.context.state.isDisabled },
    .flag("isInvalid") { $0.context.isInvalid },
    .optionalText("errorID") { $0.context.isInvalid ? $0.context.presentation.errorID : nil },
    .optionalText("helper") { $0.context.helper },
    .optionalText("message") { $0.context.message },
    .text("errorPrefix") { $0.context.words.errorPrefix },
  ]
}
