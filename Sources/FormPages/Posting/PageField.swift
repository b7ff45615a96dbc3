/// The names of the fields that pages post beside the cells' own. They begin with `_`, as no cell's id does.
package enum PageField: String, CaseIterable, Sendable {
  /// The pressed button, for buttons that say nothing but what they do.
  case press = "_do"
  /// The pressed button, with the cell or value that it is about.
  case open = "_open"
  case choose = "_choose"
  case clear = "_clear"
  case update = "_update"
  case scan = "_scan"
  case change = "_change"

  /// The answers' name: which filled-in form the page belongs to.
  case filling = "_fill"
  /// The version of the definition that the page was made from.
  case version = "_version"
  /// The values that the page showed (`Baseline`).
  case baseline = "_base"
  /// The modal section whose view the page is.
  case section = "_section"
  /// Cells of which a password is held; once for each.
  case held = "_held"
  /// Of a page that is only saved: the cell that is being typed into.
  case unfinished = "_unfinished"
  /// The change that "Undo" takes back.
  case undo = "_undo"

  /// A selection view: the draft that it was made from, the rows asked for, the search in force.
  case draft = "_draft"
  case rows = "_rows"
  case searched = "_searched"
  /// The search box.
  case search = "_q"
  /// Boxes of the lists, and of the "Selected" list.
  case pick = "_pick"
  case keep = "_keep"
  /// All values that those lists showed, ticked or not.
  case shown = "_shown"
  case kept = "_kept"
  /// The text of one's own behind the last list.
  case other = "_other"

  /// The photo for a cell with `scan`.
  package static func photo(of cell: String) -> String { "_photo:\(cell)" }

  /// The text of one's own beside the options of a cell on the form.
  package static func other(of cell: String) -> String { cell + otherSuffix }

  /// The cell of a text of one's own; nil: the name is none of such a text.
  package static func cell(ofOther name: String) -> String? {
    name.hasSuffix(otherSuffix) ? String(name.dropLast(otherSuffix.count)) : nil
  }

  private static let otherSuffix = ".other"

  /// The name in templates: `{field.press}`.
  private var constant: (String, String) { ("field.\(self)", rawValue) }

  static var constants: [(String, String)] { allCases.map(\.constant) }
}
