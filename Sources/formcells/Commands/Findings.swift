import Guidelines
import Support

/// All findings of `formcells check`.
struct Findings {
  /// The number of checked definitions, including broken ones.
  var formCount = 0
  private(set) var diagnostics: [Diagnostic] = []

  mutating func add(_ more: [Diagnostic]) { diagnostics += more }

  var errorCount: Int { diagnostics.count { $0.severity == .error } }
  var warningCount: Int { diagnostics.count { $0.severity == .warning } }

  /// The last line of the output: `4 forms, 0 errors, 1 warning`.
  var closingLine: String {
    [(formCount, "form"), (errorCount, "error"), (warningCount, "warning")].map { count, noun in
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }.joined(separator: ", ")
  }
}

extension Findings {
  enum Format: String, CaseIterable { case text, json, sarif }

  func printed(as format: Format) -> [UInt8] {
    switch format {
    case .text: Array(diagnostics.map { $0.description + "\n" }.joined().utf8)
    case .json: JSONValue.array(diagnostics.map(Self.json)).prettyBytes
    case .sarif: sarif.prettyBytes
    }
  }

  private static func json(_ finding: Diagnostic) -> JSONValue {
    .object(
      [
        .init("file", .string(finding.path)), .init("line", .number(String(finding.position.line))),
        .init("column", .number(String(finding.position.column))),
        .init("severity", .string(finding.severity.rawValue)), .init("rule", .string(finding.code.name)),
        .init("keyPath", .string(finding.keyPath)), .init("message", .string(finding.message)),
      ] + (finding.answers.map { [.init("answers", $0)] } ?? []))
  }
}

extension Findings {
  /// A log of the Static Analysis Results Interchange Format 2.1.0, with one run.
  var sarif: JSONValue {
    let rules = rules
    let indices = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.code.name, $0) })
    let driver: JSONValue = [
      "name": "FormCells", "version": .string(CommandLineProgram.version), "rules": .array(rules.map(Self.rule)),
    ]
    return [
      "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": driver],
          // Columns count Unicode scalars.
          "columnKind": "unicodeCodePoints",
          "results": .array(diagnostics.map { Self.result($0, ruleIndex: indices[$0.code.name] ?? 0) }),
        ]
      ],
    ]
  }

  private typealias Rule = (code: Diagnostic.Code, help: String)

  /// The guidelines, and the codes of all other findings, each once.
  private var rules: [Rule] {
    let guidelines = Guideline.all.map { (code: $0.code, help: $0.advice) }
    var seen = Set(guidelines.map(\.code.name))
    return guidelines
      + diagnostics.map(\.code).filter { seen.insert($0.name).inserted }.map { (code: $0, help: $0.summary) }
  }

  private static func rule(_ rule: Rule) -> JSONValue {
    let summary: JSONValue = ["text": .string(rule.code.summary)]
    return [
      "id": .string(rule.code.name), "shortDescription": summary, "fullDescription": summary,
      "help": ["text": .string(rule.help)],
    ]
  }

  private static func result(_ finding: Diagnostic, ruleIndex: Int) -> JSONValue {
    var region = [JSONValue.Member("startLine", .number(String(finding.position.line)))]
    if let excerpt = finding.excerpt {
      region.append(.init("startColumn", .number(String(excerpt.scalarColumn))))
    }
    var location = [
      JSONValue.Member(
        "physicalLocation",
        ["artifactLocation": ["uri": .string(uri(of: finding.path))], "region": .object(region)])
    ]
    if !finding.keyPath.isEmpty {
      location.append(
        .init("logicalLocations", [["fullyQualifiedName": .string(finding.keyPath), "kind": "member"]]))
    }
    return [
      "ruleId": .string(finding.code.name), "ruleIndex": .number(String(ruleIndex)),
      "level": .string(finding.severity.rawValue), "message": ["text": .string(finding.message)],
      "locations": [.object(location)],
    ]
  }

  /// A path as a URI reference: relative to the working folder, which in a pipeline is the repository, unless the path is absolute.
  private static func uri(of path: String) -> String {
    let relative = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    let encoded = relative.split(separator: "/", omittingEmptySubsequences: false).map {
      PercentEncoding.encode(String($0))
    }.joined(separator: "/")
    return path.hasPrefix("/") ? "file://\(encoded)" : encoded
  }
}
