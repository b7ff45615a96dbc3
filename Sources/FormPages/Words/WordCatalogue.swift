package import FormCells
import Templates
package import Support

/// The built-in words in all languages: one file for each below `Templates/locales`, named by its language tag
/// (`en.json`). Adding a file adds a language. A host's folder needs only the languages that it adds or changes, and of
/// a built-in language only the texts that differ.
package struct WordCatalogue: Sendable {
  /// The languages that have words.
  package let languages: [LanguageTag]
  /// The words for visitors and forms whose language has no file.
  package let english: Words
  /// In the order of `languages`.
  private let words: [Lazy<Words>]
  /// The words with other sets of digits, for regions that use them, by `NumberFormat.digits`.
  private let variants: [Lazy<[String: Lazy<Words>]>]
  /// Each language with each set of digits it is written with.
  package let writings: [(language: LanguageTag, numbers: NumberFormat)]

  /// Receives the mistakes in a language's file that was read only when it was needed.
  package typealias LateMistakes = @Sendable ([Diagnostic]) -> Void

  /// Files that are being read in another thread while the caller continues.
  struct Reading {
    fileprivate let files: [WordFile]
    fileprivate let hasEnglish: Bool
    fileprivate let read: ThreadTask<[(words: Words?, mistakes: [Diagnostic])]>
    fileprivate let onLateMistakes: LateMistakes
  }

  /// Begins to read and check the files.
  /// - `builtIn`: the folder of the templates that are used where the library's folder has none; `nil` if there is
  ///   none.
  /// - `onLateMistakes`: if given, the file of a built-in language is read only when it is first needed, as few are; if
  ///   it has mistakes, English is used instead. `nil` to read all files now.
  static func reading(
    _ library: inout TemplateLibrary, builtIn: String? = nil, onLateMistakes: LateMistakes? = nil
  ) -> Reading {
    let own = library.dataFiles(in: "locales", ending: ".json", isOptional: builtIn != nil)
    let others = builtIn.map { library.dataFiles(in: "locales", ending: ".json", of: $0) } ?? []
    var files: [WordFile] = []
    for file in own {
      let base = others.first { $0.name == file.name }
      let known = Set(others.map(\.name))
      if let file = WordFile(file, over: base, isShipped: builtIn == nil, among: known, library: &library) {
        files.append(file)
      }
    }
    for file in others where !own.contains(where: { $0.name == file.name }) {
      if let file = WordFile(file, isShipped: true, library: &library) { files.append(file) }
    }
    files.sort { $0.language < $1.language }
    return Reading(
      files: files, hasEnglish: (own + others).contains { $0.name == "en" },
      read: ThreadTask { [files] in
        // A file is small compared to its words, so only the file is kept. It is read again when its words are needed.
        files.map { file in
          if file.isShipped && file.language != "en" && onLateMistakes != nil { return (nil, []) }
          let (words, mistakes) = file.read()
          return (file.language == "en" ? words : nil, mistakes)
        }
      }, onLateMistakes: onLateMistakes ?? { _ in })
  }

  /// Waits until all files are read. Every mistake is recorded with its place.
  init(_ reading: Reading, library: inout TemplateLibrary) {
    let (files, read) = (reading.files, reading.read.value())
    for (_, mistakes) in read { mistakes.forEach { library.record($0) } }
    let english: Words
    if let words = read.lazy.compactMap(\.words).first {
      english = words
    } else {
      if !reading.hasEnglish {
        library.recordMissing("locales/en.json", message: "there are no words in English, which pages fall back to")
      }
      var blank = WordReader(nil, of: "en")
      english = Words("en", from: &blank)
    }
    self.english = english
    languages = files.map(\.language)
    let onMistakes = reading.onLateMistakes
    words = files.map { file in
      Lazy { file.language == "en" ? english : file.words(orElse: english, onMistakes) }
    }
    variants = files.map { file in
      Lazy {
        let formats = NumberFormat.otherDigits(of: file.language).map { numbers in
          (numbers.digits, Lazy { file.words(writing: numbers, orElse: english, onMistakes) })
        }
        return Dictionary(formats, uniquingKeysWith: { first, _ in first })
      }
    }
    writings = languages.flatMap { language in
      ([.of(language)] + NumberFormat.otherDigits(of: language)).map { (language, $0) }
    }
  }
}

extension WordCatalogue {
  /// The words in a language; `nil` if the language is not supported.
  /// - `numbers`: the format whose digits are used; by default, the language's own.
  package func words(in tag: LanguageTag, writing numbers: NumberFormat? = nil) -> Words? {
    guard let match = tag.match(among: languages), let index = languages.firstIndex(of: match) else { return nil }
    return (numbers.flatMap { variants[index].value[$0.digits] } ?? words[index]).value
  }
}

/// A language's file.
private struct WordFile: Sendable {
  let language: LanguageTag
  /// Whether it is a built-in file and not a host's.
  let isShipped: Bool
  private let file: DataFile
  /// The built-in file of the language, if this file contains only what differs.
  private let base: DataFile?
  /// For a region's language: the built-in language that its visitors would get without this file.
  private let wider: String?

  /// Fails, and records the mistake, if the file's name is not a language.
  /// - `known`: the built-in languages.
  init?(
    _ file: DataFile, over base: DataFile? = nil, isShipped: Bool, among known: Set<String> = [],
    library: inout TemplateLibrary
  ) {
    let language = LanguageTag(parsing: file.name)
    guard let language, language.description == file.name else {
      let usual = language.map { "; its usual form is “\($0)”" } ?? ""
      library.record(file.mistake("“\(file.name)” is not a BCP 47 language tag in its usual form\(usual)", at: 0))
      return nil
    }
    self.language = language
    self.isShipped = isShipped
    self.file = file
    self.base = base
    wider = language.match(among: known.compactMap(LanguageTag.init(parsing:)))?.description
  }

  /// Its words. If it has mistakes, reports them and answers the words of the other language.
  func words(
    writing numbers: NumberFormat? = nil, orElse other: Words, _ onMistakes: WordCatalogue.LateMistakes
  ) -> Words {
    let (words, mistakes) = read(writing: numbers)
    if mistakes.isEmpty, let words { return words }
    onMistakes(mistakes)
    return other
  }

  /// Its words, and every mistake in them; the words are `nil` if the file cannot be read at all.
  /// - `numbers`: the format whose digits are used; by default, the language's own.
  func read(writing numbers: NumberFormat? = nil) -> (words: Words?, mistakes: [Diagnostic]) {
    let root: JSONNode
    var mistakes: [Diagnostic] = []
    do throws(JSONError) {
      let (node, duplicates) = try JSONReader.documentKeepingDuplicates(file.bytes)
      root = node
      mistakes = duplicates.map { file.mistake($0.message, at: $0.offset) }
    } catch {
      return (nil, [file.mistake(error.message, at: error.offset)])
    }
    var baseRoot: JSONNode?
    if let base {
      do throws(JSONError) { baseRoot = try JSONReader.document(base.bytes) } catch {
        return (nil, [base.mistake(error.message, at: error.offset)])
      }
    }
    var reader = WordReader(root, of: language, base: baseRoot, numbers: numbers)
    let words = Words(language, from: &reader)
    reader.finish()
    // The limit excludes files that lack only what a new version has added.
    if base == nil, let wider, reader.mistakes.count(where: \.isGap) > 20 {
      mistakes.append(
        file.mistake(
          "a separate language needs all words; to change some for the visitors of “\(wider)”, write them in "
            + "locales/\(wider).json, and remove this file", at: 0))
      return (words, mistakes + reader.mistakes.filter { !$0.isGap }.map { file.mistake($0.message, at: $0.offset) })
    }
    return (words, mistakes + reader.mistakes.map { file.mistake($0.message, at: $0.offset) })
  }
}

/// The language of a visitor's page.
package struct PageLanguage: Sendable {
  /// The language of the page's texts.
  package let tag: LanguageTag
  /// English, if there are no built-in words in the page's language.
  package let words: Words
  package let numbers: NumberFormat
  package let dates: DateFormat

  /// The language of a form's pages: the first of the visitor's languages in which the whole form can be shown,
  /// otherwise the form's own.
  ///
  /// Numbers and dates have the format of the visitor's region, if the visitor names one. Otherwise they have the
  /// format of the form's locale if that is the same language, so that "en" keeps the form's "en-IN".
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

  /// The language of a page that belongs to no form: the first of the visitor's languages that has words, otherwise
  /// English.
  package init(for visitor: [LanguageTag], in catalogue: WordCatalogue) {
    let found = Self.first(of: visitor, among: catalogue.languages)
    tag = found?.tag ?? catalogue.english.language
    numbers = .of(found?.wanted ?? tag)
    dates = .of(found?.wanted ?? tag)
    words = catalogue.words(in: tag, writing: numbers) ?? catalogue.english
  }

  /// - Returns: the language that is served, and the visitor's own variant of it, if language and script are the same.
  private static func first(
    of wanted: [LanguageTag], among languages: [LanguageTag]
  ) -> (wanted: LanguageTag, tag: LanguageTag)? {
    for wanted in wanted {
      if let tag = wanted.match(among: languages) { return (wanted, tag) }
      // Numbers and dates have the format of the language that is served.
      if let tag = wanted.nearest(among: languages) { return (tag, tag) }
    }
    return nil
  }
}
