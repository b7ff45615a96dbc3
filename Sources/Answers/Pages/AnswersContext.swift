package import FormCells
package import FormPages

/// The user who requests a page of the answers, and how the page is shown.
package struct AnswersContext: Sendable {
  /// The page's language; forms may be in another one.
  package let language: PageLanguage
  package let links: AnswersLinks
  package let assets: PageAssets
  package let viewport: ViewportClass
  /// `nil` if nobody is signed in.
  package let user: String?
  /// Whether the user signed in here, not at a proxy.
  package let canSignOut: Bool
  private let languages: [LanguageTag]
  private let catalogue: WordCatalogue

  /// - Parameters:
  ///   - languages: the user's languages, in order of preference.
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

  /// A form in the most suitable language for the user.
  package func presentation(of form: Form) -> FormPresentation {
    let language = PageLanguage(of: form, for: languages, in: catalogue)
    let links = FormLinks(to: form, home: links.home, form: links.table(of: form.id), assets: assets) { _ in "" }
    return FormPresentation(
      form, languages: [language.tag], words: language.words, links: links, numbers: language.numbers,
      dates: language.dates, isKept: false)
  }

  /// The columns of a form, with texts in that language.
  /// - `earlier`: the source of columns of earlier versions, which are appended.
  package func columns(of form: Form, and earlier: EarlierColumns? = nil) -> [FormColumn] {
    let languages = [PageLanguage(of: form, for: languages, in: catalogue).tag, form.locale]
    let columns = FormColumn.all(of: form, in: languages)
    return earlier?.columns(of: form, columns, in: languages) ?? columns
  }

  /// - Parameter form: `nil` if its title is not known.
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
  /// The language of the form's texts; `nil` for the page's.
  let language: LanguageTag?
}
