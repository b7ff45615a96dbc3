import Templates
import Support
import Testing

@Suite("Limits of templates")
struct LimitTests {
  private func messages(_ files: [String: String]) -> [String] {
    var templates = library(files)
    _ = templates.template("page", for: Sample.self)
    return templates.diagnostics().map(\.message)
  }

  private func nested(_ depth: Int) -> String {
    String(repeating: "<div>", count: depth) + String(repeating: "</div>", count: depth)
  }

  @Test("Elements nest at most 100 deep")
  func depth() {
    #expect(messages(["page": nested(99)]).isEmpty)
    #expect(messages(["page": nested(100)]) == ["elements are nested deeper than 100"])
    #expect(messages(["page": nested(100_000 / 11)]) == ["elements are nested deeper than 100"])
  }

  @Test("A template has at most 256 KiB")
  func size() {
    let frame = document("").count
    #expect(messages(["page": String(repeating: "x", count: 256 * 1024 - frame)]).isEmpty)
    #expect(
      messages(["page": String(repeating: "x", count: 256 * 1024 - frame + 1)])
        == ["the template is longer than 262144 bytes"])
  }

  @Test("Parts nest at most 16 deep")
  func partDepth() {
    var files = ["page": "<t:part name=\"p1\"/>"]
    for number in 1...15 { files["p\(number)"] = "<t:part name=\"p\(number + 1)\"/>" }
    files["p15"] = "x"
    #expect(messages(files).isEmpty)
    files["p15"] = "<t:part name=\"p16\"/>"
    files["p16"] = "x"
    #expect(messages(files) == ["parts are nested deeper than 16"])
  }

  @Test("Parts that multiply are refused because the template becomes too large")
  func doubling() {
    var files = ["page": "<t:part name=\"p1\"/>"]
    for number in 1...14 {
      files["p\(number)"] = String(repeating: "<t:part name=\"p\(number + 1)\"/>", count: 8)
    }
    files["p15"] = String(repeating: "{text}", count: 100)
    let found = messages(files)
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.hasPrefix("with its parts the template is larger") })
  }

  @Test("A page of any size is rendered completely, and so is the next one")
  func growth() throws {
    let template = try compile("<p>{text}</p>", for: Sample.self)
    for count in [0, 1, 15, 16, 17, 16_000, 16_384, 40_000, 1_000_000, 3] {
      let text = String(repeating: "&x", count: count / 2) + String(repeating: "y", count: count % 2)
      var bytes: [UInt8] = Array("before".utf8)
      template.render(Sample(text: text), into: &bytes)
      let expected =
        "before<p>" + String(repeating: "&amp;x", count: count / 2) + String(repeating: "y", count: count % 2) + "</p>"
      #expect(bytes == Array(expected.utf8))
    }
  }
}
