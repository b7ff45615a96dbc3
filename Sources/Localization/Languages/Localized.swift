/// A text that people read: one string, or one for each language.
public struct Localized: Sendable, Equatable, ExpressibleByStringLiteral {
  /// The text for every language that has none of its own; nil: there is none.
  private let any: String?
  private let byLanguage: [LanguageTag: String]

  /// One text for all languages.
  public init(_ text: String) {
    any = text
    byLanguage = [:]
  }
  public init(stringLiteral text: String) { self.init(text) }
  /// A text for each language.
  public init(_ byLanguage: [LanguageTag: String]) {
    any = nil
    self.byLanguage = byLanguage
  }
  /// A text, and others for some languages.
  package init(_ text: String, translations: [LanguageTag: String]) {
    any = text
    byLanguage = translations
  }

  /// In each of its languages.
  package var texts: [String] { (any.map { [$0] } ?? []) + byLanguage.values }

  /// The languages in which it is written; empty if one string is for all.
  package var languages: [LanguageTag] { byLanguage.keys.sorted() }

  /// The same in each language, made of its text.
  package func mapped(_ transform: (String) -> String) -> Localized {
    let translations = byLanguage.mapValues(transform)
    return any.map { Localized(transform($0), translations: translations) } ?? Localized(translations)
  }

  /// The text in the first of these languages that it has (`LanguageTag.match`).
  /// - Parameter languages: in order of preference; the form's locale belongs at the end.
  package func text(in languages: [LanguageTag]) -> String {
    if let any, byLanguage.isEmpty { return any }
    for language in languages {
      if let text = byLanguage[language] { return text }
      if let match = language.match(among: self.languages), let text = byLanguage[match] { return text }
    }
    return any ?? byLanguage.min { $0.key < $1.key }?.value ?? ""
  }
}

extension Localized: ExpressibleByDictionaryLiteral {
  /// `["en": "Purpose", "de": "Zweck"]`, each language once, as in any dictionary.
  public init(dictionaryLiteral texts: (LanguageTag, String)...) {
    self.init(Dictionary(uniqueKeysWithValues: texts))
  }
}
