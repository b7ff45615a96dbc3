import FormCells
import Gallery
import Guidelines
import Support
import Testing

/// Definitions that keep to the guidelines are not warned about.
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
      bytes: Array(fixture.definition.utf8), path: "\(fixture.slug).json", directory: ".")
    #expect((document.warnings + document.contradictions).map(\.description) == [])
  }
}
