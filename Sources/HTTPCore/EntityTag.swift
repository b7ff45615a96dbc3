/// An entity tag (RFC 9110 §8.8.3).
package struct EntityTag: Sendable, Hashable, CustomStringConvertible {
  /// The text between the quotes.
  package let opaque: String
  package let isWeak: Bool

  package init(_ opaque: String, isWeak: Bool = false) {
    self.opaque = opaque
    self.isWeak = isWeak
  }

  /// `entity-tag = [ "W/" ] DQUOTE *etagc DQUOTE`
  package init?(parsing field: String) {
    var bytes = field.utf8[...]
    isWeak = bytes.starts(with: "W/".utf8)
    if isWeak { bytes = bytes.dropFirst(2) }
    guard bytes.count >= 2, bytes.first == 0x22, bytes.last == 0x22 else { return nil }
    let inner = bytes.dropFirst().dropLast()
    guard inner.allSatisfy({ $0 == 0x21 || $0 >= 0x23 && $0 != 0x7F }) else { return nil }
    opaque = String(decoding: inner, as: UTF8.self)
  }

  package var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

  /// Weak comparison (RFC 9110 §8.8.3.2): the tags are equal, whether weak or not.
  package func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// Whether an If-Match field names this tag, by strong comparison, or is "*" (RFC 9110 §13.1.1). If not, the answer is 412.
  package func isNamed(byIfMatch field: String) -> Bool {
    ListField.members(field.utf8).contains { member in
      member == [0x2A] || !isWeak && EntityTag(parsing: String(decoding: member, as: UTF8.self)) == self
    }
  }

  /// Whether an If-None-Match field names this tag, by weak comparison, or is "*" (RFC 9110 §13.1.2). If so, the answer is 304.
  package func isNamed(byIfNoneMatch field: String) -> Bool {
    ListField.members(field.utf8).contains { member in
      member == [0x2A] || EntityTag(parsing: String(decoding: member, as: UTF8.self))?.matchesWeakly(self) == true
    }
  }
}
