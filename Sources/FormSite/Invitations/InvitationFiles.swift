import FormController
import Glibc
package import Support

/// The invitations to a form, `DATA/invitations/{form}.jsonl`: a line for each, and another one for each that was revoked. A
/// running server notices what a command adds.
package final class InvitationFiles: InvitationStore {
  private struct Known {
    var identity: FileIdentity?
    var revoked: Set<Token> = []
  }

  private let data: String
  private var directory: String { data + "/invitations" }
  private let known = Lock<[String: Known]>([:])

  /// - Parameter data: the folder that has `invitations/`.
  package init(data: String) { self.data = data }

  private func path(of form: String) -> String { "\(directory)/\(form).jsonl" }

  /// The identity of a form's file; `nil` if it has none.
  /// - Throws: an error if this cannot be found out: nobody may send the form then.
  private func identity(of form: String) throws(SubmissionError) -> FileIdentity? {
    if let identity = FileIdentity(path: path(of: form)) { return identity }
    guard errno == ENOENT else { throw SubmissionError(path: path(of: form), reason: "cannot be read", errno: errno) }
    return nil
  }

  package func invitations(to form: String) throws -> [Invitation] {
    var invitations: [Invitation] = []
    var places: [Token: Int] = [:]
    guard try identity(of: form) != nil else { return [] }
    try SubmissionFileReader.forEachLine(ofFile: path(of: form)) { line, number in
      let value = try JSONReader.storedLine(line).value
      guard case .string(let text)? = value["id"], let id = Token(text) else {
        throw SubmissionError(path: self.path(of: form), reason: "line \(number) is not an invitation")
      }
      if case .string? = value["revokedAt"] {
        if let place = places[id] { invitations[place].isRevoked = true }
      } else if case .string(let time)? = value["invitedAt"] {
        places[id] = invitations.count
        invitations.append(Invitation(id: id, time: time))
      }
    }
    return invitations
  }

  package func add(_ ids: [Token], to form: String) throws {
    try append(ids.map { ["id": .string($0.text), "invitedAt": .string(Environment.system.now().iso8601)] }, to: form)
  }

  package func revoke(_ ids: [Token], of form: String) throws {
    try append(ids.map { ["id": .string($0.text), "revokedAt": .string(Environment.system.now().iso8601)] }, to: form)
  }

  private func append(_ lines: [JSONValue], to form: String) throws(SubmissionError) {
    try Folder.make(directory)
    let path = path(of: form)
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SubmissionError(path: path, reason: "cannot open", errno: errno) }
    defer { close(descriptor) }
    // One command at a time, so that a partly written line can be cut off.
    guard flock(descriptor, LOCK_EX) == 0 else {
      throw SubmissionError(path: path, reason: "cannot lock", errno: errno)
    }
    let end = lseek(descriptor, 0, SEEK_END)
    var bytes: [UInt8] = []
    for line in lines { bytes += line.compactBytes + [10] }
    guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
      let error = SubmissionError(path: path, reason: "cannot write", errno: errno)
      if end >= 0 { ftruncate(descriptor, end) }
      throw error
    }
    try Folder.sync(directory)
  }

  /// Reads the file again only if it has changed.
  package func isRevoked(_ id: Token, of form: String) throws -> Bool {
    let identity = try identity(of: form)
    if let known = known.withLock({ $0[form] }), known.identity == identity { return known.revoked.contains(id) }
    let revoked = Set(try invitations(to: form).filter(\.isRevoked).map(\.id))
    known.withLock { $0[form] = Known(identity: identity, revoked: revoked) }
    return revoked.contains(id)
  }

  package func recorded(_ submissions: [Token], of form: String) throws -> Set<Token> {
    let reader = SubmissionFileReader(data: data)
    guard FileIdentity(path: reader.place(of: form)) != nil else { return [] }
    let wanted = Set(submissions)
    var found: Set<Token> = []
    try reader.forEachLine(of: form) { line, _ in
      if let id = StoredHead(of: line).flatMap({ Token($0.id) }), wanted.contains(id) { found.insert(id) }
    }
    return found
  }
}
