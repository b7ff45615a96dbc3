package import HTTPMessage

/// Why a request is refused at the wire. After each the connection closes.
package enum Fault: String, Error, Equatable, Sendable, CaseIterable {
  case requestLineTooLong
  case fieldsTooLarge
  case tooManyFields
  case contentTooLarge
  case chunkExtensionsTooLarge
  case trailersTooLarge
  case tooManyEmptyLines

  case malformedRequestLine
  case malformedTarget
  case malformedVersion
  case unsupportedVersion
  case connectNotImplemented

  case bareLineEnd
  case controlCharacter
  case foldedLine
  case invalidFieldName
  case invalidFieldValue

  case hostMissing
  case hostRepeated
  case hostInvalid
  case contentLengthInvalid
  case contentLengthRepeated
  case contentLengthWithTransferEncoding
  case transferEncodingBeforeHTTP11
  case transferEncodingMalformed
  case transferCodingUnknown
  case chunkedNotLast
  case expectationUnknown

  case chunkSizeInvalid
  case chunkExtensionInvalid
  case chunkDelimiterMissing
  case trailerForbidden
  case inputEndedEarly
  case tooSlow

  /// The target is an `https` URI, which this connection does not secure (RFC 9110 §7.4).
  case misdirected
  /// The server holds as many bytes of requests as it may.
  case noRoom
  /// More posts from one address than it may send in a minute.
  case tooManyPosts

  /// The status that answers it.
  package var status: Status {
    switch self {
    case .requestLineTooLong: .uriTooLong
    case .fieldsTooLarge, .tooManyFields, .trailersTooLarge: .requestHeaderFieldsTooLarge
    case .contentTooLarge: .contentTooLarge
    case .unsupportedVersion: .httpVersionNotSupported
    case .connectNotImplemented, .transferCodingUnknown: .notImplemented
    case .expectationUnknown: .expectationFailed
    case .tooSlow: .requestTimeout
    case .noRoom, .tooManyPosts: .serviceUnavailable
    case .misdirected: .misdirectedRequest
    default: .badRequest
    }
  }
}
