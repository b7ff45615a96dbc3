import FormCells
import Gallery
import Guidelines
import Support
import Testing

@Suite("Definitions against the guidelines")
struct EveryGuidelineTests {
  @Test(
    "LP5 LP7 LP8 LP16 LV35 LV37 SE7 SE8 SE14 SE27 SE28 SE29 SE30 SE32 SE33 SE34 TI2 TI5 TI6 TI7 TI38 TI39 GR7 SL4 RA5 RA6 MA5 MA6 MA7 AX13 AX14 C2 a definition that breaks every guideline gets a warning for each, at its place"
  )
  func every() throws {
    let forms = try DefinitionFolder.warnings(in: "\(DefinitionFolder.path)/wrong/every-guideline.json")
    let found = try #require(forms.first).warnings.map { "\($0.code.name) \($0.position.line) \($0.keyPath)" }
    #expect(
      found == [
        "LP5 8 sections[0].cells[0].options[0]",
        "LP7 9 sections[0].cells[1].options",
        "LP8 10 sections[0].cells[2].options[2]",
        "LV35 11 sections[0].cells[3].view",
        "GR7 13 sections[0].cells[4].options",
        "LV37 14 sections[0].cells[5].source",
        "SE7 15 sections[0].cells[6].options",
        "SE8 16 sections[0].cells[7].options",
        "SE29 20 sections[0].cells[8].options[4]",
        "SE30 21 sections[0].cells[9].options[1]",
        "SE32 22 sections[0].cells[10].label",
        "SE33 23 sections[0].cells[10].helper",
        "AX14 24 sections[0].cells[11].options[2]",
        "SE27 31 sections[1].cells[0].label",
        "SE28 32 sections[1].cells[1].label",
        "TI2 33 sections[1].cells[2].maxLength",
        "TI5 34 sections[1].cells[3].label",
        "TI38 34 sections[1].cells[3].placeholder",
        "TI6 35 sections[1].cells[3].helper",
        "TI39 37 sections[1].cells[4].helper",
        "AX13 38 sections[1].cells[5].label",
        "C2 40 sections[1].cells[6].messages.invalid",
        "TI7 41 sections[1].cells[7].messages.invalid",
        "SE34 42 sections[1].cells[8].messages.required",
        "LP16 45 sections[1].cells[9].messages.required",
        "SL4 46 sections[1].cells[10].maximum",
        "RA5 47 sections[1].cells[11].type",
        "RA6 48 sections[1].cells[12].to",
        "MA5 49 sections[1].cells[13].rows",
        "MA6 51 sections[1].cells[14].options",
        "MA7 53 sections[1].cells[15].rows[1].label",
      ])
    // A definition has no text for Back.
    let words = Guideline.warnings(onWords: Array(#"{ "back": "Return to the form before" }"#.utf8), path: "en.json")
    #expect(words.map(\.headline).map { $0.prefix(42) } == ["en.json:1:11: warning: [SE14] back: “Retur"])
    #expect(Set(found.map { String($0.prefix { $0 != " " }) } + ["SE14"]) == Set(GuidelineID.allCases.map(\.rawValue)))
  }
}

/// Definitions that follow the guidelines cause no warnings.
@Suite("Definitions written by the guidelines")
struct RightDefinitionTests {
  @Test("the sample forms give no warning")
  func samples() throws {
    let samples = try DefinitionFolder.warnings(in: DefinitionFolder.samples)
    #expect(samples.count >= 4)
    for (name, warnings) in samples { #expect(warnings.isEmpty, "\(name): \(warnings)") }
  }

  @Test("thirty forms of many trades and languages give no warning")
  func right() throws {
    let forms = try DefinitionFolder.warnings(in: "\(DefinitionFolder.path)/right")
    #expect(forms.count >= 30)
    for (name, warnings) in forms { #expect(warnings.isEmpty, "\(name): \(warnings)") }
  }

  @Test("the gallery's fixtures give no warning", arguments: CellFixture.all)
  func fixture(_ fixture: CellFixture) throws {
    let document = try DefinitionDocument(
      bytes: Array(fixture.definition.utf8), path: "\(fixture.slug).json", directory: ".", stores: CellFixture.stores)
    // Pickers with three options suffice for fixtures; real forms would have more.
    let found = (document.warnings + document.contradictions(on: Witness.usualDay)).filter {
      $0.code.name != GuidelineID.gr7.rawValue
    }
    let shown = Self.shown[fixture.slug].map { [$0] } ?? []
    #expect(found.map(\.code.name) == shown, "\(found)")
  }

  /// Fixtures that show what forms should not have: numbers without words, and a button that never shows.
  private static let shown = ["rating-plain": GuidelineID.ra5.rawValue, "date-quick": "never-shown"]

  @Test("each fixture that is expected to give a warning exists")
  func shownFixtures() {
    #expect(Set(Self.shown.keys).isSubset(of: CellFixture.all.map(\.slug)))
  }
}

/// The definitions in the folder beside these tests.
enum DefinitionFolder {
  static let path = {
    let file: String = #filePath
    return "/" + file.split(separator: "/").dropLast().joined(separator: "/") + "/Definitions"
  }()

  static let samples = {
    let file: String = #filePath
    return "/" + file.split(separator: "/").dropLast(3).joined(separator: "/") + "/Templates/forms"
  }()

  /// The warnings about each definition in a folder, with the names of the files.
  static func warnings(in folder: String) throws -> [(name: String, warnings: [Diagnostic])] {
    try DefinitionDocument.loadEach(path: folder).map { path, document in
      let document = try document.get()
      return (
        path.split(separator: "/").last.map(String.init) ?? path,
        document.warnings + document.contradictions(on: Witness.usualDay)
      )
    }
  }
}

func warnings(_ text: String) throws -> [Diagnostic] {
  try DefinitionDocument(bytes: Array(text.utf8), path: "form.json", directory: DefinitionFolder.path).warnings
}

/// The warnings about a form with these cells, each a JSON object. Each is `id keyPath`; paths into the first cell are
/// given without its place.
func warnings(cells: String..., keys: String = "") throws -> [String] {
  let text = "{\(keys) \"title\": \"T\", \"sections\": [{ \"cells\": [\(cells.joined(separator: ", "))] }] }"
  return try warnings(text).map { "\($0.code.name) \($0.keyPath.replacing("sections[0].cells[0].", with: ""))" }
}
