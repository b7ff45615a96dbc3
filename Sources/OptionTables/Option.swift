public import TextAndNumbers

/// One row of a picker as a definition writes it. Rows of a source file never become one of these:
/// they stay in the table's contiguous columns.
public struct Option: Sendable, Equatable {
  public var value: String
  public var label: Localized
  public var description: Localized?
  public var footnote: Localized?
  public var status: Localized?
  public var image: String?
  public var initials: String?
  public var isDisabled: Bool

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
