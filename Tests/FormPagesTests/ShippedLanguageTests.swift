import FormCells
import Support
import TestSupport
import Testing

@testable import FormPages

/// Checks of the languages that ship, as far as a program can judge them. That no text is missing is checked when they are read.
@Suite("The languages that ship")
struct ShippedLanguageTests {
  private static let tags = [
    "ar", "de", "en", "es", "fr", "he", "hi", "it", "ja", "ko", "nl", "pl", "pt", "tr", "zh",
  ]

  private static func words(_ tag: String) throws -> Words {
    let words = try #require(try FixturePage.pages.get().words.words(in: LanguageTag(stringLiteral: tag)))
    try #require(words.language.description == tag)
    return words
  }

  /// All texts of a language by their keys, "problems.tooShort.few".
  private static func texts(_ tag: String) throws -> [String: String] {
    var texts: [String: String] = [:]
    func collect(_ value: JSONValue, _ path: String) {
      switch value {
      case .string(let text): texts[path] = text
      case .object(let members):
        for member in members { collect(member.value, path.isEmpty ? member.key : "\(path).\(member.key)") }
      default: Issue.record("\(tag).json: “\(path)” is neither a text nor an object")
      }
    }
    let file = try #require(TestFile.read("\(FixturePage.root)/Templates/locales/\(tag).json"))
    collect(try JSONReader.document(file).value, "")
    return texts
  }

  /// The English text for a key of another language, which may have other plural categories.
  private static func english(_ key: String, in texts: [String: String]) throws -> String {
    let whole = key.split(separator: ".").dropLast().joined(separator: ".")
    return try #require(texts[key] ?? texts["\(key).other"] ?? texts["\(whole).other"] ?? texts[whole], "\(key)")
  }

  @Test("the stated size of a limit is rounded down, so that it is never more than the limit")
  func limits() throws {
    let words = try Self.words("en")
    for (limit, said, size) in [
      (100_000, "97 KB", "98 KB"), (900_000, "878 KB", "879 KB"), (900, "900 bytes", "900 bytes"),
      (1024, "1 KB", "1 KB"),
      (5_000_000, "4.7 MB", "4.8 MB"), (25 << 20, "25 MB", "25 MB"),
    ] {
      #expect(words.fileSize(atMost: limit) == said)
      #expect(words.fileSize(limit) == size)
    }
  }

  /// Only the text outside of isolates decides on the direction (UAX #9, P2).
  @Test("the title of an entry keeps its direction in a notice")
  func entryTitles() throws {
    for (tag, item) in [("he", "הוצאה"), ("ar", "مصروف")] {
      let words = try Self.words(tag)
      var (depth, outside) = (0, "")
      for scalar in words.item(item, number: 1).unicodeScalars {
        switch scalar {
        case "\u{2068}": depth += 1
        case "\u{2069}": depth -= 1
        default: if depth == 0 { outside.unicodeScalars.append(scalar) }
        }
      }
      #expect(outside.hasPrefix(item), "\(tag)")
    }
  }

  @Test("there are words in fifteen languages")
  func all() throws {
    #expect(try FixturePage.pages.get().words.languages.map(\.description).sorted() == Self.tags)
  }

  @Test(
    "a word with a number takes the plural form of its language",
    arguments: [
      ("ar", ["لا توجد نتائج", "نتيجة واحدة", "نتيجتان", "5 نتائج", "21 نتيجة"]),
      ("de", ["0 Ergebnisse", "1 Ergebnis", "2 Ergebnisse", "5 Ergebnisse", "21 Ergebnisse"]),
      ("en", ["0 results", "1 result", "2 results", "5 results", "21 results"]),
      ("es", ["0 resultados", "1 resultado", "2 resultados", "5 resultados", "21 resultados"]),
      ("fr", ["0 résultat", "1 résultat", "2 résultats", "5 résultats", "21 résultats"]),
      ("he", ["0 תוצאות", "תוצאה אחת", "שתי תוצאות", "5 תוצאות", "21 תוצאות"]),
      ("hi", ["0 परिणाम", "1 परिणाम", "2 परिणाम", "5 परिणाम", "21 परिणाम"]),
      ("it", ["0 risultati", "1 risultato", "2 risultati", "5 risultati", "21 risultati"]),
      ("ja", ["0件の結果", "1件の結果", "2件の結果", "5件の結果", "21件の結果"]),
      ("ko", ["결과 0개", "결과 1개", "결과 2개", "결과 5개", "결과 21개"]),
      ("nl", ["0 resultaten", "1 resultaat", "2 resultaten", "5 resultaten", "21 resultaten"]),
      ("pl", ["0 wyników", "1 wynik", "2 wyniki", "5 wyników", "21 wyników"]),
      ("pt", ["0 resultado", "1 resultado", "2 resultados", "5 resultados", "21 resultados"]),
      ("tr", ["0 sonuç", "1 sonuç", "2 sonuç", "5 sonuç", "21 sonuç"]),
      ("zh", ["0 条结果", "1 条结果", "2 条结果", "5 条结果", "21 条结果"]),
    ])
  func plurals(tag: String, expected: [String]) throws {
    let words = try Self.words(tag)
    #expect([0, 1, 2, 5, 21].map { words.results($0) } == expected)
  }

  @Test("millions have a separate form where the language says “one million of”")
  func millions() throws {
    let found = try ["es", "fr", "it", "pt"].map { try Self.words($0).results(1_000_000) }
    #expect(
      found == [
        "1.000.000 de resultados", "1\u{202F}000\u{202F}000 de résultats", "1.000.000 di risultati",
        "1.000.000 de resultados",
      ])
  }

  @Test("numbers from a thousand on are grouped as the language writes them")
  func groups() throws {
    let found = try ["de", "en", "es", "hi"].map { tag in
      let words = try Self.words(tag)
      return [words.shown(1_000, of: 123_456), words.numbered("x", count: 1_000)]
    }
    #expect(
      found == [
        ["1.000 von 123.456 angezeigt", "x (1.000)"], ["1,000 of 123,456 shown", "x (1,000)"],
        ["Se muestran 1000 de 123.456", "x (1000)"], ["1,23,456 में से 1,000 दिखाए गए", "x (1,000)"],
      ])
  }

  /// Words that are the same in English and in this language.
  private static let shared = [
    "de optional", "es errorPrefix", "es no", "fr sections", "it no", "de answers.name", "de answers.median",
    "fr answers.pages", "it answers.password", "nl answers.filters",
  ]

  @Test("no text is left in English", arguments: tags.filter { $0 != "en" })
  func translated(tag: String) throws {
    let english = try Self.texts("en")
    let left = try Self.texts(tag).filter { key, text in
      text == english[key] && !text.contains("{") && text.contains(where: \.isLetter)
    }
    #expect(left.keys.map { "\(tag) \($0)" }.filter { !Self.shared.contains($0) } == [])
  }

  @Test(
    "a text is a sentence if the English one is, and its brackets and quotes are closed",
    arguments: tags.filter { $0 != "en" })
  func punctuation(tag: String) throws {
    let english = try Self.texts("en")
    for (key, text) in try Self.texts(tag) {
      let isSentence = try Self.english(key, in: english).hasSuffix(".")
      #expect([".", "。", "।"].contains { text.hasSuffix($0) } == isSentence, "\(key): \(text)")
      #expect(!text.contains("  ") && !text.contains(#"""#) && !text.contains("'"), "\(key): \(text)")
      for (open, close) in [("\u{2068}", "\u{2069}"), ("(", ")"), ("（", "）"), ("«", "»"), ("「", "」"), ("‘", "’")] {
        // ’ is also used as an apostrophe.
        let (opened, closed) = (
          text.split(separator: open, omittingEmptySubsequences: false).count,
          text.split(separator: close, omittingEmptySubsequences: false).count
        )
        #expect(close == "’" ? opened <= closed : opened == closed, "\(key): \(text)")
      }
    }
  }

  @Test("French has a narrow space before high punctuation, Arabic its own comma")
  func typography() throws {
    for (key, text) in try Self.texts("fr") {
      for word in text.split(separator: " ") where word.last.map(":;!?".contains) == true {
        #expect(word.dropLast().last == "\u{202F}", "\(key): \(text)")
      }
    }
    #expect(try Self.texts("ar").filter { $0.value.contains { ",;?".contains($0) } } == [:])
  }
}
