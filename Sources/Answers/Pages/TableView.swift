import FormCells
import FormPages
import Templates

/// The table of a form's submissions, `Templates/answers/table.html`.
struct TableView: View {
  let frame: FrameView
  let results: ResultsView
  /// The fields of the search and the filters, as the page's form shows them.
  let search: SearchView
  let columns: [ColumnHead]
  let rows: [SubmissionRowView]
  let paging: PagingView?

  private var words: AnswersWords { frame.context.words.answers }

  init(_ model: TableModel, in context: AnswersContext) {
    let shown = context.shown(model.form)
    frame = FrameView(context: context)
    results = ResultsView(model.results, form: shown, in: context)
    search = SearchView(model, form: shown, in: context)
    let columns = model.shownColumns
    let texts = columns.map {
      ColumnText(
        $0, of: model.form, in: [shown.language ?? context.language.tag, model.form.locale], language: context.language)
    }
    self.columns =
      [ColumnHead(submitted: model.address, of: shown.id, in: context)]
      + zip(columns, texts).map { ColumnHead($0, text: $1, address: model.address, form: shown, in: context) }
    let first = model.address.range.lowerBound
    rows = model.rows.enumerated().map { position, row in
      SubmissionRowView(row, place: first + position + 1, texts: texts, model: model, form: shown, in: context)
    }
    paging = PagingView(model, form: shown, in: context)
  }

  static let needs: [Need] = [
    .slot(
      "results", adding: #"<t:with of="results"><t:part name="answers/results"/></t:with>"#,
      or: "the page would have no heading"),
    .slot(
      "search", adding: #"<t:with of="search"><t:part name="answers/search"/></t:with>"#,
      or: "nothing could be searched for"),
    .slot("columns", where: "rows", adding: #"<t:each of="columns">…</t:each>"#, or: "the table would have no heads"),
    .slot("rows", where: "rows", adding: #"<t:each of="rows">…</t:each>"#, or: "the submissions would not show"),
    .slot(
      "paging", where: "paging", adding: #"<t:with of="paging">…</t:with>"#, or: "nothing would lead to further rows"),
  ]

  static let slots: [Slot<TableView>] = [
    .view("frame") { $0.frame },
    .view("results") { $0.results },
    .view("search") { $0.search },
    .list("columns") { $0.columns },
    .list("rows") { $0.rows },
    .view("paging") { $0.paging },
    .text("empty") { $0.results.isNarrowed ? $0.frame.context.words[.noResults] : $0.words[.noSubmissions] },
    .optionalText("emptyHint") { $0.results.emptyHint },
    .optionalText("zone") { $0.rows.isEmpty ? nil : $0.words.zone($0.results.zone) },
  ]
}

/// The head of a column: a link that sorts by it.
struct ColumnHead: View {
  let label: String
  let language: LanguageTag?
  let link: String
  /// `nil` if the table is sorted by another column.
  let order: String?
  let isNumeric: Bool

  init(submitted address: AnswerAddress, of form: String, in context: AnswersContext) {
    label = context.words.answers[.sent]
    language = nil
    isNumeric = false
    // The first press sorts by the newest, which is what people usually want.
    if case .submitted(let isDescending) = address.sort {
      order = isDescending ? "descending" : "ascending"
      link = context.links.table(of: form, address.sorted(by: .submitted(isDescending: !isDescending)))
    } else {
      order = nil
      link = context.links.table(of: form, address.sorted(by: .newestFirst))
    }
  }

  init(
    _ column: FormColumn, text: ColumnText, address: AnswerAddress, form: ShownForm, in context: AnswersContext
  ) {
    label = column.title(in: context.words)
    language = form.language
    isNumeric = text.isNumeric
    var isDescending = true
    if case .column(column.column, let isNow, _) = address.sort {
      order = isNow ? "descending" : "ascending"
      isDescending = isNow
    } else {
      order = nil
    }
    link = context.links.table(
      of: form.id, address.sorted(by: .column(column.column, isDescending: !isDescending)))
  }

  static let needs: [Need] = [
    .slot("label", or: "the column would have no name"),
    .attribute("href", "link", or: "nobody could sort by the column"),
    .attribute("aria-sort", "order", where: "order", or: "nothing would say what the table is sorted by"),
  ]

  static let slots: [Slot<ColumnHead>] = [
    .text("label") { $0.label },
    .optionalText("language") { $0.language?.description },
    .url("link") { $0.link },
    .optionalText("order") { $0.order },
    .flag("isNumeric") { $0.isNumeric },
  ]
}

/// A submission: a row of the table, or a card in a narrow window.
struct SubmissionRowView: View {
  struct SubmissionValueView: View {
    /// The column's label, for cards.
    let label: String
    let labelLanguage: LanguageTag?
    let shown: ColumnText.Shown?
    let language: LanguageTag?
    let isNumeric: Bool
    let noAnswer: String

    static let needs: [Need] = [
      .slot("label", or: "a card would not say what it shows"),
      .slot("text", where: "text", or: "the value would not show"),
      .slot("noAnswer", where: .not("text"), or: "nothing would say that there is no answer"),
    ]

    static let slots: [Slot<SubmissionValueView>] = [
      .text("label") { $0.label },
      .optionalText("labelLanguage") { $0.labelLanguage?.description },
      .optionalText("text") { $0.shown?.text },
      .optionalText("language") { $0.shown?.isOfForm == true ? $0.language?.description : nil },
      .optionalText("translate") { $0.shown?.isOfForm == false ? "no" : nil },
      .flag("isNumeric") { $0.isNumeric },
      .text("noAnswer") { $0.noAnswer },
    ]
  }

  let link: String
  let time: LocalTime?
  let timeText: String
  let sent: String
  let values: [SubmissionValueView]
  /// Shown in place of values that cannot be read.
  let damage: String?
  /// The number of columns with values.
  private let columnCount: Int

  /// - `place`: the place among the results, from 1.
  init(
    _ row: TableModel.Row, place: Int, texts: [ColumnText], model: TableModel, form: ShownForm,
    in context: AnswersContext
  ) {
    let answers = context.words.answers
    sent = answers[.sent]
    columnCount = texts.count
    let address = model.address.at(place: place)
    guard case .read(let line) = row else {
      let id = if case .damaged(let id, _) = row { id } else { "" }
      link = context.links.answerPage(id, of: form.id, address: address)
      (time, timeText, values, damage) = (nil, id.readAloud, [], answers.unreadable.title)
      return
    }
    link = context.links.answerPage(line.id, of: form.id, address: address)
    time = line.submittedAt.flatMap { LocalTime($0, in: model.zone) }
    timeText = time.map { $0.shortText(in: context.language.dates) } ?? line.id.readAloud
    damage = nil
    values = texts.map {
      SubmissionValueView(
        label: $0.column.title(in: context.words), labelLanguage: form.language, shown: $0.shown(in: line.values),
        language: form.language, isNumeric: $0.isNumeric, noAnswer: answers[.noAnswer])
    }
  }

  static let needs: [Need] = [
    .attribute("href", "link", or: "nothing would lead to the submission"),
    .slot("timeText", or: "the link would have no name"),
    .slot("values", adding: #"<t:each of="values">…</t:each>"#, or: "the answers would not show"),
    .slot("damage", where: "damage", or: "nobody would know that the answers cannot be read"),
  ]

  static let slots: [Slot<SubmissionRowView>] = [
    .url("link") { $0.link },
    .text("sent") { $0.sent },
    .optionalText("time") { $0.time?.iso8601 },
    .text("timeText") { $0.timeText },
    .list("values") { $0.values },
    .optionalText("damage") { $0.damage },
    .text("columnCount") { String(max(1, $0.columnCount)) },
  ]
}

extension LocalTime {
  /// The time without its zone, which the page names once.
  func shortText(in dates: DateFormat) -> String { dates.text(day, hour: second / 3600, minute: second / 60 % 60) }
}

/// Links to the pages of the results.
struct PagingView: View {
  struct PageLinkView: View {
    /// `nil` for a gap, where pages are left out.
    let text: String?
    let name: String
    /// `nil` for the present page.
    let link: String?

    static let needs: [Need] = [
      .attribute("href", "link", where: "link", or: "nothing would lead to the page")
    ]

    static let slots: [Slot<PageLinkView>] = [
      .optionalText("text") { $0.text }, .text("name") { $0.name }, .optionalURL("link") { $0.link },
    ]
  }

  let words: AnswersWords
  let shown: String
  let previous: String?
  let next: String?
  let pages: [PageLinkView]

  /// Fails if there are no rows.
  init?(_ model: TableModel, form: ShownForm, in context: AnswersContext) {
    guard model.found > 0 else { return nil }
    let address = model.address
    let numbers = context.language.numbers
    let answers = context.words.answers
    words = answers
    let range = address.range
    shown = answers.shownRows(
      numbers.text(count: range.lowerBound + 1), numbers.text(count: min(range.upperBound, model.found)),
      numbers.text(count: model.found))
    let last = (model.found + AnswerAddress.rowsOfPage - 1) / AnswerAddress.rowsOfPage
    func link(_ page: Int) -> String { context.links.table(of: form.id, address.showing(page: page)) }
    previous = address.page > 1 ? link(address.page - 1) : nil
    next = address.page < last ? link(address.page + 1) : nil
    guard last > 1 else {
      pages = []
      return
    }
    var pages: [PageLinkView] = []
    var before = 0
    for page in [1, address.page - 1, address.page, address.page + 1, last]
    where page > before && page <= last {
      if page > before + 1 { pages.append(PageLinkView(text: nil, name: "", link: nil)) }
      let text = numbers.text(count: page)
      pages.append(PageLinkView(text: text, name: answers.page(text), link: page == address.page ? nil : link(page)))
      before = page
    }
    self.pages = pages
  }

  static let needs: [Need] = [
    .slot("shown", or: "nobody would know which rows are shown"),
    .attribute("href", "next", where: "pages", "next", or: "nothing would lead to the next rows"),
    .attribute("href", "previous", where: "pages", "previous", or: "nothing would lead to the rows before"),
  ]

  static let slots: [Slot<PagingView>] = [
    .text("title") { $0.words[.pages] },
    .text("shown") { $0.shown },
    .optionalURL("previous") { $0.previous },
    .text("previousWord") { $0.words[.previous] },
    .optionalURL("next") { $0.next },
    .text("nextWord") { $0.words[.next] },
    .list("pages") { $0.pages },
  ]
}
