import FormController
import Glibc
import Support

/// One process's ownership of a data folder: a lock on the file `owner` in it, which names the process. The kernel releases the
/// lock when the process ends, however it ends.
package final class DataFolder: Sendable {
  package let path: String
  private let descriptor: Lock<Int32>
  private let since: String

  /// Takes the folder; makes it if it does not exist.
  /// - Throws: an error if another process has it, with its name, or if the folder cannot be made or written into. A full disk
  ///   is no error here.
  package convenience init(_ path: String) throws(SubmissionError) {
    try self.init(
      path, isRunning: { kill($0, 0) == 0 || errno == EPERM },
      pause: { usleep(UInt32(Self.pauseMilliseconds * 1000)) })
  }

  /// - Parameters: tests pass their own.
  ///   - isRunning: whether a process with this id exists.
  ///   - pause: called before each further attempt.
  convenience init(_ path: String, isRunning: (pid_t) -> Bool, pause: () -> Void) throws(SubmissionError) {
    DiskCalls.takeLimitsAsErrors()
    try Folder.make(path)
    var descriptor = try Self.lock(path)
    var attempts = Self.leavingMilliseconds / Self.pauseMilliseconds
    // After an owner was killed, a child that has not started its program yet may still hold the lock; or a command may be
    // checking whether the folder is in use. Both release it soon.
    while descriptor == nil, attempts > 0, let owner = Self.ownerID(of: path), !isRunning(owner) {
      pause()
      attempts -= 1
      descriptor = try Self.lock(path)
    }
    guard let descriptor else {
      throw SubmissionError(
        path: path, reason: "the folder is in use by \(Self.owner(of: path)); only one process can write into it")
    }
    self.init(path, descriptor: descriptor)
    noteStart()
  }

  private static let pauseMilliseconds = 5
  private static let leavingMilliseconds = 2000

  /// Waits until the process that has the folder releases it.
  /// - Returns: `nil` if it still has the folder after this number of milliseconds.
  package static func awaiting(_ path: String, milliseconds: Int) throws(SubmissionError) -> DataFolder? {
    for _ in 0...max(0, milliseconds / pauseMilliseconds) {
      if let descriptor = try lock(path) {
        let folder = DataFolder(path, descriptor: descriptor)
        folder.noteStart()
        return folder
      }
      usleep(UInt32(pauseMilliseconds * 1000))
    }
    return nil
  }

  /// Whether a process has the folder.
  package static func isInUse(_ path: String) throws(SubmissionError) -> Bool {
    guard FileIdentity(path: path + fileName) != nil else { return false }
    guard let descriptor = try lock(path) else { return true }
    close(descriptor)
    return false
  }

  private init(_ path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = Lock(descriptor)
    since = Environment.system.now().iso8601
  }

  deinit { release() }

  /// On a full disk the owner cannot be written. The lock counts anyway, and the health check reports the disk.
  private func noteStart() { do throws(SubmissionError) { try note(address: nil) } catch {} }

  /// Writes into the folder where its owner listens.
  package func note(address: String?) throws(SubmissionError) {
    var text = "process \(getpid()), since \(since)"
    if let address { text += ", at \(address)" }
    let bytes = Array("\(text)\n".utf8)
    let isWritten = descriptor.withLock { ftruncate($0, 0) == 0 && pwrite($0, bytes, bytes.count, 0) == bytes.count }
    guard isWritten else { throw SubmissionError(path: path + Self.fileName, reason: "cannot write", errno: errno) }
  }

  /// Releases the folder. Nothing may be written into it after that.
  package func release() {
    descriptor.withLock { descriptor in
      if descriptor >= 0 {
        // A child that is being started shares the descriptor until it runs its own program: without the unlock, closing here
        // would leave the file locked.
        flock(descriptor, LOCK_UN)
        close(descriptor)
      }
      descriptor = -1
    }
  }

  private static let fileName = "/owner"

  /// The owner's own description: "process 123, since …, at …".
  package static func owner(of path: String) -> String {
    guard let content = try? FileContent(of: path + fileName, byteLimit: 4096), !content.bytes.isEmpty else {
      return "another process"
    }
    return String(decoding: content.bytes.prefix { $0 >= 32 }, as: UTF8.self)
  }

  /// The process id in the owner's description; `nil` if it has none.
  private static func ownerID(of path: String) -> pid_t? {
    owner(of: path).wholeMatch(of: /process (\d+),.*/).flatMap { pid_t($0.output.1) }
  }

  /// Locks the folder; `nil` if another process has it.
  private static func lock(_ path: String) throws(SubmissionError) -> Int32? {
    let descriptor = open(path + fileName, O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { throw SubmissionError(path: path + fileName, reason: "cannot open", errno: errno) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    let code = errno
    close(descriptor)
    guard code == EWOULDBLOCK else { throw SubmissionError(path: path + fileName, reason: "cannot lock", errno: code) }
    return nil
  }
}

/// Operations on the folder of the journals.
enum Folder {
  /// The folder of a file.
  static func of(_ path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  /// Removes a file and syncs the folder. A missing file is no error.
  static func remove(_ path: String) throws(SubmissionError) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw SubmissionError(path: path, reason: "cannot remove", errno: errno)
    }
    try sync(of(path))
  }

  /// Writes a file atomically and syncs it: afterwards the name has either these bytes or the old ones.
  static func write(
    _ bytes: [UInt8], to path: String, mode: mode_t = 0o640, disk: DiskCalls
  ) throws(SubmissionError) {
    let new = path + ".new"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw SubmissionError(path: new, reason: "cannot open", errno: errno) }
    defer { close(descriptor) }
    guard disk.overwriteAll(descriptor, bytes: bytes, at: 0) else {
      let error = SubmissionError(path: new, reason: "cannot write", errno: errno)
      unlink(new)
      throw error
    }
    guard disk.sync(descriptor) == 0 else { throw SubmissionError(path: new, reason: "cannot sync", errno: errno) }
    guard rename(new, path) == 0 else { throw SubmissionError(path: new, reason: "cannot rename", errno: errno) }
    try sync(of(path))
  }

  /// Makes a folder and its parents, and syncs their names.
  static func make(_ path: String) throws(SubmissionError) {
    var parent = path.hasPrefix("/") ? "/" : "."
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
      if mkdir(made, 0o750) == 0 {
        try sync(parent)
      } else if errno != EEXIST {
        throw SubmissionError(path: made, reason: "cannot create the folder", errno: errno)
      }
      parent = made
    }
    // Fails if the name is that of a file.
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
  static func journals(in path: String) throws(SubmissionError) -> [String] { try forms(in: path, ending: ".jsonl") }

  /// The forms that have a file with this ending.
  static func forms(in path: String, ending: String) throws(SubmissionError) -> [String] {
    do throws(FileError) {
      return try FolderContent(of: path).entries.filter { $0.name.hasSuffix(ending) && !$0.isFolder }
        .map { String($0.name.dropLast(ending.count)) }
    } catch {
      throw SubmissionError(path: path, reason: "cannot read the folder: \(error)")
    }
  }
}

/// The system calls that write lines to the disk. They are values, so that tests can make them fail.
struct DiskCalls: Sendable {
  /// As write(2).
  var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
  /// As fdatasync(2).
  var sync: @Sendable (_ descriptor: Int32) -> Int32
  /// As ftruncate(2).
  var truncate: @Sendable (_ descriptor: Int32, _ length: Int) -> Int32
  /// As pwrite(2).
  var overwrite: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int = {
    pwrite($0, $1.baseAddress, $1.count, off_t($2))
  }

  /// Makes a limit on file size an error of the write instead of the end of the process.
  static func takeLimitsAsErrors() { signal(SIGXFSZ, SIG_IGN) }

  /// Writes all bytes over those at a place.
  func overwriteAll(_ descriptor: Int32, bytes: [UInt8], at offset: Int) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        overwrite(descriptor, UnsafeRawBufferPointer(rebasing: $0[written...]), offset + written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  static let system = DiskCalls(
    write: { Glibc.write($0, $1.baseAddress, $1.count) }, sync: { fdatasync($0) },
    truncate: { ftruncate($0, off_t($1)) })
}
