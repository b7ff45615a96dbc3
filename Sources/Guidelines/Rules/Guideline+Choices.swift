import FormCells

/// How many options which kind of cell is made for.
extension Guideline {
  /// C9: a select is for five to fifteen options, a half view for up to six.
  private static let selectOptions = 5...15
  private static let halfViewLimit = 6

  static let enoughOptions = Guideline(
    .se7, "A select has five to fifteen options; fewer are shown in place.",
    advice: "Use a radio group, or a switch for on and off.",
    cell: { cell in
      guard cell.cell.type == .select, let place = cell.place["options"] else { return [] }
      let count = cell.options.count
      guard count < selectOptions.lowerBound else { return [] }
      return [
        place.breach(
          "\(count) option\(count == 1 ? " is" : "s are") few for a select, which is for five to fifteen; use a “radio-group” or a “switch”"
        )
      ]
    })

  static let fewEnoughOptions = Guideline(
    .se8, "More than fifteen options can be searched.", advice: "Use a list picker, which has a search.",
    cell: { cell in
      guard cell.cell.type == .select, let place = cell.optionsPlace, let count = cell.cell.optionSource?.count,
        count > selectOptions.upperBound
      else { return [] }
      return [place.breach("\(count) options are many for a select, which has no search; use a “list-picker”")]
    })

  static let halfViews = Guideline(
    .lv35, "A half view is for up to six values.", advice: "Set “view” to “full” for a longer list.",
    cell: { cell in
      guard isHalf(cell), cell.place["source"] == nil, let place = cell.place["view"] ?? cell.optionsPlace else {
        return []
      }
      let count = cell.options.count
      guard count > halfViewLimit else { return [] }
      return [place.breach("a half view is for up to six values, and this list has \(count); add \"view\": \"full\"")]
    })

  static let fullViews = Guideline(
    .lv37, "A list of unknown length has a full view.", advice: "Set “view” to “full” where options are data.",
    cell: { cell in
      guard isHalf(cell), cell.place["source"] != nil, let place = cell.place["view"] ?? cell.optionsPlace else {
        return []
      }
      return [place.breach("options that are data can become many, and a half view is for few; add \"view\": \"full\"")]
    })

  private static func isHalf(_ cell: CheckedCell) -> Bool {
    if case .listPicker(let picker) = cell.cell.kind { picker.view == .half } else { false }
  }

  static let longTexts = Guideline(
    .ti2, "A text is short or of a certain format; what is long is a note.",
    advice: "Use a note for texts of several lines.",
    cell: { cell in
      let characterLimit = 200
      guard case .text(let text) = cell.cell.kind, let length = text.maxLength, length > characterLimit,
        let place = cell.place["maxLength"]
      else { return [] }
      return [
        place.breach(
          "\(length) characters do not fit into one line; use a “note” for long texts, or a lower “maxLength”")
      ]
    })
}
