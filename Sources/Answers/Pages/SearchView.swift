import FormCells
import FormPages
import Templates

/// The form on the table's page, `Templates/answers/search.html`: what to look for, and the order and columns of the
/// table.
struct SearchView: View {
  struct SortChoice: View {
    let value: String
    let label: String
    let isChosen: Bool

    static let needs: [Need] = [
      .attribute("value", "value", or: "nobody could choose the order"),
      .slot("label", or: "the order would have no name"),
    ]
    static let slots: [Slot<SortChoice>] = [
      .text("value") { $0.value }, .text("label") { $0.label }, .flag("isChosen") { $0.isChosen },
    ]
  }

  let context: AnswersContext
  let action: String
  let address: AnswerAddress
  let filters: [FilterView]
  let days: [FilterField]
  let dayErrors: [FilterError]
  let sorts: [SortChoice]
  let columns: [FilterBox]
  private let shownCount: Int

  init(_ model: TableModel, form: ShownForm, in context: AnswersContext) {
    self.context = context
    let address = model.address
    self.address = address
    action = context.links.table(of: form.id)
    let words = context.words
    filters = model.columns.filter(\.isFiltered).enumerated().map {
      FilterView($1, number: $0, in: address, of: model.form, texts: form.language, context: context)
    }
    let errors = FilterError.all(of: "submitted", id: "_submitted", in: address, context)
    dayErrors = errors
    days = [(".from", words[.from], address.submitted.from), (".to", words[.to], address.submitted.to)].map {
      ending, label, day in
      FilterField(
        id: "_submitted\(ending.replacing(".", with: "_"))", name: "submitted" + ending, label: label, type: "date",
        value: address.mistakes.last { $0.parameter == "submitted" + ending }?.text ?? day?.description ?? "",
        inputMode: nil, problem: errors.first { $0.parameters.contains("submitted" + ending) }?.id)
    }
    let shown = model.columns.filter(\.isShown)
    let chosen = model.shownColumns.map(\.column)
    shownCount = chosen.count
    columns = shown.enumerated().map { position, column in
      FilterBox(
        id: "_c\(position)", name: "columns", value: column.column.nameInAddress, label: column.title(in: words),
        language: form.language, isTicked: chosen.contains(column.column))
    }
    let sort = AnswerAddress.text(of: address.sort)
    func choice(_ value: String, label: String) -> SortChoice {
      SortChoice(value: value, label: label, isChosen: value == sort)
    }
    let sent = words.answers[.sent]
    sorts =
      [
        choice("-submitted", label: words.direction(words.answers[.newestFirst], of: sent)),
        choice("submitted", label: words.direction(words.answers[.oldestFirst], of: sent)),
      ]
      + shown.flatMap { column in
        let (name, title) = (column.column.nameInAddress, column.title(in: words))
        return [
          choice(name, label: words.direction(words[.ascending], of: title)),
          choice("-\(name)", label: words.direction(words[.descending], of: title)),
        ]
      }
  }

  private var words: Words { context.words }
  private var hasErrors: Bool { !dayErrors.isEmpty || filters.contains { !$0.errors.isEmpty } }
  private var activeCount: Int { address.filters.count + (address.submitted == DayRange() ? 0 : 1) }

  static let needs: [Need] = [
    .attribute("action", "action", or: "the search would go to the wrong address"),
    .attribute("name", "searchName", or: "nobody could search"),
    .attribute("name", "typedName", or: "numbers would be read as programs write them"),
    .slot(
      "filters", adding: #"<t:each of="filters"><t:part name="answers/filter"/></t:each>"#,
      or: "nothing could be filtered"),
    .slot("days", adding: #"<t:each of="days">…</t:each>"#, or: "nobody could search by the day of submission"),
    .slot("sorts", adding: #"<t:each of="sorts">…</t:each>"#, or: "nobody could choose the order on a phone"),
    .slot("columns", adding: #"<t:each of="columns">…</t:each>"#, or: "nobody could choose the columns"),
    .slot("showResults", or: "the search could not be sent"),
  ]

  static let slots: [Slot<SearchView>] = [
    .url("action") { $0.action },
    .text("typedName") { _ in "typed" },
    .text("searchName") { _ in "q" },
    .text("searchText") { view in view.address.mistakes.last { $0.parameter == "q" }?.text ?? view.address.search },
    .text("searchWord") { $0.words[.search] },
    .text("filtersWord") { $0.words.answers[.filters] },
    .optionalText("active") { $0.activeCount == 0 ? nil : $0.words.answers.active($0.activeCount) },
    .flag("opensFilters") { $0.hasErrors },
    .list("filters") { $0.filters },
    .text("sent") { $0.words.answers[.sent] },
    .list("days") { $0.days },
    .list("dayErrors") { $0.dayErrors },
    .optionalText("dayErrorID") { $0.dayErrors.first?.id },
    .text("showResults") { $0.words.answers[.showResults] },
    .text("viewWord") { $0.words.answers[.view] },
    .text("sortWord") { $0.words.answers[.sortBy] },
    .list("sorts") { $0.sorts },
    .text("columnsWord") { $0.words.answers[.columns] },
    .text("columnsShown") { $0.words.shown($0.shownCount, of: $0.columns.count) },
    .list("columns") { $0.columns },
  ]
}
