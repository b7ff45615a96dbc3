import Support
import Templates

/// The names of the fields that pages post in addition to the cells'. They begin with `_`, which no cell id does.
package enum PageField: String, CaseIterable, Sendable {
  /// The pressed button, if it has no further data.
  case press = "_do"
  /// The pressed button, with the cell or value that it is for.
  case open = "_open"
  case choose = "_choose"
  case level = "_level"
  case clear = "_clear"
  case update = "_update"
  case scan = "_scan"
  case change = "_change"
  case add = "_add"
  case remove = "_remove"
  case moveUp = "_up"
  case moveDown = "_down"

  /// The id of the answers: to which draft the page belongs.
  case filling = "_fill"
  /// The version of the definition from which the page was made.
  case version = "_version"
  /// The locale in which the page shows numbers. The visitor's language may have changed before the page is posted.
  case locale = "_locale"
  /// How the draft was saved for later (`SavedMark`).
  case saved = "_saved"
  /// The secret of an invitation.
  case invitation = "_invitation"
  /// The secret of the link for changing a submission.
  case changes = "_changes"
  /// The values that the page showed (`Baseline`).
  case baseline = "_base"
  /// The modal section that the page shows.
  case section = "_section"
  /// A cell whose password is kept; once for each such cell.
  case held = "_held"
  /// A cell whose value is the visitor's, whatever the page showed before; once for each. For the boxes of a selection
  /// view it is `_pick`.
  case chosen = "_chosen"
  /// On a page that is only saved: the cell into which the visitor is typing.
  case unfinished = "_unfinished"
  /// The change that "Undo" reverts.
  case undo = "_undo"
  /// When the page was begun, with the server's seal.
  case seal = "_seal"
  /// The decoy: a field that people do not see, and leave empty.
  case decoy = "_leave"
  /// The values with which a link began the form, on pages without a draft.
  case prefill = "_with"

  /// For a selection view: the draft from which it was made, the number of rows requested, and the current search.
  case draft = "_draft"
  case rows = "_rows"
  case searched = "_searched"
  /// The search box.
  case search = "_q"
  /// The boxes of the lists, and of the "Selected" list.
  case pick = "_pick"
  case keep = "_keep"
  /// All values in those lists, ticked or not.
  case shown = "_shown"
  case kept = "_kept"
  /// The text of “Other” after the last list.
  case other = "_other"

  /// The photo for a cell with `scan`.
  package static func photo(of cell: String) -> String { "_photo:\(cell)" }

  /// The text of “Other” beside the options of a cell on the form.
  package static func other(of cell: String) -> String { part(otherPart, of: cell) }

  /// One of the fields of a cell that has several.
  package static func part(_ part: String, of cell: String) -> String { "\(cell).\(part)" }

  /// The cell of such a field, and which of its fields it is; `nil` for any other name.
  package static func part(named name: String) -> (cell: String, part: String)? {
    guard let point = name.lastIndex(of: ".") else { return nil }
    return (String(name[..<point]), String(name[point...].dropFirst()))
  }

  /// The field for the text of “Other”.
  package static let otherPart = "other"

  /// The field for files of an attachment, and for the sealed names of files that scripts have uploaded.
  package static let filePart = "file"

  /// The fields sent with a piece of a file, by scripts only: the upload's name (32 hex digits), the offset of the
  /// piece, the size of the whole file in bytes, and the file's name.
  package enum Piece: String {
    case upload = "_upload"
    case offset = "_offset"
    case size = "_size"
    case name = "_name"
  }

  /// The constant in templates: `{field.press}`.
  private var constant: (String, String) { ("field.\(self)", rawValue) }

  static var constants: [(String, String)] { allCases.map(\.constant) }
}

/// The ids on pages that redirects lead to; the elements with these ids get the focus.
package enum PageID {
  /// The path of the level that is shown of a tree.
  package static let path = "_path"
  /// The number of values that a search has found.
  package static let results = "_results"
  /// The "Selected" list of a selection view.
  package static let selected = "_selected"

  /// The row of a value, by its position in the option table.
  package static func row(_ row: Int) -> String { "_r\(row)" }

  /// A value list, by position.
  package static func list(_ list: Int) -> String { "_list_\(list)" }

  /// The button that adds an entry to a repeated section, by position.
  package static func add(to section: Int) -> String { "_\(section)_add" }

  /// The buttons that move an entry, by the position of its section.
  package static func move(_ section: Int, isUp: Bool) -> String { "_\(section)_\(isUp ? "up" : "down")" }

  /// The button that selects a whole list.
  package static func allButton(ofList list: Int) -> String { "\(Self.list(list))_all" }
}

extension Need {
  /// The control of a cell: its name is the cell's id.
  static var field: Need { .attribute("name", "id", or: "nothing that is entered would be sent") }

  /// A hidden input for one of the page's fields.
  static func hiddenFieldValue(
    _ field: PageField, slot: String, where conditions: Condition..., severity: Diagnostic.Severity = .error,
    or reason: String
  ) -> Need {
    .attribute(
      "name", "field.\(field)", whereAll: conditions,
      adding: "<input type=\"hidden\" name=\"{field.\(field)}\" value=\"{\(slot)}\"/>", severity: severity, or: reason)
  }

  /// The locale in which the page shows numbers. It is only a warning, because older templates do not have it.
  static var locale: Need {
    .hiddenFieldValue(
      .locale, slot: "locale", severity: .warning,
      or: "numbers would be misread if the browser's language changed in the meantime")
  }

  /// The seal with the time of the page, for forms that need it.
  static var seal: Need {
    .attribute(
      "value", "seal", where: "seal",
      adding: #"<t:if test="seal"><input type="hidden" name="{field.seal}" value="{seal}"/></t:if>"#,
      or: "nobody could send a protected form")
  }

  /// The decoy.
  static var decoy: Need {
    .attribute(
      "name", "field.decoy", where: "decoy", adding: #"<t:if test="decoy"><t:part name="parts/decoy"/></t:if>"#,
      or: "robots that fill in every field would not be recognized")
  }

  /// The hidden inputs for the sections on other pages of the form.
  static var hiddenSections: Need {
    .slot(
      "carried", adding: #"<t:each of="carried"><input type="hidden" name="{name}" value="{text}"/></t:each>"#,
      or: "what the other pages hold would be lost")
  }

  /// The words about the last change, with the button that undoes it.
  static func notice(where conditions: Condition...) -> Need {
    .slot(
      "notice", whereAll: conditions, adding: #"<t:with of="notice"><t:part name="parts/notice"/></t:with>"#,
      or: "what was done could not be undone")
  }

  /// The question before changes are discarded, and its two answers.
  static var question: [Need] {
    [
      .slot(
        "question", where: "asks", adding: #"<t:if test="asks"><t:part name="selection/question"/></t:if>"#,
        or: "changes would be lost without a question"),
      .button("press.keepEditing", label: "keep", where: "asks", or: "the question could not be answered"),
      .button("press.discard", label: "discard", where: "asks", or: "the question could not be answered"),
    ]
  }

  /// A button without further data.
  static func button(_ press: String, label: String, where conditions: Condition..., or reason: String) -> Need {
    .attribute(
      "value", press, whereAll: conditions,
      adding: "<button type=\"submit\" name=\"{field.press}\" value=\"{\(press)}\">{\(label)}</button>", or: reason)
  }
}
