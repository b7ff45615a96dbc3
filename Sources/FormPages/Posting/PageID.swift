/// The ids on pages that redirects lead to: they get the focus.
package enum PageID {
  /// How many values a search has found.
  package static let results = "_results"
  /// The "Selected" list of a selection view.
  package static let selected = "_selected"

  /// A value's row, by its row in the option table.
  package static func row(_ row: Int) -> String { "_r\(row)" }

  /// A value list, by position.
  package static func list(_ list: Int) -> String { "_list_\(list)" }

  /// The button that takes a whole list.
  package static func allButton(ofList list: Int) -> String { "\(Self.list(list))_all" }
}
