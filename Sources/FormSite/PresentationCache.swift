import FormCells
import FormPages
import Synchronization

/// Form presentations by version, language and links. Bounded by what there is: the form versions in use, the languages
/// that the product carries, the locales of the table of number formats, the viewport classes.
final class PresentationCache: Sendable {
  private struct Key: Hashable {
    let form: String
    let version: String
    let language: LanguageTag
    let numbers: LanguageTag
    let viewport: ViewportClass?
  }

  /// Presentations held; reached only by many reloads of many forms, and then all are made anew.
  private static let limit = 4096

  private let assets: PageAssets
  private let offersScan: Bool
  private let made = Mutex<[Key: FormPresentation]>([:])

  init(assets: PageAssets, offersScan: Bool) {
    self.assets = assets
    self.offersScan = offersScan
  }

  /// - Parameters:
  ///   - numbers: nil where the page shows none.
  ///   - viewport: the class that the URL asks for; the page's links keep it.
  func presentation(
    of form: Form, words: Words, numbers: NumberFormat?, viewport: ViewportClass?
  ) -> FormPresentation {
    let numbers = numbers ?? .of(form.locale)
    let key = Key(
      form: form.id, version: form.version, language: words.language, numbers: numbers.locale, viewport: viewport)
    return made.withLock { made in
      if let presentation = made[key] { return presentation }
      let suffix = viewport.map { "?viewport=\($0.rawValue)" } ?? ""
      let isOfGallery = form.id.hasPrefix(Gallery.formPrefix)
      let links = FormLinks(
        to: form, home: (isOfGallery ? Route.gallery : Route.index).path + suffix,
        homeTitle: isOfGallery ? "Gallery" : nil, form: Route.form(form.id).path + suffix, assets: assets,
        view: { Route.cell(form: form.id, cell: $0).path + suffix })
      let presentation = FormPresentation(
        form, languages: [words.language], words: words, links: links, numbers: numbers, offersScan: offersScan)
      if made.count >= Self.limit { made.removeAll() }
      made[key] = presentation
      return presentation
    }
  }
}
