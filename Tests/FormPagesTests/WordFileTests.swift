import FormCells
import Templates
import Support
import TestSupport
import Testing

@testable import FormPages

/// The files of words in a folder of templates: they are read at start, and each mistake is reported with its place.
@Suite("Files of words")
struct WordFileTests {
  private static let english = TestFile.read("\(FixturePage.root)/Templates/locales/en.json")!

  /// The mistakes in these files and the English one.
  private func mistakes(in files: [String: String], english: String? = String(decoding: Self.english, as: UTF8.self))
    throws -> [String]
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    folder.makeFolder("locales")
    if let english { folder.write("locales/en.json", Array(english.utf8)) }
    for (name, text) in files { folder.write("locales/\(name).json", Array(text.utf8)) }
    var library = TemplateLibrary(directory: folder.path)
    let reading = WordCatalogue.reading(&library)
    _ = WordCatalogue(reading, library: &library)
    do throws(TemplateErrors) {
      try library.finish()
      return []
    } catch {
      let prefix = "\(folder.path)/locales/"
      return error.diagnostics.map { diagnostic in
        #expect(diagnostic.severity == .error && diagnostic.path.hasPrefix(prefix))
        return
          "\(diagnostic.path.dropFirst(prefix.count)):\(diagnostic.position.line):\(diagnostic.position.column): \(diagnostic.message)"
      }
    }
  }

  /// The English file with one text replaced by another.
  private func changed(_ old: String, _ new: String) -> String {
    let text = String(decoding: Self.english, as: UTF8.self)
    precondition(text.contains(old), "\(old)")
    return text.replacing(old, with: new)
  }

  @Test("the English words that ship have no mistakes")
  func shipped() throws { #expect(try mistakes(in: [:]) == []) }

  /// A mistake in the English file after one text was replaced by another: the text at the reported place, and the message.
  struct Mistake: Sendable {
    let old: String
    let new: String
    let told: [(at: String, message: String)]
  }

  private static let results = #"{ "one": "{count} result", "other": "{count} results" }"#
  private static let summary = #""{label}: {message}""#

  @Test(
    "a mistake is reported at its place, with what is meant",
    arguments: [
      Mistake(
        old: #""apply": "Apply","#, new: #""aply": "Apply","#,
        told: [
          ("{", "the key “apply” is missing"), (#""aply""#, "the key “aply” is unknown; did you mean “apply”?"),
        ]),
      Mistake(
        old: #""apply": "Apply","#, new: #""apply": "Apply", "apply": "Use","#,
        told: [(#""apply": "Use""#, "the key “apply” is a duplicate; remove one of them")]),
      Mistake(old: #""apply": "Apply""#, new: #""apply": """#, told: [(#""","#, "“apply” is empty")]),
      Mistake(
        old: #""apply": "Apply""#, new: #""apply": 17"#, told: [("17", "“apply” is a number; a text is expected")]),
      Mistake(
        old: #""apply": "Apply""#, new: #""apply": "Apply {count}""#,
        told: [(#""Apply {"#, "“apply” has no place “{count}”; it has none")]),
      Mistake(
        old: #""enterDate""#, new: #""enterDat""#,
        told: [
          ("{\n    \"enterValue\"", "the key “problems.enterDate” is missing"),
          (#""enterDat""#, "the key “problems.enterDat” is unknown; did you mean “enterDate”?"),
        ]),
      Mistake(
        old: summary, new: #""{lable}: {message}""#,
        told: [
          (#""{lable}"#, "“problems.summary” has no place “{lable}”; did you mean “{label}”?"),
          (#""{lable}"#, "“problems.summary” lacks “{label}”"),
        ]),
      Mistake(
        old: summary, new: #""{label: {message}""#,
        told: [(#""{label: "#, "“problems.summary” has a “{” without its “}”")]),
      Mistake(
        old: results, new: #"{ "one": "One result", "few": "{count} results" }"#,
        told: [
          (#"{ "one": "One"#, "“results” has no words for “other”, a plural category of “en”"),
          (#""few""#, "“results”: “few” is not a plural category of “en”; it has “one”, “other”"),
        ]),
      Mistake(
        old: results, new: #"{ "oen": "One result", "other": "Results" }"#,
        told: [
          (#"{ "oen""#, "“results” has no words for “one”, a plural category of “en”"),
          (#""oen""#, "“results”: “oen” is not a plural category of “en”; did you mean “one”?"),
          (#""Results""#, "“results.other” lacks “{count}”"),
        ]),
      Mistake(old: #""apply": "#, new: #""apply" "#, told: [(#""Apply""#, "“\"” where “:” is expected")]),
    ])
  func mistake(_ mistake: Mistake) throws {
    let text = changed(mistake.old, mistake.new)
    let expected = try mistake.told.map { place, message in
      let lines = text[..<(try #require(text.firstRange(of: place)).lowerBound)].split(
        separator: "\n", omittingEmptySubsequences: false)
      return "en.json:\(lines.count):\(lines.last!.count + 1): \(message)"
    }
    #expect(try mistakes(in: [:], english: text) == expected)
  }

  @Test("a file of words is named by its language tag, and English is required")
  func names() throws {
    let english = String(decoding: Self.english, as: UTF8.self)
    #expect(try mistakes(in: ["en-GB": english]) == [])
    #expect(
      try mistakes(in: ["english!": english]) == [
        "english!.json:1:1: “english!” is not a BCP 47 language tag in its usual form"
      ])
    #expect(
      try mistakes(in: ["DE_at": english, "DE-at": english]) == [
        "DE-at.json:1:1: “DE-at” is not a BCP 47 language tag in its usual form; its usual form is “de-AT”",
        "DE_at.json:1:1: “DE_at” is not a BCP 47 language tag in its usual form",
      ])
    #expect(
      try mistakes(in: [:], english: nil) == [
        "en.json:1:1: there are no words in English, which pages fall back to"
      ])
  }

  @Test("a custom folder needs only the words that differ, and unknown words are reported")
  func own() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let builtIn = "\(FixturePage.root)/Templates"
    func catalogue(_ file: String?, named name: String = "en") throws(TemplateErrors) -> WordCatalogue {
      if let file {
        folder.write("locales/\(name).json", Array(file.utf8))
      }
      var library = TemplateLibrary(directory: folder.path)
      let reading = WordCatalogue.reading(&library, builtIn: builtIn)
      let catalogue = WordCatalogue(reading, library: &library)
      try library.finish()
      return catalogue
    }
    let before = try catalogue(nil)
    #expect(before.languages.count == TestFile.names(in: "\(builtIn)/locales", suffix: ".json").count)
    folder.makeFolder("locales")
    let after = try catalogue(
      #"{ "submit": "Send It", "results": { "one": "{count} hit", "other": "{count} hits" }, "problems": { "url": "No!" } }"#
    ).english
    #expect(after[.submit] == "Send It" && after[.apply] == before.english[.apply])
    #expect([1, 2].map { after.results($0) } == ["1 hit", "2 hits"])
    #expect(after.problems.url == "No!" && after.problems.email == before.english.problems.email)
    #expect(throws: TemplateErrors.self) { try catalogue(#"{ "aply": "Apply" }"#) }
    #expect(throws: TemplateErrors.self) { try catalogue(#"{ "results": { "one": "{count} hit" } }"#) }
    _ = try catalogue("{}")
    #expect(throws: TemplateErrors.self, "a language that is not built in is whole") {
      try catalogue("{}", named: "sv")
    }
  }

  @Test("values in a phrase are isolated only if their direction differs")
  func isolation() {
    let label = Phrase(parts: [.place(0), .text(": "), .place(1)], direction: .leftToRight)
    #expect(label("Name", "Enter 5.") == "Name: Enter 5.")
    #expect(label("الاسم", "…") == "\u{2068}الاسم\u{2069}: …")
    let arabic = Phrase(parts: [.place(0), .text(": "), .place(1)], direction: .rightToLeft)
    #expect(arabic("الاسم", "12") == "الاسم: 12")
    #expect(arabic("SAP no. 5", "نعم") == "\u{2068}SAP no. 5\u{2069}: نعم")
    // A sign would move to the other end of an unisolated text; digits alone stay in place.
    #expect(arabic("-5", "+1 555") == "\u{2068}-5\u{2069}: \u{2068}+1 555\u{2069}")
    #expect(arabic("12", "٣ نعم") == "12: ٣ نعم")
  }

  @Test("all mistakes of all files are reported at once")
  func all() throws {
    let found = try mistakes(in: ["de": "{}", "fr": "[]"])
    #expect(found.count(where: { $0.hasPrefix("de.json:1:1: the key “") }) > 60)
    #expect(found.contains("de.json:1:1: the key “problems” is missing"))
    #expect(!found.contains { $0.contains("“problems.") }, "one mistake, not one a key")
    #expect(found.contains("fr.json:1:1: this is an array; an object is expected"))
  }
}
