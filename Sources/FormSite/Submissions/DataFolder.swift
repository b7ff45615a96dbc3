import FormController
import Glibc
import Support

/// The right of one process to a data folder: a lock on the file `owner` in it, which says who that is. The kernel gives the
/// lock back when the process ends, however it ends.
package final class DataFolder: Sendable {
  package let path: String
  private let descriptor: Lock<Int32>
  private let since: String

  /// Takes the folder, which is made where it is missing.
  /// - Throws: where another process has it, which is named; where the folder cannot be made or written into. A full disk is none
  ///   of that.
  package convenience init(_ path: String) throws(SubmissionError) {
    try self.init(
      path, isRunning: { kill($0, 0) == 0 || errno == EPERM },
      pause: { usleep(UInt32(Self.pauseMilliseconds * 1000)) })
  }

  /// - Parameters: tests give others.
  ///   - isRunning: whether there is a process of this id.
  ///   - pause: before each further attempt.
  convenience init(_ path: String, isRunning: (pid_t) -> Bool, pause: () -> Void) throws(SubmissionError) {
    DiskCalls.takeLimitsAsErrors()
    try Folder.make(path)
    var descriptor = try Self.lock(path)
    var attempts = Self.leavingMilliseconds / Self.pauseMilliseconds
    // Of an owner that was killed, a child may not have begun its program yet; a command may look whether the folder is in use. Both
    // let it go at once.
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

  /// Waits until the process that has the folder gives it back.
  /// - Returns: nil where it still has it after so many milliseconds.
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

  /// On a full disk the folder does not say whose it is. The lock counts, and the health says what is wrong.
  private func noteStart() { do throws(SubmissionError) { try note(address: nil) } catch {} }

  /// Says in the folder where its owner listens.
  package func note(address: String?) throws(SubmissionError) {
    var text = "process \(getpid()), since \(since)"
    if let address { text += ", at \(address)" }
    let bytes = Array("\(text)\n".utf8)
    let isWritten = descriptor.withLock { ftruncate($0, 0) == 0 && pwrite($0, bytes, bytes.count, 0) == bytes.count }
    guard isWritten else { throw SubmissionError(path: path + Self.fileName, reason: "cannot write", errno: errno) }
  }

  /// Gives the folder back. Nothing may be written into it any more.
  package func release() {
    descriptor.withLock { descriptor in
      if descriptor >= 0 {
        // A child that is being started has the file, too, until it runs its own program: closed here alone, it stays locked.
        flock(descriptor, LOCK_UN)
        close(descriptor)
      }
      descriptor = -1
    }
  }

  private static let fileName = "/owner"

  /// The owner as it has named itself: "process 123, since …, at …".
  package static func owner(of path: String) -> String {
    guard let content = try? FileContent(of: path + fileName, byteLimit: 4096), !content.bytes.isEmpty else {
      return "another process"
    }
    return String(decoding: content.bytes.prefix { $0 >= 32 }, as: UTF8.self)
  }

  /// The process that the owner has named itself; nil: it has not.
  private static func ownerID(of path: String) -> pid_t? {
    owner(of: path).wholeMatch(of: /process (\d+),.*/).flatMap { pid_t($0.output.1) }
  }

  /// Nil: another process has it.
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

/// The folder of the journals.
enum Folder {
  /// Of a file.
  static func of(_ path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  /// Removes a file, and brings that to the disk. One that is not there is no error.
  static func remove(_ path: String) throws(SubmissionError) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw SubmissionError(path: path, reason: "cannot remove", errno: errno)
    }
    try sync(of(path))
  }

  /// Brings a file to the disk whole, or not at all: under its name there are these bytes, or what was there before.
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

/// The system calls that bring lines to the disk, as values: tests give others, which fail.
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

  /// A limit on the size of files is an error of the write then, not the end of the process.
  static func takeLimitsAsErrors() { signal(SIGXFSZ, SIG_IGN) }

  /// Writes all bytes over those that stand at a place.
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
