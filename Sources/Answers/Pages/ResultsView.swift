package import FormCells
import FormPages
import Templates

/// What the heading of the table and of the figures says about the results.
package struct ResultsModel: Sendable {
  let form: Form
  let columns: [FormColumn]
  let address: AnswerAddress
  let found: Int
  let total: Int
  let progress: Double?
  let zone: TimeZone

  /// - Parameters:
  ///   - found: the number of submissions that match.
  ///   - total: the number of the form's submissions, whatever the filters.
  ///   - progress: the store's progress.
  ///   - zone: the time zone of the form or the server.
  package init(
    _ form: Form, columns: [FormColumn], address: AnswerAddress, found: Int, total: Int, progress: Double?,
    zone: TimeZone
  ) {
    self.form = form
    self.columns = columns
    self.address = address
    self.found = found
    self.total = total
    self.progress = progress
    self.zone = zone
  }
}

extension TableModel {
  var results: ResultsModel {
    ResultsModel(form, columns: columns, address: address, found: found, total: total, progress: progress, zone: zone)
  }
}

/// The heading of the table and of the figures, with the search and filters, `Templates/answers/results.html`.
struct ResultsView: View {
  let context: AnswersContext
  let form: ShownForm
  let model: ResultsModel
  let chips: [ChipView]
  let problems: [LinkedProblem]
  /// Whether the page shows figures.
  var showsFigures = false

  init(_ model: ResultsModel, form: ShownForm, showsFigures: Bool = false, in context: AnswersContext) {
    self.context = context
    self.form = form
    self.model = model
    self.showsFigures = showsFigures
    chips = ChipView.all(of: model, form, isOfFigures: showsFigures, in: context)
    problems = LinkedProblem.all(of: model, in: context)
  }

  private var words: AnswersWords { context.words.answers }
  var isNarrowed: Bool { model.address.isNarrowed }
  var zone: String { model.zone.name }

  /// What to do if nothing is found.
  var emptyHint: String? {
    guard isNarrowed else { return nil }
    let hint = context.words[.noResultsHint]
    return model.address.search.isEmpty ? hint : "\(hint) \(words[.searchHint])"
  }

  private var count: String {
    if model.total == 0 { return words[.noSubmissions] }
    return isNarrowed ? words.found(model.found, of: model.total) : words.submissions(model.found)
  }

  private var progress: String? {
    model.progress.map { share in
      // A partial share is never shown as 100 %.
      words.indexing(context.language.percent(read: share)) + " "
        + words.newestOnly(model.total)
    }
  }

  static let needs: [Need] = [
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .slot("count", or: "nobody would know how many there are"),
    .slot("progress", where: "progress", or: "nobody would know that not all is shown"),
    .slot(
      "problems", where: "problems", adding: #"<t:each of="problems">…</t:each>"#,
      or: "nobody would know what was not used"),
    .slot(
      "chips", where: "chips", adding: #"<t:each of="chips">…</t:each>"#, or: "nobody would see what is searched for"),
    .attribute("href", "other", or: "nothing would lead from the table to the figures"),
    .slot(
      "downloads", where: "downloads", adding: #"<t:each of="downloads">…</t:each>"#, or: "nothing could be downloaded"),
  ]

  static let slots: [Slot<ResultsView>] = [
    .text("title") { $0.form.title },
    .optionalText("titleLanguage") { $0.form.language?.description },
    .optionalText("caption") { $0.showsFigures ? $0.words[.figures] : nil },
    .text("count") { $0.count },
    .optionalText("progress") { $0.progress },
    .text("problemTitle") { $0.words[.ignored] },
    .list("problems") { $0.problems },
    .text("filtersWord") { $0.words[.filters] },
    .list("chips") { $0.chips },
    .optionalURL("cleared") { view in
      view.chips.count > 1
        ? view.link(view.model.address.withoutFilters) : nil
    },
    .text("clearWord") { $0.words[.clearFilters] },
    .url("other") { view in
      view.showsFigures
        ? view.context.links.table(of: view.form.id, view.model.address.ofAllRows)
        : view.context.links.figures(of: view.form.id, view.model.address)
    },
    .text("otherWord") { $0.showsFigures ? $0.words[.table] : $0.words[.figures] },
    .text("downloadWord") { $0.words[.download] },
    .list("downloads") { view in
      view.model.found == 0
        ? []
        : DownloadFormat.allCases.map {
          LinkView(
            link: view.context.links.download($0, of: view.form.id, address: view.model.address),
            text: $0.rawValue.uppercased())
        }
    },
  ]

  private func link(_ address: AnswerAddress) -> String {
    showsFigures ? context.links.figures(of: form.id, address) : context.links.table(of: form.id, address)
  }
}

extension PageLanguage {
  /// "43 %"
  func percent(_ percent: Int) -> String { "\(numbers.text(count: percent)) %" }

  /// The share read so far; a partial share is never shown as 100 %.
  func percent(read share: Double) -> String { percent(share >= 1 ? 100 : min(99, Int(share * 100))) }
}

/// A part of the search, with a link that removes it.
struct ChipView: View {
  let text: String
  let removeName: String
  let link: String

  static let needs: [Need] = [
    .slot("text", or: "nobody would see what is searched for"),
    .attribute("href", "link", or: "the filter could not be removed"),
  ]

  static let slots: [Slot<ChipView>] = [
    .text("text") { $0.text }, .text("removeName") { $0.removeName }, .url("link") { $0.link },
  ]

  static func all(
    of model: ResultsModel, _ form: ShownForm, isOfFigures: Bool, in context: AnswersContext
  ) -> [ChipView] {
    let words = context.words
    let address = model.address
    func chip(_ label: String, value: String, rest: AnswerAddress) -> ChipView {
      let text = words.entry(label, value)
      return ChipView(
        text: text, removeName: words.removeItem(text),
        link: isOfFigures ? context.links.figures(of: form.id, rest) : context.links.table(of: form.id, rest))
    }
    var chips: [ChipView] = []
    if !address.search.isEmpty {
      chips.append(chip(words[.search], value: address.search, rest: address.withoutSearch))
    }
    if address.submitted != DayRange() {
      let (from, to) = (address.submitted.from.map(AnswerBound.day), address.submitted.to.map(AnswerBound.day))
      let text = range(from: from, to: to, kind: .day, texts: nil, in: context)
      chips.append(chip(words.answers[.sent], value: text, rest: address.withoutDays))
    }
    for filter in address.filters {
      guard let column = model.columns.first(where: { $0.column == filter.column }) else { continue }
      let texts = ColumnText(
        column, of: model.form, in: [form.language ?? context.language.tag, model.form.locale],
        language: context.language)
      chips.append(
        chip(
          column.title(in: words), value: value(of: filter.condition, texts, in: context),
          rest: address.without(filter.column)))
    }
    return chips
  }

  private static func value(
    of condition: AnswerCondition, _ texts: ColumnText, in context: AnswersContext
  ) -> String {
    let words = context.words
    switch condition {
    case .contains(let text): return text
    case .range(let from, let to):
      return range(from: from, to: to, kind: texts.column.column.kind, texts: texts, in: context)
    case .anyOf(let values):
      let order = texts.column.options?.all?.map(\.value) ?? []
      let sorted = values.sorted { a, b in
        let (first, second) = (order.firstIndex(of: a) ?? .max, order.firstIndex(of: b) ?? .max)
        return first == second ? a < b : first < second
      }
      let names = sorted.prefix(3).map { texts.name(ofValue: $0) }
      let rest = sorted.count - names.count
      return words.list(names + (rest > 0 ? [words.andMore(rest)] : []))
    }
  }

  private static func range(
    from: AnswerBound?, to: AnswerBound?, kind: AnswerColumn.Kind, texts: ColumnText?,
    in context: AnswersContext
  ) -> String {
    let words = context.words
    func text(_ bound: AnswerBound) -> String { ColumnText.text(of: bound, kind: kind, in: context.language) }
    switch (from, to) {
    case (let from?, let to?) where from == to: return text(from)
    case (let from?, let to?): return words.range(text(from), text(to))
    case (let from?, nil): return "≥ \(text(from))"
    case (nil, let to?): return "≤ \(text(to))"
    case (nil, nil): return ""
    }
  }
}

/// A part of the address that was not used, with a link to the field where it can be corrected.
struct LinkedProblem: View {
  let message: String
  let link: String?

  static let needs: [Need] = [.slot("message", or: "nobody would know what was not used")]
  static let slots: [Slot<LinkedProblem>] = [.text("message") { $0.message }, .optionalURL("link") { $0.link }]

  static func all(of model: ResultsModel, in context: AnswersContext) -> [LinkedProblem] {
    let filtered = model.columns.filter(\.isFiltered)
    var problems: [LinkedProblem] = []
    for mistake in model.address.mistakes {
      let message = mistake.message(in: context)
      guard case .filter = mistake.reason else {
        problems.append(LinkedProblem(message: message, link: nil))
        continue
      }
      let position = filtered.firstIndex { column in
        let name = "f.\(column.column.nameInAddress)"
        return AnswerAddress.filterEndings.contains { mistake.parameter == name + $0 }
      }
      if mistake.parameter == "q" {
        problems.append(
          LinkedProblem(message: context.words.summary(context.words[.search], message: message), link: "#_q"))
      } else if let position {
        problems.append(
          LinkedProblem(
            message: context.words.summary(filtered[position].title(in: context.words), message: message),
            link: "#_f\(position)"))
      } else {
        let isOfDays = mistake.parameter.hasPrefix("submitted.")
        problems.append(
          LinkedProblem(
            message: context.words.summary(context.words.answers[.sent], message: message),
            link: isOfDays ? "#_submitted" : nil)
        )
      }
    }
    return problems
  }
}
