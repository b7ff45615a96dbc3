/// An error behind the answer to a request that has an id.
public struct RequestFailure: Error, CustomStringConvertible {
  public let cause: any Error
  public let requestID: String

  public var description: String { "\(cause) (request \(requestID))" }
}
