/// The words that scripts say. They fetch them with the markup that they need, so that they know no language.
struct ScriptWords: Sendable {
  let unreachable: String
  let failed: String
  /// For the number of characters; as JSON, from which a script takes the form for the number.
  let charactersLeft: String
  let charactersOver: String
  let tooLong: String
  /// That an entry was kept, or could not be.
  let saved: String
  let unsaved: String
  let locked: String
  /// Cells that the last change has brought up.
  let added: String

  init(_ reader: inout WordReader) {
    unreachable = reader.text("unreachable")
    failed = reader.text("failed")
    saved = reader.text("saved")
    unsaved = reader.text("unsaved")
    locked = reader.text("locked")
    charactersLeft = reader.counted("charactersLeft", "count").json
    charactersOver = reader.counted("charactersOver", "count").json
    added = reader.phrase("added", "labels")("{labels}")
    tooLong = reader.counted("tooLong", "limit", "count").json
  }
}
