import FormCells
import Templates

/// The list picker on the form (LP1 to LP19), `Templates/cells/list-picker.html`; a select contains one.
struct ListPickerCellView: CellView {
  /// The number of labels that the cell shows; it gives the number of the others (B9).
  static let shownLabels = 5

  let context: CellContext
  let selection: Selection
  let summary: String?
  /// The summary in pieces, if the options are in another language than the page; otherwise empty.
  let pieces: [TextPiece]

  init(_ context: CellContext) {
    self.context = context
    selection = context.value.selection
    summary = Self.summary(of: selection, in: context)
    pieces = Self.pieces(of: selection, in: context)
  }

  static func summary(of selection: Selection, in context: CellContext) -> String? {
    guard !selection.isEmpty || !selection.missing.isEmpty else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(100)
    let separator = context.words[.listSeparator]
    let languages = context.presentation.languages
    var written: [Range<Int>] = []
    written.reserveCapacity(shownLabels)
    for row in selection.rows.prefix(shownLabels) {
      if !written.isEmpty { bytes += separator.utf8 }
      let start = bytes.count
      selection.table.withText(.label, at: row, in: languages) { context.words.append($0, to: &bytes) }
      written.append(start..<bytes.count)
    }
    if selection.table.tree != nil || ChosenLabels.readAlike(written, in: bytes) {
      let labels = ChosenLabels.labels(of: selection, limit: shownLabels, in: languages)
      bytes = Array(context.words.list(labels).utf8)
    }
    var shown = written.count
    for value in selection.missing.prefix(shownLabels - shown) {
      if shown > 0 { bytes += separator.utf8 }
      context.words.append(value.label.utf8, to: &bytes)
      shown += 1
    }
    if let other = selection.other, !other.isEmpty, shown < shownLabels {
      if shown > 0 { bytes += separator.utf8 }
      bytes += other.utf8
      shown += 1
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let total = selection.valueCount + selection.missing.count
    return total > shown ? text + separator + context.words.andMore(total - shown) : text
  }

  private static func pieces(of selection: Selection, in context: CellContext) -> [TextPiece] {
    guard context.presentation.selection?.dataLanguage != nil else { return [] }
    let values = TextPiece.values(of: selection, in: context.presentation, limit: shownLabels)
    let rest = selection.valueCount + selection.missing.count - values.count
    return context.words.list(values + (rest > 0 ? [TextPiece(text: context.words.andMore(rest))] : []))
  }

  /// All values for paper, if the summary leaves some out.
  private var printed: String? {
    guard selection.valueCount + selection.missing.count > Self.shownLabels else { return nil }
    return context.words.list(CellAnswer.values(of: selection, in: context.presentation).map(\.text))
  }

  private var placeholder: String {
    context.awaited.map { context.words.fillInFirst($0) } ?? context.presentation.selection?.placeholder ?? ""
  }

  /// A button cannot have `aria-required`, so its name includes the words of the marking.
  var furtherReferences: CellReferences.Shown {
    context.state.isRequired || context.optionalMark != nil ? .marking : []
  }

  static let needs: [Need] =
    commonNeeds + [
      .field, .slot("carried", adding: #"value="{carried}""#, or: "what was chosen would be lost"),
      .attribute("name", "field.open", where: .not("isReadOnly"), or: "its selection view would not open"),
      .slot("summary", where: "summary", .not("pieces"), or: "nothing would show what is chosen"),
      .slot(
        "pieces", where: "summary", "pieces", adding: #"<t:part name="parts/value"/>"#,
        or: "data would be read in the wrong language"),
    ]

  static let slots: [Slot<ListPickerCellView>] =
    commonSlots
    + [
      .text("labelledBy") { $0.references ?? "" },
      .optionalText("required") { $0.context.state.isRequired ? $0.context.words[.required] : nil },
      .text("placeholder") { $0.placeholder },
      .text("none") { $0.context.words[.none] },
      .optionalText("translate") { $0.summary == nil ? nil : "no" },
      .optionalText("opens") { $0.context.presentation.selection?.opens },
      .url("link", writing: { $1.write(url: $0.context.presentation.link, query: $0.context.linkSuffix) }),
      .optionalText("summary") { $0.summary },
      .list("pieces") { $0.pieces },
      .optionalText("printed") { $0.printed },
      .text("carried") { $0.selection.encoded() },
    ]
}
