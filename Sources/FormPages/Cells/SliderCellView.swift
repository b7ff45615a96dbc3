import FormCells
import Templates

/// A slider on the form, `Templates/cells/slider.html`: a field for the number, and, with scripts, a scale to slide along.
struct SliderCellView: CellView {
  let context: CellContext
  let number: NumberPresentation
  let slider: SliderKind
  /// As the visitor's locale writes it, or as typed where it could not be read.
  let shown: String

  var furtherReferences: CellReferences.Shown { number.unit == nil ? [] : .state }

  private var position: DecimalNumber? { slider.position(of: context.value.text) }

  static let needs: [Need] =
    entryNeeds + [
      .field, .slot("value", adding: #"value="{value}""#, or: "what was entered would be lost"),
      .slot("unit", where: "unit", or: "the unit would not show"),
      .slot("minimumText", or: "nothing would say where the scale begins"),
      .slot("maximumText", or: "nothing would say where the scale ends"),
    ]

  static let slots: [Slot<SliderCellView>] =
    commonSlots
    + [
      .optionalText("inputmode") { $0.number.inputMode },
      .optionalText("unit") { $0.number.unit },
      .text("value") { $0.shown },
      .text("minimum") { $0.slider.minimum.description },
      .text("maximum") { $0.slider.maximum.description },
      .text("step") { $0.slider.step.description },
      .text("position") { ($0.position ?? $0.slider.minimum).description },
      .flag("isUntouched") { $0.position == nil },
      .text("nothingEntered") { $0.context.words[.nothingEntered] },
      .text("sample") { $0.context.presentation.numbers.text(DecimalNumber(units: 15, decimals: 1)) },
      .text("minimumText") { $0.context.presentation.numbers.text($0.slider.minimum) },
      .text("maximumText") { $0.context.presentation.numbers.text($0.slider.maximum) },
    ]
}
