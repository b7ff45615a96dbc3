public import FormCells
import Markup
import Support

/// The built-in words in all languages that the product carries: a file each below `Templates/words`, named by its
/// language tag (`en.json`). A language is added by adding its file.
public struct WordCatalogue: Sendable {
  /// By tag.
  public let languages: [Words]
  /// The language of visitors and forms whose own language has no file.
  public let english: Words

  /// Reads and checks all files; every mistake is recorded with its place.
  init(_ library: inout TemplateLibrary) {
    var languages: [Words] = []
    let files = library.dataFiles(in: "words", ending: ".json")
    for file in files {
      if let words = Self.words(of: file, &library) { languages.append(words) }
    }
    self.languages = languages
    if let english = languages.first(where: { $0.language == "en" }) {
      self.english = english
    } else {
      if !files.contains(where: { $0.name == "en" }) {
        library.recordMissing("words/en.json", "there are no words in English, which pages fall back to")
      }
      var blank = WordReader(nil, of: "en")
      english = Words("en", &blank)
    }
  }

  private static func words(of file: DataFile, _ library: inout TemplateLibrary) -> Words? {
    guard let language = LanguageTag(parsing: file.name), language.description == file.name else {
      let usual = LanguageTag(parsing: file.name).map { "; its usual form is “\($0)”" } ?? ""
      library.record("“\(file.name)” is no BCP 47 language tag in its usual form\(usual)", at: 0, of: file)
      return nil
    }
    do {
      let (root, duplicates) = try JSONReader.documentKeepingDuplicates(file.bytes)
      for duplicate in duplicates { library.record(duplicate.message, at: duplicate.offset, of: file) }
      var reader = WordReader(root, of: language)
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
  /// The visitor's first language that is carried, else the form's.
  /// - Parameter languages: the visitor's, in order of preference.
  public func preferred(by languages: some Sequence<LanguageTag>, locale: LanguageTag) -> Words {
    for tag in languages {
      if let words = words(in: tag) { return words }
    }
    return words(in: locale) ?? english
  }

  /// Whose numbers and amounts a page is written in: the visitor's where their language is carried, else the form's. A
  /// language without a region says nothing of one: "en" keeps the form's "en-IN".
  public func numberLocale(preferring languages: some Sequence<LanguageTag>, locale: LanguageTag) -> LanguageTag {
    for tag in languages where words(in: tag) != nil {
      return tag.language == tag.description && tag.language == locale.language ? locale : tag
    }
    return locale
  }

  /// The words of exactly this tag, else of its language.
  private func words(in tag: LanguageTag) -> Words? {
    languages.first { $0.language == tag } ?? languages.first { $0.language.language == tag.language }
  }
}
