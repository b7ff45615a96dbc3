import FormCells
import Testing
@testable import FormPages
import TestSupport

/// The language in which a visitor gets a form, and how the page states it.
@Suite("The language of a page")
struct PageLanguageTests {
  private static func form(_ locale: String?, title: String, option: String = #"{ "value": "a", "label": "1" }"#) throws
    -> Form
  {
    let locale = locale.map { #""locale": "\#($0)","# } ?? ""
    let text = """
      { "id": "f", "title": \(title), \(locale) "sections": [{ "cells": [
        { "id": "c", "type": "select", "label": \(title), "options": [\(option)] } ] }] }
      """
    return try FormDefinition.decode(bytes: Array(text.utf8), path: "f.json", directory: "")
  }

  private static let twoLanguages = #"{ "de": "Zweck", "en": "Purpose" }"#

  @Test(
    "a form is shown in the languages that all its texts have",
    arguments: [
      (nil, #""Purpose""#, ["en"]), ("en-GB", #""Purpose""#, ["en-GB"]), ("de-DE", twoLanguages, ["de", "en"]),
      ("en", twoLanguages, ["en", "de"]), (nil, twoLanguages, ["en", "de"]),
      ("zh-TW", #"{ "zh-Hant": "目的", "en": "Purpose" }"#, ["zh-Hant", "en"]),
    ] as [(String?, String, [String])])
  func languages(locale: String?, title: String, expected: [String]) throws {
    #expect(try Self.form(locale, title: title).languages.map(\.description) == expected)
  }

  @Test("one untranslated string leaves the form only its own language, unless the string has no letters")
  func plain() throws {
    let form = try Self.form("de", title: Self.twoLanguages, option: #"{ "value": "a", "label": "Reise" }"#)
    #expect(form.languages == ["de"])
    #expect(try Self.form("de", title: Self.twoLanguages, option: #""10 / 20""#).languages == ["de", "en"])
    #expect(try Self.form("de", title: Self.twoLanguages, option: #""ten""#).languages == ["de"])
  }

  /// The expected tags are those of the page, the words and the number format.
  @Test(
    "a page uses the visitor's first language that the form has, or else the form's own",
    arguments: [
      ("de-DE", twoLanguages, ["de"], "de en de"), ("de-DE", twoLanguages, ["de-AT", "en"], "de en de-AT"),
      ("de-DE", twoLanguages, ["pl", "en-GB"], "en en en-GB"), ("de-DE", twoLanguages, ["fr"], "de en de"),
      ("de-DE", twoLanguages, [], "de en de"), ("en-IN", twoLanguages, ["en"], "en en en-IN"),
      ("pl-PL", #""Cel""#, ["en", "de"], "pl-PL pl pl"), (nil, #""Purpose""#, ["pl", "de"], "en en en"),
      ("pl", #"{ "pl": "Cel", "en": "Purpose" }"#, ["pl-PL"], "pl pl pl"),
    ] as [(String?, String, [LanguageTag], String)])
  func negotiation(locale: String?, title: String, visitor: [LanguageTag], expected: String) throws {
    let catalogue = try WordCatalogueTests.polish().words
    let language = PageLanguage(of: try Self.form(locale, title: title), for: visitor, in: catalogue)
    #expect("\(language.tag) \(language.words.language) \(language.numbers.locale)" == expected)
  }

  @Test("a page without a form uses the visitor's first language that has words, or else English")
  func formless() throws {
    let catalogue = try WordCatalogueTests.polish().words
    #expect(PageLanguage(for: ["de", "pl-PL", "en"], in: catalogue).tag == "pl")
    #expect(PageLanguage(for: ["de", "fr"], in: catalogue).tag == "en")
    #expect(PageLanguage(for: [], in: catalogue).tag == "en")
  }
}

/// Options from a file are in the language of the form's locale, whatever language the page has.
@Suite("The language of data") struct DataLanguageTests {
  private static let definition = """
    { "title": { "de": "Auftrag", "en": "Order" }, "locale": "de-DE", "review": true, "sections": [
      { "cells": [
        { "id": "machines", "type": "list-picker", "label": { "de": "Maschinen", "en": "Machines" },
          "selection": "multiple", "other": {}, "source": { "file": "m.csv", "description": "site", "list": "kind" } },
        { "id": "tool", "type": "select", "label": { "de": "Werkzeug", "en": "Tool" }, "source": { "file": "m.csv" } }] },
      { "container": "modal", "label": { "de": "Filter", "en": "Filter" }, "cells": [
        { "id": "part", "type": "list-picker", "label": { "de": "Teil", "en": "Part" }, "source": { "file": "m.csv" } }] }
    ] }
    """

  private static let table = """
    value,label,site,kind
    press,Presse,Halle 1,Große
    saw,Säge,Halle 2,Große
    drill,Bohrer,Halle 3,Kleine
    lathe,Drehbank,Halle 4,Kleine
    crane,Kran,Hof,Große
    mill,Fräse,Halle 5,Kleine

    """

  private func page(
    in languages: [LanguageTag], overlay: Overlay? = nil, pageID: FormPageID = .step(0), values: String
  ) throws -> HTMLPage {
    let folder = SourceFolder()
    folder.write("m.csv", Self.table)
    let form = try withExtendedLifetime(folder) {
      try FormDefinition.decode(bytes: Array(Self.definition.utf8), path: "f.json", directory: folder.path)
    }
    let formState = FormState(form: form, values: try form.values(decoding: Array(values.utf8), path: "values.json"))
    let pages = try FixturePage.pages.get()
    let words = try #require(pages.words.words(in: languages[0]))
    let links = FormLinks(
      to: form, home: "/", form: "/f", assets: .unhashed, view: { "/f/\($0)" }, pageID: { _ in "?step=review" })
    let presentation = FormPresentation(form, languages: languages, words: words, links: links)
    let request = PageRequest(pageID: pageID, viewport: .auto, today: FixturePage.today)
    return HTMLPage(pages.page(of: formState, overlay: overlay, in: presentation, request))
  }

  /// The languages that the page states for a text: those of the innermost elements that contain exactly this text.
  private func languages(of text: String, in page: HTMLPage) -> Set<String> {
    let positions = page.elements.indices.filter { page.elements[$0].text == text }
    let innermost = positions.filter { position in
      !positions.contains { page.elements[$0].ancestors.contains(position) }
    }
    return Set(
      innermost.compactMap { position in
        let element = page.elements[position]
        return element["lang"] ?? element.ancestors.reversed().lazy.compactMap { page.elements[$0]["lang"] }.first
      })
  }

  private static let chosen = #"{ "machines": ["press", "saw"], "tool": "drill", "part": "lathe" }"#

  @Test("chosen options state their language on the form, in a modal section's cell and in the review")
  func chosen() throws {
    let form = try page(in: ["en", "de-DE"], values: Self.chosen)
    for label in ["Presse", "Säge", "Bohrer", "Drehbank"] { #expect(languages(of: label, in: form) == ["de-DE"]) }
    for label in ["Machines", "Tool"] { #expect(languages(of: label, in: form) == ["en"]) }
    #expect(form.all("span") { $0["id"] == "machines_value" }.first?.text == "Presse, Säge")
    #expect(form.all("span") { $0["id"] == "_1_value" }.first?.text == "Part: Drehbank")

    let review = try page(in: ["en", "de-DE"], pageID: .review, values: Self.chosen)
    for label in ["Presse", "Säge", "Bohrer", "Drehbank"] { #expect(languages(of: label, in: review) == ["de-DE"]) }
    #expect(languages(of: "Tool", in: review) == ["en"])
  }

  @Test("the words that a page adds to chosen options are in the page's language")
  func pageWords() throws {
    let all = #"{ "machines": ["press", "saw", "drill", "lathe", "crane", "mill", { "other": "A hammer" }] }"#
    let form = try page(in: ["en", "de-DE"], values: all)
    let value = try #require(form.all("span") { $0["id"] == "machines_value" }.first)
    #expect(value.text == "Presse, Säge, Bohrer, Drehbank, Kran, and 2 more" && value["lang"] == nil)
    #expect(form.all("span") { $0["lang"] != nil }.map(\.text) == ["Presse", "Säge", "Bohrer", "Drehbank", "Kran"])
  }

  @Test("rows and headers from a file state their language, and “None” is in the page's language")
  func rows() throws {
    let several = try page(in: ["en", "de-DE"], overlay: .cell(0), values: Self.chosen)
    for text in ["Bohrer", "Halle 3", "Kleine", "Presse"] { #expect(languages(of: text, in: several) == ["de-DE"]) }
    for text in ["Selected", "Deselect All"] { #expect(languages(of: text, in: several) == ["en"]) }
    let single = try page(in: ["en", "de-DE"], overlay: .cell(1), values: "{}")
    #expect(languages(of: "Bohrer", in: single) == ["de-DE"])
    #expect(languages(of: "None", in: single) == ["en"])
  }

  @Test("a page in the language of the file states no other language")
  func same() throws {
    for overlay in [nil, Overlay.cell(0)] {
      let page = try page(in: ["de", "de-DE"], overlay: overlay, values: Self.chosen)
      #expect(page.elements.filter { $0["lang"] != nil }.map(\.name) == ["html"])
    }
  }
}
