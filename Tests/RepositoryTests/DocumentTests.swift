import FormCells
import Guidelines
import Support
import Testing

/// The documentation agrees with the code.
@Suite("The documents")
struct DocumentTests {
  private static let folder = "Sources/formcells/formcells.docc"
  private let needs = Page("\(folder)/UserNeeds.md")

  @Test("every requirement id that is named has a row that explains it")
  func ids() {
    let explained = Set(RequirementTests.ids + needs.ids)
    #expect(needs.ids.count == Set(needs.ids).count)
    let files = ["Sources", "Tests", "Templates", "Public"].flatMap(Repository.here.files(in:)).filter {
      ["swift", "py", "mjs", "css", "html", "md"].contains($0.suffix)
    }
    for file in files where !file.path.contains("/Snapshots/") {
      for (number, line) in file.lines.enumerated() {
        for id in Self.ids(in: line) { #expect(explained.contains(id), "\(file.path):\(number + 1) names \(id)") }
      }
    }
  }

  @Test("every page of the documentation is linked by the landing page and the README")
  func topics() {
    let landing = Repository.here.text(of: "\(Self.folder)/formcells.md")
    let readme = Repository.here.text(of: "README.md")
    let pages = Repository.here.names(in: Self.folder).filter { $0.hasSuffix(".md") && $0 != "formcells.md" }
    #expect(pages.count > 5)
    for page in pages {
      #expect(landing.contains("- <doc:\(page.dropLast(3))>"), "\(page)")
      #expect(readme.contains("](\(Self.folder)/\(page))"), "\(page)")
    }
  }

  @Test("a link between pages leads to a page")
  func links() {
    for file in Repository.here.files(in: Self.folder) where file.suffix == "md" {
      for link in file.text.split(separator: "<doc:").dropFirst() {
        let name = link.prefix { $0 != ">" }
        #expect(!Repository.here.text(of: "\(Self.folder)/\(name).md").isEmpty, "\(file.path) links \(name)")
      }
    }
  }

  @Test("the built-in words in the documentation are those of the English file")
  func words() throws {
    let page = Repository.here.text(of: "\(Self.folder)/RolesAndNames.md")
    let catalogue = Repository.here.text(of: "Templates/locales/en.json")
    let table = try #require(page.split(separator: "## Built-in words").last).split(separator: "\n").filter {
      $0.hasPrefix("| ")
    }
    let words = table.flatMap { $0.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element) }
    #expect(words.count > 30)
    for word in words { #expect(catalogue.contains("\"\(word)\""), "\(word)") }
  }

  @Test("Swift code in a document is part of a test")
  func snippets() {
    let tests = ["HostTests", "FormSiteTests", "Hosts"].flatMap { Repository.here.files(in: "Tests/\($0)") }
      .filter { $0.suffix == "swift" }.map { Self.withoutIndentation($0.text[...]) }
    let pages = Repository.here.files(in: Self.folder).filter { $0.suffix == "md" }.map(\.path)
    var count = 0
    for page in pages + ["README.md"] {
      for snippet in Repository.here.text(of: page).matches(of: #/```swift\n((?:.|\n)*?)```/#) {
        count += 1
        let text = Self.withoutIndentation(snippet.output.1)
        #expect(tests.contains { $0.contains(text) }, "\(page): \(text)")
      }
    }
    #expect(count > 4)
  }

  private static func withoutIndentation(_ text: Substring) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  @Test("a source file that a page names exists")
  func files() {
    let files = ["Sources", "Tests"].flatMap(Repository.here.files(in:)).map { "/\($0.path)" }
    for page in Repository.here.files(in: Self.folder) where page.suffix == "md" {
      for name in page.text.split(separator: "`") where name.hasSuffix(".swift") && !name.contains(" ") {
        #expect(files.contains { $0.hasSuffix("/\(name)") }, "\(page.path) names \(name)")
      }
    }
  }

  @Test("the code that the glossary names exists")
  func glossary() {
    let sources = Repository.here.files(in: "Sources").filter { $0.suffix == "swift" }
    let paths =
      sources.map { $0.path.dropFirst("Sources/".count) } + Repository.here.files(in: "Public").map { $0.path[...] }
    let rows = Page("\(Self.folder)/Glossary.md").lines.filter { $0.hasPrefix("| ") }
    var count = 0
    for row in rows {
      guard let column = row.split(separator: "|").last else { continue }
      for (index, name) in column.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where index % 2 == 1 {
        count += 1
        let isThere = paths.contains { $0.hasPrefix(name) } || sources.contains { $0.holds(String(name)) }
        #expect(isThere, "the glossary names \(name)")
      }
    }
    #expect(count > 30)
  }

  @Test("each guideline has a row with its rule and its advice", arguments: Guideline.all.map(\.id.rawValue))
  func guideline(_ id: String) throws {
    let guideline = try #require(Guideline.all.first { $0.id.rawValue == id })
    let page = Page("\(Self.folder)/CheckingForms.md")
    #expect(page.lines.contains("| \(id) | \(guideline.rule) | \(guideline.advice) |"))
  }

  @Test("the format's page explains exactly the keys of the schema")
  func keys() throws {
    let page = Page("\(Self.folder)/FormDefinitions.md")
    let schema = try JSONReader.document(FormSchema.json).value
    guard case .object(let definitions) = schema["$defs"] else {
      Issue.record("the schema has no $defs")
      return
    }
    #expect(page.keys(below: "### `form`") == Self.keys(of: schema))
    let common = page.keys(below: "## Every cell")
    #expect(common.count > 10)
    var messages: Set<String> = []
    for definition in definitions {
      let keys = Self.keys(of: definition.value)
      guard !keys.isEmpty, definition.key != "cell" else { continue }
      if definition.key.hasSuffix("-messages") {
        messages.formUnion(keys)
        continue
      }
      if definition.key.hasSuffix("-cell") {
        let own = page.keys(below: "### `\(definition.key.dropLast(5))`")
        #expect(own.isSubset(of: keys) && keys.isSubset(of: own.union(common)), "\(definition.key): \(keys)")
      } else {
        #expect(page.keys(below: "### `\(definition.key)`") == keys, "\(definition.key)")
      }
    }
    #expect(page.keys(below: "### `messages`") == messages)
  }

  /// The keys of an object in the schema, or of all its variants.
  private static func keys(of schema: JSONValue) -> Set<String> {
    if case .array(let forms) = schema["oneOf"], schema["properties"] == nil {
      return forms.reduce(into: []) { $0.formUnion(keys(of: $1)) }
    }
    guard case .object(let properties) = schema["properties"] else { return [] }
    return Set(properties.map(\.key))
  }

  /// The ids of requirements in a line: `LP3`, `C12`, `F9`. A word with more digits or a leading zero is something else.
  private static func ids(in line: Substring) -> [String] {
    line.utf8.split { !(isCapital($0) || isDigit($0) || isSmall($0)) }.compactMap { word in
      // A byte or a character given by number: %F4, \u{B7}.
      if word.startIndex > line.startIndex,
        [UInt8(ascii: "%"), UInt8(ascii: "{")].contains(line.utf8[line.utf8.index(before: word.startIndex)])
      {
        return nil
      }
      let chapter = word.prefix(while: isCapital)
      let number = word.dropFirst(chapter.count)
      guard 1...2 ~= chapter.count, 1...2 ~= number.count, number.first != UInt8(ascii: "0"),
        number.allSatisfy(isDigit), chapters.contains(String(Substring(chapter)))
      else { return nil }
      return String(Substring(word))
    }
  }

  private static func isCapital(_ byte: UInt8) -> Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }
  private static func isSmall(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }
  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  private static let chapters = Set(RequirementTests.counts.keys).union(["B", "F"])

  /// A page of the documentation with its tables.
  private struct Page {
    let lines: [Substring]

    init(_ path: String) {
      lines = Repository.here.text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The first column of all rows that begin with an id.
    var ids: [String] {
      lines.filter { $0.hasPrefix("| ") }.map { String($0.dropFirst(2).prefix { $0 != " " }) }.filter {
        !DocumentTests.ids(in: $0[...]).isEmpty
      }
    }

    /// The first column of the table below a heading.
    func keys(below heading: String) -> Set<String> {
      guard let start = lines.firstIndex(of: heading[...]) else { return [] }
      let section = lines[(start + 1)...].prefix { !$0.hasPrefix("#") }
      return Set(section.filter { $0.hasPrefix("| `") }.map { String($0.dropFirst(3).prefix { $0 != "`" }) })
    }
  }
}
