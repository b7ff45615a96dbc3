import Gallery
import Testing

/// The page of requirements is complete, and each requirement is checked by a test that names it in its title.
@Suite("The requirements")
struct RequirementTests {
  /// The number of requirements in each chapter, numbered from 1 without gaps. Of the decisions, the fifteenth was withdrawn.
  static let counts = [
    "LP": 19, "LV": 40, "SE": 38, "OP": 18, "TI": 57, "FO": 10, "CN": 6, "GR": 8, "SL": 4, "RA": 6, "MA": 7, "AT": 14,
    "AL": 7,
    "AX": 16,
    "C": 23,
  ]

  /// The ids in the rows, in the order of the page.
  static let ids: [String] = Repository.here.text(of: "Sources/formcells/formcells.docc/Requirements.md")
    .split(separator: "\n").filter { $0.hasPrefix("| ") }.map { String($0.dropFirst(2).prefix { $0 != " " }) }
    .filter { counts[chapter(of: $0)] != nil }

  private static func chapter(of id: String) -> String { String(id.prefix { !$0.isNumber }) }

  /// The words in the titles of all tests: display names of Swift tests, and names of Python checks.
  private static let words: Set<Substring> = {
    var words: Set<Substring> = []
    for file in Repository.here.files(in: "Tests") where ["swift", "py"].contains(file.suffix) {
      var isTitle = false
      for line in file.lines {
        if isTitle || line.contains("@Test(\"") || line.contains("def test_") {
          words.formUnion(line.split { !$0.isLetter && !$0.isNumber })
        }
        isTitle = line.hasSuffix("@Test(")
      }
    }
    return words
  }()

  @Test("every requirement has one row", arguments: counts.keys.sorted())
  func complete(_ chapter: String) throws {
    let count = try #require(Self.counts[chapter])
    let numbers = (1...60).filter { chapter != "C" || $0 != 15 }.prefix(count)
    #expect(Self.ids.filter { Self.chapter(of: $0) == chapter } == numbers.map { "\(chapter)\($0)" })
  }

  @Test("every requirement is named in the title of a test", arguments: ids)
  func proven(_ id: String) { #expect(Self.words.contains(id[...])) }

  @Test("a fixture of the gallery names only requirements that exist", arguments: CellFixture.all)
  func fixture(_ fixture: CellFixture) {
    #expect(Set(fixture.features).isSubset(of: Self.ids))
    #expect(!fixture.features.isEmpty)
  }
}
