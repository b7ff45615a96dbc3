public import Localization

/// One row of a picker as a definition writes it. Rows of a source file never become one of these:
/// they stay in the table's contiguous columns.
public struct Option: Sendable, Equatable {
  /// The text that is submitted; unique in its picker.
  public var value: String
  /// The words that people read.
  public var label: Localized
  package var description: Localized?
  package var footnote: Localized?
  package var status: Localized?
  package var image: String?
  package var initials: String?
  package var isDisabled: Bool

  /// - Parameters:
  ///   - value: the text that is submitted; unique in its picker.
  ///   - label: the words that people read; the value if left out.
  ///   - description: a line below the label.
  ///   - footnote: a smaller line below that.
  ///   - status: a word at the end of the row.
  ///   - image: the path of a picture under Public.
  ///   - initials: letters in place of a picture.
  ///   - isDisabled: whether it is shown but cannot be chosen.
  public init(
    value: String, label: Localized? = nil, description: Localized? = nil, footnote: Localized? = nil,
    status: Localized? = nil, image: String? = nil, initials: String? = nil, isDisabled: Bool = false
  ) {
    self.value = value
    self.label = label ?? Localized(value)
    self.description = description
    self.footnote = footnote
    self.status = status
    self.image = image
    self.initials = initials
    self.isDisabled = isDisabled
  }
}

extension Option: ExpressibleByStringLiteral {
  /// People read the value itself.
  public init(stringLiteral value: String) { self.init(value: value) }
}
