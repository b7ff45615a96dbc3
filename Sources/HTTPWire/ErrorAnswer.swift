package import HTTPMessage

/// The answer to a request that no site ever saw: what happened, and what to do, in plain text, or for programs in JSON. A
/// host with pages of its own gives the engine those.
package enum ErrorAnswer {
  package static func plain(_ status: Status, requestID: String? = nil) -> Response {
    let name = status.isServersFault ? requestID.map { "Request id: \($0)\n" } ?? "" : ""
    return Response(
      status: status, contentType: "text/plain; charset=utf-8",
      text: "\(status.rawValue) \(status.reason)\n\n\(advice(status))\n\(name)"
    ).unkept()
  }

  /// As a site answers programs: `{"errors":[{"cell":null,"message":"…"}]}`. No advice needs escaping.
  package static func json(_ status: Status) -> Response {
    Response(
      status: status, contentType: "application/json",
      text: #"{"errors":[{"cell":null,"message":"\#(advice(status))"}]}"#
    ).unkept()
  }

  private static func advice(_ status: Status) -> String {
    switch status {
    case .requestTimeout: "The request took too long to arrive. Try again, perhaps over a better connection."
    case .contentTooLarge: "What was sent is larger than this server takes. Send less and try again."
    case .uriTooLong: "The address is longer than this server takes. Use a shorter one."
    case .requestHeaderFieldsTooLarge:
      "The browser sent more about itself than this server takes. Delete this site's cookies and try again."
    case .expectationFailed: "The request expects something that this server does not do."
    case .notImplemented: "The request asks for something that this server does not do."
    case .httpVersionNotSupported: "The request is of a protocol version that this server does not speak. Use HTTP/1.1."
    case .serviceUnavailable: "The server is busy. Try again in a moment."
    case .internalServerError: "Something went wrong on the server. Try again; if it stays, tell whoever runs the site."
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
