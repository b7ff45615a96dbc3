import FormCells
package import FormPages
package import Support

/// The secret of a link: an id, and a code that only a server with the key can make.
package struct LinkSecret: Sendable, Equatable {
  /// What a link is for; one of another purpose is none.
  package enum Purpose: String, Sendable {
    /// To change a submission: its id.
    case change
    /// To send a form once: the invitation's id.
    case invitation
  }

  package let id: Token
  private let code: String

  /// As links and pages have it.
  package var text: String { "\(id.text).\(code)" }

  /// - Parameter key: the server's, of which this one is derived.
  package init(for id: Token, to purpose: Purpose, of form: String, serverKey key: [UInt8]) {
    self.id = id
    code = Seal(serverKey: key, purpose: purpose.rawValue).text(of: Self.sealed(id, of: form))
  }

  private static func sealed(_ id: Token, of form: String) -> String { "\(form)\n\(id.text)" }

  /// One that came from somewhere, and may be made up; nil: it is none. What a mail has left around it does not count.
  package init?(_ text: String) {
    guard let (id, code) = text.cut(at: UInt8(ascii: ".")), let token = Token(inLink: String(id)) else { return nil }
    (self.id, self.code) = (token, String(code.prefix(while: Seal.isLetter)))
  }

  package func isMade(to purpose: Purpose, of form: String, serverKey key: [UInt8]) -> Bool {
    Seal(serverKey: key, purpose: purpose.rawValue).isValid(code, of: Self.sealed(id, of: form))
  }
}

/// An invitation as a request brings it.
package enum InvitationState: Sendable, Equatable {
  /// None, or a made up one.
  case none
  /// It was taken back. The page goes on carrying it, so that each answer can say so.
  case revoked(LinkSecret)
  case valid(LinkSecret)
  /// Something was sent with it.
  case used(LinkSecret)

  /// Whether nothing can be sent with it any more.
  var isOver: Bool {
    switch self {
    case .used, .revoked: true
    case .none, .valid: false
    }
  }

  /// Nil: it is none.
  var secret: LinkSecret? {
    switch self {
    case .none: nil
    case .valid(let secret), .used(let secret), .revoked(let secret): secret
    }
  }
}

extension RequestContext {
  static let changeKey: StaticString = "change"

  /// A link to keep: with scheme and host, and a secret.
  func link(to presentation: FormPresentation, key: StaticString, secret: String) -> String {
    let form = presentation.links.form
    return "\(origin)\(form)\(form.contains("?") ? "&" : "?")\(key)=\(secret)"
  }

  /// How what was sent can be changed.
  /// - Parameter end: until when, in seconds since 1970.
  package func change(by secret: LinkSecret, of presentation: FormPresentation, until end: Int) -> ReceiptChange {
    let link = link(to: presentation, key: Self.changeKey, secret: secret.text)
    let time = LocalTime(end, in: snapshot.timeZone(of: presentation.form))
    return ReceiptChange(link: link, until: time?.text(in: presentation.dates) ?? "")
  }
}

/// A submission that a page changes.
package struct ChangedSubmission: Sendable {
  package let secret: LinkSecret
  /// What it holds; nil: nobody has to know (`FormState.remember`).
  let values: JSONValue?

  package init(_ secret: LinkSecret, values: JSONValue?) {
    (self.secret, self.values) = (secret, values)
  }
}

extension Session.Draft {
  /// Of a page whose draft is gone: the submission that it changes, and what was saved of it.
  mutating func begin(changing submission: ChangedSubmission?, saved: SavedMark?, in requestContext: RequestContext) {
    (change, self.saved) = (submission?.secret, saved)
    guard let values = submission?.values, case let form = formState.form else { return }
    let recorded = form.recordedValues(values, isNew: true)
    formState.remember(sent: FormState(form: form, recorded: recorded, at: requestContext.moment(of: form)))
  }
}
