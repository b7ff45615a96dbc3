package import FormCells
package import FormPages

/// Who asks for a page of the answers, and how it is shown.
package struct AnswersContext: Sendable {
  /// Of the page; forms have theirs.
  package let language: PageLanguage
  package let links: AnswersLinks
  package let assets: PageAssets
  package let viewport: ViewportClass
  /// Nil: nobody is signed in.
  package let user: String?
  /// Whether the user has signed in here, and not at a proxy.
  package let canSignOut: Bool
  private let languages: [LanguageTag]
  private let catalogue: WordCatalogue

  /// - Parameters:
  ///   - languages: that the user wants, in order of preference.
  ///   - catalogue: the words of the pages.
  package init(
    languages: [LanguageTag], catalogue: WordCatalogue, links: AnswersLinks, assets: PageAssets,
    viewport: ViewportClass,
    user: String?, canSignOut: Bool = true
  ) {
    self.languages = languages
    self.catalogue = catalogue
    language = PageLanguage(for: languages, in: catalogue)
    self.links = links
    self.assets = assets
    self.viewport = viewport
    self.user = user
    self.canSignOut = canSignOut
  }

  package var words: Words { language.words }

  /// A form in the language that suits the user best.
  package func presentation(of form: Form) -> FormPresentation {
    let language = PageLanguage(of: form, for: languages, in: catalogue)
    let links = FormLinks(to: form, home: links.home, form: links.table(of: form.id), assets: assets) { _ in "" }
    return FormPresentation(
      form, languages: [language.tag], words: language.words, links: links, numbers: language.numbers,
      dates: language.dates, isKept: false)
  }

  /// The columns of a form, with its texts in that language.
  /// - `earlier`: those of earlier versions are added behind them.
  package func columns(of form: Form, and earlier: EarlierColumns? = nil) -> [FormColumn] {
    let languages = [PageLanguage(of: form, for: languages, in: catalogue).tag, form.locale]
    let columns = FormColumn.all(of: form, in: languages)
    return earlier?.columns(of: form, columns, in: languages) ?? columns
  }

  /// - Parameter form: nil: its title is not known.
  func shown(_ form: Form?, id: String) -> ShownForm { form.map(shown) ?? ShownForm(id: id, title: id, language: nil) }

  func shown(_ form: Form) -> ShownForm {
    let tag = PageLanguage(of: form, for: languages, in: catalogue).tag
    return ShownForm(
      id: form.id, title: form.title.text(in: [tag, form.locale]), language: tag == language.tag ? nil : tag)
  }
}

/// A form's name on the answers' pages.
struct ShownForm: Sendable {
  let id: String
  let title: String
  /// Of the form's texts; nil: the page's.
  let language: LanguageTag?
}
