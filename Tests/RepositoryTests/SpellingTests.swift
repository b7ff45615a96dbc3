import Testing

/// Names and figures that are spelled one way wherever they stand.
@Suite("Spelling")
struct SpellingTests {
  let repository = Repository.here

  /// `bodyByteLimit`: what is limited, the unit, then `Limit`.
  @Test("limits are spelled with their unit before the word")
  func limits() {
    let sources = repository.files(in: "Sources").filter { $0.suffix == "swift" }
    #expect(!sources.isEmpty)
    for file in sources {
      for (number, line) in file.lines.enumerated() {
        if let name = Self.misspelledLimit(in: line) { Issue.record("\(file.path):\(number + 1): \(name)") }
      }
    }
  }

  @Test(
    "the check finds each of the other spellings",
    arguments: [
      ("  static let maximumRows = 3", "maximumRows"), ("  var bodyLimitBytes: Int", "bodyLimitBytes"),
      ("  let bodyInBytes = 1", "bodyInBytes"), ("  private static let lineBytesLimit = 1", "lineBytesLimit"),
      ("  static let limitBytes = 1", "limitBytes"), ("  func f(maximumPairs: Int)", nil),
      ("  static let bodyByteLimit = 1", nil), ("  // let maximumRows", nil),
    ] as [(String, String?)])
  func check(_ line: String, _ name: String?) { #expect(Self.misspelledLimit(in: line[...]) == name) }

  private static let declaration = try? LinePattern(#"^[^/"]*\b(let|var) (\w+)"#)
  private static let otherSpelling = try? LinePattern(
    "^maximum[A-Z]|[lL]imit(UNIT|Count)$|In(UNIT)$|(UNIT)Limit$".replacing(
      "UNIT", with: "(Bytes|Octets|Characters|Scalars|Seconds|Milliseconds|Rows|Cells|Pairs)"))

  private static func misspelledLimit(in line: Substring) -> String? {
    guard let declaration, let otherSpelling else { return "no pattern" }
    guard let name = declaration.group(2, in: line) else { return nil }
    return otherSpelling.matches(name) ? name : nil
  }

  @Test("pages, style sheets and scripts break at the same widths")
  func breakpoints() throws {
    let source = repository.text(of: "Sources/FormPages/ViewportClass.swift")
    let named = try #require(source.firstMatch(of: #/breakpoints = \(medium: (\d+), expanded: (\d+)\)/#))
    let widths = [String(named.output.1), String(named.output.2)]
    let script = repository.text(of: "Public/js/viewport.mjs")
    #expect(script.matches(of: #/matchMedia\("\(width >= (\d+)px\)"\)/#).map { String($0.output.1) } == widths)
    let sheets = repository.files(in: "Public").filter { $0.suffix == "css" }
    let queries = sheets.flatMap { sheet in
      sheet.text.matches(of: #/@media[^{]*?(\d+)px/#).map { (sheet.path, String($0.output.1)) }
    }
    #expect(!queries.isEmpty)
    for (path, width) in queries { #expect(widths.contains(width), "\(path) breaks at \(width)px") }
  }
}
