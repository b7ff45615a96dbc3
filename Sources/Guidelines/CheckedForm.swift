import FormCells
import Support

/// A form as the rules look at it: its cells with their places.
struct CheckedForm {
  let form: Form
  let cells: [CheckedCell]

  init(_ document: DefinitionDocument) {
    form = document.form
    let sections = document.root.elements("sections", under: "")
    var cells: [CheckedCell] = []
    for (index, section) in sections.enumerated() {
      for cell in section.node.elements("cells", under: section.keyPath) where form.cells.indices.contains(cells.count)
      {
        cells.append(CheckedCell(form.cells[cells.count], form: form, section: index, at: cell))
      }
    }
    self.cells = cells
  }
}

/// A node of the document, and its key path.
struct Place {
  let node: JSONNode
  let keyPath: String

  /// The member of this key.
  subscript(key: String) -> Place? {
    node.member(key).map { Place(node: $0, keyPath: "\(keyPath).\(key)") }
  }

  /// The elements of the array under this key; none where there is no array.
  func elements(_ key: String) -> [Place] { node.elements(key, under: keyPath) }

  func breach(_ message: String) -> Breach { Breach(at: node.offset, keyPath, message) }
}

extension JSONNode {
  func member(_ key: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  var text: String? {
    if case .string(let text) = content { text } else { nil }
  }

  func elements(_ key: String, under keyPath: String) -> [Place] {
    guard case .array(let elements) = member(key)?.content else { return [] }
    let path = keyPath.isEmpty ? key : "\(keyPath).\(key)"
    return elements.enumerated().map { Place(node: $1, keyPath: "\(path)[\($0)]") }
  }
}
