import FormCells
import Templates

/// A repeated section on the form, `Templates/cells/repeat.html`: its entries, each a row whose button opens its view.
struct RepeatedSectionView: View {
  let name: String
  let section: RepeatedPresentation
  let presentation: FormPresentation
  let hiddenFieldValue: String
  let rows: [EntryRowView]
  let isFull: Bool
  let message: String?

  /// - `entries`: the positions of the sections that are its entries.
  init(
    _ index: Int, section: RepeatedPresentation, entries: [Int], in presentation: FormPresentation,
    formState: FormState, displayState: DisplayState
  ) {
    name = presentation.form.name(of: .section(index))
    self.section = section
    self.presentation = presentation
    hiddenFieldValue = formState.hiddenFieldValue(entriesOf: index)
    isFull = !formState.canAdd(to: index)
    message = presentation.form.sections[index].cells.first.flatMap {
      displayState.message(of: $0.index, isOpen: false)?.text
    }
    rows = entries.enumerated().map { position, entry in
      EntryRowView(
        entry, section: section, number: position + 1, isLast: position == entries.count - 1, in: presentation,
        formState: formState, displayState: displayState)
    }
  }

  static let needs: [Need] = [
    .attribute("id", "id", or: "links to the section would lead nowhere"),
    .attribute("name", "id", or: "the order of the entries would be lost"),
    .attribute("value", "carried", or: "the order of the entries would be lost"),
    .attribute("name", "field.add", where: .not("isFull"), or: "nothing could be added"),
    .attribute("value", "section", where: .not("isFull"), or: "nothing could be added"),
    .slot("rows", adding: #"<t:each of="rows">…</t:each>"#, or: "the entries would not show"),
    .slot("message", where: "message", or: "nothing would say why a section was rejected"),
    .slot("limit", where: "isFull", or: "nothing would say why no more can be added"),
  ]

  static let slots: [Slot<RepeatedSectionView>] = [
    .text("id") { $0.name },
    .text("carried") { $0.hiddenFieldValue },
    .text("section") { $0.section.id },
    .text("addID") { $0.name + "_add" },
    .text("add") { $0.section.add },
    .text("label") { $0.section.title },
    .flag("isFull") { $0.isFull },
    .text("limit") { $0.section.limit },
    .text("none") { $0.presentation.words[.nothingEntered] },
    .flag("isEmpty") { $0.rows.isEmpty },
    .flag("isTable") { $0.section.isTable && !$0.rows.isEmpty },
    .list("columns") { $0.section.columns },
    .flag("isInvalid") { $0.message != nil },
    .optionalText("message") { $0.message },
    .text("errorPrefix") { $0.presentation.words[.errorPrefix] },
    .text("item") { $0.section.item },
    .list("rows") { $0.rows },
  ]
}

/// The header of a column of the table of entries.
struct EntryColumnView: View {
  let label: String
  let isNumber: Bool

  static let needs: [Need] = [.slot("label", or: "the column would have no header")]
  static let slots: [Slot<EntryColumnView>] = [.text("label") { $0.label }, .flag("isNumber") { $0.isNumber }]
}

/// The row of one entry.
struct EntryRowView: View {
  let name: String
  let title: String
  let words: Words
  let isFirst: Bool
  let isLast: Bool
  let values: [EntryValueView]
  let message: String?

  init(
    _ entry: Int, section: RepeatedPresentation, number: Int, isLast: Bool, in presentation: FormPresentation,
    formState: FormState, displayState: DisplayState
  ) {
    name = presentation.form.name(of: .section(entry))
    words = presentation.words
    title = words.item(section.item, number: number)
    isFirst = number == 1
    self.isLast = isLast
    let cells = presentation.sections[entry].cells
    values = section.summary.map { place in
      EntryValueView(of: presentation.cells[cells[place]], in: formState)
    }
    let wrong = displayState.messages(of: cells, areOpen: false)
    message = wrong.isEmpty ? nil : words.check(wrong.map { presentation.cells[$0.cell].label })
  }

  static let needs: [Need] = [
    .attribute("id", "id", or: "links to the entry would lead nowhere"),
    .attribute("name", "field.open", or: "the entry could not be changed"),
    .attribute("name", "field.remove", or: "the entry could not be removed"),
    .attribute("name", "field.moveUp", or: "the entry could not be moved"),
    .attribute("name", "field.moveDown", or: "the entry could not be moved"),
    .slot("title", or: "the entry would have no name"),
    .slot("values", adding: #"<t:each of="values">…</t:each>"#, or: "the entry would not say what is in it"),
    .slot("message", where: "message", or: "nothing would say why an entry was rejected"),
    .attribute(
      "aria-describedby", "errorID", where: "errorID",
      or: "the button of a rejected entry would not say why it was rejected"),
  ]

  static let slots: [Slot<EntryRowView>] = [
    .text("id") { $0.name },
    .text("title") { $0.title },
    .list("values") { $0.values },
    .text("change") { $0.words[.change] },
    .text("changeName") { $0.words.changeItem($0.title) },
    .text("remove") { $0.words[.remove] },
    .text("removeName") { $0.words.removeItem($0.title) },
    .text("upName") { $0.words.moveUp($0.title) },
    .text("downName") { $0.words.moveDown($0.title) },
    .flag("isFirst") { $0.isFirst },
    .flag("isLast") { $0.isLast },
    .optionalText("message") { $0.message },
    .optionalText("errorID") { view in view.message.map { _ in view.name + "_error" } },
    .text("errorPrefix") { $0.words[.errorPrefix] },
  ]
}

/// A value in an entry's row.
struct EntryValueView: View {
  let label: String
  /// Empty if nothing was entered.
  let text: String
  let isNumber: Bool

  init(of cell: CellPresentation, in formState: FormState) {
    label = cell.label
    let isShown = formState.states[cell.cell.index].isVisible
    let lines = isShown ? CellAnswer.lines(of: cell, in: formState).map { $0.before + $0.text + $0.behind } : []
    text = cell.words.list(lines)
    isNumber = cell.cell.isQuantity
  }

  static let needs: [Need] = [.slot("text", where: .not("isBlank"), or: "the value would not show")]

  static let slots: [Slot<EntryValueView>] = [
    .text("label") { $0.label },
    .text("text") { $0.text.isEmpty ? "–" : $0.text },
    .flag("isNumber") { $0.isNumber },
    .flag("isBlank") { $0.text.isEmpty },
  ]
}

/// A repeated section's names and texts, the same for every visitor.
final class RepeatedPresentation: Sendable {
  let id: String
  let title: String
  let item: String
  let add: String
  let limit: String
  let summary: [Int]
  let isTable: Bool
  /// The columns of the table.
  let columns: [EntryColumnView]

  /// - Parameter text: one of the form's texts, as pages show it.
  init?(_ section: FormSection, words: Words, text: (Localized?) -> String?) {
    guard let repeated = section.repeated else { return nil }
    id = repeated.id
    item = text(repeated.item) ?? ""
    title = text(section.title) ?? item
    add = words.addItem(item)
    limit = words.entryLimit(words.numbers.text(count: repeated.maximum))
    summary = repeated.summary
    isTable = repeated.isTable
    columns = repeated.summary.map { place in
      EntryColumnView(label: text(section.cells[place].label) ?? "", isNumber: section.cells[place].isQuantity)
    }
  }
}

extension FormPresentation {
  /// "Expense 2"; `nil` if the section is not an entry.
  /// - Parameter number: from 1.
  func itemTitle(ofEntry section: Int, number: Int) -> String? {
    guard let place = form.sections[section].entry, let repeated = sections[place.section].repeated else { return nil }
    return words.item(repeated.item, number: number)
  }

  /// The title of the view of a modal section or entry.
  func title(ofSection section: Int, in formState: FormState) -> String {
    formState.number(ofEntry: section).flatMap { itemTitle(ofEntry: section, number: $0) }
      ?? sections[section].modal?.label ?? title
  }
}
