import Glibc
import Support

/// The folder of the journals.
enum Folder {
  /// Makes it with its parents, whose names are on the disk then too.
  static func make(_ path: String) throws(SubmissionError) {
    var parent = path.hasPrefix("/") ? "/" : "."
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
      if mkdir(made, 0o750) == 0 {
        try sync(parent)
      } else if errno != EEXIST {
        throw SubmissionError(path: made, reason: "cannot make the folder", errno: errno)
      }
      parent = made
    }
    // A file of that name is no folder.
    guard access("\(path)/", W_OK | X_OK) == 0 else {
      throw SubmissionError(path: path, reason: "cannot write into the folder", errno: errno)
    }
  }

  static func sync(_ path: String) throws(SubmissionError) {
    let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SubmissionError(path: path, reason: "cannot open", errno: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw SubmissionError(path: path, reason: "cannot sync", errno: errno) }
  }

  /// The forms that have a journal.
  static func journals(in path: String) throws(SubmissionError) -> [String] {
    do throws(FileError) {
      return try FolderContent(of: path).entries.filter { $0.name.hasSuffix(".jsonl") && !$0.isFolder }
        .map { String($0.name.dropLast(6)) }
    } catch {
      throw SubmissionError(path: path, reason: "cannot read the folder: \(error)")
    }
  }
}
