import Templates
import Testing

/// A list writes the same whether its views are kept or not.
@Suite("Kept views")
struct KeptViewTests {
  private struct Row: View {
    let text: String
    let isEven: Bool
    static let slots: [Slot<Row>] = fixed([.flag("isEven") { $0.isEven }]) + [.text("text") { $0.text }]
  }

  private struct Page: View {
    let rows: Fragment
    static let slots: [Slot<Page>] = [.fragment("rows") { $0.rows }]
  }

  private struct List {
    let variants = TemplateVariants()
    let kept = KeptViews()

    /// Rows by their numbers; those below 0 are nobody else's.
    func page(_ numbers: [Int], of source: UInt64, _ prefix: String, _ row: Template<Row>) throws -> [UInt8] {
      var runs: [ViewRun] = []
      var position = 0
      while position < numbers.count {
        let first = numbers[position]
        let count = numbers[position...].enumerated().prefix { $1 == first + $0 && ($1 < 0) == (first < 0) }.count
        runs.append(ViewRun(first..<first + count, isPlain: first >= 0))
        position += count
      }
      let fragment = variants.fragment(row, runs, kept: KeptSource(kept, source: source)) { number, isPlain in
        Row(text: "\(isPlain ? prefix : "own ")\(number)", isEven: number.isMultiple(of: 2))
      } key: {
        $0.isEven ? 1 : 0
      }
      return try KeptViewTests.template("<t:slot name=\"rows\"/>", of: Page.self).render(Page(rows: fragment))
    }
  }

  private static func template<V: View>(_ body: String, of _: V.Type) throws -> Template<V> {
    let text = "<t:template xmlns:t=\"urn:formcells:template\">\(body)</t:template>"
    var library = TemplateLibrary(files: [(name: "page", path: "page.html", bytes: Array(text.utf8))])
    let template = library.template("page", for: V.self)
    try library.finish()
    return template
  }

  private static let pages: [[Int]] = [
    Array(0..<20), [], [3, 4, 5, -1, -2, 6, 7], Array(0..<300), [299], [5, 4, 3], [0, 0, 1, 1], [250, 260, 251, 252],
    [-1], Array(0..<256) + [0], Array(1000..<1100) + [0],
  ]

  @Test("pages are as they would be without", arguments: ["x", String(repeating: "é", count: 900)])
  func pages(_ prefix: String) throws {
    let row = try Self.template("<p><t:if test=\"isEven\">!</t:if>{text}</p>", of: Row.self)
    for list in [List(), List()] {
      for _ in 0..<2 {
        for numbers in Self.pages {
          let expected = numbers.flatMap {
            "<p>\($0.isMultiple(of: 2) ? "!" : "")\($0 < 0 ? "own " : prefix)\($0)</p>".utf8
          }
          #expect(try list.page(numbers, of: 1, prefix, row) == expected)
        }
      }
    }
  }

  @Test("another source and another template take the place of the last")
  func others() throws {
    let list = List()
    for tag in ["p", "b"] {
      let row = try Self.template("<\(tag)>{text}</\(tag)>", of: Row.self)
      for (source, prefix) in [(1, "a"), (2, "b"), (1, "c"), (3, "d")] {
        // What the first source is called again is not what it was: the last one's views were in between.
        let expected = (0..<3).flatMap { "<\(tag)>\(prefix)\($0)</\(tag)>".utf8 }
        #expect(try list.page([0, 1, 2], of: UInt64(source), prefix, row) == expected)
      }
    }
  }
}
