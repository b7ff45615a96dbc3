import FormCells
import Templates

/// The parts of a cell's selection view that are the same for every visitor. The view is that of a list picker, or that
/// of a select, which is the plainer one.
final class SelectionPresentation: Sendable {
  enum Style: Sendable {
    /// A sheet or a dialog with "Close" and "Apply".
    case listPicker(height: ListPicker.View)
    /// A page with a navigation bar on compact windows, a dialog on larger ones, with "Back" and "Done" (C5, C6).
    case select
  }

  let style: Style
  let control: RowStyle.Control
  /// The text of the cell while nothing is chosen.
  let placeholder: String
  let prompt: String?
  let hasSearch: Bool
  let hasReset: Bool
  /// Whether a button applies the choice; without it, choosing a value applies it (C4).
  let hasApply: Bool
  /// The largest number of values that may be chosen; `nil` if there is no limit.
  let maximum: Int?
  let showsSelectedList: Bool
  /// Whether a value list without a title has the header "All" with its button.
  let hasAllList: Bool
  let allListTitle: String
  /// The question before changes are discarded, and its two buttons.
  let question: String
  let discard: String
  let keep: String
  /// The last choice, with a text field.
  let other: OtherPresentation?
  /// Whether the options are data.
  let hasData: Bool
  /// The language of options that are data, if it is not the page's.
  let dataLanguage: LanguageTag?
  /// The rows that can be chosen.
  let offered: RowStyle
  /// The rows of chosen values, in a separate list.
  let selected: RowStyle
  /// The rows of chosen values that are no longer options, in the same list.
  let missing: RowStyle
  /// The row that undoes a single choice.
  let none: RowStyle
  /// The table for that row.
  let noneTable: OptionTable

  init(_ picker: ListPickerKind, in surroundings: CellPresentation.Kind.Surroundings) {
    let words = surroundings.words
    placeholder = surroundings.text(picker.placeholder) ?? words[.selectAnOption]
    style = .listPicker(height: picker.view)
    control = picker.selection == .multiple ? .checkbox : picker.hasApply ? .radio : .button
    prompt = surroundings.text(picker.prompt)
    hasSearch = picker.hasSearch
    hasReset = picker.hasReset
    hasApply = picker.selection == .multiple || picker.hasApply
    maximum = picker.selection == .multiple ? picker.maximum : nil
    showsSelectedList = picker.showsSelectedList
    hasAllList = true
    allListTitle = surroundings.text(picker.allListTitle) ?? words[.all]
    question = surroundings.text(picker.discardWords.title) ?? words[.discardQuestion]
    discard = surroundings.text(picker.discardWords.confirm) ?? words[.discardChanges]
    keep = surroundings.text(picker.discardWords.keep) ?? words[.keepEditing]
    hasData = picker.options.isData
    dataLanguage = picker.options.foreignLanguage(on: surroundings.languages)
    (offered, selected, missing, none) = Self.styles(
      of: control, languages: surroundings.languages, ofData: dataLanguage, full: words.availability.optionFull,
      below: picker.options.isTree ? words.entriesBelow : nil)
    noneTable = .none(surroundings.text(picker.noneLabel) ?? words[.none])
    let control = control
    other = picker.other.map { OtherPresentation($0, control: control, in: surroundings) }
  }

  init(_ select: SelectKind, in surroundings: CellPresentation.Kind.Surroundings) {
    let words = surroundings.words
    placeholder = surroundings.text(select.placeholder) ?? words[.selectAnOption]
    style = .select
    control = select.selection == .multiple ? .checkbox : .button
    prompt = words[.selectAnOptionBelow]
    hasSearch = false
    hasReset = false
    hasApply = select.selection == .multiple
    maximum = nil
    showsSelectedList = false
    hasAllList = false
    allListTitle = words[.all]
    question = words[.discardQuestion]
    discard = words[.discardChanges]
    keep = words[.keepEditing]
    hasData = select.options.isData
    dataLanguage = select.options.foreignLanguage(on: surroundings.languages)
    (offered, selected, missing, none) = Self.styles(
      of: control, languages: surroundings.languages, ofData: dataLanguage, full: words.availability.optionFull,
      below: select.options.isTree ? words.entriesBelow : nil)
    noneTable = .none(words[.none])
    other = nil
  }

  var isMultiple: Bool { control == .checkbox }
  /// The height of the sheet; a select is a page.
  var height: String {
    switch style {
    case .listPicker(let height): height.rawValue
    case .select: "page"
    }
  }

  /// How the view differs from that of most list pickers. A script needs this to draw the view before its rows have
  /// arrived.
  var opens: String? {
    guard case .listPicker(let height) = style else { return nil }
    let words = (height == .full ? ["full"] : []) + (hasSearch ? [] : ["bare"])
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// - Parameter below: the label of buttons that lead to the rows below a row; `nil` if the options are no tree.
  private static func styles(
    of control: RowStyle.Control, languages: [LanguageTag], ofData data: LanguageTag?, full: String,
    below: Phrase?
  ) -> (offered: RowStyle, selected: RowStyle, missing: RowStyle, none: RowStyle) {
    // A button takes effect at once.
    let name = (control == .button ? PageField.choose : .pick).rawValue
    let selected = control == .checkbox ? PageField.keep.rawValue : name
    return (
      RowStyle(
        control, name: name, idPrefix: "_r", languages: languages, labelLanguage: data, detailsLanguage: data,
        isList: below == nil ? nil : true, full: full, below: below),
      RowStyle(
        control, name: selected, idPrefix: "_s", languages: languages, labelLanguage: data, detailsLanguage: data,
        full: full),
      // The page's words beside the label say that the value is no longer available.
      RowStyle(control, name: selected, idPrefix: "_m", languages: languages, labelLanguage: data),
      RowStyle(
        control, name: name, idPrefix: "_none", isNumbered: false, languages: languages,
        isList: below == nil ? nil : true)
    )
  }
}

extension OptionTable {
  /// The one row that undoes an optional single choice (C21).
  static func none(_ label: String) -> OptionTable {
    OptionTable(options: [Option(value: "", label: Localized(label))])
  }
}
