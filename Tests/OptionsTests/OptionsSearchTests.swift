import TestSupport
import Testing
import Localization

@testable import Options

@Suite("Search in options (LV7)")
struct OptionsSearchTests {
  private let table = OptionTable(options: [
    Option(value: "EQ-1", label: "Centrifugal Pump", description: "Köln, Halle 4"),
    Option(value: "EQ-2", label: "Pump & Motor", description: "Lyon"),
    Option(value: "EQ-3", label: "Ventilateur électrique", footnote: "secret"),
    Option(value: "X-4", label: "AT&T Router", status: "secret"),
    Option(value: "X-5", label: "50% (approx.) C++", isDisabled: true),
  ])

  @Test(
    "Every word must occur in label, description or value",
    arguments: [
      ("pump", [0, 1]), ("PUMP", [0, 1]), ("pump koln", [0]), ("koln pump", [0]), ("Köln", [0]), ("um", [0, 1]),
      ("pump lyon eq", [1]), ("eq", [0, 1, 2]), ("eq-3", [2]), ("Électrique", [2]), ("electrique", [2]),
      ("pump and motor", [1]), ("pump & motor", [1]), ("at&t", [3]), ("AT and T", [3]),
      ("\"pump\",", [0, 1]), ("(approx", [4]), ("50%", [4]), ("c++", [4]), ("  halle \t 4\n", [0]),
      ("secret", []), ("pumpx", []), ("pump missing", []), ("4 EQ-2", []), ("lyoneq", []),
    ])
  func words(query: String, rows: [Int]) {
    #expect(table.search(query, in: []).map(Array.init) == rows)
  }

  @Test("A query without a word is not a search", arguments: ["", "   ", "\t\n", "-", "“ ”", "...", "\u{200B}"])
  func noWord(query: String) { #expect(table.search(query, in: []) == nil) }

  @Test("A large table caches what was found by the words, and clears the cache when it retires")
  func memory() {
    let count = OptionTable.slowSearchRowCount + 1
    let table = OptionTable(
      options: (0..<count).map { Option(value: "\($0)", label: Localized("Ö \($0 % 1000)")) })
    #expect(!self.table.isSlow(toSearch: "pump"))
    #expect(!table.isSlow(toSearch: " - "))
    for query in ["ö 999", "o 998"] {
      #expect(table.isSlow(toSearch: query))
      let first = table.search(query, in: []).map { Array($0) }
      #expect(!table.isSlow(toSearch: query))
      #expect(table.search(query.uppercased(), in: []).map { Array($0) } == first)
    }
    #expect(!table.isSlow(toSearch: " O   999 "))
    // More searches than are cached: the one used longest ago is dropped.
    for number in 0..<70 { _ = table.search("x\(number)", in: []) }
    #expect(table.isSlow(toSearch: "o 999"))
    table.retire()
    #expect(table.isSlow(toSearch: "x69"))
  }

  @Test("No word is found across two texts or two rows, and a control character separates words")
  func borders() {
    let table = OptionTable(options: [Option(value: "b", label: "a"), Option(value: "c", label: "a\u{1F}b\n")])
    #expect(table.search("ab", in: [])?.isEmpty == true)
    #expect(table.search("a\u{1F}b", in: []).map(Array.init) == [0, 1])
    #expect(table.search("ba", in: [])?.isEmpty == true)
  }

  @Test("Adjacent rows that are found are one run")
  func all() { #expect(table.search("e", in: []) == RowSet(0..<4)) }

  @Test("A search in an empty table finds nothing")
  func empty() { #expect(OptionTable(options: []).search("a", in: [])?.isEmpty == true) }

  @Test("Words and bytes beyond the limits are ignored")
  func limits() {
    let many = (0..<SearchTerm.termLimit).map { "w\($0)x" } + ["absent"]
    let table = OptionTable(options: [Option(value: many.dropLast().joined(separator: " "))])
    #expect(table.search(many.joined(separator: " "), in: [])?.count == 1)
    let long = String(repeating: " ", count: SearchTerm.byteLimit) + "absent"
    #expect(table.search(long, in: []) == nil)
    // A query may be cut within a character.
    let cut = String(repeating: "w", count: SearchTerm.byteLimit - 1) + "é"
    #expect(table.search(cut, in: [])?.isEmpty == true)
  }

  @Test("A search covers the texts in the language that the visitor reads")
  func languages() {
    let table = OptionTable(options: [
      Option(value: "1", label: Localized(["en": "Bicycle", "de": "Fahrrad"])),
      Option(value: "2", label: Localized(["en": "Car", "de": "Auto", "fr": "Voiture"])),
      Option(value: "3", label: "Bus"),
    ])
    #expect(table.search("fahr", in: ["de-AT", "en"]).map(Array.init) == [0])
    #expect(table.search("bicycle", in: ["de-AT", "en"])?.isEmpty == true)
    #expect(table.search("bicycle", in: ["en"]).map(Array.init) == [0])
    #expect(table.search("voiture", in: ["fr", "en"]).map(Array.init) == [1])
    #expect(table.search("bicycle", in: ["fr", "en"]).map(Array.init) == [0])
    #expect(table.search("bus", in: ["ja"]).map(Array.init) == [2])
  }

  /// The bytes that a search of these texts looks through.
  private static func searched(_ texts: [String]) -> [UInt8] {
    var searched: [UInt8] = []
    for var text in texts { text.withUTF8 { _ = Folding.appendSearched($0, to: &searched) } }
    return searched
  }

  private static func rows(holding query: String, in searched: [[UInt8]]) -> [Int] {
    let terms = SearchTerm.terms(of: query)
    return searched.indices.filter { row in
      terms.allSatisfy { term in term.spellings.contains { searched[row].firstRange(of: $0) != nil } }
    }
  }

  @Test(
    "A row is found in the spellings of its letters, in small tables and in large ones",
    arguments: [2, 20_000])
  func spellings(count: Int) {
    let names = ["Jörg Müller", "Åse Bjørnsen", "Zoë Mueller", "Jorg Muller"]
    let table = OptionTable(
      options: (0..<count).flatMap { number in
        names.enumerated().map {
          Option(value: "\(number).\($0)", label: Localized("\($1) \(number)"), description: $0 == 0 ? "Göteborg" : nil)
        }
      })
    for (query, expected) in [
      ("mueller", [0, 2]), ("müller", [0, 2, 3]), ("muller", [0, 3]), ("joerg", [0]), ("aase", [1]), ("bjoernsen", [1]),
      ("goeteborg joerg", [0]), ("göteborg", [0]),
    ] {
      let found = table.search(query, in: []).map(Array.init)
      let agrees = found == (0..<count).flatMap { number in expected.map { number * names.count + $0 } }
      #expect(agrees, "\(query)")
    }
  }

  private static let optionCount = TestExtent.count(2_000, full: 20_000)

  @Test(
    "A search agrees with a scan of all rows, with few and with many different descriptions",
    arguments: [9, optionCount])
  func agreesWithScan(halls: Int) {
    var generator = SeededGenerator(seed: 3)
    let syllables = ["Pü", "mo", "tor", "ven", "til", "Ål", "x", "fan ", "ge", "ß", "-", " 4", "7", "& "]
    func text() -> String {
      (0..<Int.random(in: 0..<30, using: &generator)).map { _ in syllables.randomElement(using: &generator)! }.joined()
    }
    let texts = (0..<halls).map { "Hall \($0) \(text())" }
    let options = (0..<Self.optionCount).map { number in
      let hall = number % 11 == 0 ? nil : Localized(texts.randomElement(using: &generator)!)
      return Option(value: "id\(number)", label: Localized(text()), description: hall)
    }
    let table = OptionTable(options: options)
    #expect(options.indices.allSatisfy { table.description(at: $0, in: []) == options[$0].description?.text(in: []) })
    let searched = options.map { option in
      Self.searched([option.label.text(in: []), option.description?.text(in: []) ?? "", option.value])
    }
    let queries = [
      "fan", "an", "a", "ge 7", "hall 12", "hall 1 fan", "4",
      "Pümo", "ss fan", "tor id19", "ven til ge al", "and 4 mo", "pue", "pü aa", "aal", "x", "hall", "moventilal",
      "hall 4 ge id1",
    ]
    for query in queries {
      let expected = Self.rows(holding: query, in: searched)
      let agrees = table.search(query, in: []).map(Array.init) == expected
      #expect(agrees, "\(query)")
    }
  }

  @Test("A frequent word is found like any other: repeated in a row, within a word, or with rare ones")
  func frequentWords() {
    let count = 40_000
    let labels = (0..<count).map { row in
      let gasket = row % 300 == 7 ? "Gasket gasket " : row % 301 == 7 ? "Steelgasket " : ""
      return "\(gasket)\(["Pump", "Motor", "Küche"][row % 3]) \(row * 7919 % count)"
    }
    let table = OptionTable(
      options: labels.enumerated().map { Option(value: "n\($0)", label: Localized($1)) })
    let searched = labels.enumerated().map { Self.searched(["\($1) n\($0)"]) }
    let queries = [
      "gasket", "gask", "steel", "kuche gasket", "or", "motor 39", "n399", "pump 1 gasket", "kueche", "küche 39",
      "gasketx", "p", "9",
    ]
    for query in queries {
      let expected = Self.rows(holding: query, in: searched)
      let agrees = table.search(query, in: []).map(Array.init) == expected
      #expect(agrees, "\(query)")
    }
  }
}
