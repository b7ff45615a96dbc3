public import Localization

/// One row of a picker as a definition writes it. Rows of a source file are never stored as such values:
/// they stay in the table's contiguous columns.
public struct Option: Sendable, Equatable {
  /// The text that is submitted; unique within the picker.
  public var value: String
  /// The words that people read.
  public var label: Localized
  package var description: Localized?
  package var footnote: Localized?
  package var status: Localized?
  package var image: String?
  package var initials: String?
  package var isDisabled: Bool
  /// The number of submissions that can choose it; `nil`: no limit.
  package var places: Int?

  /// - Parameters:
  ///   - value: the text that is submitted; unique within the picker.
  ///   - label: the words that people read; the default is the value.
  ///   - description: a line below the label.
  ///   - footnote: a smaller line below the description.
  ///   - status: a word at the end of the row.
  ///   - image: the path of a picture under Public.
  ///   - initials: letters in place of a picture.
  ///   - isDisabled: whether it is shown but cannot be chosen.
  ///   - places: the number of submissions that can choose it; `nil`: no limit.
  public init(
    value: String, label: Localized? = nil, description: Localized? = nil, footnote: Localized? = nil,
    status: Localized? = nil, image: String? = nil, initials: String? = nil, isDisabled: Bool = false,
    places: Int? = nil
  ) {
    self.value = value
    self.label = label ?? Localized(value)
    self.description = description
    self.footnote = footnote
    self.status = status
    self.image = image
    self.initials = initials
    self.isDisabled = isDisabled
    self.places = places
  }
}

extension Option: ExpressibleByStringLiteral {
  /// An option whose label is its value.
  public init(stringLiteral value: String) { self.init(value: value) }
}

/// A value list (LV1): a header, its optional button, and the rows under it.
public struct OptionList: Sendable, Equatable {
  /// What a header's button does.
  public enum Action: String, Sendable, CaseIterable {
    /// Chooses all below the header.
    case selectAll
    /// There is no button.
    case none
  }
  /// The header; `nil`: the default list ("All").
  package var title: Localized?
  package var action: Action
  package var actionLabel: Localized?
  /// The rows of the table that are in this list: the lists cover the table without gaps, in order.
  package var rows: Range<Int>

  package init(title: Localized? = nil, action: Action = .selectAll, actionLabel: Localized? = nil, rows: Range<Int>) {
    self.title = title
    self.action = action
    self.actionLabel = actionLabel
    self.rows = rows
  }
}

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
  /// The value of the parent row: the options are a tree.
  package var parent: String?
  /// Whether a row with others below it can be chosen.
  package var choosesParents = false
  /// Columns by whose texts options are filtered (`OptionTable.rows(where:)`), each once.
  package var filters: [String] = []
  /// Columns that calculations read, each once, without those that are already named.
  package var calculated: [String] = []
  /// The columns whose texts are kept with the options.
  var keptTexts: [String] { filters + calculated }

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

/// How the options of a source form a tree.
package struct OptionTreeColumn: Sendable, Equatable {
  /// The column with the value of the parent row, or a provider's name for it.
  package let parent: String
  /// Whether a row with others below it can be chosen.
  package let choosesParents: Bool
}

extension OptionColumns {
  /// `nil` if the options are not a tree.
  package var tree: OptionTreeColumn? {
    parent.map { OptionTreeColumn(parent: $0, choosesParents: choosesParents) }
  }

  /// The named columns with their targets, each target once.
  var targets: [(name: String, target: OptionTarget)] {
    let named: [(String?, OptionTarget)] = [
      (value, .field(.value)), (label, .field(.label)), (description, .field(.description)),
      (footnote, .field(.footnote)), (status, .field(.status)), (image, .field(.image)), (list, .list),
    ]
    return named.compactMap { name, target in name.map { ($0, target) } }
      + (parent.map { [($0, .parent)] } ?? []) + keptTexts.enumerated().map { ($1, .filter($0)) }
  }

  /// The name of the column that holds a text, for messages.
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
