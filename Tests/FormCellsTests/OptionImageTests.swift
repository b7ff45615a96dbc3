import FormCells
import Testing

@Suite("Pictures of options")
struct OptionImageTests {
  @Test(
    "an image is a path under Public and nothing else",
    arguments: [
      "/a.png", "https://example.com/a.png", "//example.com/a.png", "../a.png", "a//b.png", "data:image/png", "a.png?x",
    ])
  func refused(_ path: String) {
    let found = mistakes(
      cell: """
        { "id": "a", "type": "list-picker", "label": "A", "options": [{ "value": "v", "label": "V", "image": "\(path)" }] }
        """)
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("bad-value .options[0].image: “\(path)” is not a path of a file under Public") == true)
  }
}
