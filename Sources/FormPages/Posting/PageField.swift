import Support
import Templates

/// The names of the fields that pages post beside the cells' own. They begin with `_`, as no cell's id does.
package enum PageField: String, CaseIterable, Sendable {
  /// The pressed button, for buttons that say nothing but what they do.
  case press = "_do"
  /// The pressed button, with the cell or value that it is about.
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

  /// The answers' name: which filled-in form the page belongs to.
  case filling = "_fill"
  /// The version of the definition that the page was made from.
  case version = "_version"
  /// The locale by which the page writes numbers: the visitor's language may be another one when it is sent.
  case locale = "_locale"
  /// How the draft was saved for later (`SavedMark`).
  case saved = "_saved"
  /// The secret of an invitation.
  case invitation = "_invitation"
  /// The secret of the link by which a submission is changed.
  case changes = "_changes"
  /// The values that the page showed (`Baseline`).
  case baseline = "_base"
  /// The modal section whose view the page is.
  case section = "_section"
  /// Cells of which a password is held; once for each.
  case held = "_held"
  /// Cells whose value is the visitor's, whatever the page showed before; once for each. Of the boxes of a selection view `_pick`.
  case chosen = "_chosen"
  /// Of a page that is only saved: the cell that is being typed into.
  case unfinished = "_unfinished"
  /// The change that "Undo" takes back.
  case undo = "_undo"
  /// When the page was begun, with the server's seal.
  case seal = "_seal"
  /// A field that people do not see, and leave empty.
  case decoy = "_leave"
  /// The values with which a link has begun the form, on pages that no draft has.
  case prefill = "_with"

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
  /// The text of “Other” behind the last list.
  case other = "_other"

  /// The photo for a cell with `scan`.
  package static func photo(of cell: String) -> String { "_photo:\(cell)" }

  /// The text of “Other” beside the options of a cell on the form.
  package static func other(of cell: String) -> String { part(otherPart, of: cell) }

  /// A field of a cell that has several.
  package static func part(_ part: String, of cell: String) -> String { "\(cell).\(part)" }

  /// The cell of such a field, and which of its fields it is; nil: it is another name.
  package static func part(named name: String) -> (cell: String, part: String)? {
    guard let point = name.lastIndex(of: ".") else { return nil }
    return (String(name[..<point]), String(name[point...].dropFirst()))
  }

  /// The field for the text of “Other”.
  package static let otherPart = "other"

  /// The field for files of an attachment, and for the sealed names of files that scripts have sent.
  package static let filePart = "file"

  /// The fields beside a piece of a file, which only scripts send: the upload's name (32 hex digits), where the piece begins, the
  /// bytes of the whole file, and its name.
  package enum Piece: String {
    case upload = "_upload"
    case offset = "_offset"
    case size = "_size"
    case name = "_name"
  }

  /// The name in templates: `{field.press}`.
  private var constant: (String, String) { ("field.\(self)", rawValue) }

  static var constants: [(String, String)] { allCases.map(\.constant) }
}

/// The ids on pages that redirects lead to: they get the focus.
package enum PageID {
  /// The path of the level of a tree that is shown.
  package static let path = "_path"
  /// How many values a search has found.
  package static let results = "_results"
  /// The "Selected" list of a selection view.
  package static let selected = "_selected"

  /// A value's row, by its row in the option table.
  package static func row(_ row: Int) -> String { "_r\(row)" }

  /// A value list, by position.
  package static func list(_ list: Int) -> String { "_list_\(list)" }

  /// The button that adds an entry to a repeated section, by position.
  package static func add(to section: Int) -> String { "_\(section)_add" }

  /// The buttons that move an entry, by the position of its section.
  package static func move(_ section: Int, isUp: Bool) -> String { "_\(section)_\(isUp ? "up" : "down")" }

  /// The button that takes a whole list.
  package static func allButton(ofList list: Int) -> String { "\(Self.list(list))_all" }
}

extension Need {
  /// The control of a cell: its name is the cell's id.
  static var field: Need { .attribute("name", "id", or: "nothing that is entered would be sent") }

  /// A hidden input with the name of a page's field.
  static func hiddenFieldValue(
    _ field: PageField, slot: String, where conditions: Condition..., severity: Diagnostic.Severity = .error,
    or reason: String
  ) -> Need {
    .attribute(
      "name", "field.\(field)", whereAll: conditions,
      adding: "<input type=\"hidden\" name=\"{field.\(field)}\" value=\"{\(slot)}\"/>", severity: severity, or: reason)
  }

  /// How the page writes numbers. Templates of before are without it.
  static var locale: Need {
    .hiddenFieldValue(
      .locale, slot: "locale", severity: .warning,
      or: "numbers are read as another language writes them if the browser's changes meanwhile")
  }

  /// The time of the page, of forms that need it.
  static var seal: Need {
    .attribute(
      "value", "seal", where: "seal",
      adding: #"<t:if test="seal"><input type="hidden" name="{field.seal}" value="{seal}"/></t:if>"#,
      or: "nobody could send a protected form")
  }

  /// The field that people do not see.
  static var decoy: Need {
    .attribute(
      "name", "field.decoy", where: "decoy", adding: #"<t:if test="decoy"><t:part name="parts/decoy"/></t:if>"#,
      or: "robots that fill in every field would not be known by it")
  }

  /// The hidden inputs for what the other pages of the form hold.
  static var hiddenSections: Need {
    .slot(
      "carried", adding: #"<t:each of="carried"><input type="hidden" name="{name}" value="{text}"/></t:each>"#,
      or: "what the other pages hold would be lost")
  }

  /// The words on the last change, with the button that takes it back.
  static func notice(where conditions: Condition...) -> Need {
    .slot(
      "notice", whereAll: conditions, adding: #"<t:with of="notice"><t:part name="parts/notice"/></t:with>"#,
      or: "what was done could not be undone")
  }

  /// The question before changes are lost, and its two answers.
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
