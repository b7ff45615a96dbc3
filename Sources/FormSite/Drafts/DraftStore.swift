import FormCells
import FormController
import Support

/// Where drafts are that visitors have saved for later: a folder (`DraftFolder`) or a database. Each goes by a name that is made of
/// the secret in its link and does not give it away.
///
/// Its calls come on the threads of event loops. What would block one has to suspend instead.
package protocol DraftStore: Sendable {
  /// Days after which a draft goes that nobody has saved again.
  var days: Int { get }

  /// Takes a draft, in the place of what has this name, and returns once it cannot be lost by a crash.
  func keep(_ draft: [UInt8], named name: String) async throws

  /// Nil: there is none, or its time is over.
  func draft(named name: String) async throws -> [UInt8]?

  /// Removes a draft. One that is not there is no error.
  func remove(named name: String) async throws

  /// Removes those whose time is over.
  /// - Parameter body: gets each of the others.
  func sweep(_ body: @escaping @Sendable ([UInt8]) -> Void) async throws
}

/// A draft as stores have it: a line of JSON with what it would submit, for when its version of the form is gone, and the draft
/// itself. Of one that was sent only that it was.
struct StoredDraft {
  let form: String
  let values: JSONValue
  /// A name of what was saved.
  let version: Token
  /// The submission that it changes; nil: it is a new one.
  let changes: Token?
  /// Under which receipt it was sent; nil: it was not.
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

  /// Nil: nothing of the kind.
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

  /// The name under which a draft is kept: the secret is nowhere but in the visitor's link, page and session.
  static func name(of token: Token) -> String { SHA256.hex(of: Array("draft \(token.text)".utf8)) }
}
