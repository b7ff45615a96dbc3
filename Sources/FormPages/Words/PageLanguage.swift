package import FormCells

/// The language that a visitor gets a page in.
package struct PageLanguage: Sendable {
  /// Of the page's texts.
  package let tag: LanguageTag
  /// English, where there are no built-in words in that language.
  package let words: Words
  package let numbers: NumberFormat
  package let dates: DateFormat

  /// The language of a form's pages: the visitor's first in which the form can be shown whole, else the form's own.
  ///
  /// Numbers and dates are written as in the visitor's region where they name it, else as in the form's where that is the language,
  /// so that "en" keeps the form's "en-IN".
  /// - `visitor`: the visitor's languages, in order of preference.
  package init(of form: Form, for visitor: [LanguageTag], in catalogue: WordCatalogue) {
    let found = Self.first(of: visitor, among: form.languages)
    tag = found?.tag ?? form.languages[0]
    let isOwn = form.locale.match(among: [tag]) != nil
    let region = found.flatMap { $0.wanted.region == nil ? nil : $0.wanted }
    let formats = region ?? (isOwn ? form.locale : tag)
    numbers = .of(formats)
    dates = .of(formats)
    words = catalogue.words(in: tag, writing: numbers) ?? catalogue.english
  }

  /// The language of a page that belongs to no form: the visitor's first of which there are words, else English.
  package init(for visitor: [LanguageTag], in catalogue: WordCatalogue) {
    let found = Self.first(of: visitor, among: catalogue.languages)
    tag = found?.tag ?? catalogue.english.language
    numbers = .of(found?.wanted ?? tag)
    dates = .of(found?.wanted ?? tag)
    words = catalogue.words(in: tag, writing: numbers) ?? catalogue.english
  }

  /// - Returns: the language that is served, and the visitor's own form of it, where it is the same language and script.
  private static func first(
    of wanted: [LanguageTag], among languages: [LanguageTag]
  ) -> (wanted: LanguageTag, tag: LanguageTag)? {
    for wanted in wanted {
      if let tag = wanted.match(among: languages) { return (wanted, tag) }
      // Numbers and dates are as that language writes them.
      if let tag = wanted.nearest(among: languages) { return (tag, tag) }
    }
    return nil
  }
}
