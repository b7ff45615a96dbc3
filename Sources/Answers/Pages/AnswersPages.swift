package import FormCells
package import FormPages
import Support
package import Templates

/// The templates of the answers' pages, compiled together with the site's.
package struct AnswersTemplates: Sendable {
  let home: Template<HomeView>
  let table: Template<TableView>
  let answer: Template<AnswerPageView>
  let question: Template<QuestionView>
  let message: Template<MessageView>
  let signIn: Template<SignInView>
  let figures: Template<FiguresView>
  let picture: Template<PictureView>

  package init(_ library: inout TemplateLibrary) {
    home = library.template("answers/home", for: HomeView.self)
    table = library.template("answers/table", for: TableView.self)
    answer = library.template("answers/answer", for: AnswerPageView.self)
    question = library.template("answers/question", for: QuestionView.self)
    message = library.template("answers/message", for: MessageView.self)
    signIn = library.template("answers/sign-in", for: SignInView.self)
    figures = library.template("answers/figures", for: FiguresView.self)
    picture = library.template("answers/picture", for: PictureView.self)
  }
}

/// The pages for the owners of forms, made from plain values. Rendering a page cannot fail and reads nothing.
package struct AnswersPages: Sendable {
  /// Their style sheet, under `Public`.
  package static let stylesheet = "css/answers-pages.css"

  private let pages: Pages
  let templates: AnswersTemplates

  /// - Parameter templates: compiled together with the pages.
  package init(_ pages: Pages, templates: AnswersTemplates) {
    self.pages = pages
    self.templates = templates
  }

  /// The words of the pages, for `AnswersContext`.
  package var words: WordCatalogue { pages.words }

  /// `GET /`
  package func home(_ forms: [HomeForm], in context: AnswersContext) -> [UInt8] {
    let view = HomeView(
      frame: FrameView(context: context, isHome: true),
      entries: forms.map { entry in
        HomeView.HomeFormView(entry: entry, shown: context.shown(entry.form, id: entry.id), context: context) {
          counts, title in
          templates.picture.picture(.sparkline(counts), title: title, in: context.language)
        }
      })
    return finish(templates.home.fragment(view), title: context.words.answers[.title], in: context)
  }

  /// `GET /forms/{form}`
  package func table(_ model: TableModel, in context: AnswersContext) -> [UInt8] {
    let title = context.words.pageTitle(context.words.answers[.title], form: context.shown(model.form).title)
    return finish(
      templates.table.fragment(TableView(model, in: context)), title: title, hasErrors: !model.address.mistakes.isEmpty,
      in: context)
  }

  /// `GET /forms/{form}/figures`
  /// - Parameter tallies: the answer to `Figures.requests(for:)`.
  package func figures(_ model: ResultsModel, tallies: [Tally], in context: AnswersContext) -> [UInt8] {
    let title = context.words.pageTitle(context.words.answers[.figures], form: context.shown(model.form).title)
    let figures = Figures(of: model.form, in: context).all(of: model.columns, tallies).map { figure in
      let picture = figure.picture.map {
        templates.picture.picture($0, title: figure.pictureTitle, in: context.language)
      }
      return (figure: figure, picture: picture)
    }
    return finish(
      templates.figures.fragment(FiguresView(model, figures: model.found == 0 ? [] : figures, in: context)),
      title: title,
      hasErrors: !model.address.mistakes.isEmpty, in: context)
  }

  /// `GET /forms/{form}/{id}`
  package func answerPage(_ model: AnswerModel, in context: AnswersContext) -> [UInt8] {
    let title = context.words.pageTitle(context.words.answers[.submission], form: context.shown(model.form).title)
    return finish(
      templates.answer.fragment(AnswerPageView(model, in: context)), title: title, form: model.form, in: context)
  }

  /// `GET /forms/{form}/{id}/erase`: the question before erasing. "Erase" posts `_erase=yes` to the submission's
  /// address.
  package func eraseQuestion(_ model: EraseModel, in context: AnswersContext) -> [UInt8] {
    finish(
      templates.question.fragment(QuestionView(model, in: context)), title: context.words.answers[.eraseQuestion],
      in: context)
  }

  /// The page of a submission that was erased.
  /// - `line`: says when it was erased and by whom; if by nobody, its retention has ended.
  /// - `address`: the results in which it was found.
  /// - `next`: the submission that is at its place now; `nil` if there is none or no results are known.
  package func erased(
    _ form: Form, line: StoredLine, address: AnswerAddress = AnswerAddress(), next: AnswerModel.Neighbour? = nil,
    zone: TimeZone, in context: AnswersContext
  ) -> [UInt8] {
    let words = context.words.answers
    let time = line.erasedAt.flatMap { LocalTime($0, in: zone) }.map { $0.text(in: context.language.dates) } ?? ""
    let way = next.map {
      LinkView(
        link: context.links.answerPage($0.id, of: form.id, address: address.at(place: $0.place)), text: words[.next],
        rel: "next")
    }
    return message(
      words[.erased], text: line.by.map { words.erasedBy(time, $0) } ?? words.erasedByRule(time),
      ways: [way].compactMap(\.self), of: form, address: address, in: context)
  }

  /// The page shown if the submission was corrected or erased after it was opened.
  /// - `newest`: the submission that replaces it; `nil` if it was erased.
  /// - `address`: the results in which it was found.
  package func conflict(
    _ form: Form, with newest: StoredLine?, address: AnswerAddress = AnswerAddress(), zone: TimeZone,
    in context: AnswersContext
  ) -> [UInt8] {
    let words = context.words.answers
    let time = newest?.submittedAt.flatMap { LocalTime($0, in: zone) }
    let details = time.map { words.conflictBy($0.text(in: context.language.dates), newest?.by ?? "–") }
    let link = newest.map {
      LinkView(link: context.links.answerPage($0.id, of: form.id, address: address), text: words[.openNewest])
    }
    return message(
      words.conflict.title, text: words.conflict.text, details: details, ways: [link].compactMap(\.self), of: form,
      address: address,
      in: context)
  }

  /// `GET /sign-in`, and the answer to a rejected post.
  package func signIn(_ model: SignInModel, in context: AnswersContext) -> [UInt8] {
    finish(
      templates.signIn.fragment(SignInView(context: context, model: model)), title: context.words.answers[.signIn],
      hasErrors: !model.problems.isEmpty, in: context)
  }

  /// Why something cannot be shown.
  package enum ErrorPage: Sendable {
    /// This user may not see the form's answers.
    case notAllowed
    /// There are too many searches, or one took too long.
    case busy
    /// The submissions are still being read. The value is the share already read, from 0 to 1.
    case notReady(Double)
    /// A file, or a line of it, cannot be read.
    case unreadable
    /// There is no such form or submission.
    case notFound
    /// A form is no longer served, and none of its versions can be loaded.
    case definitionMissing
  }

  /// - `address`: what was searched for in the form's table.
  package func error(
    _ page: ErrorPage, of form: Form? = nil, address: AnswerAddress = AnswerAddress(), in context: AnswersContext
  ) -> [UInt8] {
    let words = context.words.answers
    let (title, text) =
      switch page {
      case .notAllowed: (words.notAllowed.title, words.notAllowed.text)
      case .busy: (words.busy.title, words.busy.text)
      case .notReady(let share): (words.busy.title, words.indexing(context.language.percent(read: share)))
      case .unreadable: (words.unreadable.title, words.unreadable.text)
      case .definitionMissing: (words[.notServed], words[.definitionMissing])
      case .notFound: (context.words.errors.notFound.title, context.words.errors.notFound.text)
      }
    return message(title, text: text, of: form, address: address, in: context)
  }

  private func message(
    _ title: String, text: String, details: String? = nil, ways: [LinkView] = [], of form: Form?,
    address: AnswerAddress, in context: AnswersContext
  ) -> [UInt8] {
    let shown = form.map { context.shown($0) }
    let home = LinkView(link: context.links.home, text: context.words.answers[.title])
    let results = shown.map { context.links.table(of: $0.id, address.ofTable) }
    let table = results.map { LinkView(link: $0, text: context.words.answers[.table]) }
    let view = MessageView(
      frame: FrameView(context: context, form: shown.flatMap { form in results.map { (form, $0) } }), title: title,
      text: text, details: details, ways: ways + [table ?? home])
    return finish(templates.message.fragment(view), title: title, in: context)
  }

  private func finish(
    _ content: Fragment, title: String, hasErrors: Bool = false, form: Form? = nil, in context: AnswersContext
  ) -> [UInt8] {
    pages.finish(
      content, title: title, behind: hasErrors ? context.words[.errorPrefix] : "",
      in: DocumentContext(language: context.language.tag, words: context.words, assets: context.assets),
      furtherStylesheet: context.assets.file(Self.stylesheet), viewport: context.viewport)
  }
}
