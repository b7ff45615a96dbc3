import FormCells
package import FormPages
package import HTTPCore
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
    let own = SHA256.authentication(of: Array("formcells \(purpose.rawValue)".utf8), key: key)
    let code = SHA256.authentication(of: Array("\(form)\n\(id.text)".utf8), key: own)
    var text: [UInt8] = []
    Base64.url.append(Array(code.prefix(16)), to: &text)
    (self.id, self.code) = (id, String(decoding: text, as: UTF8.self))
  }

  /// One that came from somewhere, and may be made up; nil: it is none.
  package init?(_ text: String) {
    guard let (id, code) = text.cut(at: UInt8(ascii: ".")), let token = Token(String(id)) else { return nil }
    (self.id, self.code) = (token, String(code))
  }

  /// Compares in a time that does not depend on where they differ.
  package func isMade(to purpose: Purpose, of form: String, serverKey key: [UInt8]) -> Bool {
    let (own, sent) = (Array(LinkSecret(for: id, to: purpose, of: form, serverKey: key).code.utf8), Array(code.utf8))
    return own.count == sent.count && zip(own, sent).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// An invitation as a request brings it.
package enum InvitationState: Sendable, Equatable {
  /// None, a made up one, or one that was taken back.
  case none
  case valid(LinkSecret)
  /// Something was sent with it.
  case used(LinkSecret)

  /// Nil: it is none.
  var secret: LinkSecret? {
    switch self {
    case .none: nil
    case .valid(let secret), .used(let secret): secret
    }
  }
}

extension RequestContext {
  static let changeKey: StaticString = "change"

  /// How what was sent can be changed.
  /// - Parameter end: until when, in seconds since 1970.
  package func change(by secret: LinkSecret, of presentation: FormPresentation, until end: Int) -> ReceiptChange {
    let form = presentation.links.form
    let link = "\(origin)\(form)\(form.contains("?") ? "&" : "?")\(Self.changeKey)=\(secret.text)"
    let time = LocalTime(end, in: snapshot.timeZone(of: presentation.form))
    return ReceiptChange(link: link, until: time?.text(in: presentation.dates) ?? "")
  }
}

extension FormController {
  /// The submission replaces nothing any more: nothing is lost, and the visitor is told.
  package static func refuseChange(_ submission: Submission, with session: inout Session) -> Response {
    let text = submission.context.presentation.words.changing.conflict
    return refuse(submission, saying: HostMessages([.form: text], of: submission.formState), with: &session)
  }
}
