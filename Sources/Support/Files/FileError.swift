/// Why a file or a folder cannot be read.
package enum FileError: Error, Sendable, Equatable, CustomStringConvertible {
  case missing
  /// A folder, a pipe or a device where a file is expected.
  case notAFile
  case tooLarge(byteLimit: Int)
  case changedWhileReading
  /// Another reason, in the system's words.
  case system(String)

  package var description: String {
    switch self {
    case .missing: "No such file or directory"
    case .notAFile: "this is not a file"
    case .tooLarge(let limit): "the file is larger than \(limit) bytes"
    case .changedWhileReading: "the file changed while it was read"
    case .system(let reason): reason
    }
  }
}
