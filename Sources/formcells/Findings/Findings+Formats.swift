import Support

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
    [
      "file": .string(finding.path), "line": .number(String(finding.position.line)),
      "column": .number(String(finding.position.column)), "severity": .string(finding.severity.rawValue),
      "rule": .string(finding.code.name), "keyPath": .string(finding.keyPath), "message": .string(finding.message),
    ]
  }
}
