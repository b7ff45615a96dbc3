package import FormCells
import Markup
import Support

/// The built-in words in all languages that the product carries: a file each below `Templates/locales`, named by its
/// language tag (`en.json`). A language is added by adding its file. A folder of one's own has a file only for languages
/// that it adds or changes, and of a language that there is already only the texts that differ.
package struct WordCatalogue: Sendable {
  /// By tag.
  package let languages: [Words]
  /// The language of visitors and forms whose own language has no file.
  package let english: Words

  /// Reads and checks all files; every mistake is recorded with its place.
  /// - `builtIn`: the folder of the templates that serve where the library's has none; nil: there is no other.
  init(_ library: inout TemplateLibrary, builtIn: String? = nil) {
    var languages: [Words] = []
    let own = library.dataFiles(in: "locales", ending: ".json", isOptional: builtIn != nil)
    let others = builtIn.map { library.dataFiles(in: "locales", ending: ".json", of: $0) } ?? []
    for file in others where !own.contains(where: { $0.name == file.name }) {
      if let words = Self.words(of: file, &library) { languages.append(words) }
    }
    for file in own {
      let base = others.first { $0.name == file.name }
      if let words = Self.words(of: file, over: base, &library) { languages.append(words) }
    }
    let files = own + others
    languages.sort { $0.language < $1.language }
    self.languages = languages
    if let english = languages.first(where: { $0.language == "en" }) {
      self.english = english
    } else {
      if !files.contains(where: { $0.name == "en" }) {
        library.recordMissing("locales/en.json", "there are no words in English, which pages fall back to")
      }
      var blank = WordReader(nil, of: "en")
      english = Words("en", &blank)
    }
  }

  /// - Parameter base: the built-in file of the language. It was read for itself where it is one of the library's.
  private static func words(
    of file: DataFile, over base: DataFile? = nil, _ library: inout TemplateLibrary
  ) -> Words? {
    guard let language = LanguageTag(parsing: file.name), language.description == file.name else {
      let usual = LanguageTag(parsing: file.name).map { "; its usual form is “\($0)”" } ?? ""
      library.record("“\(file.name)” is no BCP 47 language tag in its usual form\(usual)", at: 0, of: file)
      return nil
    }
    do throws(JSONError) {
      let (root, duplicates) = try JSONReader.documentKeepingDuplicates(file.bytes)
      for duplicate in duplicates { library.record(duplicate.message, at: duplicate.offset, of: file) }
      var reader = WordReader(
        root, of: language, base: try base.map { (file) throws(JSONError) in try JSONReader.document(file.bytes) })
      let words = Words(language, &reader)
      reader.finish()
      for mistake in reader.mistakes { library.record(mistake.message, at: mistake.offset, of: file) }
      return words
    } catch {
      library.record(error.message, at: error.offset, of: file)
      return nil
    }
  }
}

extension WordCatalogue {
  /// The words in a language; nil: the product does not have it.
  package func words(in tag: LanguageTag) -> Words? {
    guard let match = tag.match(among: languages.map(\.language)) else { return nil }
    return languages.first { $0.language == match }
  }
}
