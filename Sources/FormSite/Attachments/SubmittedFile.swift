public import FormCells
import Support

/// A file of a submission. The site's own store has it and keeps it; a sink that stores files elsewhere too reads its pieces.
public struct SubmittedFile: Sendable {
  /// Where it is among the values.
  public let cell: CellID
  /// As the visitor's machine named it, without folders. Not safe as a path: it may be that of another file.
  public let name: String
  /// Its media type, told by its content: `application/pdf`.
  public let type: String
  /// Of its content.
  public let byteCount: Int
  /// Of its content: 64 lower-case hexadecimal digits.
  public let sha256: String
  private let read: @Sendable (_ offset: Int) async throws -> [UInt8]?

  private static let pieceByteCount = 256 << 10

  /// A file in memory, for tests of a sink.
  public init(cell: CellID, name: String, type: String, bytes: [UInt8]) {
    (self.cell, self.name, self.type, byteCount) = (cell, name, type, bytes.count)
    sha256 = SHA256.hex(of: bytes)
    read = { Array(bytes[$0..<min($0 + Self.pieceByteCount, bytes.count)]) }
  }

  init(_ file: AttachedFile, of cell: CellID, in store: any AttachmentStore) {
    (self.cell, name, type, byteCount, sha256) = (cell, file.name, file.type, file.bytes, file.digest)
    read = { [digest = file.digest] in
      try await store.bytes(of: digest, from: $0, count: Self.pieceByteCount)
    }
  }

  /// Its content in pieces of at most 256 KiB, in their order. The next one is read when it is asked for, and each stream begins anew.
  ///
  /// A stream throws where the store cannot be read, or has fewer bytes.
  public var pieces: AsyncThrowingStream<[UInt8], any Error> {
    let offset = Lock(0)
    return AsyncThrowingStream { [self] in
      let start = offset.withLock { $0 }
      guard start < byteCount else { return nil }
      guard let piece = try await read(start), !piece.isEmpty else {
        throw AttachmentError.failed("the file \(sha256) is not whole")
      }
      offset.withLock { $0 += piece.count }
      return piece
    }
  }
}
