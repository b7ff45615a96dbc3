import FormCells
package import FormPages
package import Support

/// The secret in a link: an id, and a code that only a server with the key can make.
package struct LinkSecret: Sendable, Equatable {
  /// What a link is for; a secret is not valid for another purpose.
  package enum Purpose: String, Sendable {
    /// To correct a submission; the id is that of the submission.
    case change
    /// To send a form once; the id is that of the invitation.
    case invitation
  }

  package let id: Token
  private let code: String

  /// As links and pages have it.
  package var text: String { "\(id.text).\(code)" }

  /// - Parameter key: the server's key, from which a key for the purpose is derived.
  package init(for id: Token, to purpose: Purpose, of form: String, serverKey key: [UInt8]) {
    self.id = id
    code = Seal(serverKey: key, purpose: purpose.rawValue).text(of: Self.sealed(id, of: form))
  }

  private static func sealed(_ id: Token, of form: String) -> String { "\(form)\n\(id.text)" }

  /// Reads a secret of unknown origin, which may be forged. `nil` if it has not the form of one. Characters that a mail program
  /// has added after it are ignored.
  package init?(_ text: String) {
    guard let (id, code) = text.cut(at: UInt8(ascii: ".")), let token = Token(inLink: String(id)) else { return nil }
    (self.id, self.code) = (token, String(code.prefix(while: Seal.isLetter)))
  }

  package func isMade(to purpose: Purpose, of form: String, serverKey key: [UInt8]) -> Bool {
    Seal(serverKey: key, purpose: purpose.rawValue).isValid(code, of: Self.sealed(id, of: form))
  }
}

/// An invitation, as a request brings it.
package enum InvitationState: Sendable, Equatable {
  /// No invitation, or a forged one.
  case none
  /// It was revoked. The page keeps carrying it, so that each answer can say so.
  case revoked(LinkSecret)
  case valid(LinkSecret)
  /// A submission was sent with it.
  case used(LinkSecret)

  /// Whether it can no longer be used.
  var isOver: Bool {
    switch self {
    case .used, .revoked: true
    case .none, .valid: false
    }
  }

  /// `nil` if there is none.
  var secret: LinkSecret? {
    switch self {
    case .none: nil
    case .valid(let secret), .used(let secret), .revoked(let secret): secret
    }
  }
}

extension RequestContext {
  static let changeKey: StaticString = "change"

  /// A link to keep: with scheme, host and a secret.
  func link(to presentation: FormPresentation, key: StaticString, secret: String) -> String {
    let form = presentation.links.form
    return "\(origin)\(form)\(form.contains("?") ? "&" : "?")\(key)=\(secret)"
  }

  /// How a submission can be corrected.
  /// - Parameter end: until when, in seconds since 1970.
  package func change(by secret: LinkSecret, of presentation: FormPresentation, until end: Int) -> ReceiptChange {
    let link = link(to: presentation, key: Self.changeKey, secret: secret.text)
    let time = LocalTime(end, in: snapshot.timeZone(of: presentation.form))
    return ReceiptChange(link: link, until: time?.text(in: presentation.dates) ?? "")
  }
}

/// A submission that a page corrects.
package struct ChangedSubmission: Sendable {
  package let secret: LinkSecret
  /// Its values; `nil` if they are not needed (`FormState.remember`).
  let values: JSONValue?

  package init(_ secret: LinkSecret, values: JSONValue?) {
    (self.secret, self.values) = (secret, values)
  }
}

extension Session.Draft {
  /// For a page whose draft no longer exists: sets the submission that it corrects, and how it was saved.
  mutating func begin(changing submission: ChangedSubmission?, saved: SavedMark?, in requestContext: RequestContext) {
    (change, self.saved) = (submission?.secret, saved)
    guard let values = submission?.values, case let form = formState.form else { return }
    let recorded = form.recordedValues(values, isNew: true)
    formState.remember(sent: FormState(form: form, recorded: recorded, at: requestContext.moment(of: form)))
  }
}
