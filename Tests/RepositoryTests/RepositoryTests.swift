import Testing

@Suite("The repository")
struct RepositoryTests {
  let repository = Repository.here

  @Test("the top level holds what it should and nothing else")
  func topLevel() {
    // Of what is not in the repository: the submissions of a server started here, what the package manager resolved.
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

  @Test("no file is too long to be read at once", arguments: ["Sources", "Tests", "Templates", "Public"])
  func length(_ folder: String) {
    for file in repository.files(in: folder) where Self.isWritten(file) {
      #expect(file.lines.count <= 500, "\(file.path)")
    }
  }

  @Test(
    "nothing is left for later, and no error is waved away", arguments: ["Sources", "Tests", "Templates", "Public"])
  func marks(_ folder: String) {
    // In pieces, so that this file does not find itself.
    let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X:", "try" + "!"]
    for file in repository.files(in: folder) where Self.isWritten(file) {
      for (number, line) in file.lines.enumerated() {
        for mark in marks { #expect(!line.contains(mark), "\(file.path):\(number + 1)") }
      }
    }
  }

  @Test("nothing is cited that is not in the repository", arguments: ["Sources", "Tests", "Templates", "Public"])
  func citations(_ folder: String) {
    // In pieces, so that this file does not find itself.
    let cited = ["features" + ".md", "anch" + "ors B", "anch" + "ors F", "the con" + "tract"]
    for file in repository.files(in: folder) where Self.isWritten(file) || file.suffix == "md" {
      for (number, line) in file.lines.enumerated() {
        for name in cited { #expect(!line.contains(name), "\(file.path):\(number + 1)") }
      }
    }
  }

  @Test("every text file ends with a line break and has no tabs or trailing blanks", arguments: ["Sources", "Tests"])
  func whitespace(_ folder: String) {
    for file in repository.files(in: folder) where Self.isWritten(file) {
      #expect(file.text.isEmpty || file.text.hasSuffix("\n"), "\(file.path)")
      for (number, line) in file.lines.enumerated() {
        #expect(!line.hasSuffix(" ") && !line.contains("\t"), "\(file.path):\(number + 1)")
      }
    }
  }

  /// Written by people to be read by people; not data, not cases, not recordings.
  private static func isWritten(_ file: Repository.File) -> Bool {
    let isData = ["/Snapshots/", "/Cases/", "/Corpus/"].contains { file.path.contains($0) }
    return !isData && ["swift", "py", "css", "html", "mjs", "c", "h", "modulemap", ""].contains(file.suffix)
  }
}
