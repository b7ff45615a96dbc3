import Glibc
import Support

/// One file of lines that only grows. A line is there whole or not at all: what a failed write left behind is cut off.
struct Journal: Sendable {
  let path: String
  private var descriptor: Int32 = -1
  private var length: off_t = 0

  init(path: String) { self.path = path }

  /// Appends whole lines and waits for the disk.
  mutating func append(_ bytes: [UInt8]) throws(SubmissionError) {
    try open()
    do throws(SubmissionError) {
      try write(bytes)
      guard fdatasync(descriptor) == 0 else { throw failure("cannot sync") }
      length += off_t(bytes.count)
    } catch {
      // Nobody was told that these lines are stored; the next ones must not follow half a line.
      if ftruncate(descriptor, length) != 0 {
        close(descriptor)
        descriptor = -1
      }
      throw error
    }
  }

  private func write(_ bytes: [UInt8]) throws(SubmissionError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + written, $0.count - written) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure("cannot write") }
      written += count
    }
  }

  /// Opens the file, or opens it again where it was moved away (log rotation).
  private mutating func open() throws(SubmissionError) {
    if descriptor >= 0 {
      if isInPlace() { return }
      close(descriptor)
      descriptor = -1
    }
    descriptor = Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { throw failure("cannot open") }
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= 0 else { throw failure("cannot seek") }
    length = end
    if end == 0 { try Folder.sync(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])) }
  }

  private func isInPlace() -> Bool {
    var named = stat()
    var opened = stat()
    return stat(path, &named) == 0 && fstat(descriptor, &opened) == 0 && named.st_ino == opened.st_ino
      && named.st_dev == opened.st_dev
  }

  private func failure(_ what: String) -> SubmissionError { SubmissionError(path: path, reason: what, errno: errno) }
}

extension SubmissionError {
  init(path: String, reason: String, errno: Int32) {
    self.init(path: path, reason: "\(reason): \(String(cString: strerror(errno)))")
  }
}

/// The folder of the journals.
enum Folder {
  /// Makes it with its parents.
  static func make(_ path: String) throws(SubmissionError) {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
      if mkdir(made, 0o750) != 0 && errno != EEXIST {
        throw SubmissionError(path: made, reason: "cannot make the folder", errno: errno)
      }
    }
    guard access(path, W_OK | X_OK) == 0 else {
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
      return try FolderContent(of: path).entries.map(\.name).filter { $0.hasSuffix(".jsonl") }
        .map { String($0.dropLast(6)) }
    } catch {
      throw SubmissionError(path: path, reason: "cannot read the folder: \(error)")
    }
  }
}
