package import Support

/// An invitation, as the list of those who have not answered shows it.
package struct Invitation: Sendable, Equatable {
  package let id: Token
  /// When it was made: RFC 3339 in UTC.
  package let time: String
  package var isRevoked: Bool

  package init(id: Token, time: String, isRevoked: Bool = false) {
    (self.id, self.time, self.isRevoked) = (id, time, isRevoked)
  }
}

/// Where the invitations to forms are.
package protocol InvitationStore: Sendable {
  /// All of a form, in the order in which they were made.
  func invitations(to form: String) async throws -> [Invitation]
  /// Writes new ones down; they are stored when it returns.
  func add(_ ids: [Token], to form: String) async throws
  /// Takes some back, from now on.
  func revoke(_ ids: [Token], of form: String) async throws
  /// Whether one was taken back.
  func isRevoked(_ id: Token, of form: String) async throws -> Bool
  /// Those of submissions that are there.
  func recorded(_ submissions: [Token], of form: String) async throws -> Set<Token>
}
