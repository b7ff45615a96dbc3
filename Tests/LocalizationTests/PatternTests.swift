import Localization
import Testing

@Suite("Patterns match as HTML's pattern attribute does") struct PatternTests {
  @Test(
    "a pattern must match the whole text",
    arguments: [
      ("[A-Z]{2}-[0-9]{4}", ["AB-1234"], ["ab-1234", "AB-12345", "xAB-1234", "AB-1234\n", ""]),
      ("a|bc", ["a", "bc"], ["ab", "b", "abc"]), ("", [""], ["a"]), ("a*", ["", "aaa"], ["b"]),
      ("a+?", ["a", "aa"], [""]),
      ("(ab){2,3}", ["abab", "ababab"], ["ab", "abababab"]), ("x{0}", [""], ["x"]), ("x{2,}", ["xx", "xxxx"], ["x"]),
      ("^a$", ["a"], ["^a$"]), ("\\d+", ["0123"], ["١٢", "a"]), ("\\w+", ["aZ_9"], ["é"]),
      ("\\s", [" ", "\u{A0}", "\u{FEFF}", "\u{2028}", "\t"], ["\u{200B}", "a"]),
      (".", ["😀", "é"], ["\n", "\u{2028}", "", "👩🏻‍🚀"]),
      ("\\u{1F600}\\uD83D\\uDE00\\x41\\cA\\0", ["😀😀A\u{1}\0"], ["😀"]), ("\\p{Lu}\\p{L}+", ["Élan"], ["élan"]),
      ("[\\p{N}_]+", ["٣_4"], ["a"]), ("\\P{ASCII}", ["é"], ["e"]), ("[\\w--\\d]+", ["ab_"], ["a1"]),
      ("[\\w&&[^a-f]]", ["g"], ["a"]),
      ("[^\\d]", ["a", "😀"], ["1"]), ("[a-]", ["a", "-"], ["b"]), ("[.\\-\\]]", [".", "-", "]"], ["\\"]),
      ("[()]", ["("], ["x"]),
      ("(?=.*\\d)(?=.*[a-z]).{4,}", ["abc1", "1bcd"], ["abcd", "1234", "a1"]), ("(?!.*--)[a-z\\-]+", ["a-b"], ["a--b"]),
      (".*(?<!x)", ["ab", ""], ["abx"]), ("a(?<=a)b", ["ab"], ["b"]), ("\\bfoo\\b.*", ["foo", "foo bar"], ["food"]),
      ("(?<year>\\d{4})", ["2026"], ["26"]), ("(?:a|(?=b)b)*", ["abab"], ["abc"]), ("[]", [], ["", "a"]),
      ("[^]", ["a", "\n"], [""]),
      ("[\\s\\S]*", ["a\nb"], []), ("(a*)*b", ["aaab", "b"], ["aaa"]), ("\\/", ["/"], []), ("/", ["/"], []),
      ("(?=(?!a)b).", ["b"], ["a", "c"]), ("(?<=^(?:ab)+)c|ab.*", ["abc"], ["c"]),
    ] as [(String, [String], [String])])
  func whole(source: String, matching: [String], other: [String]) throws {
    let pattern = try Pattern(source)
    for text in matching { #expect(pattern.matches(text), "\(source) on \(text.debugDescription)") }
    for text in other { #expect(!pattern.matches(text), "\(source) on \(text.debugDescription)") }
  }

  @Test(
    "a pattern that ECMAScript refuses is refused at the place of the mistake",
    arguments: [
      ("(a", 0), ("a)", 1), ("[a", 0), ("a]", 1), ("a}", 1), ("{2}", 0), ("*a", 0), ("a**", 2), ("a{2,1}", 1),
      ("a{,2}", 1),
      ("a{2", 1), ("\\", 0), ("\\e", 0), ("\\-", 0), ("ab\\1", 2), ("\\k<n>", 0), ("\\00", 0), ("\\x4", 0),
      ("\\u{110000}", 0),
      ("\\uD800", 0), ("\\p{Foo}", 0), ("\\p{Script=Latin}", 0), ("\\p", 0), ("[z-a]", 2), ("[\\w-z]", 3), ("(?a)", 0),
      ("(?<1>a)", 3),
      ("(?<n>a)(?<n>b)", 10), ("^*", 1), ("(?=a)+", 5), ("\\b?", 2), ("[a--b&&c]", 5), ("[ab--b]", 3), ("[a--]", 4),
      ("[\\q{a}]", 1), ("[\\B]", 1),
    ])
  func refusals(source: String, offset: Int) {
    #expect { try Pattern(source) } throws: {
      ($0 as? Pattern.Refusal)?.offset == offset && ($0 as? Pattern.Refusal)?.message != ""
    }
  }

  @Test(
    "an expression that is too large or too deep is refused",
    arguments: [
      "a{2001}", "(?:a{100}){100}", String(repeating: "(", count: 51) + String(repeating: ")", count: 51),
      String(repeating: "a", count: 4001), "(?:(?:(?:(?:a?){99999}){99999}){99999}){99999}",
    ])
  func tooLarge(source: String) { #expect(throws: Pattern.Refusal.self) { try Pattern(source) } }

  @Test(
    "POSIX classes are refused, because they would be sets of the letters of their names",
    arguments: ["[[:digit:]]{4}", "[A-Z[:space:]]", "[:upper:]+"])
  func classesOfPOSIX(source: String) { #expect(throws: Pattern.Refusal.self) { try Pattern(source) } }

  @Test("a colon in a set matches a colon", arguments: ["[:]", "[[:a]]", "[:a:b]", "[::]"])
  func colons(source: String) throws { #expect(try Pattern(source).matches(":")) }

  @Test("a nested repetition of nothing matches the empty text") func emptyRepetition() throws {
    #expect(try Pattern("(?:(?:(?:a{0}){99999}){99999}){99999}").matches(""))
  }

  @Test(
    "expressions that ruin backtracking engines are matched in linear time",
    arguments: [
      "(a+)+b", "(a|aa)+b", "(a|a?)+b", "(.*)*x", "(?=(a+)+b).*", "(?:a?){50}a{50}b", "([a-z]+)*[0-9]", "(?:(?:a*)*)*b",
    ])
  func noBacktracking(source: String) throws {
    #expect(try !Pattern(source).matches(String(repeating: "a", count: 5_000)))
  }

  @Test(
    "a pattern that all engines read the same is given without anchors, and others are not given",
    arguments: [
      ("[A-Z]{2}-[0-9]{4,8}", "[A-Z]{2}-[0-9]{4,8}"), ("^\\d{5}$", "\\d{5}"), ("(?:a|b)+?c*", "(?:a|b)+?c*"),
      ("^a|b$", "a|b"), ("[\\d\\-.]\\$", "[\\d\\-.]\\$"), ("", ""), ("a.c", nil), ("[^a]", nil), ("\\w+", nil),
      ("\\p{L}", nil), ("é", nil), ("(?=a)a", nil), ("(?<n>a)", nil), ("a^b", nil), ("[a&]", nil), ("[[a]b]", nil),
    ] as [(String, String?)])
  func portable(source: String, expected: String?) throws {
    #expect(try Pattern(source).portableSource == expected)
  }

  @Test("a text beyond the limit does not match") func textLimit() throws {
    let pattern = try Pattern("a*")
    #expect(pattern.matches(String(repeating: "a", count: Pattern.textScalarLimit)))
    #expect(!pattern.matches(String(repeating: "a", count: Pattern.textScalarLimit + 1)))
  }
}
