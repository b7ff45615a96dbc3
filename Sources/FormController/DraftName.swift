import Support

/// Tells one of a visitor's drafts from another in `?draft=`: the lower half of its token, as 16 lower-case hex digits. The
/// upper half stays on the pages: submissions' ids are made with it, so no address and no log has it.
package struct DraftName: Hashable, Sendable {
  let bits: UInt64

  init(of token: Token) { bits = token.low }

  /// Anything but 16 lower-case hex digits names no draft.
  init(_ text: String) { bits = Token(low: text)?.low ?? 0 }

  package var text: String { String(upTo: Self.digitCount) { $0.append(self) } }

  /// Of its text.
  static let digitCount = 16
}

/// Which of the visitor's drafts of a form a request asks for.
enum DraftChoice: Sendable, Equatable {
  /// No `?draft=`: the one changed last; a blank form where there is none.
  case last
  /// `?draft=new`: a blank form.
  case new
  case named(DraftName)

  /// - Parameter text: of `?draft=`; nil: the address has none.
  init(_ text: String?) {
    switch text {
    case nil: self = .last
    case "new": self = .new
    case let name?: self = .named(DraftName(name))
    }
  }
}

extension ByteWriter {
  /// Its 16 digits.
  mutating func append(_ draft: DraftName) { append(hexadecimal: draft.bits, digits: DraftName.digitCount) }
}
