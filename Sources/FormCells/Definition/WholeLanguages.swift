/// A text of a definition, and the languages that it is there in.
struct ShownText: Sendable {
  let offset: Int
  let keyPath: String
  /// Empty: a plain string, in the language of the form's locale.
  let languages: [LanguageTag]
}

/// The languages in which a form can be shown whole: those that all its texts have.
struct WholeLanguages: Sendable {
  /// The form's own first, then by name. Never empty.
  let tags: [LanguageTag]
  /// A text that lacks languages which other texts have, in the order of the document.
  let gaps: [(text: ShownText, missing: [LanguageTag])]

  /// - `locale`: which each of the texts has, as plain strings do.
  init(of texts: [ShownText], in locale: LanguageTag) {
    var sets: Set<[LanguageTag]> = []
    for text in texts { sets.insert(text.languages.isEmpty ? [locale] : text.languages) }
    // Languages of objects; the locale where these do not say it more plainly.
    var known = Set(texts.flatMap(\.languages)).sorted()
    if locale.match(among: known) == nil { known.append(locale) }
    let whole = known.filter { language in sets.allSatisfy { language.match(among: $0) != nil } }
    let own = locale.match(among: whole) ?? locale
    tags = [own] + whole.filter { $0 != own }
    let missing = Dictionary(
      uniqueKeysWithValues: sets.map { set in (set, known.filter { $0.match(among: set) == nil }) })
    gaps = texts.compactMap { text in
      guard let lacking = missing[text.languages.isEmpty ? [locale] : text.languages], !lacking.isEmpty else {
        return nil
      }
      return (text, lacking)
    }
  }
}
