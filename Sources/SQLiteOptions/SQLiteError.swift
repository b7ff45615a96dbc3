#if SQLite
/// Why a database gave no answer.
struct SQLiteError: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "\(path): \(reason)" }
}
#endif
