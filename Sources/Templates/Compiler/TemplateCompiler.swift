import Support

/// Compiles one template, with the parts that it names, against one schema into one program.
///
/// It continues after an error, to find them all; the program is used only if there was none.
struct TemplateCompiler {
  /// The nesting of parts; a page's parts are three deep.
  static let partDepthLimit = 16
  /// A part that names another part twice doubles it, level by level. A page of ten cells has some 300 operations.
  static let operationLimit = 20_000
  static let literalByteLimit = 1024 * 1024

  let templates: [String: ParsedTemplate]
  /// Files that exist but are not well-formed; their errors are already reported.
  let unreadable: Set<String>
  /// Files whose mistakes are already reported.
  let faulty: Set<String>

  var diagnostics: [Diagnostic] = []
  var assetUses: [AssetUse] = []
  /// Names of the templates that went into the program.
  var used: Set<String> = []
  var builder = ProgramBuilder()
  var identifiers = Identifiers()

  // The compiler's present place in the templates.
  var source: SourceFile
  var scope: Scope
  var ancestors: [Ancestor] = []
  var conditions: [Condition: Bool] = [:]
  var parts: [String] = []
  /// The marks of the needs that the view in scope has met so far, whichever way the conditions turn out.
  var written: Set<String> = []
  /// Whether a template or part could not be read completely.
  var isIncomplete = false

  init(
    _ template: ParsedTemplate, schema: Schema, templates: [String: ParsedTemplate], unreadable: Set<String>,
    faulty: Set<String> = []
  ) {
    self.templates = templates
    self.unreadable = unreadable
    self.faulty = faulty
    isIncomplete = faulty.contains(template.source.name)
    source = template.source
    scope = Scope(schema: schema, path: [], isRepeated: false)
  }

  /// The program, or `nil` if there were errors.
  mutating func compile(_ template: ParsedTemplate) -> Program? {
    used.insert(template.source.name)
    parts = [template.source.name]
    if checkRoot(template.root), let doctype = template.root.attribute("doctype") {
      if doctype.literal == "html" {
        builder.literal("<!DOCTYPE html>\n")
      } else {
        report(at: doctype.valueOffset, "the only doctype is \"html\"")
      }
    }
    compile(template.root.children)
    checkReferences()
    checkNeeds(in: template.root.firstElement)
    return diagnostics.contains { $0.severity == .error } ? nil : builder.finish()
  }

  /// Whether the root is a template's root element. Reports mistakes in its attributes.
  mutating func checkRoot(_ root: Element) -> Bool {
    for slot in scope.schema.duplicates {
      report(at: root.offset, "\(scope.schema.typeName) declares the slot '\(slot)' twice")
    }
    guard root.name == "t:template", root.attribute("xmlns:t")?.literal == TemplateParser.namespace else {
      report(at: root.offset, "the root element must be <t:template xmlns:t=\"\(TemplateParser.namespace)\">")
      return false
    }
    for attribute in root.attributes where attribute.name != "xmlns:t" && attribute.name != "doctype" {
      report(at: attribute.offset, "<t:template> has no attribute '\(attribute.name)'")
    }
    return true
  }

  mutating func compile(_ nodes: [Node]) {
    for node in nodes {
      switch node {
      case .text(let pieces): compileText(pieces)
      case .element(let element):
        if element.name.hasPrefix("t:") { compileDirective(element) } else { compileElement(element) }
      }
    }
  }

  mutating func report(at offset: Int, _ message: String) {
    diagnostics.append(source.diagnostic(.error, at: offset, message: message))
  }

  /// The access of the slot; if there is no such slot, reports that and answers `nil`.
  mutating func resolve(_ name: String, at offset: Int) -> Access? {
    if let access = scope.schema.slots[name] { return access }
    let suggestion = Suggestion.text(for: name, among: scope.schema.slots.keys)
    report(at: offset, "\(scope.schema.typeName) has no slot '\(name)'\(suggestion)")
    return nil
  }
}

extension TemplateCompiler {
  /// The view whose slots the template may name at this place.
  struct Scope {
    let schema: Schema
    /// The names of the slots that were entered to reach this view.
    let path: [String]
    let isRepeated: Bool
    /// Optional slots that an enclosing `t:if` has found present.
    var present: Set<String> = []
  }

  /// An enclosing element.
  struct Ancestor {
    let element: Element
    let isDrawing: Bool
    var holdsControl = false

    var name: String { element.name }
    var traits: HTMLElement.Traits { element.traits }
  }

  /// The test of a `t:if`: a slot of the view at a path.
  struct Condition: Hashable {
    let path: [String]
    let name: String
  }
}

extension TemplateCompiler {
  /// Notes that a slot is written, entered or placed here.
  mutating func noteUse(of slot: String) {
    note(of: nil, slot)
  }

  /// Notes an attribute whose whole value is one slot or constant.
  mutating func noteUse(of attribute: Attribute) {
    if let name = attribute.wholeName { note(of: attribute.name, name) }
  }

  private mutating func note(of attribute: String?, _ slot: String) {
    for need in scope.schema.needs where need.slot == slot && need.attribute == attribute { written.insert(need.mark) }
  }

  /// Reports the needs of the view in scope that nothing has met so far.
  /// - Parameter element: the element that should contain what is missing. If it contains only a part, the report names
  ///   the part.
  mutating func checkNeeds(in element: Element) {
    // If something could not be read, it may be what is missing.
    guard !isIncomplete, !diagnostics.contains(where: { $0.severity == .error }) else { return }
    var place = (source: source, offset: element.offset)
    let elements = element.children.compactMap { if case .element(let child) = $0 { child } else { nil } }
    if elements.count == 1, elements[0].name == "t:part",
      let part = elements[0].attribute("name")?.literal.flatMap({ templates[$0] })
    {
      place = (part.source, part.root.firstElement.offset)
    }
    for need in scope.schema.needs where !written.contains(need.mark) && !isExcused(need) {
      diagnostics.append(
        place.source.diagnostic(
          need.severity, at: place.offset, message: "\(need.mark) is missing, and \(need.reason); add \(need.markup)"))
    }
  }

  /// The marks that the view in scope does not need where the slot's test has this result.
  func excused(where slot: String, holds: Bool) -> Set<String> {
    let needs = scope.schema.needs.filter { $0.isExcused(where: slot, holds: holds) }
    return needs.isEmpty ? [] : Set(needs.map(\.mark))
  }

  private func isExcused(_ need: Need) -> Bool {
    conditions.contains { need.isExcused(where: $0.key.name, holds: $0.value) }
  }
}

extension Suggestion {
  /// `; did you mean 'x'?`, or nothing.
  static func text(for name: String, among known: some Sequence<String>) -> String {
    nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
  }
}
