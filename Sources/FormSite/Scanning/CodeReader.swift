/// Reads the barcode or QR code in a picture (features TI20, TI21). A value of the environment, so that tests give their
/// own; `zbarimg` where it is installed.
public struct CodeReader: Sendable {
  /// Bytes of a picture that are read: the photo of a phone has two to six million.
  public static let pictureLimitBytes = 8 << 20

  /// Suspends; never blocks the caller's thread.
  public var read: @Sendable (_ picture: [UInt8]) async -> CodeReading

  public init(read: @escaping @Sendable (_ picture: [UInt8]) async -> CodeReading) { self.read = read }
}

/// What there was in a picture.
public enum CodeReading: Sendable, Equatable {
  /// The text of the code; of the first where there are several.
  case code(String, isFirstOfSeveral: Bool)
  case noCode
  /// No picture of a kind that is read, or a damaged one.
  case noPicture
  case tookTooLong
  /// Too many pictures at once.
  case busy
  /// The program itself failed; the reason is for the log.
  case failed(String)
}
