import Support

/// The field `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07): a program's name for what it posts. Posts of one
/// name are the same one, sent again.
package struct IdempotencyKey: Sendable, Equatable {
  /// 1 to 255 bytes of visible ASCII and blanks.
  package let text: String

  package static let byteLimit = 255

  /// Why a field is no such name.
  package struct Fault: Error {}

  /// Nil: the request has none.
  /// - Throws: where it is there twice, empty, too long, or of other characters.
  package init?(_ fields: Fields) throws(Fault) {
    guard let value = fields[.idempotencyKey] else { return nil }
    // A string of RFC 9651 has quotes; most programs send it without.
    let bytes = ListField.unquoted(Array(value.utf8).trimmingBlanks)
    guard !fields.repeats(.idempotencyKey), 1...Self.byteLimit ~= bytes.count, bytes.allSatisfy({ 0x20...0x7E ~= $0 })
    else { throw Fault() }
    text = String(decoding: bytes, as: UTF8.self)
  }
}
