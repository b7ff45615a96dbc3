import FormCells
import Templates

/// A value list: header, its button, rows (LV1 to LV4), `Templates/selection/value-list.html`. A class: slots take it as it
/// is.
final class ValueListView: View {
  struct Button {
    let value: String
    let label: String
  }

  /// The rest of a long list.
  struct More {
    let button: Button
    /// "50 of 10,000 shown".
    let text: String
  }

  let id: String
  /// Nil: a list without a header, named by the view's prompt.
  let title: String?
  /// Of the header, where it is not the page's.
  let titleLanguage: LanguageTag?
  /// Whether the header says nothing to those who see the list, which is the only one and has no title of its own.
  let isAlone: Bool
  let button: Button?
  /// One below the other.
  let rows: [RowList]
  /// Whether the rows are data, such as names of people: what is searched reads as it is stored, also where a browser translates
  /// the page.
  let isData: Bool
  let template: Template<RowView>
  let more: More?

  init(
    id: String, title: String?, titleLanguage: LanguageTag? = nil, isAlone: Bool = false, button: Button? = nil,
    rows: [RowList], isData: Bool = false, template: Template<RowView>, more: More? = nil
  ) {
    self.id = id
    self.title = title
    self.titleLanguage = titleLanguage
    self.isAlone = isAlone
    self.button = button
    self.rows = rows
    self.isData = isData
    self.template = template
    self.more = more
  }

  var rowCount: Int { rows.reduce(0) { $0 + $1.rows.count } }

  private static func fragments(of rows: [RowList], _ template: Template<RowView>) -> [Fragment] {
    rows.flatMap { $0.fragments(template) }
  }

  static let needs: [Need] = [
    .slot("title", where: "title", or: "the list would have no header"),
    .slot("rows", adding: #"<t:slot name="rows"/>"#, or: "nothing could be chosen"),
    .attribute("value", "buttonValue", where: "hasButton", "title", or: "the whole list could not be selected"),
    .attribute("value", "moreValue", where: "hasMore", or: "the rest of the list could not be reached"),
  ]

  static let slots: [Slot<ValueListView>] = [
    .text("id") { $0.id },
    .optionalText("titleLanguage") { $0.titleLanguage?.description },
    .optionalText("title") { $0.title },
    .flag("isAlone") { $0.isAlone },
    .text("labelledBy") { $0.title == nil ? "_prompt" : $0.id },
    .flag("hasButton") { $0.button != nil },
    .text("buttonValue") { $0.button?.value ?? "" },
    .text("buttonLabel") { $0.button?.label ?? "" },
    .optionalText("translate") { $0.isData ? "no" : nil },
    .flag("isList") { $0.rows.first?.style.isList ?? false },
    .fragments("rows") { fragments(of: $0.rows, $0.template) },
    .flag("hasMore") { $0.more != nil },
    .text("moreValue") { $0.more?.button.value ?? "" },
    .text("moreLabel") { $0.more?.button.label ?? "" },
    .optionalText("moreText") { $0.more?.text },
  ]
}
