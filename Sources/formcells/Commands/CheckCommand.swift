import FormCells
import FormPages
import Gallery
import Markup
import Support

/// `formcells check`: everything that `serve` would refuse, all at once.
struct CheckCommand {
  enum Format: String, CaseIterable { case text, json }

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
    case .text: for finding in findings { Terminal.print(finding.description) }
    case .json: Terminal.print(JSONValue.array(findings.map(\.json)).prettyBytes)
    }
    if !findings.isEmpty { throw Failure([]) }
  }

  private func definitionFindings() -> [Diagnostic] {
    do throws(DefinitionErrors) {
      _ = try FormDefinition.load(path: forms)
      return []
    } catch { return error.diagnostics }
  }

  private func templateFindings() -> [Diagnostic] {
    do throws(TemplateErrors) {
      _ = try Pages.withGallery(directory: templates)
      return []
    } catch { return error.diagnostics }
  }
}

extension Diagnostic {
  fileprivate var json: JSONValue {
    [
      "file": .string(path), "line": .number(String(position.line)), "column": .number(String(position.column)),
      "severity": .string(severity.rawValue), "keyPath": .string(keyPath), "message": .string(message),
    ]
  }
}
