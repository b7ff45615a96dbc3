import Testing

@testable import Localization

@Suite("Terms of a search")
struct SearchTermTests {
  private func searched(_ text: String) -> [UInt8] {
    var text = text
    var folded: [UInt8] = []
    text.withUTF8 { _ = Folding.appendSearched($0, to: &folded) }
    return folded
  }

  private func finds(_ query: String, _ text: String) -> Bool {
    let searched = searched(text)
    return SearchTerm.terms(of: query).allSatisfy { term in
      term.spellings.contains { searched.firstRange(of: $0) != nil }
    }
  }

  @Test(
    "A word is found with its letters, without their marks, and in a replacement spelling",
    arguments: [
      ("Müller", ["mueller", "MUELLER", "muel", "müller", "muller", "u\u{308}ller"]),
      ("Mu\u{308}ller", ["mueller", "muller", "müller"]), ("Mueller", ["mueller", "müller", "MÜLLER"]),
      ("Jörg", ["joerg", "jorg", "jörg"]), ("Åse", ["aase", "ase", "åse"]), ("Aase", ["åse"]), ("A\u{30A}se", ["aase"]),
      ("Bjørnsen", ["bjoernsen", "bjornsen", "bjørnsen", "björnsen"]), ("Bjoernsen", ["bjørnsen", "björnsen"]),
      ("Ærø", ["aeroe", "aero", "ærø"]), ("Œuvre", ["oeuvre", "œuvre"]), ("Kjær", ["kjaer", "kjær", "kjär"]),
      ("Strauß", ["strauss", "strauß", "STRAUẞ"]), ("Übergröße", ["uebergroesse", "ubergrosse", "übergrösse"]),
      ("Ångström", ["aangstroem", "angstrom", "aangstrom", "angstroem", "ångström"]), ("Aangstroem", ["ångström"]),
      ("Smørrebrød på Ålborg", ["smoerrebroed paa aalborg", "smorrebrod pa alborg", "paa smørre"]),
      ("Đorđe Đoković", ["djordje djokovic", "dorde dokovic", "đorđe"]), ("Đà Nẵng", ["da nang", "đà nẵng"]),
      ("Łódź", ["lodz", "łódź"]), ("Işık", ["isik", "ışık", "IŞIK"]),
      ("Köln & Bonn", ["koeln and bonn", "köln & bonn"]),
      ("Ångström-Straße 5", ["5 aangstroem-strasse"]), ("ǖ", ["ue", "u", "ü"]),
    ])
  func found(text: String, queries: [String]) {
    for query in queries { #expect(finds(query, text), "\(query)") }
  }

  @Test(
    "A replacement spelling finds only letters that have it",
    arguments: [
      ("mueller", "Muller"), ("aase", "Ase"), ("joerg", "Jorg"), ("blue", "Blut"), ("muller", "Mueller"),
      ("naiive", "naïve"), ("citroeen", "Citroën"), ("bjoernsen", "Björnson"), ("mmueller", "Müller"), ("rue", "für"),
      ("djo", "Do"), ("aase", "Ã se"),
    ])
  func notFound(query: String, text: String) { #expect(!finds(query, text)) }

  @Test("A searched text has each spelling once, and a text without such letters nothing twice")
  func spellings() {
    #expect(String(decoding: searched("Pump 12"), as: UTF8.self) == "pump 12 ")
    #expect(String(decoding: searched("Café Ñandú"), as: UTF8.self) == "cafe nandu ")
    #expect(String(decoding: searched("Grüne Pumpe"), as: UTF8.self) == "grune pumpe gruene ")
    #expect(
      String(decoding: searched("Ångström på"), as: UTF8.self)
        == "angstrom pa angstroem aangstrom paa aangstroem ")
    #expect(SearchTerm.terms(of: "pump").map(\.spellings) == [[Array("pump".utf8)]])
    // A text that contains one spelling also contains the other.
    #expect(SearchTerm.terms(of: "ö").map(\.spellings) == [[Array("o".utf8)]])
    #expect(SearchTerm.terms(of: "öl oel").count == 2)
  }

  @Test("A text has the same spellings whether it is composed or decomposed")
  func canonicalEquivalence() {
    let marks = ["\u{300}", "\u{301}", "\u{303}", "\u{304}", "\u{308}", "\u{30A}", "\u{30C}"]
    var decomposed: Set<String> = []
    for letter in "AOUaouØøDdEe" {
      for first in marks {
        decomposed.insert("\(letter)\(first)")
        for second in marks { decomposed.insert("\(letter)\(first)\(second)") }
      }
    }
    var (compared, differing) = (0, [Unicode.Scalar]())
    for value in (0xC0...UInt32(0x212B)).lazy.compactMap(Unicode.Scalar.init) {
      guard let index = decomposed.firstIndex(of: String(value)) else { continue }
      compared += 1
      if searched(String(value)) != searched(decomposed[index]) { differing.append(value) }
    }
    #expect(compared > 50)
    #expect(differing.isEmpty)
  }

  /// The text with brackets around the matches.
  private func marked(_ text: String, _ query: String) -> String {
    var utf8 = Array(text.utf8)
    for range in SearchTerm.matches(of: SearchTerm.terms(of: query), in: text).reversed() {
      utf8.insert(UInt8(ascii: "]"), at: range.upperBound)
      utf8.insert(UInt8(ascii: "["), at: range.lowerBound)
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  @Test(
    "Matches are marked in the original text, in whole characters",
    arguments: [
      ("Müller, Jörg", "mueller", "[Müller], Jörg"), ("Müller, Jörg", "MUE", "[Mü]ller, Jörg"),
      ("Müller", "el", "M[ül]ler"), ("Müller", "ll", "Mü[ll]er"), ("Mu\u{308}ller", "ü", "M[u\u{308}]ller"),
      ("Straße", "ss", "Stra[ß]e"), ("Straße", "s", "[S]tra[ß]e"),
      ("Ångström på Åland", "aa", "[Å]ngström p[å] [Å]land"),
      ("ananas", "ana", "[anana]s"), ("Pump & Motor", "and pump", "[Pump] [&] Motor"), ("Pump", "motor", "Pump"),
      ("O’Brien", "o'b", "[O’B]rien"), ("한국어", "하", "[한]국어"), ("가나다", "간", "[가나]다"), ("مُحَمَّد", "حم", "مُ[حَمَّ]د"),
      ("ﬁle", "i", "[ﬁ]le"), ("a👩🏽‍🔧b", "b", "a👩🏽‍🔧[b]"), ("ガス", "か", "[ガ]ス"), ("x", "", "x"), ("", "x", ""),
    ])
  func matches(text: String, query: String, expected: String) {
    #expect(Array(marked(text, query).unicodeScalars) == Array(expected.unicodeScalars))
  }
}
