public import TextAndNumbers

/// A value list (LV1): a header, its optional button, and the rows under it.
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
