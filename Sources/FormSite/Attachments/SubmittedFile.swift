public import FormCells
import Support

/// A file of a submission. The site's own store keeps it; a sink that also stores files elsewhere reads its pieces.
public struct SubmittedFile: Sendable {
  /// The cell that has it.
  public let cell: CellID
  /// As named on the visitor's device, without folders. Not safe as a path: another file may have the same name.
  public let name: String
  /// Its media type, determined from its content: `application/pdf`.
  public let type: String
  /// The size of its content.
  public let byteCount: Int
  /// The SHA-256 of its content: 64 lower-case hexadecimal digits.
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

  /// The content in pieces of at most 256 KiB, in order. Each piece is read when it is asked for, and each stream starts at the
  /// beginning.
  ///
  /// A stream throws an error if the store cannot be read or has fewer bytes.
  public var pieces: AsyncThrowingStream<[UInt8], any Error> {
    let offset = Lock(0)
    return AsyncThrowingStream { [self] in
      let start = offset.withLock { $0 }
      guard start < byteCount else { return nil }
      guard let piece = try await read(start), !piece.isEmpty else {
        throw AttachmentError.failed("the file \(sha256) is incomplete")
      }
      offset.withLock { $0 += piece.count }
      return piece
    }
  }
}
