import FormCells
import Markup

/// A simple property (features TI-b), `Templates/cells/text.html`.
struct TextView: LimitedTextView {
  let context: CellContext
  let input: TextPresentation
  let limited: LimitedText

  init(_ context: CellContext, _ input: TextPresentation, _ text: String) {
    self.context = context
    self.input = input
    limited = LimitedText(
      text, limit: input.cell.maxLength, overflow: input.cell.overflow, showsCounter: input.cell.showsCounter,
      in: context)
  }

  static let slots: [Slot<TextView>] =
    commonSlots + [
      .text("value") { $0.limited.text },
      .text("type") { $0.input.inputType },
      .optionalText("inputmode") { $0.input.inputMode },
      .optionalText("autocapitalize") { $0.input.isCode ? "none" : nil },
      .optionalText("spellcheck") { $0.input.isCode ? "false" : nil },
      .optionalText("autocomplete") { $0.input.cell.autocomplete },
      .optionalText("placeholder") { $0.context.presentation.placeholder },
      .optionalText("maxlength") { $0.input.maxLength },
      .optionalText("counter") { $0.limited.counter?.text },
      .optionalText("counterSpoken") { $0.limited.counter?.spoken },
      .flag("isOver") { $0.limited.counter?.isOver ?? false },
    ]
}
