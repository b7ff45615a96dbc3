import FormCells
import Templates

/// The words that scripts use. Scripts fetch them with the markup that they need, so they contain no language
/// themselves.
struct ScriptWords: Sendable {
  let unreachable: String
  let failed: String
  /// Depends on the number of characters. It is JSON, from which a script takes the form for the number.
  let charactersLeft: String
  let charactersOver: String
  let tooLong: String
  /// Says that an entry was saved, or could not be.
  let saved: String
  let unsaved: String
  let locked: String
  /// Names the cells that the last change made visible.
  let added: String

  init(_ reader: inout WordReader) {
    unreachable = reader.text("unreachable")
    failed = reader.text("failed")
    saved = reader.text("saved")
    unsaved = reader.text("unsaved")
    locked = reader.text("locked")
    charactersLeft = reader.counted("charactersLeft", places: "count").json
    charactersOver = reader.counted("charactersOver", places: "count").json
    added = reader.phrase("added", places: "labels")("{labels}")
    tooLong = reader.counted("tooLong", places: "limit", "count").json
  }
}

/// The markup and words that scripts insert into pages, `Templates/parts/script-parts.html`: a separate file for each
/// language, which scripts fetch.
struct ScriptPartsView: View {
  let words: Words
  /// `nil` if forms do not work offline.
  let offline: OfflineSettings?

  static let slots: [Slot<ScriptPartsView>] = [
    .text("digits") { $0.words.numbers.digits },
    .text("charactersLeft") { $0.words.scripts.charactersLeft },
    .text("charactersOver") { $0.words.scripts.charactersOver },
    .text("reduce") { $0.words.scripts.tooLong },
    .text("added") { $0.words.scripts.added },
    .text("separator") { $0.words[.listSeparator] },
    .text("close") { $0.words[.close] },
    .text("back") { $0.words[.back] },
    .text("dismiss") { $0.words[.dismiss] },
    .text("numbered") { $0.words.numbered("") },
    .text("selectedCount") { $0.words.selectedCount.json },
    .text("results") { $0.words.results.json },
    .text("ofAtMost") { $0.words.chosenOfAtMost },
    .text("undo") { $0.words[.undo] },
    .text("unreachable") { $0.words.scripts.unreachable },
    .text("failed") { $0.words.scripts.failed },
    .text("saved") { $0.words.scripts.saved },
    .text("unsaved") { $0.words.scripts.unsaved },
    .text("locked") { $0.words.scripts.locked },
    .text("cleared") { $0.words.cleared("{label}") },
    .text("reached") { $0.words[.characterLimitReached] },
    .text("showPassword") { $0.words[.showPassword] },
    .text("hidePassword") { $0.words[.hidePassword] },
    .text("passwordShown") { $0.words[.passwordShown] },
    .text("passwordHidden") { $0.words[.passwordHidden] },
    .text("errorPrefix") { $0.words[.errorPrefix] },
    .text("clear") { $0.words[.clear] },
    .text("offline") { $0.offline?.text ?? "" },
    .text("unsentTitle") { $0.words.offline.unsentTitle },
    .text("unsentText") { $0.words.offline.unsentText },
    .text("edit") { $0.words.offline.edit },
    .text("open") { $0.words.offline.open },
    .text("receipt") { $0.words[.reference] },
    .text("waiting") { $0.words.offline.waiting("{count}") },
    .text("sent") { $0.words.offline.sent("{form}") },
    .text("refused") { $0.words.offline.refused("{form}") },
    .text("forms") { $0.words[.forms] },
  ]
}
