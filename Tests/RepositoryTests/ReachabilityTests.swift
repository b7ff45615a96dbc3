import FormPages
import Testing

/// The repository contains nothing that is not used.
@Suite("Reachability")
struct ReachabilityTests {
  let repository = Repository.here

  @Test("every template is drawn by a page or is a part of one that is")
  func templates() {
    let files = repository.files(in: "Templates").filter { $0.suffix == "html" }
    let sources = repository.files(in: "Sources").filter { $0.suffix == "swift" }
    func name(_ file: Repository.File) -> String { String(file.path.dropFirst("Templates/".count).dropLast(5)) }
    var used: Set<String> = []
    var next = files.filter { file in sources.contains { $0.holds("\"\(name(file))\"") } }
    while let file = next.popLast() {
      guard used.insert(file.path).inserted else { continue }
      next += files.filter { file.text.contains("<t:part name=\"\(name($0))\"") }
    }
    #expect(!used.isEmpty)
    #expect(files.map(\.path).filter { !used.contains($0) } == [])
  }

  @Test("every public file is reached from a page, a style sheet or a script")
  func publicFiles() {
    let files = repository.files(in: "Public")
    let roots =
      (repository.files(in: "Sources").filter { $0.suffix == "swift" }
        + repository.files(in: "Templates").filter { $0.suffix == "html" })
    var used: Set<String> = []
    var next = files.filter { file in
      let path = file.path.dropFirst("Public/".count)
      return roots.contains { $0.holds("\"\(path)\"") }
    }
    while let file = next.popLast() {
      guard used.insert(file.path).inserted else { continue }
      next += files.filter { Self.names($0, in: file) }
    }
    #expect(!used.isEmpty)
    #expect(files.map(\.path).filter { !used.contains($0) } == [])
  }

  /// Whether `file` refers to `other` by a path relative to its own folder.
  private static func names(_ other: Repository.File, in file: Repository.File) -> Bool {
    guard other.path.hasPrefix(file.folder + "/") else {
      return file.holds("../") && file.holds(other.name)
    }
    let path = other.path.dropFirst(file.folder.count + 1)
    return file.holds("\"\(path)\"") || file.holds("\"./\(path)\"") || file.holds("(\(path))")
  }

  @Test("every file beside the sample forms is used by one of them")
  func formSources() {
    let files = repository.files(in: "Templates/forms")
    let definitions = files.filter {
      $0.suffix == "json" && !$0.name.hasSuffix(".schema.json") && $0.text.contains("\"sections\"")
    }
    #expect(!definitions.isEmpty)
    for file in files where !definitions.contains(where: { $0.path == file.path }) {
      #expect(definitions.contains { $0.text.contains("\"\(file.name)\"") }, "\(file.path)")
    }
  }

  @Test("every cell template has a style sheet")
  func cells() {
    for file in repository.files(in: "Templates/cells") {
      let name = file.name.dropLast(5)
      #expect(!repository.text(of: "Public/css/cells/\(name).css").isEmpty, "\(name)")
    }
  }

  @Test(
    "every recorded file belongs to a test that names it or its folder", arguments: ["Snapshots", "Cases", "Golden"])
  func recordings(_ folder: String) {
    let tests = repository.files(in: "Tests").filter { ["swift", "py"].contains($0.suffix) }
    for target in repository.names(in: "Tests") where !repository.names(in: "Tests/\(target)/\(folder)").isEmpty {
      let own = tests.filter { $0.path.hasPrefix("Tests/\(target)/") }
      if own.contains(where: { $0.text.contains(folder) }) { continue }
      for name in repository.names(in: "Tests/\(target)/\(folder)") {
        let recording = "\"\(name.prefix { $0 != "." })\""
        #expect(own.contains { $0.text.contains(recording) }, "Tests/\(target)/\(folder)/\(name)")
      }
    }
  }
}

/// The names that pages post are in one file. Templates get them from there as constants, and scripts from the page.
@Suite("Posted names")
struct PostedNameTests {
  @Test("no template, script or other Swift file spells a field's name")
  func fields() {
    let names = PageField.allCases.map(\.rawValue)
    let files = ["Sources", "Templates", "Public"].flatMap { Repository.here.files(in: $0) }
      .filter { ["swift", "html", "mjs"].contains($0.suffix) && !$0.path.hasSuffix("/PageField.swift") }
    #expect(files.count > 100)
    for file in files {
      for name in names where file.holds("name=\"\(name)\"") || file.holds(" = \"\(name)\"") {
        Issue.record("\(file.path) spells \(name)")
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

/// Pages are written from left to right or from right to left, so style sheets use start and end.
@Suite("Style sheets work in both directions")
struct StyleDirectionTests {
  /// Properties and values that name a physical side of the page.
  private static let physical = [
    "margin-left", "margin-right", "padding-left", "padding-right", "border-left", "border-right", "text-align: left",
    "text-align: right", "float: left", "float: right", "clear: left", "clear: right", "border-top-left",
    "border-top-right", "border-bottom-left", "border-bottom-right", "scroll-margin-left", "scroll-margin-right",
    "scroll-padding-left", "scroll-padding-right",
  ]

  @Test("no rule names the left or the right of a page")
  func sides() {
    for file in Repository.here.files(in: "Public/css") {
      for (number, line) in file.lines.enumerated() {
        let rule = line.replacing("safe-area-inset-left", with: "").replacing("safe-area-inset-right", with: "")
        let declarations = rule.split(whereSeparator: { ";{}".contains($0) }).map { $0.drop { $0 == " " } }
        for declaration in declarations {
          #expect(
            !Self.physical.contains { declaration.hasPrefix($0) } && !declaration.hasPrefix("left:")
              && !declaration.hasPrefix("right:"), "\(file.path):\(number + 1): \(declaration)")
        }
      }
    }
  }
}
