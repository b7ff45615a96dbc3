import Support

extension TemplateCompiler {
  /// Notes that a slot is written, entered or placed here.
  mutating func noteUse(of slot: String) {
    if !scope.schema.needs.isEmpty { written.insert("{\(slot)}") }
  }

  /// Notes an attribute whose whole value is one slot or constant.
  mutating func noteUse(of attribute: Attribute) {
    if !scope.schema.needs.isEmpty, let name = attribute.wholeName { written.insert("\(attribute.name)={\(name)}") }
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
          .error, at: place.offset, "\(need.mark) is missing, and \(need.reason); add \(need.markup)"))
    }
  }

  /// The marks that the view in scope does not need where a slot says this.
  func excused(where slot: String, holds: Bool) -> Set<String> {
    Set(scope.schema.needs.filter { $0.isExcused(where: slot, holds: holds) }.map(\.mark))
  }

  private func isExcused(_ need: Need) -> Bool {
    conditions.contains { need.isExcused(where: $0.key.name, holds: $0.value) }
  }
}
