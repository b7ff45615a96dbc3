import Templates
import Support
import TestSupport
import Testing

@Suite("Templates, their pages and their diagnostics")
struct CaseTests {
  static let folder = "\(#filePath)".replacingSuffix("CaseTests.swift", with: "Cases")
  static let documents = TestFile.names(in: folder, suffix: ".txt")

  @Test("Every case gives the result in its document", arguments: documents)
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

  /// The kind of the result and its text: `output` or `diagnostics`.
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
  /// The text with the namespace declared in its root element, which case documents leave out.
  func declaringNamespace() -> String {
    guard hasPrefix("<t:template"), !contains("xmlns:t") else { return self }
    return "<t:template xmlns:t=\"urn:formcells:template\"" + dropFirst("<t:template".count)
  }

  func replacingSuffix(_ suffix: String, with other: String) -> String {
    hasSuffix(suffix) ? dropLast(suffix.count) + other : self
  }
}

/// A file of cases that are compared or recorded:
///
///     === a sentence about the case
///     --- page.html
///     <t:template> … </t:template>
///     --- output
///     <p>…</p>
///
/// The first template is compiled with `Sample`; those after it are its parts. The last section is `output`, or
/// `diagnostics` if there are any. `<t:template` stands for the root element with its namespace declaration.
struct CaseDocument {
  struct Case {
    var title: String
    var templates: [(name: String, text: String)] = []
    var expectation = ""
  }

  var cases: [Case] = []

  init(_ text: String) {
    var section: [String] = []
    var heading = ""
    func close(_ cases: inout [Case]) {
      while section.last?.isEmpty == true { section.removeLast() }
      let body = section.joined(separator: "\n")
      section = []
      guard !heading.isEmpty, !cases.isEmpty else { return }
      if heading.hasSuffix(".html") {
        cases[cases.count - 1].templates.append((String(heading.dropLast(".html".count)), body))
      } else {
        cases[cases.count - 1].expectation = heading + "\n" + body
      }
      heading = ""
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("=== ") {
        close(&cases)
        cases.append(Case(title: String(line.dropFirst(4))))
      } else if line.hasPrefix("--- ") {
        close(&cases)
        heading = String(line.dropFirst(4))
      } else {
        section.append(String(line))
      }
    }
    close(&cases)
  }

  /// The same document with the actual result of each case.
  func recording(_ run: (Case) -> String) -> String {
    var text = ""
    for item in cases {
      text += "=== \(item.title)\n"
      for template in item.templates { text += "--- \(template.name).html\n\(template.text)\n" }
      text += "--- \(run(item))\n"
    }
    while text.hasSuffix("\n") { text.removeLast() }
    return text + "\n"
  }
}
