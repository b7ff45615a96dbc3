import Gallery
import Testing

/// The table of requirements is complete and tells the truth.
@Suite("The table of requirements")
struct FeatureTableTests {
  private static let tests: [Repository.File] = Repository.here.files(in: "Tests").filter {
    ["swift", "py"].contains($0.suffix) && !$0.path.contains("/Features/")
  }

  /// How many requirements each chapter has, numbered from 1 without a gap; of the decisions, the fifteenth was withdrawn.
  private static let counts: [(Feature.Chapter, Int)] = [
    (.listPicker, 19), (.selectionView, 40), (.select, 38), (.orderPicker, 18), (.text, 57), (.form, 10), (.layout, 7),
    (.accessibility, 16), (.decisions, 23),
  ]

  @Test("every requirement has one row", arguments: counts)
  func complete(_ chapter: Feature.Chapter, _ count: Int) {
    let ids = Feature.all.filter { $0.chapter == chapter }.map(\.id)
    let numbers = (1...24).filter { chapter != .decisions || $0 != 15 } + Array(25...60)
    #expect(ids == numbers.prefix(count).map { "\(chapter.rawValue)\($0)" })
  }

  @Test("what must work without scripts, what style sheets do, and the rules for definitions are proven by a test")
  func proven() {
    let unproven = Feature.all.filter { [.plain, .layout, .decision, .lint].contains($0.kind) && $0.test == nil }
    #expect(unproven.map(\.id) == [])
  }

  @Test("the test that a row names exists and names the requirement", arguments: Feature.all.filter { $0.test != nil })
  func named(_ feature: Feature) throws {
    let test = try #require(feature.test)
    let isPython = test.hasPrefix("test_")
    let text = isPython ? "def \(test)(" : "\"\(test)\""
    let file = Self.tests.first { $0.text.contains(text) && ($0.suffix == "py") == isPython }
    #expect(file != nil, "no test is named \(test)")
    let words = test.split { !$0.isLetter && !$0.isNumber }
    #expect(words.contains(Substring(feature.id)), "\(test) does not name \(feature.id)")
  }

  @Test("a fixture of the gallery names only requirements that there are", arguments: CellFixture.all)
  func fixture(_ fixture: CellFixture) {
    let known = Set(Feature.all.map(\.id))
    #expect(Set(fixture.features).subtracting(known).isEmpty)
    #expect(!fixture.features.isEmpty)
  }
}
