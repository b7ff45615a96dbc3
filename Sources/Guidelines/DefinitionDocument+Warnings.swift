package import FormCells
package import Support

extension DefinitionDocument {
  /// Where the definition breaks a guideline that it does not ignore, in the order of lines.
  package var warnings: [Diagnostic] {
    let checked = CheckedForm(self)
    let ignored = form.lint.ignore
    let found = Guideline.all.filter { !ignored.contains($0.id.rawValue) }.flatMap { guideline in
      guideline.check(checked).map { (breach: $0, guideline: guideline) }
    }
    let sorted = found.enumerated().sorted {
      ($0.element.breach.offset, $0.offset) < ($1.element.breach.offset, $1.offset)
    }.map(\.element)
    return zip(sorted, source.places(of: sorted.map(\.breach.offset))).map { entry, place in
      Diagnostic(
        path: path, position: place.position, severity: .warning, keyPath: entry.breach.keyPath,
        code: entry.guideline.code, message: entry.breach.message, excerpt: place.excerpt)
    }
  }
}

extension Guideline {
  package var code: Diagnostic.Code { Diagnostic.Code(id.rawValue, rule) }
}
