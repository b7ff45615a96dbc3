public import HTTPMessage

/// Why a request is refused at the wire. After each the connection closes.
public enum Fault: String, Error, Equatable, Sendable, CaseIterable {
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

  /// The status that answers it.
  public var status: Status {
    switch self {
    case .requestLineTooLong: .uriTooLong
    case .fieldsTooLarge, .tooManyFields, .trailersTooLarge: .requestHeaderFieldsTooLarge
    case .contentTooLarge: .contentTooLarge
    case .unsupportedVersion: .httpVersionNotSupported
    case .connectNotImplemented, .transferCodingUnknown: .notImplemented
    case .expectationUnknown: .expectationFailed
    case .tooSlow: .requestTimeout
    default: .badRequest
    }
  }
}
