package import FormCells
package import FormPages
import Support

/// Everything that changes only when the site is loaded again: the forms with their earlier versions, the pages, and what
/// is made of them once. A request takes one edition at its start; nothing in it is behind a lock.
package final class Edition: Sendable {
  package let forms: [Form]
  package let pages: Pages
  package let assets: PageAssets
  package let further: (any FurtherPages)?
  /// Whether photos for cells with `scan` can be read.
  let offersScan: Bool
  /// Bytes of a body that the server in front of the site takes, to tell visitors; nil: not known.
  let bodyByteLimit: Int?
  private let current: [String: ServedForm]
  /// Versions that were served before, the last one at the end.
  private let earlier: [String: [ServedForm]]
  private let languages = GrowOnlyTable<LanguageKey, Language>(entryLimit: languageLimit)

  /// Versions of one form, and forms, that are kept for pages which were made from them.
  private static let earlierVersionLimit = 8
  private static let earlierFormLimit = 256
  /// Languages found for `Accept-Language` fields. Browsers send the same few over and over; where strangers send more
  /// different ones, they are read each time.
  private static let languageLimit = 64
  /// Bytes of a field that is remembered; longer ones are rare.
  private static let languageFieldByteLimit = 256

  private struct LanguageKey: Equatable {
    let accepted: String?
    let locale: LanguageTag
  }

  /// - Parameter last: the edition before. A form whose definition is the same stays the same form.
  package init(
    forms: [Form], pages: Pages, assets: PageAssets, further: (any FurtherPages)? = nil, offersScan: Bool,
    bodyByteLimit: Int? = nil, after last: Edition? = nil
  ) {
    self.pages = pages
    self.assets = assets
    self.further = further
    self.offersScan = offersScan
    self.bodyByteLimit = bodyByteLimit
    self.forms = forms.map { form in
      last?.current[form.id].flatMap { $0.form.version == form.version ? $0.form : nil } ?? form
    }
    var current: [String: ServedForm] = [:]
    for form in self.forms where current[form.id] == nil { current[form.id] = ServedForm(form) }
    for form in further?.forms ?? [] where current[form.id] == nil {
      current[form.id] = ServedForm(form, home: further?.home)
    }
    var earlier = last?.earlier.mapValues { $0.map { ServedForm($0.form, home: $0.home) } } ?? [:]
    for (id, served) in last?.current ?? [:] where current[id]?.form.version != served.form.version {
      guard earlier[id] != nil || earlier.count < Self.earlierFormLimit else { continue }
      earlier[id, default: []].removeAll { $0.form.version == served.form.version }
      earlier[id, default: []].append(ServedForm(served.form, home: served.home))
      if earlier[id, default: []].count > Self.earlierVersionLimit { earlier[id]?.removeFirst() }
    }
    self.current = current
    self.earlier = earlier
  }

  /// The form as it is served now.
  package func form(_ id: String) -> Form? { current[id]?.form }

  /// A version of a form that is served, or was until a while ago: of pages that were made from it.
  func version(_ version: String, of id: String) -> Form? { served(version, of: id)?.form }

  /// The versions of a form that were served before, the last one at the end.
  func earlierForms(_ id: String) -> [Form] { earlier[id]?.map(\.form) ?? [] }

  private func served(_ version: String, of id: String) -> ServedForm? {
    if let form = current[id], form.form.version == version { return form }
    return earlier[id]?.last { $0.form.version == version }
  }

  /// The language that suits the visitor.
  /// - Parameters:
  ///   - accepted: the `Accept-Language` field (RFC 9110 §12.5.4).
  ///   - locale: the form's.
  func language(_ accepted: String?, locale: LanguageTag) -> Language {
    guard (accepted?.utf8.count ?? 0) <= Self.languageFieldByteLimit else {
      return Language(accepted, locale, pages.words)
    }
    return languages.value(for: LanguageKey(accepted: accepted, locale: locale)) {
      Language(accepted, locale, pages.words)
    }
      ?? Language(accepted, locale, pages.words)
  }

  /// All that a form's pages show to every visitor of this language alike.
  /// - Parameter viewport: the class that the URL asks for; the page's links keep it.
  package func presentation(of form: Form, _ language: Language, viewport: ViewportClass?) -> FormPresentation {
    // A version that is served no more, and was replaced too often since to be kept here.
    let served = served(form.version, of: form.id) ?? ServedForm(form)
    return served.presentation(language, viewport: viewport, in: self)
  }
}

/// A form in an edition, with its presentations.
private final class ServedForm: Sendable {
  let form: Form
  /// Nil: the list of forms.
  let home: Home?
  private let presentations = GrowOnlyTable<Key, FormPresentation>(entryLimit: presentationLimit)

  /// Bounded by what there is: languages, locales of number formats, viewport classes; beyond it, one is made each time.
  private static let presentationLimit = 64

  private struct Key: Equatable {
    let language: LanguageTag
    let numbers: LanguageTag
    let viewport: ViewportClass?
  }

  init(_ form: Form, home: Home? = nil) {
    self.form = form
    self.home = home
  }

  func presentation(_ language: Language, viewport: ViewportClass?, in edition: Edition) -> FormPresentation {
    let key = Key(language: language.words.language, numbers: language.numbers.locale, viewport: viewport)
    return presentations.value(for: key, make: make) ?? make()

    func make() -> FormPresentation {
      let suffix = viewport.map { "?viewport=\($0.rawValue)" } ?? ""
      let links = FormLinks(
        to: form, home: (home?.path ?? Route.index.path) + suffix, homeTitle: home?.title,
        form: Route.form(form.id).path + suffix, assets: edition.assets,
        view: { Route.cell(form: form.id, cell: $0).path + suffix })
      return FormPresentation(
        form, languages: [language.words.language], words: language.words, links: links, numbers: language.numbers,
        offersScan: edition.offersScan)
    }
  }
}
