import Templates
import Support
import TestSupport
import Testing

@Suite("Templates, their pages and their diagnostics")
struct CaseTests {
  static let folder = "\(#filePath)".replacingSuffix("CaseTests.swift", with: "Cases")
  static let documents = TestFile.names(in: folder, suffix: ".txt")

  @Test("Every case makes what its document says", arguments: documents)
  func cases(document: String) throws {
    let path = "\(CaseTests.folder)/\(document)"
    let bytes = try #require(TestFile.read(path))
    let cases = CaseDocument(String(decoding: bytes, as: UTF8.self))
    #expect(!cases.cases.isEmpty)
    let outcome = Snapshot.verify(cases.recording(CaseTests.run), at: path)
    #expect(outcome == .same, "\(outcome)")
  }

  @Test("There are case documents")
  func documentsExist() {
    #expect(CaseTests.documents.count >= 5)
  }

  /// `output` and the page, or `diagnostics` and their text.
  private static func run(_ item: CaseDocument.Case) -> String {
    var library = TemplateLibrary(
      files: item.templates.map {
        ($0.name, "Templates/\($0.name).html", Array($0.text.declaringNamespace().utf8))
      })
    let template = library.template(item.templates[0].name, for: Sample.self)
    let diagnostics = library.diagnostics()
    if diagnostics.isEmpty {
      return "output\n" + String(decoding: template.render(Sample()), as: UTF8.self)
    }
    return "diagnostics\n" + diagnostics.map(\.description).joined(separator: "\n")
  }
}

extension String {
  /// The root element of case documents, written out.
  func declaringNamespace() -> String {
    guard hasPrefix("<t:template"), !contains("xmlns:t") else { return self }
    return "<t:template xmlns:t=\"urn:formcells:template\"" + dropFirst("<t:template".count)
  }

  func replacingSuffix(_ suffix: String, with other: String) -> String {
    hasSuffix(suffix) ? dropLast(suffix.count) + other : self
  }
}
