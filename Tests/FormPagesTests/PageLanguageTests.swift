import FormCells
import Testing

@testable import FormPages

/// Which language a visitor gets a form in, and that the page says so.
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

  @Test("one plain string leaves the form in its own language alone, unless it has no letters")
  func plain() throws {
    let form = try Self.form("de", title: Self.twoLanguages, option: #"{ "value": "a", "label": "Reise" }"#)
    #expect(form.languages == ["de"])
    #expect(try Self.form("de", title: Self.twoLanguages, option: #""10 / 20""#).languages == ["de", "en"])
    #expect(try Self.form("de", title: Self.twoLanguages, option: #""ten""#).languages == ["de"])
  }

  /// Page, words and numbers.
  @Test(
    "the visitor's first language that the form is there in is chosen, else the form's own",
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

  @Test("a page of no form is in the visitor's first language of which there are words, else in English")
  func formless() throws {
    let catalogue = try WordCatalogueTests.polish().words
    #expect(PageLanguage(for: ["de", "pl-PL", "en"], in: catalogue).tag == "pl")
    #expect(PageLanguage(for: ["de", "fr"], in: catalogue).tag == "en")
    #expect(PageLanguage(for: [], in: catalogue).tag == "en")
  }
}
