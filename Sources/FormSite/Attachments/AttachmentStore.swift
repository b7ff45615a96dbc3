import FormCells
import HTTPCore
import Support

/// Where the files of attachments are: a folder (`AttachmentFolder`) or a database. A file goes by the SHA-256 of its content, 64
/// lower-case hex digits.
///
/// A file that no submission has is *unsent*: it goes when it was not used for the time of a draft. One that a submission has
/// stays.
///
/// Its calls come on the threads of event loops. What would block one has to suspend instead.
package protocol AttachmentStore: Sendable {
  /// 32 random bytes, the same for all servers of one store and after a restart.
  func key() async throws -> [UInt8]

  /// Takes a file and returns once it cannot be lost by a crash. One that is there already stays as it is, and counts as used now.
  /// - Throws: nothing was stored; `AttachmentError.noRoom` where there is no room for it.
  func store(_ file: ReceivedFile) async throws

  /// Says that files are used, so that they do not go yet.
  func use(_ digests: [String]) async throws

  /// Keeps files for good, before a submission that has them is recorded.
  /// - Returns: those that are not there; then none is kept by this call.
  func keep(_ digests: [String]) async throws -> [String]

  /// Says that a submission with these files is on its way to the disk, until `release`: they stay, whoever else erases them.
  func hold(_ digests: [String])

  /// Says that it is there, or was refused.
  func release(_ digests: [String])

  /// Says that a submission which has these files is recorded. Left out: `keep` says enough.
  func noteSent(_ digests: [String]) async throws

  /// Files that were kept so many seconds ago or earlier, and never noted as sent: the server ended between, or the submission
  /// could not be recorded. Left out: none.
  func unnoted(for seconds: Int) async throws -> [String]

  /// Makes files unsent again, used now. Left out: they stay kept.
  func makeUnsent(_ digests: [String]) async throws

  /// A part of a file's bytes, to its end at most.
  /// - Returns: nil: the file is not there.
  func bytes(of digest: String, from offset: Int, count: Int) async throws -> [UInt8]?

  /// Bytes of all files together, as it knows them without waiting; nil: it does not.
  var byteCount: Int? { get }

  /// Removes unsent files that were not used for so many seconds.
  /// - Returns: how many.
  func removeUnsent(unusedFor seconds: Int) async throws -> Int
}

extension AttachmentStore {
  package func hold(_ digests: [String]) {}
  package func release(_ digests: [String]) {}
  package func noteSent(_ digests: [String]) async throws {}
  package func unnoted(for seconds: Int) async throws -> [String] { [] }
  package func makeUnsent(_ digests: [String]) async throws {}
}

/// Why a file is not stored.
package enum AttachmentError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The disk, or what the files may take of it, is used up.
  case noRoom
  /// Too many files are being stored at once.
  case busy
  /// Another reason, with the place.
  case failed(String)

  /// One line for the log.
  package var description: String {
    switch self {
    case .noRoom: "attachments: no room is left for a file"
    case .busy: "attachments: too many files at once"
    case .failed(let reason): "attachments: \(reason)"
    }
  }
}

/// A file that has come with a form, on its way to its store.
package struct ReceivedFile: Sendable {
  /// The SHA-256 of its content, 64 lower-case hex digits.
  package let digest: String
  let content: FilePart.Content

  init?(_ content: FilePart.Content) {
    guard let digest = content.sha256 else { return nil }
    self.digest = SHA256.hex(digest)
    self.content = content
  }

  /// Bytes.
  package var count: Int { content.count }

  /// Shows its bytes piece by piece, in their order. Blocks while the disk is read.
  /// - Parameter size: bytes of a piece; the last one may have fewer.
  package func forEachPiece(of size: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    switch content {
    case .spooled(let file): try file.forEachPiece(of: size, body)
    case .bytes(let bytes):
      try bytes.withUnsafeBytes { bytes in
        for start in stride(from: 0, to: bytes.count, by: size) {
          try body(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + size, bytes.count)]))
        }
      }
    case .tooLarge, .notStored: break
    }
  }
}

/// Seals the names of files: who does not have the key can't make one, and can't learn by a digest whether a file is here.
struct AttachmentSeal: Sendable {
  private let seal: Seal

  init(key: [UInt8]) { seal = Seal(key: key) }

  func sealing(_ file: AttachedFile) -> AttachedFile? { file.sealed(seal.text(of: file.unsealedName)) }

  func isValid(_ file: AttachedFile) -> Bool { seal.isValid(file.seal, of: file.unsealedName) }
}
