/// A text for people: one string, or one for each language.
public struct Localized: Sendable, Equatable, ExpressibleByStringLiteral {
  /// The text for every language without a translation; `nil` if there is none.
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
  /// A text, with translations into some languages.
  package init(_ text: String, translations: [LanguageTag: String]) {
    any = text
    byLanguage = translations
  }

  /// The text in each of its languages.
  package var texts: [String] { (any.map { [$0] } ?? []) + byLanguage.values }

  /// The languages of the translations; empty if one string is used for all.
  package var languages: [LanguageTag] { byLanguage.keys.sorted() }

  /// Applies a function to the text of each language.
  package func mapped(_ transform: (String) -> String) -> Localized {
    let translations = byLanguage.mapValues(transform)
    return any.map { Localized(transform($0), translations: translations) } ?? Localized(translations)
  }

  /// The text in the first of these languages that it has (`LanguageTag.match`).
  /// - Parameter languages: in order of preference; the form's locale should be last.
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
  /// `["en": "Purpose", "de": "Zweck"]`; as in any dictionary, each language once.
  public init(dictionaryLiteral texts: (LanguageTag, String)...) {
    self.init(Dictionary(uniqueKeysWithValues: texts))
  }
}
