/// Why a request is refused before the site sees it. The connection closes after each fault.
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

  /// The target is an `https` URI, but this connection is not secured (RFC 9110 §7.4).
  case misdirected
  /// The server already holds as many bytes of requests as it may.
  case noRoom
  /// More posts from one address than it may send in a minute.
  case tooManyPosts

  /// The status of the answer to the fault.
  package var status: Status {
    switch self {
    case .requestLineTooLong: .uriTooLong
    case .fieldsTooLarge, .tooManyFields, .trailersTooLarge: .requestHeaderFieldsTooLarge
    case .contentTooLarge: .contentTooLarge
    case .unsupportedVersion: .httpVersionNotSupported
    case .connectNotImplemented, .transferCodingUnknown: .notImplemented
    case .expectationUnknown: .expectationFailed
    case .tooSlow: .requestTimeout
    case .noRoom: .serviceUnavailable
    case .tooManyPosts: .tooManyRequests
    case .misdirected: .misdirectedRequest
    default: .badRequest
    }
  }
}

/// The answer to a request that no site has seen: what happened, and what to do, in plain text, or in JSON for programs. A host
/// that has its own error pages gives these to the engine instead.
package enum ErrorAnswer {
  package static func plain(_ status: Status, requestID: String? = nil) -> Response {
    let name = status.isServersFault ? requestID.map { "Request id: \($0)\n" } ?? "" : ""
    return Response(
      status: status, contentType: "text/plain; charset=utf-8",
      text: "\(status.rawValue) \(status.reason)\n\n\(advice(status))\n\(name)"
    ).unkept()
  }

  /// The format in which a site answers programs: `{"errors":[{"cell":null,"message":"…"}]}`. No advice needs escaping.
  package static func json(_ status: Status) -> Response {
    Response(
      status: status, contentType: "application/json",
      text: #"{"errors":[{"cell":null,"message":"\#(advice(status))"}]}"#
    ).unkept()
  }

  private static func advice(_ status: Status) -> String {
    switch status {
    case .requestTimeout: "The request took too long to arrive. Try again, perhaps over a better connection."
    case .contentTooLarge: "The request is larger than this server accepts. Send less and try again."
    case .uriTooLong: "The address is longer than this server accepts. Use a shorter one."
    case .tooManyRequests:
      "Too much was sent from your network within a minute. Wait a minute, then send it again."
    case .requestHeaderFieldsTooLarge:
      "The browser sent too many header fields. Delete this site's cookies and try again."
    case .expectationFailed: "This server does not support what the request expects."
    case .notImplemented: "This server does not support this kind of request."
    case .httpVersionNotSupported: "This server does not support the protocol version of the request. Use HTTP/1.1."
    case .serviceUnavailable: "The server is busy. Try again in a moment."
    case .internalServerError:
      "Something went wrong on the server. Try again; if the problem remains, contact the operator of the site."
    default: "The server could not understand the request. Go back and try again."
    }
  }
}

extension Response {
  fileprivate func unkept() -> Response {
    var response = self
    response.fields.append(.cacheControl, "no-store")
    response.fields.append(.xContentTypeOptions, "nosniff")
    return response
  }
}
