import FormCells
import Support

/// A text of a definition in one language.
struct Wording {
  let text: String
  let language: LanguageTag
  /// Of the text in the document, in bytes.
  let offset: Int
  let keyPath: String

  /// Rules about words and capital letters are those of English.
  var isEnglish: Bool { language.language == "en" }

  /// Characters, East Asian ones and emoji counted twice: what a line has room for.
  var columnCount: Int { text.reduce(0) { $0 + ($1.isWide ? 2 : 1) } }

  /// The text for a message: quoted, a long one cut.
  var quoted: String {
    let characterLimit = 40
    return text.count > characterLimit ? "“\(text.prefix(characterLimit - 1))…”" : "“\(text)”"
  }
}
