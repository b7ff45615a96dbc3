/// One place at which a definition breaks a rule.
struct Breach {
  /// In the document, in bytes.
  let offset: Int
  let keyPath: String
  /// Why it breaks the rule, and what to write instead.
  let message: String

  init(_ wording: Wording, _ message: String) {
    self.init(at: wording.offset, wording.keyPath, message)
  }

  init(at offset: Int, _ keyPath: String, _ message: String) {
    self.offset = offset
    self.keyPath = keyPath
    self.message = message
  }
}
