/// Why a body is not a form.
package enum FormError: Error, Equatable, Sendable {
  /// The Content-Type is neither urlencoded nor multipart/form-data. Carries it as received.
  case unsupportedMediaType(String?)
  /// Content-Type fields that contradict each other: what stands in front of the server may have read another one.
  case contentTypeRepeated
  /// The content, a part of it or the field `_charset_` names another character encoding than UTF-8.
  case otherCharset(String)
  /// A part has a Content-Transfer-Encoding other than 7bit, 8bit and binary, which browsers never write (RFC 7578 §4.7).
  case encodedPart(String)
  /// Names or values that are not UTF-8.
  case notUTF8
  /// More pairs or parts than `FormLimits.pairLimit`.
  case tooManyPairs(limit: Int)
  /// A part's field lines exceed `FormLimits.partHeadByteLimit`.
  case partHeadTooLarge(limit: Int)
  /// A file exceeds `FormLimits.fileByteLimit`.
  case fileTooLarge(limit: Int)
  /// multipart/form-data without a usable boundary (RFC 2046 §5.1.1: 1 to 70 characters).
  case invalidBoundary
  /// The multipart body breaks off or a part has no name; `offset` in bytes.
  case malformedPart(offset: Int)

  /// The status that answers it.
  package var status: Status {
    switch self {
    case .unsupportedMediaType, .otherCharset, .encodedPart: .unsupportedMediaType
    case .tooManyPairs, .partHeadTooLarge, .fileTooLarge: .contentTooLarge
    case .contentTypeRepeated, .notUTF8, .invalidBoundary, .malformedPart: .badRequest
    }
  }
}
