import FormCells
import HTTPCore
import Support

/// Where the files of attachments are stored: a folder (`AttachmentFolder`) or a database. A file is named by the SHA-256 of
/// its content, 64 lower-case hex digits.
///
/// A file that no submission has is *unsent*: it is removed if it has not been used for as long as a draft lives. A file that a
/// submission has stays.
///
/// Calls come on the threads of event loops: suspend instead of blocking.
package protocol AttachmentStore: Sendable {
  /// 32 random bytes. They are the same for all servers of one store, and after a restart.
  func key() async throws -> [UInt8]

  /// Stores a file and returns once a crash cannot lose it. An existing file stays as it is, and counts as used now.
  /// - Throws: an error if nothing was stored; `AttachmentError.noRoom` if there is no space for it.
  func store(_ file: ReceivedFile) async throws

  /// Marks files as used, so that they are not removed yet.
  func use(_ digests: [String]) async throws

  /// Keeps files for good, before a submission with them is recorded.
  /// - Returns: those that do not exist; in that case this call keeps none.
  func keep(_ digests: [String]) async throws -> [String]

  /// Holds files of a submission that is being recorded until `release`: they stay, even if another submission with them is
  /// erased.
  func hold(_ digests: [String])

  /// Ends `hold`, after the submission was recorded or refused.
  func release(_ digests: [String])

  /// Notes that a submission with these files is recorded. By default nothing: `keep` is enough.
  func noteSent(_ digests: [String]) async throws

  /// Files that were kept this number of seconds ago or earlier and never noted as sent: the server ended in between, or the
  /// submission could not be recorded. By default none.
  func unnoted(for seconds: Int) async throws -> [String]

  /// Makes files unsent again, as if used now. By default they stay kept.
  func makeUnsent(_ digests: [String]) async throws

  /// Part of a file's bytes, up to its end at most.
  /// - Returns: `nil` if the file does not exist.
  func bytes(of digest: String, from offset: Int, count: Int) async throws -> [UInt8]?

  /// Bytes of all files together, if known without waiting; otherwise `nil`.
  var byteCount: Int? { get }

  /// Removes unsent files that were not used for this number of seconds.
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

/// Why a file was not stored.
package enum AttachmentError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The disk is full, or the files' share of it.
  case noRoom
  /// Too many files are being stored at once.
  case busy
  /// Another reason, which names the place.
  case failed(String)

  /// One line for the log.
  package var description: String {
    switch self {
    case .noRoom: "attachments: no space left for a file"
    case .busy: "attachments: too many files at once"
    case .failed(let reason): "attachments: \(reason)"
    }
  }
}

/// A file that has arrived with a form and is to be stored.
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

  /// Passes the bytes to `body` in pieces, in order. Blocks while the disk is read.
  /// - Parameter size: bytes of a piece; the last one may be shorter.
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

/// Seals the names of files. Without the key nobody can make a name, or use a digest to find out whether a file is stored here.
struct AttachmentSeal: Sendable {
  private let seal: Seal

  init(key: [UInt8]) { seal = Seal(key: key) }

  func sealing(_ file: AttachedFile) -> AttachedFile? { file.sealed(seal.text(of: file.unsealedName)) }

  func isValid(_ file: AttachedFile) -> Bool { seal.isValid(file.seal, of: file.unsealedName) }
}
