import FormCells
import FormController
import Support

/// Where drafts are kept that visitors have saved for later: a folder (`DraftFolder`) or a database. A draft's name is made
/// from the secret in its link and does not reveal it.
///
/// Calls come on the threads of event loops: suspend instead of blocking.
package protocol DraftStore: Sendable {
  /// After this number of days without another save, a draft is removed.
  var days: Int { get }

  /// Stores a draft, replacing the one of this name, and returns once a crash cannot lose it.
  func keep(_ draft: [UInt8], named name: String) async throws

  /// `nil` if there is none, or if it has expired.
  func draft(named name: String) async throws -> [UInt8]?

  /// Removes a draft. A missing one is no error.
  func remove(named name: String) async throws

  /// Removes expired drafts.
  /// - Parameter body: gets each of the others.
  func sweep(_ body: @escaping @Sendable ([UInt8]) -> Void) async throws
}

/// A draft as stores have it: a line of JSON with the values that it would submit, for when its version of the form is gone,
/// and the draft itself. For a sent draft, only the fact that it was sent.
struct StoredDraft {
  let form: String
  let values: JSONValue
  /// Identifies what was saved.
  let version: Token
  /// The submission that it corrects; `nil` for a new one.
  let changes: Token?
  /// The receipt under which it was sent; `nil` if it was not.
  let receipt: Token?
  let session: [UInt8]

  init(_ saved: SavedForm) {
    (form, values, version, changes) = (saved.form.id, saved.values, saved.mark.version, saved.changes)
    (receipt, session) = (nil, saved.session)
  }

  init(sent submission: Submission) {
    (form, values, version, changes) = (submission.form.id, .null, .zero, nil)
    (receipt, session) = (submission.id, [])
  }

  /// `nil` if the bytes are not a stored draft.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 10),
      let head = try? JSONReader.document(Array(bytes[..<end]), byteLimit: bytes.count).value,
      case .string(let form)? = head["form"], let values = head["values"]
    else { return nil }
    func token(_ key: String) -> Token? { if case .string(let text)? = head[key] { Token(text) } else { nil } }
    guard let version = token("version") else { return nil }
    (self.form, self.values, self.version) = (form, values, version)
    (changes, receipt, session) = (token("changes"), token("receipt"), Array(bytes[(end + 1)...]))
  }

  var bytes: [UInt8] {
    func text(_ token: Token?) -> JSONValue { token.map { .string($0.text) } ?? .null }
    let head: JSONValue = [
      "form": .string(form), "version": text(version), "changes": text(changes), "receipt": text(receipt),
      "values": values,
    ]
    return head.compactBytes + [10] + session
  }

  /// The name under which a draft is kept. The secret itself is only in the visitor's link, page and session.
  static func name(of token: Token) -> String { SHA256.hex(of: Array("draft \(token.text)".utf8)) }
}
