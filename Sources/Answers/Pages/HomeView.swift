package import FormCells
import FormPages
import Templates

/// A form in the list of forms, the first page of the answers.
package struct HomeForm: Sendable {
  /// Why a form has no summary.
  package enum Trouble: Sendable {
    /// Its submissions are still being read. The value is the share already read, from 0 to 1.
    case notReady(Double)
    case unreadable
  }

  let id: String
  /// `nil` if it is not served and none of its versions can be loaded.
  let form: Form?
  /// Whether visitors can still fill it in.
  let isServed: Bool
  let summary: AnswerSummary
  let trouble: Trouble?
  /// When the newest submission was sent, in the form's time zone; `nil` if there is none.
  let newest: LocalTime?
  /// The first of the days that are counted separately.
  let firstDay: CalendarDate

  /// - Parameters:
  ///   - form: `nil` if none of its versions can be loaded.
  ///   - zone: the time zone of the form or the server.
  ///   - firstDay: the first of the days in the summary.
  package init(
    _ form: Form?, isServed: Bool = true, summary: AnswerSummary, zone: TimeZone, firstDay: CalendarDate
  ) {
    (self.form, self.isServed, id) = (form, isServed, summary.form)
    self.summary = summary
    trouble = nil
    newest = summary.newest.flatMap { StoredLine.seconds($0) }.flatMap { LocalTime($0, in: zone) }
    self.firstDay = firstDay
  }

  /// A form whose submissions cannot be counted.
  package init(_ form: Form, isServed: Bool = true, trouble: Trouble, on day: CalendarDate) {
    self.init(form, id: form.id, isServed: isServed, trouble: trouble, on: day)
  }

  /// - Parameter form: `nil` if none of its versions can be loaded.
  init(_ form: Form?, id: String, isServed: Bool, trouble: Trouble, on day: CalendarDate) {
    (self.form, self.isServed, self.id) = (form, isServed, id)
    summary = AnswerSummary(form: id, count: 0, newest: nil, perDay: [])
    self.trouble = trouble
    (newest, firstDay) = (nil, day)
  }
}

/// The forms with their submissions, `Templates/answers/home.html`.
struct HomeView: View {
  struct HomeFormView: View {
    let entry: HomeForm
    let shown: ShownForm
    let context: AnswersContext
    /// Draws a line of these counts, with its title.
    let picture: @Sendable (_ counts: [Int], _ title: String) -> Fragment

    private var words: AnswersWords { context.words.answers }

    private var count: String {
      switch entry.trouble {
      case .notReady(let share): words.indexing(context.language.percent(read: share))
      case .unreadable: words.unreadable.title
      case nil: entry.summary.count == 0 ? words[.noSubmissions] : words.submissions(entry.summary.count)
      }
    }

    /// Why there is no count, or no link to the submissions.
    private var trouble: String? {
      if case .unreadable = entry.trouble { return words.unreadable.text }
      return entry.form == nil ? words[.definitionMissing] : nil
    }

    /// "Last 30 days: 84, most on January 12, 2026: 9"
    private var days: String? {
      let counts = entry.summary.perDay
      guard !counts.isEmpty, entry.summary.count > 0 else { return nil }
      let numbers = context.language.numbers
      let total = words.lastDays(
        numbers.text(count: counts.count), numbers.text(count: counts.reduce(0, +)))
      guard let most = counts.max(), most > 0,
        let day = counts.firstIndex(of: most).flatMap(entry.firstDay.adding(days:))
      else { return total }
      return context.words.joined(total, words.mostOn(context.language.dates.text(day), numbers.text(count: most)))
    }

    static let needs: [Need] = [
      .attribute("href", "link", or: "nothing would lead to the form's submissions"),
      .slot("title", or: "the form would have no name"),
      .slot("count", or: "nobody would know how many submissions there are"),
      .slot("newest", where: "newest", or: "nobody would know when the newest came"),
      .slot("trouble", where: "trouble", or: "nobody would know why there is no number"),
      .slot("notServed", where: "notServed", or: "nobody would know that the form cannot be filled in any more"),
      .slot("days", where: "days", or: "the line would say nothing to those who do not see it"),
    ]

    static let slots: [Slot<HomeFormView>] = [
      .url("link") { $0.context.links.table(of: $0.shown.id) },
      .text("title") { $0.shown.title },
      .optionalText("language") { $0.shown.language?.description },
      .text("count") { $0.count },
      .optionalText("trouble") { $0.trouble },
      .optionalText("notServed") { $0.entry.isServed ? nil : $0.words[.notServed] },
      .flag("isEmpty") { $0.entry.summary.count == 0 },
      .optionalText("newest") { entry in
        entry.entry.newest.map { entry.words.newest($0.text(in: entry.context.language.dates)) }
      },
      .text("time") { $0.entry.newest?.iso8601 ?? "" },
      .optionalText("days") { $0.days },
      .fragment("picture") { entry in entry.days.map { entry.picture(entry.entry.summary.perDay, $0) } },
    ]
  }

  let frame: FrameView
  let entries: [HomeFormView]

  static let needs: [Need] = [
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .slot("entries", where: "entries", adding: #"<t:each of="entries">…</t:each>"#, or: "the list would be empty"),
  ]

  static let slots: [Slot<HomeView>] = [
    .view("frame") { $0.frame },
    .text("title") { $0.frame.context.words.answers[.title] },
    .text("empty") { $0.frame.context.words[.noForms] },
    .list("entries") { $0.entries },
  ]
}

extension Words {
  /// Two statements in one line.
  func joined(_ first: String, _ second: String) -> String { first + self[.listSeparator] + second }
}
