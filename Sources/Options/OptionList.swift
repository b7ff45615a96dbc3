package import Localization

/// A value list (LV1): a header, its optional button, and the rows under it.
public struct OptionList: Sendable, Equatable {
  /// The effect of a header's button.
  public enum Action: String, Sendable, CaseIterable {
    /// Chooses all below the header.
    case selectAll
    /// There is no button.
    case none
  }
  /// Nil: the default list ("All").
  package var title: Localized?
  package var action: Action
  package var actionLabel: Localized?
  /// Rows of the table: the lists cover it without gaps, in order.
  package var rows: Range<Int>

  package init(title: Localized? = nil, action: Action = .selectAll, actionLabel: Localized? = nil, rows: Range<Int>) {
    self.title = title
    self.action = action
    self.actionLabel = actionLabel
    self.rows = rows
  }
}
