/// The columns of a source file (keys, in JSON) that hold the parts of an option.
package struct OptionColumns: Sendable, Equatable {
  package var value: String
  package var label: String
  package var description: String?
  package var footnote: String?
  package var status: String?
  package var image: String?
  /// Groups the options into value lists, in order of first appearance.
  package var list: String?

  package init(
    value: String = "value", label: String = "label", description: String? = nil, footnote: String? = nil,
    status: String? = nil, image: String? = nil, list: String? = nil
  ) {
    self.value = value
    self.label = label
    self.description = description
    self.footnote = footnote
    self.status = status
    self.image = image
    self.list = list
  }
}

extension OptionColumns {
  /// The columns named for each place, each once.
  var targets: [(name: String, target: OptionTarget)] {
    let named: [(String?, OptionTarget)] = [
      (value, .field(.value)), (label, .field(.label)), (description, .field(.description)),
      (footnote, .field(.footnote)), (status, .field(.status)), (image, .field(.image)), (list, .list),
    ]
    return named.compactMap { name, target in name.map { ($0, target) } }
  }

  /// The column that a text comes from, as messages name it.
  func name(of field: OptionField) -> String {
    switch field {
    case .value: value
    case .label: label
    case .description: description ?? "description"
    case .footnote: footnote ?? "footnote"
    case .status: status ?? "status"
    case .image: image ?? "image"
    case .initials: "initials"
    }
  }
}
