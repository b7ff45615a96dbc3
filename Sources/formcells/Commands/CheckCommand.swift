import FormCells
import FormPages
import Markup
import Support

/// `formcells check`: everything that `serve` would refuse, all at once.
struct CheckCommand {
  enum Format: String, CaseIterable { case text, json }

  /// One finding, whatever found it.
  struct Finding {
    var path: String
    var line: Int
    var column: Int
    var severity: String
    var keyPath = ""
    var message: String
    /// As printed for people.
    var text: String
  }

  private let forms: String
  private let templates: String
  private let format: Format

  init(_ arguments: Arguments) throws(UsageError) {
    templates = arguments.text(.templates, default: "Templates")
    forms = arguments.argument ?? "\(templates)/forms"
    format = try arguments.choice(.format, default: .text)
    _ = try arguments.flag(.strict)
  }

  func run() throws {
    let findings = definitionFindings() + templateFindings()
    switch format {
    case .text: for finding in findings { Terminal.print(finding.text) }
    case .json: Terminal.print(JSONValue.array(findings.map(\.json)).prettyBytes)
    }
    if !findings.isEmpty { throw Failure([]) }
  }

  private func definitionFindings() -> [Finding] {
    do throws(DefinitionErrors) {
      _ = try FormDefinition.load(path: forms)
      return []
    } catch {
      return error.diagnostics.map { diagnostic in
        Finding(
          path: diagnostic.path, line: diagnostic.position.line, column: diagnostic.position.column,
          severity: "error", keyPath: diagnostic.keyPath, message: diagnostic.message, text: diagnostic.description)
      }
    }
  }

  private func templateFindings() -> [Finding] {
    do throws(TemplateErrors) {
      _ = try Pages(directory: templates)
      return []
    } catch {
      return error.diagnostics.map { diagnostic in
        Finding(
          path: diagnostic.path, line: diagnostic.line, column: diagnostic.column, severity: "error",
          message: diagnostic.message, text: diagnostic.description)
      }
    }
  }
}

extension CheckCommand.Finding {
  var json: JSONValue {
    [
      "file": .string(path), "line": .number(String(line)), "column": .number(String(column)),
      "severity": .string(severity), "keyPath": .string(keyPath), "message": .string(message),
    ]
  }
}
