import Gallery
import FormCells
import Templates
import Support
import TestSupport
import Testing

@testable import FormPages

/// A language is added by its file alone.
@Suite("Languages")
struct WordCatalogueTests {
  /// The pages of a folder with the English words and one more language made from them.
  /// - Parameter plurals: makes the plural categories of a text that depends on a number.
  private static func pages(_ language: String, plurals: @escaping (String) -> JSONValue) throws -> Pages {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let templates = "\(FixturePage.root)/Templates"
    for name in ["", "cells", "gallery", "parts", "selection", "locales"] {
      if !name.isEmpty { folder.makeFolder(name) }
      for file in TestFile.names(in: "\(templates)/\(name)", suffix: name == "locales" ? "en.json" : ".html") {
        folder.write("\(name)/\(file)", try #require(TestFile.read("\(templates)/\(name)/\(file)")))
      }
    }
    let english = try JSONReader.document(try #require(TestFile.read("\(templates)/locales/en.json"))).value
    folder.write("locales/\(language).json", translated(english, plurals).prettyBytes)
    return try Pages(directory: folder.path)
  }

  /// The English words with "»" before each text.
  private static func translated(_ value: JSONValue, _ plurals: (String) -> JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string("»\(text)")
    case .object(let members)
    where members.allSatisfy { ["zero", "one", "two", "few", "many", "other"].contains($0.key) }:
      if case .string(let text)? = members.first(where: { $0.key == "other" })?.value { plurals(text) } else { value }
    case .object(let members):
      .object(members.map { JSONValue.Member($0.key, translated($0.value, plurals)) })
    default: value
    }
  }

  static func polish() throws -> Pages {
    try pages("pl") { text in
      .object(["one", "few", "many", "other"].map { JSONValue.Member($0, .string("\($0): \(text)")) })
    }
  }

  @Test("words with a number take the plural form of that number")
  func plurals() throws {
    let words = try #require(try Self.polish().words.words(in: "pl"))
    #expect(
      [1, 2, 5, 22].map { words.results($0) } == [
        "one: 1 results", "few: 2 results", "many: 5 results", "few: 22 results",
      ])
    #expect(words.problems.tooShort(3, "2") == "few: Enter at least 3 characters; 2 entered.")
    #expect(words.shown(50, of: 120) == "»50 of 120 shown", "one text for all numbers")
    #expect(words.size(2_048) == "»2 KB")
    #expect(
      words.scripts.charactersLeft
        == #"{"one":"one: {count} characters left","few":"few: {count} characters left","#
        + #""many":"many: {count} characters left","other":"other: {count} characters left"}"#)
  }

  @Test("in a pseudo-language, no built-in English text is left on any page")
  func pseudo() throws {
    let pages = try Self.pages("qps") { .object([JSONValue.Member("other", .string("»\($0)"))]) }
    let words = try #require(pages.words.words(in: "qps"))
    let english = try Self.plainWords()
    for fixture in CellFixture.all {
      let state = try fixture.state(of: fixture.form(), today: FixturePage.today)
      let form = state.formState.form
      let links = FormLinks(to: form, home: "/", form: "/f", assets: .unhashed, view: { "/f/\($0)" })
      let presentation = FormPresentation(form, languages: ["qps"], words: words, links: links)
      let request = PageRequest(viewport: .auto, today: FixturePage.today)
      let page = HTMLPage(pages.page(of: state.formState, overlay: state.open, in: presentation, request))
      #expect(page.all("html").first?["lang"] == "qps")
      for element in page.elements {
        for text in [element.text] + element.attributes.values {
          let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          guard english.contains(text), !fixture.definition.contains("\"\(text)\"") else { continue }
          Issue.record("\(fixture.slug): \(element.name) says “\(text)”")
        }
      }
    }
  }

  /// The English texts that start with a capital. Others could also be values or names in the markup.
  private static func plainWords() throws -> Set<String> {
    func collect(_ value: JSONValue) -> [String] {
      switch value {
      case .string(let text): [text]
      case .object(let members): members.flatMap { collect($0.value) }
      default: []
      }
    }
    let file = try #require(TestFile.read("\(FixturePage.root)/Templates/locales/en.json"))
    return Set(try collect(JSONReader.document(file).value).filter { $0.first?.isUppercase == true })
  }
}
