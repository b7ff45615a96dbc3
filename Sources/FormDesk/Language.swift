package import FormCells
package import FormPages
import HTTPMessage

/// The words and the numbers in which a visitor is answered.
package struct Language: Sendable {
  package let words: Words
  package let numbers: NumberFormat

  /// - Parameters:
  ///   - accepted: the `Accept-Language` field (RFC 9110 §12.5.4).
  ///   - locale: the form's.
  ///   - catalogue: the languages that there are.
  init(_ accepted: String?, _ locale: LanguageTag, _ catalogue: WordCatalogue) {
    let tags = accepted.map { AcceptList($0).accepted.map(LanguageTag.init(stringLiteral:)) } ?? []
    words = catalogue.preferred(by: tags, locale: locale)
    numbers = .of(catalogue.numberLocale(preferring: tags, locale: locale))
  }

  package init(words: Words, numbers: NumberFormat) {
    self.words = words
    self.numbers = numbers
  }
}
