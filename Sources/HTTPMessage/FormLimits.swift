/// Bounds of form decoding. The bytes of a whole body are bounded before, at the wire.
package struct FormLimits: Sendable, Equatable {
  /// Pairs and parts. Each costs some 40 bytes of bookkeeping whatever its length, so that a body of "&a&a&a" would
  /// otherwise take twenty times its size; the largest "Select All" of a 1 MiB body stays below.
  package var pairLimit: Int
  /// Bytes of one multipart part's own field lines: a name, a file name and a type.
  package var partHeadByteLimit: Int
  /// Bytes of one file part: a photo of a phone.
  package var fileByteLimit: Int

  package init(
    pairLimit: Int = 100_000, partHeadByteLimit: Int = 8 * 1024, fileByteLimit: Int = 32 * 1024 * 1024
  ) {
    self.pairLimit = pairLimit
    self.partHeadByteLimit = partHeadByteLimit
    self.fileByteLimit = fileByteLimit
  }
}
