import FormCells
import FormPages
import Templates

/// A cell of a figure's table.
struct FigureCellView: View {
  let value: Figure.Text
  /// The language of the form's texts, if it is not the page's.
  let language: LanguageTag?

  static let needs: [Need] = [.slot("text", or: "the table would be empty")]
  static let slots: [Slot<FigureCellView>] = [
    .text("text") { $0.value.text },
    .optionalText("language") { $0.value.isOfForm ? $0.language?.description : nil },
  ]
}

struct FigureRowView: View {
  let head: FigureCellView
  let cells: [FigureCellView]

  static let needs: [Need] = [
    .slot("head", adding: #"<t:with of="head">{text}</t:with>"#, or: "the row would have no name"),
    .slot("cells", where: "cells", adding: #"<t:each of="cells">…</t:each>"#, or: "the numbers would not show"),
  ]
  static let slots: [Slot<FigureRowView>] = [.view("head") { $0.head }, .list("cells") { $0.cells }]
}

struct FigureHeadView: View {
  let text: String

  static let needs: [Need] = [.slot("text", or: "the column would have no name")]
  static let slots: [Slot<FigureHeadView>] = [.text("text") { $0.text }]
}

struct FigureTableView: View {
  /// The id of the figure's heading.
  let id: String
  let heads: [FigureHeadView]
  let rows: [FigureRowView]

  init(_ table: Figure.Table, of id: String, in language: LanguageTag?) {
    self.id = id
    heads = table.heads.map(FigureHeadView.init)
    rows = table.rows.compactMap { row in
      let cells = row.map { FigureCellView(value: $0, language: language) }
      return cells.first.map { FigureRowView(head: $0, cells: Array(cells.dropFirst())) }
    }
  }

  static let needs: [Need] = [
    .slot("heads", where: "heads", adding: #"<t:each of="heads">…</t:each>"#, or: "the columns would have no names"),
    .slot("rows", adding: #"<t:each of="rows">…</t:each>"#, or: "the numbers would not show"),
  ]
  static let slots: [Slot<FigureTableView>] = [
    .text("id") { $0.id }, .list("heads") { $0.heads }, .list("rows") { $0.rows },
  ]
}

/// The figure of a cell: its picture and its numbers.
struct FigureView: View {
  let figure: Figure
  let picture: Fragment?
  private var id: String { "_figure_\(figure.id)" }
  /// The language of the form's texts, if it is not the page's.
  let language: LanguageTag?

  static let needs: [Need] = [
    .slot("title", or: "the figure would have no heading"),
    .slot("summary", or: "the figure would say nothing to those who do not see it"),
    .slot("picture", where: "picture", adding: #"<t:slot name="picture"/>"#, or: "the figure would not show"),
    .slot("tables", where: "tables", adding: #"<t:each of="tables">…</t:each>"#, or: "the numbers would not show"),
  ]

  static let slots: [Slot<FigureView>] = [
    .text("id") { $0.id },
    .text("title") { $0.figure.title.text },
    .optionalText("language") { $0.figure.title.isOfForm ? $0.language?.description : nil },
    .text("summary") { $0.figure.summary },
    .fragment("picture") { $0.picture },
    .list("tables") { view in view.figure.tables.map { FigureTableView($0, of: view.id, in: view.language) } },
  ]
}

/// The figures of a form's submissions, `Templates/answers/figures.html`.
struct FiguresView: View {
  let frame: FrameView
  let results: ResultsView
  let figures: [FigureView]

  init(_ model: ResultsModel, figures: [(figure: Figure, picture: Fragment?)], in context: AnswersContext) {
    let form = context.shown(model.form)
    frame = FrameView(context: context, form: (form, context.links.table(of: form.id, model.address.ofAllRows)))
    results = ResultsView(model, form: form, showsFigures: true, in: context)
    self.figures = figures.map { FigureView(figure: $0.figure, picture: $0.picture, language: form.language) }
  }

  private var words: Words { frame.context.words }

  static let needs: [Need] = [
    .slot(
      "results", adding: #"<t:with of="results"><t:part name="answers/results"/></t:with>"#,
      or: "the page would have no heading"),
    .slot("figures", where: "figures", adding: #"<t:each of="figures">…</t:each>"#, or: "the figures would not show"),
  ]

  static let slots: [Slot<FiguresView>] = [
    .view("frame") { $0.frame },
    .view("results") { $0.results },
    .list("figures") { $0.figures },
    .text("empty") { $0.results.isNarrowed ? $0.words[.noResults] : $0.words.answers[.noSubmissions] },
    .optionalText("emptyHint") { $0.results.isNarrowed ? $0.words[.noResultsHint] : nil },
    .text("print") { $0.words[.print] },
  ]
}
