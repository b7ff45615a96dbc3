import FormCells
import Templates

/// A radio group on the form (FO8), `Templates/cells/radio-group.html`: few or wordy options, in place.
struct RadioGroupView: CellView {
  let context: CellContext
  let rows: [RowList]
  let row: Template<RowView>
  /// The text entry of the last choice.
  let other: Fragment?
  /// The chosen label, or that there is none.
  let chosen: String

  init(
    _ context: CellContext, _ presentation: RadioGroupPresentation, row: Template<RowView>, other: Template<OtherView>
  ) {
    let selection = context.value.selection
    self.context = context
    self.row = row
    rows = presentation.rows(choosing: selection, isRequired: context.state.isRequired)
    let first = selection.rows.min()
    self.other = presentation.other.map { choice in
      let isRefused = context.isInvalid && context.presentation.cell.refusesOther(of: selection)
      return other.fragment(
        OtherView(
          presentation: choice, text: selection.other, isDisabled: context.state.isDisabled, message: nil,
          describedBy: isRefused ? context.presentation.errorID : nil, words: context.words))
    }
    chosen =
      selection.other ?? first.map { selection.table.label(at: $0, in: presentation.options.languages) }
      ?? context.words[.none]
  }

  static let needs: [Need] =
    entryNeeds + [
      .slot("rows", where: .not("isReadOnly"), adding: #"<t:slot name="rows"/>"#, or: "nothing could be chosen"),
      .slot(
        "other", where: .not("isReadOnly"), adding: #"<t:slot name="other"/>"#,
        or: "the choice “Other” would have no text field"),
    ]

  static let slots: [Slot<RadioGroupView>] =
    commonSlots + [
      .fragments("rows") { view in view.rows.flatMap { $0.fragments(view.row) } },
      .fragments("other") { $0.other.map { [$0] } ?? [] },
      .text("chosen") { $0.chosen },
    ]
}

/// The rows of a radio group, the same for every visitor.
final class RadioGroupPresentation: Sendable {
  let options: RowStyle
  /// The row that takes an optional choice back (C21).
  let none: RowStyle
  /// That row.
  let noneTable: OptionTable
  /// The last choice, with a text field.
  let other: OtherPresentation?
  /// Its row.
  private let otherTable: OptionTable?

  init(_ group: RadioGroupKind, of cell: Cell, in surroundings: CellPresentation.Kind.Surroundings) {
    let languages = surroundings.languages
    options = RowStyle(.radio, name: cell.id, idPrefix: "\(cell.id)_", languages: languages)
    none = RowStyle(.radio, name: cell.id, idPrefix: "\(cell.id)_none", isNumbered: false, languages: languages)
    noneTable = .none(surroundings.words[.none])
    other = group.other.map { OtherPresentation($0, of: cell, in: surroundings) }
    otherTable = other.map {
      OptionTable(options: [Option(value: OtherChoice.mark, label: Localized($0.label))])
    }
  }

  /// The rows as they stand with this choice.
  func rows(choosing selection: Selection, isRequired: Bool) -> [RowList] {
    var rows = [RowList(options, RowRuns(0..<selection.table.count), of: selection)]
    if !isRequired { rows.append(RowList(none, noneTable, RowRuns(0..<1), areTicked: selection.valueCount == 0)) }
    if let other, let otherTable {
      rows.append(RowList(other.row, otherTable, RowRuns(0..<1), areTicked: selection.other != nil))
    }
    return rows
  }
}
