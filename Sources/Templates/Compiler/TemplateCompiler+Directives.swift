import Support

extension TemplateCompiler {
  mutating func compileDirective(_ element: Element) {
    switch element.name {
    case "t:if": compileCondition(element, whenHolds: true)
    case "t:unless": compileCondition(element, whenHolds: false)
    case "t:each", "t:with": compileVisit(element)
    case "t:part": compilePart(element)
    case "t:slot": compileSlot(element)
    case "t:else": report(at: element.offset, "<t:else/> is only allowed directly in <t:if> or <t:unless>")
    case "t:template": report(at: element.offset, "<t:template> is allowed only as the root of a file")
    default:
      let known = ["t:if", "t:unless", "t:else", "t:each", "t:with", "t:part", "t:slot"]
      let suggestion = Suggestion.text(for: element.name, among: known)
      let list = known.map { "<\($0)>" }.joined(separator: ", ")
      report(
        at: element.offset,
        "there is no <\(element.name)>\(suggestion.isEmpty ? "; the directives are \(list)" : suggestion)")
    }
  }

  /// The value of the directive's only attribute. Reports a missing attribute, and any other attribute.
  private mutating func argument(_ name: String, of element: Element) -> (value: String, offset: Int)? {
    for attribute in element.attributes where attribute.name != name {
      report(at: attribute.offset, "<\(element.name)> has no attribute '\(attribute.name)'; it takes '\(name)'")
    }
    guard let attribute = element.attribute(name) else {
      report(at: element.offset, "<\(element.name)> needs the attribute '\(name)'")
      return nil
    }
    guard let value = attribute.literal, !value.isEmpty else {
      report(at: attribute.valueOffset, "'\(name)' takes a name, without braces")
      return nil
    }
    return (value, attribute.valueOffset)
  }

  private mutating func requireEmpty(_ element: Element) {
    if !element.children.isEmpty { report(at: element.offset, "<\(element.name)> must be empty") }
  }
}

// MARK: - t:if, t:unless, t:else

extension TemplateCompiler {
  private mutating func compileCondition(_ element: Element, whenHolds: Bool) {
    let (first, second) = branches(of: element)
    guard let (name, offset) = argument("test", of: element), let access = resolve(name, at: offset) else {
      compile(first)
      if let second { compile(second) }
      return
    }
    guard let test = access.test else {
      report(at: offset, "'\(name)' is \(access.kind) and never missing; a test needs a flag, an optional or a list")
      compile(first)
      if let second { compile(second) }
      return
    }
    let skip = builder.jump(test, when: !whenHolds)
    let before = written
    compile(first, where: name, holds: whenHolds)
    let inFirst = written
    written = before
    if let second {
      let end = builder.jump()
      builder.land(skip)
      compile(second, where: name, holds: !whenHolds)
      builder.land(end)
    } else {
      builder.land(skip)
    }
    written.formUnion(excused(where: name, holds: !whenHolds))
    written.formIntersection(inFirst.union(excused(where: name, holds: whenHolds)))
  }

  /// The children before `<t:else/>` and those after it.
  private mutating func branches(of element: Element) -> ([Node], [Node]?) {
    // A shortcut: most conditions have no `<t:else/>`.
    let hasElse = element.children.contains {
      if case .element(let child) = $0 { child.name == "t:else" } else { false }
    }
    guard hasElse else { return (element.children, nil) }
    var first: [Node] = []
    var second: [Node]?
    for child in element.children {
      if case .element(let separator) = child, separator.name == "t:else" {
        requireEmpty(separator)
        for attribute in separator.attributes {
          report(at: attribute.offset, "<t:else/> has no attribute '\(attribute.name)'")
        }
        if second != nil { report(at: separator.offset, "a second <t:else/>") }
        second = second ?? []
      } else if second != nil {
        second?.append(child)
      } else {
        first.append(child)
      }
    }
    return (first, second)
  }

  private mutating func compile(_ nodes: [Node], where name: String, holds: Bool) {
    let condition = Condition(path: scope.path, name: name)
    let outer = (conditions[condition], scope.present)
    conditions[condition] = holds
    if holds { scope.present.insert(name) } else { scope.present.remove(name) }
    compile(nodes)
    (conditions[condition], scope.present) = outer
  }
}

// MARK: - t:each, t:with

extension TemplateCompiler {
  private mutating func compileVisit(_ element: Element) {
    let isEach = element.name == "t:each"
    guard let (name, offset) = argument("of", of: element), let access = resolve(name, at: offset) else { return }
    let (visitor, child): (Access.Visitor, Schema)
    switch access {
    case .list(let visit, _, let reference) where isEach: (visitor, child) = (visit, reference.resolve())
    case .view(let visit, _, let reference) where !isEach: (visitor, child) = (visit, reference.resolve())
    default:
      let other =
        if case .list = access { "; <t:each> repeats" } else if case .view = access { "; <t:with> enters" } else { "" }
      report(at: offset, "'\(name)' is \(access.kind); <\(element.name)> takes a \(isEach ? "list" : "view")\(other)")
      return
    }
    noteUse(of: name)
    let outer = (scope: scope, written: written)
    scope = Scope(schema: child, path: outer.scope.path + [name], isRepeated: outer.scope.isRepeated || isEach)
    written = []
    let visit = builder.visit(visitor)
    compile(element.children)
    builder.land(visit)
    checkNeeds(in: element)
    (scope, written) = outer
  }
}

// MARK: - t:part, t:slot

extension TemplateCompiler {
  private mutating func compilePart(_ element: Element) {
    requireEmpty(element)
    guard let (name, offset) = argument("name", of: element) else { return }
    guard let part = templates[name] else {
      isIncomplete = true
      if unreadable.contains(name) {
        used.insert(name)
      } else {
        report(at: offset, "there is no part '\(name)'\(Suggestion.text(for: name, among: templates.keys))")
      }
      return
    }
    used.insert(name)
    if let first = parts.firstIndex(of: name) {
      report(at: offset, "the part includes itself: \((parts[first...] + [name]).joined(separator: " → "))")
      return
    }
    guard parts.count < TemplateCompiler.partDepthLimit else {
      report(at: offset, "parts are nested deeper than \(TemplateCompiler.partDepthLimit)")
      return
    }
    guard
      builder.operationCount < TemplateCompiler.operationLimit,
      builder.literals.count < TemplateCompiler.literalByteLimit
    else {
      report(
        at: offset,
        "with its parts the template is larger than \(TemplateCompiler.operationLimit) operations or "
          + "\(TemplateCompiler.literalByteLimit) bytes")
      return
    }
    if faulty.contains(name) { isIncomplete = true }
    let outer = source
    source = part.source
    parts.append(name)
    if checkRoot(part.root), let doctype = part.root.attribute("doctype") {
      report(at: doctype.offset, "a part has no doctype")
    }
    compile(part.root.children)
    parts.removeLast()
    source = outer
  }

  private mutating func compileSlot(_ element: Element) {
    requireEmpty(element)
    guard let (name, offset) = argument("name", of: element), let access = resolve(name, at: offset) else { return }
    guard case .fragments(let content, _) = access else {
      report(at: offset, "'\(name)' is \(access.kind); <t:slot> takes a fragment")
      return
    }
    if let parent = ancestors.last, parent.traits.contains(.textOnly), !parent.isDrawing {
      report(at: element.offset, "<\(parent.name)> can contain only text")
      return
    }
    markControl()
    noteUse(of: name)
    builder.content(content)
  }
}
