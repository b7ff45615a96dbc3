/// One row of a picker as a definition writes it (contract, "Option"). Rows of a source file never become one of these:
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

/// A value list (features LV1): a header, its optional button, and the rows under it.
public struct OptionList: Sendable, Equatable {
  public enum Action: String, Sendable, CaseIterable { case selectAll, none }
  /// Nil: the default list ("All").
  public var title: Localized?
  public var action: Action
  public var actionLabel: Localized?
  /// Rows of the table: the lists cover it without gaps, in order.
  public var rows: Range<Int>

  public init(title: Localized? = nil, action: Action = .selectAll, actionLabel: Localized? = nil, rows: Range<Int>) {
    self.title = title
    self.action = action
    self.actionLabel = actionLabel
    self.rows = rows
  }
}
