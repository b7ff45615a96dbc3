import Testing

@testable import Localization

@Suite("Plural rules")
struct PluralRuleTests {
  @Test(
    "a number has the plural category that CLDR defines",
    arguments: [
      ("en", ["one": [1], "other": [0, 2, 11, 21, 101]]),
      ("de-AT", ["one": [1], "other": [0, 2, 100]]),
      ("fr", ["one": [0, 1], "many": [1_000_000, 2_000_000], "other": [2, 100, 1_000_001]]),
      ("pt", ["one": [0, 1], "other": [2]]),
      ("pt-PT", ["one": [1], "other": [0, 2]]),
      ("pl", ["one": [1], "few": [2, 4, 22, 104], "many": [0, 5, 11, 12, 14, 21, 112]]),
      ("uk", ["one": [1, 21, 101], "few": [2, 24, 102], "many": [0, 5, 11, 14, 20, 111, 112]]),
      ("cs", ["one": [1], "few": [2, 3, 4], "other": [0, 5, 22]]),
      ("sl", ["one": [1, 101], "two": [2, 102], "few": [3, 4, 104], "other": [0, 5, 11]]),
      (
        "ar", ["zero": [0], "one": [1], "two": [2], "few": [3, 10, 103], "many": [11, 99, 111], "other": [100, 102]]
      ),
      ("he", ["one": [1], "two": [2], "other": [0, 3, 10, 20]]),
      ("lv", ["zero": [0, 10, 11, 30], "one": [1, 21], "other": [2, 22]]),
      (
        "br", ["one": [1, 21, 81], "two": [2, 62], "few": [3, 9, 39], "many": [1_000_000], "other": [0, 5, 11, 71]]
      ),
      ("ja", ["other": [0, 1, 2, 100]]), ("zh-Hant-TW", ["other": [0, 1]]), ("qps", ["other": [1]]),
    ] as [(String, [String: [Int]])])
  func categories(_ language: String, _ numbers: [String: [Int]]) throws {
    let rule = PluralRule(try #require(LanguageTag(parsing: language)))
    for (category, numbers) in numbers {
      for number in numbers { #expect(rule.category(of: number).rawValue == category, "\(number)") }
    }
  }

  @Test("a language has the categories of its rule, and “other”")
  func all() {
    #expect(PluralRule("ja").categories == [.other])
    #expect(PluralRule("en").categories == [.one, .other])
    #expect(PluralRule("pl").categories == [.one, .few, .many, .other])
    #expect(PluralRule("ar").categories == PluralCategory.allCases)
  }

  @Test("a category with one number is distinguished from one with several")
  func oneNumber() {
    #expect(PluralRule("en").isOneNumber(.one))
    #expect(!PluralRule("fr").isOneNumber(.one), "0 and 1")
    #expect(!PluralRule("uk").isOneNumber(.one), "1, 21, 31")
    #expect(PluralRule("ar").isOneNumber(.two))
  }

  @Test("every line of the table can be read, and no language is listed twice")
  func table() {
    var names: [Substring] = []
    for line in PluralRule.table {
      let own = line.split(separator: " | ")[0].split(separator: " ")
      names += own
      let rule = PluralRule(LanguageTag(stringLiteral: String(own[0])))
      #expect(rule.categories.count > 1, "\(line)")
      let reached = Set((0...1_100_000).lazy.map(rule.category(of:)).prefix(200)).union(
        [1_000, 100_000, 1_000_000].map(rule.category(of:)))
      #expect(reached.isSuperset(of: rule.categories.dropLast()), "\(line)")
    }
    #expect(Set(names).count == names.count)
  }
}
