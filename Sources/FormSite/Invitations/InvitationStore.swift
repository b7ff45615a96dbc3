package import Support

/// An invitation, as listed by the command that shows who has not answered.
package struct Invitation: Sendable, Equatable {
  package let id: Token
  /// When it was made: RFC 3339 in UTC.
  package let time: String
  package var isRevoked: Bool

  package init(id: Token, time: String, isRevoked: Bool = false) {
    (self.id, self.time, self.isRevoked) = (id, time, isRevoked)
  }
}

/// Where the invitations to forms are stored.
package protocol InvitationStore: Sendable {
  /// All invitations to a form, in the order in which they were made.
  func invitations(to form: String) async throws -> [Invitation]
  /// Stores new invitations; they are on the disk when it returns.
  func add(_ ids: [Token], to form: String) async throws
  /// Revokes invitations, with immediate effect.
  func revoke(_ ids: [Token], of form: String) async throws
  /// Whether an invitation was revoked.
  func isRevoked(_ id: Token, of form: String) async throws -> Bool
  /// Which of these submissions are recorded.
  func recorded(_ submissions: [Token], of form: String) async throws -> Set<Token>
}
