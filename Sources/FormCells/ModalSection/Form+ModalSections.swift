/// A view that opens in front of a form, under a name of its own.
package enum Overlay: Sendable, Equatable {
  /// A cell's selection view, by `Cell.index`.
  case cell(Int)
  /// A modal section, by its position among `Form.sections`.
  case section(Int)
}

extension Form {
  /// A cell's id; for a modal section `_` and its position among the sections. No id of a cell begins with `_`.
  package func name(of view: Overlay) -> String {
    switch view {
    case .cell(let cell): cells[cell].id
    case .section(let section): "_\(section)"
    }
  }

  /// The cell or modal section of this name; nil where there is none.
  package func overlay(named name: String) -> Overlay? {
    guard name.hasPrefix("_") else { return cell(name).map { .cell($0.index) } }
    let digits = name.dropFirst()
    guard digits.utf8.allSatisfy({ 48...57 ~= $0 }), let section = Int(digits), String(section) == digits,
      sections.indices.contains(section), sections[section].container == .modal
    else { return nil }
    return .section(section)
  }

  /// The modal section in which this cell stands, by position; nil for a cell on the form itself.
  package func modalSection(of cell: Int) -> Int? { modalSections[cell] }
}
