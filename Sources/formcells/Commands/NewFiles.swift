import Glibc

/// Folders and files that commands create.
enum NewFiles {
  /// Creates a folder and its missing parents.
  /// - `mode`: the mode of the new folders, whatever the process's mask; `nil`: as the mask allows.
  /// - Returns: the new folders.
  @discardableResult
  static func makeFolder(_ folder: String, mode: mode_t? = nil) throws(WritingError) -> [String] {
    var made: [String] = []
    var path = folder.hasPrefix("/") ? "/" : ""
    for name in folder.split(separator: "/") {
      path += path.isEmpty || path.hasSuffix("/") ? name : "/\(name)"
      guard mkdir(path, 0o755) == 0 else {
        if errno == EEXIST { continue }
        throw WritingError("error: \(path) cannot be created")
      }
      made.append(path)
      if let mode { chmod(path, mode) }
    }
    return made
  }

  /// Writes a new file.
  static func write(_ content: [UInt8], to path: String) throws(WritingError) {
    try write(content, to: path, descriptor: open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644))
  }

  /// Writes a file, replacing an existing one.
  static func overwrite(_ path: String, with content: [UInt8], mode: mode_t) throws(WritingError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode)
    if descriptor >= 0 { fchmod(descriptor, mode) }
    try write(content, to: path, descriptor: descriptor)
  }

  private static func write(_ content: [UInt8], to path: String, descriptor: Int32) throws(WritingError) {
    guard descriptor >= 0 else { throw WritingError("\(path):1:1: error: cannot be written") }
    defer { close(descriptor) }
    var written = 0
    while written < content.count {
      let count = content[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw WritingError("\(path):1:1: error: cannot be written") }
      written += count
    }
  }
}

/// A folder cannot be created, or a file cannot be written.
struct WritingError: Error {
  private let sentence: String
  private let reason = errno

  /// Must be called before anything else sets `errno`.
  init(_ sentence: String) { self.sentence = sentence }

  var failure: Failure { Failure("\(sentence): \(String(cString: strerror(reason)))") }
  /// Whether another user might be allowed to do it.
  var isRefused: Bool { [EACCES, EPERM, EROFS].contains(reason) }
}
