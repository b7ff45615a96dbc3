/// How long a peer may take. Without these limits, idle clients could block a server.
public struct Deadlines: Sendable, Equatable {
  /// From a request's first octet (or the connection's opening) to the end of its head, in total: a byte now and then does
  /// not extend it. A slow phone needs a second.
  package var head: Duration
  /// The whole content of a request.
  package var content: Duration
  /// In each such window the peer must send, or take, `progressBytes`.
  package var progress: Duration
  /// Bytes in each `progress` window; what is left may be less. A modem's speed, far below any phone's.
  package var progressBytes: Int
  /// Between requests on a persistent connection. Browsers open a new one unnoticed.
  package var idle: Duration
  /// From a whole request to its answer; then 503. Longer than any disk or store that works.
  package var answer: Duration
  /// After a last answer: how long to wait for the peer to read it and close (RFC 9112 §9.6).
  package var linger: Duration

  /// - Parameters:
  ///   - head: from a request's first byte (or the connection's opening) to the end of its head.
  ///   - content: for the whole content of a request.
  ///   - progress: in each such window the peer must send, or take, `progressBytes`.
  ///   - progressBytes: bytes in each window of `progress`.
  ///   - idle: between requests on a connection that persists.
  ///   - answer: from a whole request to its answer; then 503.
  ///   - linger: after a last answer, until the peer has closed.
  public init(
    head: Duration = .seconds(10), content: Duration = .seconds(120), progress: Duration = .seconds(10),
    progressBytes: Int = 1024, idle: Duration = .seconds(15), answer: Duration = .seconds(60),
    linger: Duration = .seconds(2)
  ) {
    self.head = head
    self.content = content
    self.progress = progress
    self.progressBytes = progressBytes
    self.idle = idle
    self.answer = answer
    self.linger = linger
  }
}
