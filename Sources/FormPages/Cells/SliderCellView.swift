import FormCells
import Templates

/// A slider on the form, `Templates/cells/slider.html`: a field for the number and, with scripts, a scale with a
/// handle.
struct SliderCellView: CellView {
  let context: CellContext
  let number: NumberPresentation
  let slider: SliderKind
  /// The number in the format of the visitor's locale, or the text as it was typed if it could not be read.
  let shown: String

  var furtherReferences: CellReferences.Shown { SliderScale.references(of: number, in: context) }

  private var handle: SliderHandle {
    let id = context.presentation.id
    return SliderHandle(
      slider: slider, position: slider.position(of: context.value.text), rest: slider.minimum, id: "\(id)_scale",
      name: nil, labelledBy: "\(id)_label", describedBy: references)
  }

  static let needs: [Need] =
    entryNeeds + SliderScale.needs + [
      .field, .slot("value", adding: #"value="{value}""#, or: "what was entered would be lost"),
    ]

  static let slots: [Slot<SliderCellView>] =
    commonSlots + SliderScale.slots { ($0.slider, $0.number, $0.context) } + [
      .optionalText("inputmode") { $0.number.inputMode },
      .text("value") { $0.shown },
      .list("handles") { [$0.handle] },
    ]
}

/// A slider for a range on the form, `Templates/cells/slider-range.html`: two fields and, with scripts, a scale with
/// two handles.
struct SliderRangeView: CellView {
  let context: CellContext
  let number: NumberPresentation
  let slider: SliderKind
  let shown: String

  var furtherReferences: CellReferences.Shown { SliderScale.references(of: number, in: context) }

  private var fields: [PartField] {
    let texts = RangeTexts(shown)
    return RangeTexts.End.allCases.map { end in
      PartField(
        name: end.rawValue, label: context.words.name(of: end), value: texts[end],
        isWrong: context.problem?.concerns(end) ?? true, inputMode: number.inputMode, in: context)
    }
  }

  private var handles: [SliderHandle] {
    let texts = RangeTexts(context.value.text)
    return RangeTexts.End.allCases.map { end in
      SliderHandle(
        slider: slider, position: slider.position(of: texts[end]), rest: end == .from ? slider.minimum : slider.maximum,
        id: "\(context.presentation.id)_\(end.rawValue)_scale", name: context.words.name(of: end), labelledBy: nil,
        describedBy: nil)
    }
  }

  /// Both numbers; texts that are not numbers are shown as they were entered.
  static func answerLine(_ text: String, unit: String?, of cell: CellPresentation) -> AnswerLine {
    let texts = RangeTexts(cell.cell.shown(text, in: cell.numbers))
    return AnswerLine(text: cell.words.range(texts.from, texts.to), behind: unit.map { " \($0)" } ?? "")
  }

  static let needs: [Need] =
    entryNeeds + SliderScale.needs + [
      .slot("fields", or: "nothing could be entered")
    ]

  static let slots: [Slot<SliderRangeView>] =
    commonSlots + SliderScale.slots { ($0.slider, $0.number, $0.context) } + [
      .list("fields") { $0.fields },
      .list("handles") { $0.handles },
    ]
}

/// The scale of both sliders, `Templates/parts/slider-scale.html`.
private enum SliderScale {
  static let needs: [Need] = [
    .slot("minimumText", or: "nothing would say where the scale begins"),
    .slot("maximumText", or: "nothing would say where the scale ends"),
    .slot("scale", where: "scale", or: "without scripts nothing would say where the scale begins and ends"),
    .slot("unit", where: "unit", or: "the unit would not show"),
  ]

  /// The ends and the step of the scale in words, with the unit; `nil` if nothing can be entered.
  private static func words(_ slider: SliderKind, number: NumberPresentation, in context: CellContext) -> String? {
    guard context.state.isEditable else { return nil }
    let numbers = context.presentation.numbers
    let most = numbers.text(slider.maximum) + (number.unit.map { " \($0)" } ?? "")
    return slider.step == DecimalNumber(units: 1, decimals: 0)
      ? context.words.scale(numbers.text(slider.minimum), most)
      : context.words.scaleInSteps(numbers.text(slider.minimum), most, numbers.text(slider.step))
  }

  /// Refers to the words for the scale, or to the unit.
  static func references(of number: NumberPresentation, in context: CellContext) -> CellReferences.Shown {
    number.unit == nil && !context.state.isEditable ? [] : .state
  }

  static func slots<Owner>(
    _ of: @escaping @Sendable (Owner) -> (slider: SliderKind, number: NumberPresentation, context: CellContext)
  ) -> [Slot<Owner>] {
    [
      .optionalText("scale") { words(of($0).slider, number: of($0).number, in: of($0).context) },
      .optionalText("unit") { of($0).number.unit },
      .optionalText("unitID") {
        of($0).context.state.isEditable ? nil : "\(of($0).context.presentation.id)_state"
      },
      .text("nothingEntered") { of($0).context.words[.nothingEntered] },
      .text("sample") { of($0).context.presentation.numbers.text(DecimalNumber(units: 15, decimals: 1)) },
      .text("minimumText") { of($0).context.presentation.numbers.text(of($0).slider.minimum) },
      .text("maximumText") { of($0).context.presentation.numbers.text(of($0).slider.maximum) },
    ]
  }
}

/// One handle on the scale: an HTML range input.
struct SliderHandle: View {
  let slider: SliderKind
  /// `nil` if there is no number.
  let position: DecimalNumber?
  /// The handle's place if there is no number.
  let rest: DecimalNumber
  let id: String
  let name: String?
  let labelledBy: String?
  let describedBy: String?

  static let slots: [Slot<SliderHandle>] = [
    .text("handleID") { $0.id },
    .text("minimum") { $0.slider.minimum.description },
    .text("maximum") { $0.slider.maximum.description },
    .text("step") { $0.slider.step.description },
    .text("position") { ($0.position ?? $0.rest).description },
    .flag("isUntouched") { $0.position == nil },
    .optionalText("name") { $0.name },
    .optionalText("labelledBy") { $0.labelledBy },
    .optionalText("describedBy") { $0.describedBy },
  ]
}
