/// A file that came with a page and could not be added.
package struct AttachmentRefusal: Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    /// The file is larger than this limit in bytes.
    case tooLarge(Int)
    case empty
    /// Its content is not of a type that the cell accepts.
    case wrongType
    /// The disk, the folder's limit or the sender's share of it is used up.
    case noRoom
    case notStored
    /// The post has more files than this limit.
    case tooManyFiles(Int)
    /// The server's program that checks files refused it; the value is what the program said.
    case refused(String?)
    /// That program failed.
    case notChecked
    /// It was added, but the server no longer has it.
    case gone

    /// The reason without its details, for counts.
    package enum Name: String, Sendable, CaseIterable {
      case tooLarge = "too-large", empty, wrongType = "wrong-type", noRoom = "no-room", notStored = "not-stored"
      case tooManyFiles = "too-many-files"
      case refused, notChecked = "not-checked", gone
    }

    package var name: Name {
      switch self {
      case .tooLarge: .tooLarge
      case .empty: .empty
      case .wrongType: .wrongType
      case .noRoom: .noRoom
      case .notStored: .notStored
      case .tooManyFiles: .tooManyFiles
      case .refused: .refused
      case .notChecked: .notChecked
      case .gone: .gone
      }
    }
  }

  /// The cell's id.
  package let cell: String
  /// The name of the file.
  package let name: String
  package let reason: Reason

  package init(cell: String, name: String, reason: Reason) {
    (self.cell, self.name, self.reason) = (cell, name, reason)
  }
}
