import Glibc
import Testing

/// The layers, checked by the imports of the sources. The build checks the manifest's dependencies in the same way.
@Suite("Layers")
struct LayerTests {
  let repository = Repository.here

  /// The targets of this package that each target may import. All imports lead to lower layers.
  static let allowed: [String: Set<String>] = [
    "CArguments": [],
    "CChecksum": [],
    "CEpoll": [],
    "CMalloc": [],
    "CSpawn": [],
    "CLibXML2": [],
    "CZlib": [],
    "CHiredis": [],
    "CPostgreSQL": [],
    "CSQLite": [],
    "Support": ["CChecksum", "CMalloc"],
    "Snapshots": [],
    "HTTPCore": ["Support"],
    "Gzip": ["Support"],
    "Workbook": ["Gzip", "Support"],
    "Templates": ["Support", "CLibXML2"],
    "Localization": ["Support"],
    "Options": ["Localization", "Support"],
    "FormCells": ["Options", "Localization", "Support"],
    "Assets": ["HTTPCore", "Gzip", "Support"],
    "FormPages": ["FormCells", "Templates", "Gzip", "Support"],
    "FormController": ["FormPages", "FormCells", "HTTPCore", "Support"],
    "LocalizedErrors": ["FormSite", "FormController", "FormCells", "Options", "Localization", "Templates", "Support"],
    "Guidelines": ["FormCells", "Support"],
    "Gallery": ["FormController", "FormPages", "FormCells", "Templates", "Support"],
    "HTTPServer": ["HTTPCore", "Support", "CEpoll"],
    "FormSite": [
      "FormController", "FormPages", "FormCells", "Assets", "HTTPCore", "Support", "CSpawn",
    ],
    "Answers": [
      "FormSite", "FormController", "FormPages", "FormCells", "Options", "Localization", "Assets", "Templates",
      "HTTPCore",
      "Gzip", "Workbook", "Support",
    ],
    "FormCellsTesting": ["FormSite", "FormController", "FormPages", "HTTPCore", "Templates", "Snapshots"],
    "ValkeySessions": ["FormSite", "Support", "CHiredis"],
    "PostgreSQLSubmissions": ["FormSite", "FormCells", "Support", "CPostgreSQL"],
    "SQLiteOptions": ["Options", "Localization", "Support", "CSQLite"],
    "formcells": [
      "HTTPServer", "HTTPCore", "FormSite", "Gallery", "Guidelines", "FormController", "FormPages", "FormCells",
      "Options", "Assets", "Templates", "Support", "ValkeySessions", "PostgreSQLSubmissions", "SQLiteOptions",
      "CArguments", "Answers",
    ],
  ]

  /// Targets that use system libraries which the default build does without, with the traits that enable them.
  static let optional: [(room: String, libraries: [String], trait: String)] = [
    ("ValkeySessions", ["CHiredis"], "Valkey"),
    ("PostgreSQLSubmissions", ["CPostgreSQL"], "PostgreSQL"),
    ("SQLiteOptions", ["CSQLite"], "SQLite"),
  ]

  @Test("the code of an optional target is compiled only with its trait", arguments: optional.map(\.room))
  func traits(_ room: String) throws {
    let (_, libraries, trait) = try #require(Self.optional.first { $0.room == room })
    let files = repository.files(in: "Sources/\(room)")
    #expect(!files.isEmpty)
    for file in files {
      #expect(file.text.hasPrefix("#if \(trait)\n") && file.text.hasSuffix("\n#endif\n"), "\(file.path)")
    }
    let manifest = repository.text(of: "Package.swift")
    for library in libraries {
      #expect(manifest.contains("only(\"\(library)\", under: \"\(trait)\")"))
      for file in repository.files(in: "Sources") where file.suffix == "swift" {
        let isInRoom = file.path.hasPrefix("Sources/\(room)/")
        #expect(isInRoom || !Self.imports(of: file).contains(library), "\(file.path)")
      }
    }
    // A file that imports such a target does so only if the trait is enabled.
    for file in repository.files(in: "Sources") where Self.imports(of: file).contains(room) {
      #expect(file.text.contains("#if \(trait)\nimport \(room)\n#endif"), "\(file.path)")
    }
  }

  /// The modules of the toolchain and the C library. Foundation is not one of them, because it costs 50 MB and 3 ms.
  static let system: Set<String> = ["Swift", "Glibc", "Synchronization", "Dispatch"]

  /// Only for hosts, which have Foundation or its smaller part anyway; the program does not link this target.
  static let foundation = (target: "LocalizedErrors", module: "FoundationEssentials")

  @Test("every target is a layer")
  func targets() { #expect(Set(repository.names(in: "Sources")) == Set(Self.allowed.keys)) }

  @Test("a layer imports only lower layers and the C library", arguments: allowed.keys.sorted())
  func imports(_ target: String) throws {
    var allowed = try #require(Self.allowed[target]).union(Self.system)
    if target == Self.foundation.target { allowed.insert(Self.foundation.module) }
    for file in repository.files(in: "Sources/\(target)") where file.suffix == "swift" {
      for name in Self.imports(of: file) { #expect(allowed.contains(name), "\(file.path) imports \(name)") }
    }
  }

  @Test("the manifest names exactly the targets that each target imports", arguments: allowed.keys.sorted())
  func manifest(_ target: String) throws {
    let files = repository.files(in: "Sources/\(target)").filter { $0.suffix == "swift" }
    let imported = Set(files.flatMap(Self.imports)).subtracting(Self.system).subtracting([Self.foundation.module])
    #expect(try Set(Self.named(for: target, in: repository.text(of: "Package.swift"))) == imported)
  }

  @Test("no library product links the gallery with its fixtures")
  func products() throws {
    let products = repository.text(of: "Package.swift").matches(
      of: #/\.library\(\s*name: "\w+",\s*targets: \[([^\]]*)\]/#)
    #expect(products.count == 5)
    for product in products {
      var linked: Set<String> = []
      var open = product.output.1.matches(of: #/"(\w+)"/#).map { String($0.output.1) }
      while let target = open.popLast() {
        if linked.insert(target).inserted { open += try #require(Self.allowed[target], "\(target)") }
      }
      #expect(!linked.isEmpty && !linked.contains("Gallery"))
    }
  }

  /// The dependencies of a target in the manifest: the strings in the brackets after its name.
  private static func named(for target: String, in manifest: String) throws -> [String] {
    let names = try Regex(
      "(?:[lL]ayer\\(|arget\\(\\s*name:|systemLibrary\\(name:)\\s*\"\(target)\"(?:\\s*\\)|,\\s*(?:dependencies:\\s*)?\\[([^\\]]*)\\])?"
    )
    let match = try #require(manifest.firstMatch(of: names), "\(target) is not in the manifest")
    guard let list = match.output[1].substring else { return [] }
    return list.replacing(#/under: "\w+"/#, with: "").matches(of: #/"(\w+)"/#).map { String($0.output.1) }
  }

  @Test("each C target is imported by one layer, and all but CEpoll by a single file")
  func headers() {
    let files = repository.files(in: "Sources").filter { $0.suffix == "swift" }
    func importers(_ name: String) -> [String] { files.filter { Self.imports(of: $0).contains(name) }.map(\.path) }
    #expect(importers("CLibXML2").count == 1)
    #expect(importers("CSpawn").count == 1)
    #expect(importers("CMalloc").count == 1)
    #expect(importers("CChecksum").count == 1)
    #expect(importers("CZlib").isEmpty, "only tests compare with it")
    #expect(!importers("CEpoll").isEmpty)
    #expect(importers("CEpoll").allSatisfy { $0.hasPrefix("Sources/HTTPServer/") })
  }

  private static func imports(of file: Repository.File) -> [String] { importsByPath[file.path] ?? [] }

  /// The imports of each source file, read once for all tests.
  private static let importsByPath = Dictionary(
    uniqueKeysWithValues: Repository.here.files(in: "Sources").map { ($0.path, readImports(of: $0)) })

  private static func readImports(of file: Repository.File) -> [String] {
    file.lines.filter { strstr(String($0), "import ") != nil }.compactMap { line -> String? in
      let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
      guard let position = words.firstIndex(of: "import"), position <= 1, words.count > position + 1 else { return nil }
      let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let name = words.dropFirst(position + 1).first { !kinds.contains($0) }
      return name.map { String($0.split(separator: ".")[0]) }
    }
  }
}
