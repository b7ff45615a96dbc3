import FormPages
package import Templates
import FormCells

/// A figure on the page of figures: a picture, and a table that says the same.
package struct FigureModel: Sendable {
  /// A cell, and what it says.
  package struct Value: Sendable, Equatable {
    package let text: String
    /// Whether it is a text of the form, in the form's language.
    package let isOfForm: Bool

    package init(_ text: String, isOfForm: Bool = false) { (self.text, self.isOfForm) = (text, isOfForm) }
  }

  /// A table of numbers: the first cell of each row names it.
  package struct Table: Sendable, Equatable {
    package let heads: [String]
    package let rows: [[Value]]

    package init(heads: [String], rows: [[Value]]) { (self.heads, self.rows) = (heads, rows) }
  }

  /// Tells it apart on its page: letters, digits, `-`, `_`.
  let id: String
  let title: String
  /// Whether the title is a text of the form.
  let isOfForm: Bool
  /// "84 answered, 3 without an answer": the main thing in words.
  let summary: String
  /// SVG; nil: there is nothing to draw.
  let picture: Fragment?
  let tables: [Table]

  package init(
    id: String, title: String, isOfForm: Bool, summary: String, picture: Fragment?, tables: [Table]
  ) {
    self.id = id
    self.title = title
    self.isOfForm = isOfForm
    self.summary = summary
    self.picture = picture
    self.tables = tables
  }
}

/// A cell of a figure's table.
struct FigureCellView: View {
  let value: FigureModel.Value
  /// Of the form's texts, where it is not the page's.
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
  let heads: [FigureHeadView]
  let rows: [FigureRowView]

  init(_ table: FigureModel.Table, _ language: LanguageTag?) {
    heads = table.heads.map(FigureHeadView.init)
    rows = table.rows.compactMap { row in
      let cells = row.map { FigureCellView(value: $0, language: language) }
      return cells.first.map { FigureRowView(head: $0, cells: Array(cells.dropFirst())) }
    }
  }

  static let needs: [Need] = [
    .slot("heads", adding: #"<t:each of="heads">…</t:each>"#, or: "the columns would have no names"),
    .slot("rows", adding: #"<t:each of="rows">…</t:each>"#, or: "the numbers would not show"),
  ]
  static let slots: [Slot<FigureTableView>] = [.list("heads") { $0.heads }, .list("rows") { $0.rows }]
}

/// A cell's figure: its picture, and its numbers.
struct FigureView: View {
  let figure: FigureModel
  /// Of the form's texts, where it is not the page's.
  let language: LanguageTag?

  static let needs: [Need] = [
    .slot("title", or: "the figure would have no heading"),
    .slot("summary", or: "the figure would say nothing to those who do not see it"),
    .slot("picture", where: "picture", adding: #"<t:slot name="picture"/>"#, or: "the figure would not show"),
    .slot("tables", where: "tables", adding: #"<t:each of="tables">…</t:each>"#, or: "the numbers would not show"),
  ]

  static let slots: [Slot<FigureView>] = [
    .text("id") { "_figure_\($0.figure.id)" },
    .text("title") { $0.figure.title },
    .optionalText("language") { $0.figure.isOfForm ? $0.language?.description : nil },
    .text("summary") { $0.figure.summary },
    .fragment("picture") { $0.figure.picture },
    .list("tables") { view in view.figure.tables.map { FigureTableView($0, view.language) } },
  ]
}

/// The figures of a form's submissions, `Templates/answers/figures.html`.
struct FiguresView: View {
  let frame: FrameView
  let results: ResultsView
  let figures: [FigureView]

  init(_ model: ResultsModel, _ figures: [FigureModel], in context: AnswersContext) {
    let form = context.shown(model.form)
    frame = FrameView(context: context, form: (form, context.links.table(of: form.id, model.address.ofAllRows)))
    results = ResultsView(model, form, showsFigures: true, in: context)
    self.figures = figures.map { FigureView(figure: $0, language: form.language) }
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
