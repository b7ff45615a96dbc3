public import HTTPMessage

/// One request and its answer, for an access log. Reported when the answer is made, before it is written.
public struct Exchange: Sendable {
  /// "" where the request was refused before its line was read.
  public var method: String
  /// As received; "" as above.
  public var path: String
  /// Behind the path's "?", as received; drafts are named in it.
  public var query: String?
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

extension Exchange {
  /// Path and query as received.
  public var target: String { query.map { path + "?" + $0 } ?? path }
}
