import FormCells
import FormPages
package import Support

/// Seals the time at which a page was begun. So a post shows how long the visitor had the page, and that this server made it.
/// All pages of a draft carry the same time.
///
/// `milliseconds since 1970.HMAC-SHA-256, its first half`. The seal is valid for one form and one draft, at all servers that
/// share the key, and after a restart.
package struct PageSeal: Sendable {
  /// Milliseconds within which no person sends a page.
  static let shortestMilliseconds = 2_000
  /// Seconds after which a seal is too old.
  static let longestSeconds = 28 * 24 * 60 * 60

  private let seal: Seal

  /// - Parameter key: the server's key, from which a key for this purpose is derived.
  package init(serverKey key: [UInt8]) { seal = Seal(serverKey: key, purpose: "page seal") }

  /// - Parameters:
  ///   - begun: when the first page was made.
  ///   - draft: the token that the page carries.
  package func sealing(_ begun: Timestamp, of form: String, draft: Token) -> String {
    let time = "\(begun.seconds * 1000 + begun.milliseconds)"
    return "\(time).\(seal.text(of: Self.sealed(time, form: form, draft: draft)))"
  }

  private static func sealed(_ time: String, form: String, draft: Token) -> String {
    "\(time)\n\(form)\n\(draft.text)"
  }

  /// - Returns: `nil` if it is not a valid seal for this form and draft.
  package func begun(_ text: String, of form: String, draft: Token) -> Timestamp? {
    guard let (time, code) = text.cut(at: UInt8(ascii: ".")), let milliseconds = Int(time),
      0...Self.latest ~= milliseconds,
      seal.isValid(String(code), of: Self.sealed(String(time), form: form, draft: draft))
    else { return nil }
    return Timestamp(seconds: milliseconds / 1000, milliseconds: milliseconds % 1000)
  }

  /// The last millisecond of the year 9999.
  private static let latest = 253_402_300_799_999

  /// Whether a seal is too old, or the clock was set back since.
  static func isStale(_ begun: Timestamp, at now: Timestamp) -> Bool {
    !(0...longestSeconds ~= now.seconds - begun.seconds)
  }
}

extension Form {
  /// Whether its pages carry the time at which they were begun.
  package var carriesSeal: Bool { needsLastingSeal || beginsInTime }

  /// Whether they need a seal that is valid at all servers and after a restart.
  package var needsLastingSeal: Bool { isProtected || availability.closes != nil }
}

extension Session.Draft {
  /// Sets when the draft's page was begun; `nil` if that is not known.
  mutating func carry(_ begun: Timestamp?, at now: Timestamp) {
    let first = begunAt ?? begun ?? now
    begunAt = PageSeal.isStale(first, at: now) ? now : first
  }
}

extension PageDoubt {
  /// Why a sent page may not come from a person; `nil` for no doubt.
  init?(of posted: PostedForm, in context: FormContext) {
    guard context.form.isProtected, context.request.pageSeal != nil else { return nil }
    let now = context.request.now
    let decoys = posted.values(of: .decoy)
    if decoys.contains(where: { !$0.isEmpty }) {
      self = .filledDecoy
    } else if !decoys.isEmpty, let begun = context.begun,
      !PageSeal.isStale(begun, at: now)
    {
      let milliseconds = (now.seconds - begun.seconds) * 1000 + now.milliseconds - begun.milliseconds
      guard milliseconds < PageSeal.shortestMilliseconds else { return nil }
      self = .sentTooFast
    } else {
      self = .unknownPage
    }
  }
}
