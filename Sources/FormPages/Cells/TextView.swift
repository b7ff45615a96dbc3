import FormCells
import Templates

/// One line of text, the simple property (TI14), `Templates/cells/text.html`.
struct TextView: LimitedTextView {
  let context: CellContext
  let input: TextPresentation
  let limited: LimitedText

  init(_ context: CellContext, _ input: TextPresentation) {
    self.context = context
    self.input = input
    limited = LimitedText(context.shown, limit: input.limit, in: context)
  }

  private var hasAffix: Bool { input.prefix != nil || input.suffix != nil }

  var printed: String? { LimitedText.printed(limited.text) }

  var furtherReferences: CellReferences.Shown {
    let counter: CellReferences.Shown = limited.counter == nil ? [] : .counter
    return hasAffix ? counter.union(.state) : counter
  }

  /// Nil where the cell has no scan, or cannot be changed.
  private var scan: ScanPresentation? { context.state.isEditable ? input.scan : nil }

  static let needs: [Need] =
    entryNeeds + [
      .field, .slot("value", adding: #"value="{value}""#, or: "what was entered would be lost"),
      .slot("counter", where: "counter", adding: #"<t:part name="parts/counter"/>"#, or: "nothing would count"),
      .attribute("name", "photoName", where: "hasScan", or: "no code could be scanned"),
      .attribute("name", "field.scan", where: "hasScan", or: "no code could be scanned"),
    ]

  static let slots: [Slot<TextView>] =
    commonSlots + limitSlots
    + [
      .text("type") { $0.input.inputType },
      .optionalText("direction") { $0.input.cell.format == nil ? nil : TextDirection.leftToRight.rawValue },
      .optionalText("inputmode") { $0.input.inputMode },
      .optionalText("autocapitalize") { $0.input.autocapitalize },
      .optionalText("spellcheck") { $0.input.isCode ? "false" : nil },
      .optionalText("autocomplete") { $0.input.cell.autocomplete },
      .optionalText("placeholder") { $0.input.placeholder },
      .flag("hasAffix") { $0.hasAffix },
      .optionalText("prefix") { $0.input.prefix },
      .optionalText("suffix") { $0.input.suffix },
      .optionalText("numberModule") { $0.input.scriptFormat == nil ? nil : "currency" },
      .optionalText("numberFormat") { $0.input.scriptFormat },
      .optionalText("maxlength") { $0.input.maxLength },
      .flag("hasScan") { $0.scan != nil },
      .text("photoID") { $0.scan?.photoID ?? "" },
      .text("photoName") { $0.scan?.photoName ?? "" },
      .text("photoLabel") { $0.scan?.photoLabel ?? "" },
      .text("scanWord") { $0.context.words.scan.action },
      .text("scanHint") { $0.context.words.scan.hint },
      .text("close") { $0.context.words.close },
      .text("cameraRefused") { $0.context.words.scan.cameraRefused },
      .text("codeRead") { $0.scan?.codeRead ?? "" },
      .text("severalCodes") { $0.scan?.severalCodes ?? "" },
      .text("value") { $0.limited.text },
    ]
}
