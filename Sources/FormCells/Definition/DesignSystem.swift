/// A design system whose guidelines win where the two disagree: they set the defaults of keys, and each key can
/// override them.
public enum DesignSystem: String, Sendable, CaseIterable {
  /// Errors take the helper text's place, and a select is a row of a table.
  case fiori
  /// Optional cells are marked, and a single choice is taken at once.
  case cvs
}

/// The values of keys that a definition leaves out.
struct Defaults: Sendable {
  /// C1
  let marking: Marking
  /// C2; nil: as each kind of cell has it.
  let helperOnError: Cell.HelperOnError?
  /// C4: whether a single choice waits for Apply.
  let hasApply: Bool
  /// C5: whether Close asks before changes are lost.
  let confirmsDiscard: Bool
  /// C6: a sheet, or a page.
  let view: ListPicker.View
  let selectStyle: SelectCell.Style

  init(of designSystem: DesignSystem?) {
    switch designSystem {
    case nil:
      marking = .required
      helperOnError = nil
      hasApply = true
      confirmsDiscard = true
      view = .half
      selectStyle = .standard
    case .fiori:
      marking = .required
      helperOnError = .replace
      hasApply = true
      confirmsDiscard = true
      view = .half
      selectStyle = .table
    case .cvs:
      marking = .optional
      helperOnError = .keep
      hasApply = false
      confirmsDiscard = false
      view = .full
      selectStyle = .standard
    }
  }
}
