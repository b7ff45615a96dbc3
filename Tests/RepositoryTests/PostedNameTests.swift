import FormPages
import Testing

/// The names that pages post stand in one file; templates take them from there as constants, scripts from the page.
@Suite("Posted names")
struct PostedNameTests {
  @Test("no template, script or other Swift file spells a field's name")
  func fields() {
    let names = PageField.allCases.map(\.rawValue)
    let files = ["Sources", "Templates", "Public"].flatMap { Repository.here.files(in: $0) }
      .filter { ["swift", "html", "mjs"].contains($0.suffix) && !$0.path.hasSuffix("/PageField.swift") }
    #expect(files.count > 100)
    for file in files {
      for line in file.lines {
        for name in names where line.contains("name=\"\(name)\"") || line.contains(" = \"\(name)\"") {
          Issue.record("\(file.path) spells \(name): \(line)")
        }
      }
    }
  }

  @Test("no template spells the value of a button")
  func buttons() {
    for file in Repository.here.files(in: "Templates") where file.suffix == "html" {
      for line in file.lines {
        #expect(line.matches(of: #/name="\{field\.press\}" value="[^{]/#).isEmpty, "\(file.path): \(line)")
      }
    }
  }
}
