public import Support

/// All errors, in the order of files and lines.
public struct DefinitionErrors: Error, Sendable, Equatable, CustomStringConvertible {
  /// One diagnostic for each error, with its place.
  public var diagnostics: [Diagnostic]
  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
  /// One line for each error.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// The kinds of errors in a definition.
extension Diagnostic.Code {
  package static let unknownKey = Self("unknown-key", summary: "A key that the format does not have.")
  package static let missingKey = Self("missing-key", summary: "A required key is missing.")
  package static let wrongType = Self("wrong-type", summary: "A value of a type that its key does not accept.")
  package static let badValue = Self("bad-value", summary: "A value of the right type that its key does not accept.")
  package static let duplicate = Self("duplicate", summary: "A duplicate of something that must be unique.")
  package static let unknownReference = Self("unknown-reference", summary: "A reference to nothing.")
  package static let cycle = Self("cycle", summary: "Conditions that form a circle.")
  package static let minimumOverMaximum = Self("minimum-over-maximum", summary: "A minimum over its maximum.")
  package static let refusedDefault = Self("refused-default", summary: "A default value that its cell would reject.")
  package static let noEffect = Self("no-effect", summary: "A key without effect, because of another key.")
  package static let languageGap = Self(
    "language-gap", summary: "A text lacks a language that other texts of the form have.")
  package static let source = Self("source", summary: "A source file of options cannot be used.")
}

/// Collects the errors of one document.
final class DefinitionReport {
  let path: String
  let source: SourceText
  /// For a form written in Swift, the line of each offset; `nil` if offsets are positions in the source.
  private let lines: [SwiftLine]?
  /// The maximum number of errors reported for one document; nobody reads more at once.
  static let limit = 1_000

  /// The position of a diagnostic in this document is computed at the end, from its offset. A diagnostic about a source file already has
  /// its position, and is listed where the document names that file.
  private var found: [(offset: Int, isHere: Bool, diagnostic: Diagnostic)] = []

  init(path: String, source: SourceText, lines: [SwiftLine]? = nil) {
    self.path = path
    self.source = source
    self.lines = lines
  }

  func add(_ code: Diagnostic.Code, at offset: Int, path keyPath: String, message: String) {
    add(Diagnostic(path: path, keyPath: keyPath, code: code, message: message), at: offset, isHere: true)
  }

  /// Adds a diagnostic about a source file, which the document names at `offset`.
  func add(_ diagnostic: Diagnostic, at offset: Int) { add(diagnostic, at: offset, isHere: false) }

  private func add(_ diagnostic: Diagnostic, at offset: Int, isHere: Bool) {
    if found.count < Self.limit { found.append((offset, isHere, diagnostic)) }
  }

  func add(_ error: JSONError) { add(.syntax, at: error.offset, path: "", message: error.message) }

  /// Parses the document and reports duplicate keys; `nil` if it is not JSON, which is reported too.
  func parse() -> JSONNode? {
    do {
      let (root, duplicates) = try JSONReader.documentKeepingDuplicates(source.bytes)
      for duplicate in duplicates {
        add(
          .duplicate, at: duplicate.offset, path: root.keyPath(ofKeyAt: duplicate.offset) ?? "",
          message: duplicate.message)
      }
      return root
    } catch {
      add(error)
      return nil
    }
  }

  var isEmpty: Bool { found.isEmpty }

  /// The place after the first bytes of a string; `nil` for a form in Swift, or if the string has escapes before the place.
  func place(behind start: [UInt8], in node: JSONNode) -> Int? {
    let content = node.offset + 1
    guard lines == nil, content + start.count <= source.bytes.count,
      source.bytes[content..<content + start.count].elementsEqual(start)
    else { return nil }
    return content + start.count
  }

  func line(of offset: Int) -> Int { lines?[offset].line ?? source.line(of: offset) }

  /// Sorted by position; those at the same position are in the order in which they were found.
  var diagnostics: [Diagnostic] {
    let sorted = found.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
    let places = source.places(of: sorted.map(\.element.offset))
    return zip(sorted, places).map { entry, place in
      var diagnostic = entry.element.diagnostic
      if entry.element.isHere, let line = lines?[entry.element.offset] {
        diagnostic.path = line.file
        diagnostic.position = SourcePosition(line: line.line, column: 1)
      } else if entry.element.isHere {
        diagnostic.position = place.position
        diagnostic.excerpt = place.excerpt
      }
      return diagnostic
    }
  }
}
