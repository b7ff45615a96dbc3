/// An error behind the answer to a request that has an id.
public struct RequestFailure: Error, CustomStringConvertible {
  /// The error itself.
  public let cause: any Error
  /// The request's `id`, which the visitor's page names too.
  public let requestID: String

  /// The error, and the request behind it in parentheses.
  public var description: String { "\(cause) (request \(requestID))" }
}
