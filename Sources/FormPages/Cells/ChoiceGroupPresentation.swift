import FormCells
import Templates

/// The rows of a group of radio buttons or boxes on the form, the same for every visitor.
final class ChoiceGroupPresentation: Sendable {
  /// The value of `data-style`; `nil` for a row for each option.
  let style: String?
  let options: RowStyle
  /// The rows of chosen values that are no longer options. The page says so, and posts them until they are deselected.
  private let missing: RowStyle
  /// The row that undoes an optional single choice (C21); `nil` for boxes, which need none.
  private let none: RowStyle?
  private let noneTable: OptionTable
  /// The last choice, with a text field.
  private let other: OtherPresentation?
  /// The table for the row of that choice.
  private let otherTable: OptionTable?

  convenience init(_ group: RadioGroupKind, of cell: Cell, in surroundings: CellPresentation.Kind.Surroundings) {
    self.init(.radio, options: group.options, layout: group.layout, other: group.other, of: cell, in: surroundings)
  }

  convenience init(_ group: CheckboxGroupKind, of cell: Cell, in surroundings: CellPresentation.Kind.Surroundings) {
    self.init(.checkbox, options: group.options, layout: group.layout, other: group.other, of: cell, in: surroundings)
  }

  private init(
    _ control: RowStyle.Control, options: OptionSource, layout: GroupLayout, other: OtherChoice?, of cell: Cell,
    in surroundings: CellPresentation.Kind.Surroundings
  ) {
    let languages = surroundings.languages
    let table = options.current
    let data = options.foreignLanguage(on: languages)
    let isLong = (0..<table.count).contains { table.label(at: $0, in: languages).count > Self.shortLabel }
    style = layout.style == .segmented && isLong ? "segmented long" : layout.styleName
    self.options = RowStyle(
      control, name: cell.id, idPrefix: "\(cell.id)_", languages: languages,
      labelLanguage: data, detailsLanguage: data, isList: false, full: surroundings.words.availability.optionFull)
    missing = RowStyle(control, name: cell.id, idPrefix: "\(cell.id)_gone", languages: languages, isList: false)
    none =
      control == .radio
      ? RowStyle(.radio, name: cell.id, idPrefix: "\(cell.id)_none", isNumbered: false, languages: languages) : nil
    noneTable = .none(surroundings.words[.none])
    self.other = other.map { OtherPresentation($0, control: control, of: cell, in: surroundings) }
    otherTable = self.other.map {
      OptionTable(options: [Option(value: OtherChoice.mark, label: Localized($0.label))])
    }
  }

  /// The length, in characters, of labels of which three fit side by side on a phone.
  private static let shortLabel = 12

  /// The rows for this selection: those of the lists, former options, "None", then the last choice.
  func lists(choosing selection: Selection, in context: CellContext) -> [GroupList] {
    // A chosen option that no longer fits is shown until it is deselected.
    let offered =
      context.offered.map { offered in
        RowSet(rows: Set(offered).union(selection.rows).sorted().map(UInt32.init))
      } ?? RowSet(0..<selection.table.count)
    var lists = selection.table.lists.enumerated().compactMap { position, list -> GroupList? in
      let rows = offered.intersection(RowSet(list.rows))
      if rows.isEmpty { return nil }
      return GroupList(
        id: "\(options.idPrefix)list\(position)", title: list.title?.text(in: options.languages),
        titleLanguage: options.labelLanguage, rows: RowList(options, rows: rows.first(rows.count), of: selection))
    }
    if !selection.missing.isEmpty {
      lists.append(GroupList(rows: RowList(missing, of: selection.missing, words: context.words)))
    }
    if !context.state.isRequired, context.awaited == nil, let none {
      let isEmpty = selection.valueCount == 0 && selection.missing.isEmpty
      lists.append(GroupList(rows: RowList(none, table: noneTable, rows: RowRuns(0..<1), areTicked: isEmpty)))
    }
    if let other, let otherTable {
      lists.append(
        GroupList(rows: RowList(other.row, table: otherTable, rows: RowRuns(0..<1), areTicked: selection.other != nil)))
    }
    return lists
  }

  /// The labels of what is chosen; empty if nothing is.
  func labels(of selection: Selection) -> [String] {
    selection.rows.sorted().map { selection.table.label(at: $0, in: options.languages) }
      + selection.missing.map(\.label) + [selection.other].compactMap(\.self)
  }

  /// What must be filled in first, or that no option fits; `nil` if there is something to choose.
  func emptyReason(in context: CellContext) -> String? {
    if let awaited = context.awaited { return context.words.fillInFirst(awaited) }
    return context.offered?.isEmpty == true ? context.words[.noResults] : nil
  }

  /// The text entry of the last choice, if there is one.
  func entry(of selection: Selection, in context: CellContext, _ template: Template<OtherView>) -> Fragment? {
    other.map { choice in
      let isRefused = context.isInvalid && context.presentation.cell.refusesOther(of: selection)
      return template.fragment(
        OtherView(
          presentation: choice, text: selection.other, isDisabled: context.state.isDisabled, message: nil,
          describedBy: isRefused ? context.presentation.errorID : nil, words: context.words))
    }
  }
}

/// The templates of the rows of a group.
struct GroupTemplates: Sendable {
  let row: Template<RowView>
  let list: Template<GroupListView>
  /// The text entry of the last choice.
  let other: Template<OtherView>
}

/// Rows of a group that belong together.
struct GroupList: Sendable {
  /// The id of its title.
  var id = ""
  /// `nil` if the rows belong to the group itself.
  var title: String?
  /// The title's language, if it is not the page's.
  var titleLanguage: LanguageTag?
  let rows: RowList

  func fragments(_ templates: GroupTemplates) -> [Fragment] {
    let rows = rows.fragments(templates.row)
    if title == nil { return rows }
    return [templates.list.fragment(GroupListView(list: self, rows: rows))]
  }
}

/// A list with a title in a group, `Templates/selection/group-list.html`.
struct GroupListView: View {
  let list: GroupList
  let rows: [Fragment]

  static let needs: [Need] = [
    .slot("title", or: "the list would have no title"),
    .slot("rows", adding: #"<t:slot name="rows"/>"#, or: "nothing could be chosen"),
  ]

  static let slots: [Slot<GroupListView>] = [
    .text("id") { $0.list.id },
    .text("title") { $0.list.title ?? "" },
    .optionalText("titleLanguage") { $0.list.titleLanguage?.description },
    .fragments("rows") { $0.rows },
  ]
}

extension GroupLayout {
  /// The value of `data-style`; `nil` for a row for each option.
  var styleName: String? { isInline ? "inline" : style == .list ? nil : style.rawValue }
}
