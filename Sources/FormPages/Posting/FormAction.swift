import FormCells
import Support

/// Every button of every page. It prints the name and value that the button posts, and parses them again.
package enum FormAction: Equatable, Sendable {
  case submit
  /// To the next page of a form with several pages, or to the previous one.
  case goOn, back
  /// Keeps what was entered and does nothing else. Scripts use it to save what the visitor has not submitted.
  case save
  case undo
  /// Saves the draft for everyone who has its link.
  case saveForLater
  /// Resets everything to the definition's values.
  case startOver
  /// Opens a cell's selection view or a modal section, by name.
  case open(String)
  /// Chooses this value and returns at once; empty means "None".
  case choose(String)
  /// In a selection view, shows the level below this value of a tree; empty means the top level.
  case level(String)
  /// Removes what was entered into this cell.
  case clear(String)
  /// Updates the page with what was entered into this cell.
  case update(String)
  /// Reads the posted photo into this cell.
  case scan(String)
  /// Opens a new entry of this repeated section, by its id.
  case add(String)
  /// Removes or moves an entry, by the name of its section.
  case remove(String), moveUp(String), moveDown(String)
  /// One of a cell's buttons, which changes its value, such as a button in an order picker's row.
  case change(cell: String, button: String)

  // In a selection view or a modal section.
  case apply, close, discard, keepEditing
  case search, clearSearch, showMore, showMoreSelected, reset, deselectEverything
  /// For one value list, by its position.
  case selectAll(Int)
  case deselectAll(Int)

  package var field: PageField {
    switch self {
    case .open: .open
    case .choose: .choose
    case .level: .level
    case .clear: .clear
    case .update: .update
    case .scan: .scan
    case .change: .change
    case .add: .add
    case .remove: .remove
    case .moveUp: .moveUp
    case .moveDown: .moveDown
    case .submit, .goOn, .back, .save, .undo, .saveForLater, .startOver, .apply, .close, .discard, .keepEditing,
      .search,
      .clearSearch, .showMore, .showMoreSelected, .reset, .deselectEverything, .selectAll, .deselectAll:
      .press
    }
  }

  package var value: String {
    switch self {
    case .open(let name), .choose(let name), .level(let name), .clear(let name), .update(let name),
      .scan(let name), .add(let name), .remove(let name), .moveUp(let name), .moveDown(let name):
      name
    case .change(let cell, let button): "\(cell):\(button)"
    case .selectAll(let list): "select-all:\(list)"
    case .deselectAll(let list): "deselect-all:\(list)"
    case .submit: "submit"
    case .goOn: "continue"
    case .back: "back"
    case .save: "save"
    case .undo: "undo"
    case .saveForLater: "save-for-later"
    case .startOver: "start-over"
    case .apply: "apply"
    case .close: "close"
    case .discard: "discard"
    case .keepEditing: "keep"
    case .search: "search"
    case .clearSearch: "clear-search"
    case .showMore: "more"
    case .showMoreSelected: "more-selected"
    case .reset: "reset"
    case .deselectEverything: "deselect-everything"
    }
  }

  /// The action of a posted field; `nil` if no page has such a button.
  package init?(_ field: PageField, value: String) {
    switch field {
    case .open: self = .open(value)
    case .choose: self = .choose(value)
    case .level: self = .level(value)
    case .clear: self = .clear(value)
    case .update: self = .update(value)
    case .scan: self = .scan(value)
    case .add: self = .add(value)
    case .remove: self = .remove(value)
    case .moveUp: self = .moveUp(value)
    case .moveDown: self = .moveDown(value)
    case .change:
      guard let (cell, button) = value.cut(at: UInt8(ascii: ":")) else { return nil }
      self = .change(cell: cell, button: button)
    case .press:
      if let press = Self.plain[value] {
        self = press
        return
      }
      guard let list = value.cut(at: UInt8(ascii: ":")).flatMap({ Int($0.1) }),
        let press = [FormAction.selectAll(list), .deselectAll(list)].first(where: { $0.value == value })
      else { return nil }
      self = press
    default: return nil
    }
  }

  /// The buttons without further data, by their names in templates: `press.close`.
  private static let named: [(name: String, action: FormAction)] = [
    ("submit", .submit), ("goOn", .goOn), ("back", .back), ("save", .save), ("undo", .undo),
    ("saveForLater", .saveForLater), ("startOver", .startOver), ("apply", .apply), ("close", .close),
    ("discard", .discard), ("keepEditing", .keepEditing), ("search", .search), ("clearSearch", .clearSearch),
    ("showMore", .showMore), ("showMoreSelected", .showMoreSelected), ("reset", .reset),
    ("deselectEverything", .deselectEverything),
  ]

  private static let plain = Dictionary(uniqueKeysWithValues: named.map { ($0.action.value, $0.action) })

  /// The fields of buttons, the most used ones first.
  package static let fields: [PageField] = [
    .press, .open, .change, .choose, .level, .clear, .update, .add, .remove, .moveUp, .moveDown, .scan,
  ]

  /// The constants of templates, with their values: `{press.close}`.
  static var constants: [(String, String)] { named.map { ("press.\($0.name)", $0.action.value) } }
}
