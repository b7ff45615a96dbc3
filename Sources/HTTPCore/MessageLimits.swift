/// Limits of one request. A request that exceeds one is answered with the status given there, and the connection closes,
/// because what follows cannot be trusted to be a request.
public struct MessageLimits: Sendable, Equatable {
  /// Bytes of the request line without its CRLF; 414. RFC 9112 §3 recommends at least 8000.
  package var requestLineByteLimit: Int
  /// Bytes of all field lines with their line ends; 431. Enough for a browser's cookies, and no more.
  package var fieldByteLimit: Int
  /// Number of field lines; 431. Browsers send about fourteen, proxies add a few.
  package var fieldLimit: Int
  /// Bytes of content, unless a `ContentReceiver` takes it; 413, for Content-Length as soon as the head is read. The default is enough
  /// for a form with its answers.
  package var bodyByteLimit: Int
  /// Empty lines before a request line; 400. RFC 9112 §2.2 asks to ignore at least one, which old clients send.
  package var emptyLineLimit: Int
  /// Digits of a chunk size; 400. Sixteen are enough for every 64-bit number.
  package var chunkSizeDigitLimit: Int
  /// Bytes of chunk extensions in one body; 400. Nobody sends any except to attack servers (RFC 9112 §7.1.1).
  package var chunkExtensionByteLimit: Int
  /// Bytes of trailer fields; 431. They are checked and dropped.
  package var trailerByteLimit: Int

  /// - Parameters:
  ///   - requestLineByteLimit: bytes of the request line; beyond it 414.
  ///   - fieldByteLimit: bytes of all field lines; beyond it 431.
  ///   - fieldLimit: field lines; beyond it 431.
  ///   - bodyByteLimit: bytes of content; beyond it 413.
  ///   - emptyLineLimit: empty lines before a request line; beyond it 400.
  ///   - chunkSizeDigitLimit: digits of a chunk size; beyond it 400.
  ///   - chunkExtensionByteLimit: bytes of chunk extensions in one body; beyond it 400.
  ///   - trailerByteLimit: bytes of trailer fields; beyond it 431.
  public init(
    requestLineByteLimit: Int = 8 * 1024, fieldByteLimit: Int = 32 * 1024, fieldLimit: Int = 100,
    bodyByteLimit: Int = 1024 * 1024, emptyLineLimit: Int = 4, chunkSizeDigitLimit: Int = 16,
    chunkExtensionByteLimit: Int = 4 * 1024, trailerByteLimit: Int = 8 * 1024
  ) {
    self.requestLineByteLimit = requestLineByteLimit
    self.fieldByteLimit = fieldByteLimit
    self.fieldLimit = fieldLimit
    self.bodyByteLimit = bodyByteLimit
    self.emptyLineLimit = emptyLineLimit
    self.chunkSizeDigitLimit = chunkSizeDigitLimit
    self.chunkExtensionByteLimit = chunkExtensionByteLimit
    self.trailerByteLimit = trailerByteLimit
  }
}
