/// Bounds of one request on the wire. What exceeds one is answered with the status named there, and the connection
/// closes, because what follows cannot be trusted to be a request.
public struct MessageLimits: Sendable, Equatable {
  /// Bytes of the request line without its CRLF; 414. RFC 9112 §3 recommends at least 8000.
  public var requestLineBytes: Int
  /// Bytes of all field lines with their ends; 431. Room for a browser's cookies, and no more.
  public var fieldsBytes: Int
  /// Number of field lines; 431. Browsers send some fourteen, proxies add a few.
  public var fieldsCount: Int
  /// Bytes of content; 413, for Content-Length as soon as the head is read. A form with its answers.
  public var bodyBytes: Int
  /// Empty lines before a request line; 400. RFC 9112 §2.2 asks to ignore at least one, which old clients send.
  public var leadingEmptyLinesCount: Int
  /// Digits of a chunk size; 400. Sixteen hold every 64-bit number.
  public var chunkSizeDigitsCount: Int
  /// Bytes of chunk extensions in one body; 400. Nobody sends any but those who try what it costs (RFC 9112 §7.1.1).
  public var chunkExtensionsBytes: Int
  /// Bytes of trailer fields; 431. They are checked and dropped.
  public var trailersBytes: Int

  public init(
    requestLineBytes: Int = 8 * 1024, fieldsBytes: Int = 32 * 1024, fieldsCount: Int = 100,
    bodyBytes: Int = 1024 * 1024, leadingEmptyLinesCount: Int = 4, chunkSizeDigitsCount: Int = 16,
    chunkExtensionsBytes: Int = 4 * 1024, trailersBytes: Int = 8 * 1024
  ) {
    self.requestLineBytes = requestLineBytes
    self.fieldsBytes = fieldsBytes
    self.fieldsCount = fieldsCount
    self.bodyBytes = bodyBytes
    self.leadingEmptyLinesCount = leadingEmptyLinesCount
    self.chunkSizeDigitsCount = chunkSizeDigitsCount
    self.chunkExtensionsBytes = chunkExtensionsBytes
    self.trailersBytes = trailersBytes
  }
}
