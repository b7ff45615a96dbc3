import Testing

@Suite("The repository")
struct RepositoryTests {
  let repository = Repository.here

  @Test("the top level has the expected entries and no others")
  func topLevel() {
    // Not in the repository: the submissions of a server started here, and the packages that the package manager resolved.
    let ignored: Set = ["data", "Package.resolved"]
    let expected: Set = ["Package.swift", "Sources", "Tests", "Public", "Templates", "Dockerfile", "README.md"]
    #expect(Set(repository.names(in: "")).subtracting(ignored) == expected)
  }

  @Test("the package has no dependencies")
  func dependencies() {
    let manifest = repository.text(of: "Package.swift")
    #expect(manifest.contains("let package = Package("))
    #expect(!manifest.contains(".package("))
  }

  @Test("no file has more than 500 lines", arguments: ["Sources", "Tests", "Templates", "Public"])
  func length(_ folder: String) {
    for file in repository.files(in: folder) where Self.isWritten(file) {
      #expect(file.lines.count <= 500, "\(file.path)")
    }
  }

  @Test(
    "no file has marks of unfinished work or forced tries", arguments: ["Sources", "Tests", "Templates", "Public"])
  func marks(_ folder: String) {
    // Split, so that this file does not match.
    let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X:", "try" + "!"]
    for file in repository.files(in: folder) where Self.isWritten(file) {
      for mark in marks { #expect(!file.holds(mark), "\(file.path)") }
    }
  }

  @Test("no file cites a document outside the repository", arguments: ["Sources", "Tests", "Templates", "Public"])
  func citations(_ folder: String) {
    // Split, so that this file does not match.
    let cited = ["features" + ".md", "anch" + "ors B", "anch" + "ors F", "the con" + "tract"]
    for file in repository.files(in: folder) where Self.isWritten(file) || file.suffix == "md" {
      for name in cited { #expect(!file.holds(name), "\(file.path)") }
    }
  }

  @Test("every text file ends with a line break and has no tabs or trailing blanks", arguments: ["Sources", "Tests"])
  func whitespace(_ folder: String) {
    for file in repository.files(in: folder) where Self.isWritten(file) {
      #expect(file.text.isEmpty || file.text.hasSuffix("\n"), "\(file.path)")
      #expect(!file.holds(" \n") && !file.holds("\t"), "\(file.path)")
    }
  }

  /// Whether a file was written by people, rather than data, a test case or a recording.
  private static func isWritten(_ file: Repository.File) -> Bool {
    let isData = ["/Snapshots/", "/Cases/", "/Corpus/"].contains { file.path.contains($0) }
    return !isData && ["swift", "py", "css", "html", "mjs", "c", "h", "modulemap", ""].contains(file.suffix)
  }
}

/// Names and figures are spelled the same everywhere.
@Suite("Spelling")
struct SpellingTests {
  let repository = Repository.here

  /// `bodyByteLimit`: what is limited, then the unit, then `Limit`.
  @Test("the name of a limit has its unit before the word “Limit”")
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
    "the check finds each wrong spelling of a limit",
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

  @Test("pages, style sheets and scripts have the same breakpoints")
  func breakpoints() throws {
    let source = repository.text(of: "Sources/FormPages/Pages/PageRequest.swift")
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
