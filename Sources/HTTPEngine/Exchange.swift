public import HTTPMessage

/// One request and its answer, for an access log. Reported when the answer is made, before it is written.
public struct Exchange: Sendable {
  /// "" where the request was refused before its line was read.
  public var method: String
  /// Path and query as received; "" as above.
  public var target: String
  /// That of the answer.
  public var status: Status
  /// Bytes of content in the answer; 0 for HEAD.
  public var bytes: Int
  /// From the request's first octet to its answer.
  public var durationNanoseconds: UInt64
  /// The visitor's address as text.
  public var peer: String
  /// The request's name in the log, on error pages and in the answer's `X-Request-Id`.
  public var requestID: String
  /// Why the request was refused at the wire, as a word such as "hostMissing"; nil for a request that the site answered.
  public var fault: String?
}
