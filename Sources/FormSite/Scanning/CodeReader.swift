import FormController

/// Reads the barcode or QR code in a picture (TI20, TI21): by `zbarimg` where it is installed. A value of the environment,
/// so that tests give their own.
package struct CodeReader: Sendable {
  /// Bytes of a picture that are read.
  package static var pictureByteLimit: Int { Scan.pictureByteLimit }

  /// Suspends; never blocks the caller's thread.
  package var read: @Sendable (_ picture: [UInt8]) async -> CodeReading

  package init(read: @escaping @Sendable (_ picture: [UInt8]) async -> CodeReading) { self.read = read }
}

/// The outcome of reading a picture.
package enum CodeReading: Sendable, Equatable {
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
