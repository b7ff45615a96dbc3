import Support

/// Compiles one template, with the parts that it names, against one schema into one program.
///
/// It goes on after an error, so that all are found; the program is used only if there was none.
struct TemplateCompiler {
  /// Parts within parts: a page's are three deep.
  static let partDepthLimit = 16
  /// Parts named twice by parts named twice grow by doubling; a page of ten cells has some 300 operations.
  static let operationLimit = 20_000
  static let literalByteLimit = 1024 * 1024

  let templates: [String: ParsedTemplate]
  /// Files that are there but not well-formed: their errors are told already.
  let unreadable: Set<String>
  /// Files of which mistakes are told already.
  let faulty: Set<String>

  var diagnostics: [Diagnostic] = []
  var assetUses: [AssetUse] = []
  /// Names of the templates that went into the program.
  var used: Set<String> = []
  var builder = ProgramBuilder()
  var identifiers = Identifiers()

  // Where the compiler stands.
  var source: SourceFile
  var scope: Scope
  var ancestors: [Ancestor] = []
  var conditions: [Condition: Bool] = [:]
  var parts: [String] = []
  /// The marks of `Need` that the view in scope has had so far, however the conditions turn out.
  var written: Set<String> = []
  /// A template or part could not be read whole.
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

  /// The program, or nil where there were errors.
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

  /// Whether the root is a template's; its attributes are checked here.
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

  /// The slot's access, or a report of its absence.
  mutating func resolve(_ name: String, at offset: Int) -> Access? {
    if let access = scope.schema.slots[name] { return access }
    let suggestion = Suggestion.text(for: name, among: scope.schema.slots.keys)
    report(at: offset, "\(scope.schema.typeName) has no slot '\(name)'\(suggestion)")
    return nil
  }
}

extension TemplateCompiler {
  /// The view whose slots may be named.
  struct Scope {
    let schema: Schema
    /// The slots entered to come here.
    let path: [String]
    let isRepeated: Bool
    /// Optional slots that a `t:if` around has found present.
    var present: Set<String> = []
  }

  /// An element around.
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

  /// Reports what the view in scope needs and nothing so far has written.
  /// - Parameter element: should hold it; where it only holds a part, the part should.
  mutating func checkNeeds(in element: Element) {
    // What could not be read may be what is missing.
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

  /// The marks that the view in scope does not need where a slot says this.
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
