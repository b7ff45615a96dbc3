import FormController
import Glibc
import HTTPCore
import Support

/// Files in a folder, each named by its digest. For each file that no submission has yet, the folder `unsent` has an empty file
/// of the same name, the mark. Its time says when the file was last used. While a submission is recorded, the mark is in
/// `sending`. `key` is the key of the seals.
public final class AttachmentFolder: Sendable {
  private struct State {
    /// Bytes of all files; `nil` until the folder is read.
    var byteCount: Int?
    /// How many submissions that are being recorded have a file, by its digest.
    var held: [String: Int] = [:]
    /// Files that were held since a search for unnamed files began; `nil` if no search is running.
    var heldMeanwhile: Set<String>?
  }

  private let path: String
  private let byteLimit: Int
  private let spool: SpoolFolder
  /// Held while deciding whether a file stays, so that no file is removed that is being stored or sent.
  private let state: Lock<State>
  private let work = BlockingWork<@Sendable () -> Void, Void>(
    concurrentLimit: AttachmentFolder.concurrentLimit, waitingLimit: AttachmentFolder.waitingLimit
  ) { $0() }

  private static let pieceByteCount = 256 << 10
  /// Files that are stored or read at once, and those that wait.
  private static let concurrentLimit = 4
  private static let waitingLimit = 500

  /// Makes nothing on the disk yet. Only this process may use the folder, as with that of `SubmissionFiles`.
  /// - Parameters:
  ///   - path: of the folder.
  ///   - byteLimit: bytes of all files together.
  public convenience init(_ path: String, byteLimit: Int = 2 << 30) {
    self.init(path, byteLimit: byteLimit, spool: SpoolFolder(in: path + "/incoming"))
  }

  /// - Parameter spool: for files whose bytes are in memory.
  package init(_ path: String, byteLimit: Int, spool: SpoolFolder) {
    self.path = path
    self.byteLimit = byteLimit
    self.spool = spool
    state = Lock(State())
  }

  /// Makes the folder if it does not exist. If this is not called, the first file makes it.
  public func open() throws(SubmissionError) {
    try state.withLock { state throws(SubmissionError) in _ = try byteCount(&state) }
  }

  private func byteCount(_ state: inout State) throws(SubmissionError) -> Int {
    if let count = state.byteCount { return count }
    DiskCalls.takeLimitsAsErrors()
    try Folder.make(path)
    try Folder.make(path + "/unsent")
    try Folder.make(path + "/sending")
    var count = 0
    do throws(FileError) {
      for entry in try FolderContent(of: path).entries where !entry.isFolder && SHA256.isHex(entry.name) {
        count += Self.size(of: "\(path)/\(entry.name)") ?? 0
      }
    } catch {
      throw SubmissionError(path: path, reason: "cannot read the folder: \(error)")
    }
    state.byteCount = count
    return count
  }

  /// Bytes of all files; `nil` if the folder cannot be read now.
  package var byteCount: Int? {
    state.withLock { state in FolderContent.isFolder(path) ? try? byteCount(&state) : 0 }
  }

  package func key() async throws -> [UInt8] { try await running { folder in try folder.readKey() } }

  package func store(_ file: ReceivedFile) async throws { try await running { try $0.put(file) } }

  package func use(_ digests: [String]) async throws {
    try await running { folder in for digest in digests { folder.touch(digest) } }
  }

  package func keep(_ digests: [String]) async throws -> [String] { try await running { try $0.makeSent(digests) } }

  package func noteSent(_ digests: [String]) async throws {
    try await running { folder in
      for digest in digests where SHA256.isHex(digest) {
        guard unlink(folder.sendingMark(of: digest)) == 0 || errno == ENOENT else {
          throw AttachmentError.last("cannot note \(digest) as sent")
        }
      }
    }
  }

  package func unnoted(for seconds: Int) async throws -> [String] {
    try await running { folder in
      guard FolderContent.isFolder(folder.path + "/sending") else { return [] }
      return try FolderContent(of: folder.path + "/sending").entries.map(\.name).filter { name in
        SHA256.isHex(name) && (Self.age(of: folder.sendingMark(of: name)).map { $0 >= seconds } ?? false)
      }
    }
  }

  package func makeUnsent(_ digests: [String]) async throws {
    try await running { folder in
      for digest in digests where SHA256.isHex(digest) {
        // The time is set first: with the old one, the file would be swept at once.
        utimensat(AT_FDCWD, folder.sendingMark(of: digest), nil, 0)
        guard rename(folder.sendingMark(of: digest), folder.mark(of: digest)) == 0 || errno == ENOENT else {
          throw AttachmentError.last("cannot release \(digest)")
        }
      }
    }
  }

  package func bytes(of digest: String, from offset: Int, count: Int) async throws -> [UInt8]? {
    try await running { try $0.read(digest, from: offset, count: count) }
  }

  package func removeUnsent(unusedFor seconds: Int) async throws -> Int {
    try await running { try $0.sweep(unusedFor: seconds) }
  }

  /// Runs `body` on a thread that may block.
  private func running<Result: Sendable>(
    _ body: @escaping @Sendable (AttachmentFolder) throws -> Result
  ) async throws -> Result {
    let outcome = Lock<Swift.Result<Result, any Error>?>(nil)
    await work.result { [self] in
      let result = Swift.Result { try body(self) }
      outcome.withLock { $0 = result }
    }
    guard let result = outcome.withLock({ $0 }) else { throw AttachmentError.busy }
    return try result.get()
  }
}

extension AttachmentFolder: AttachmentStore {}

/// Files of erased submissions. A file is removed if no submission names it, whether recorded or being recorded, and no saved
/// draft.
extension AttachmentFolder {
  package func hold(_ digests: [String]) {
    state.withLock { state in
      for digest in digests { state.held[digest, default: 0] += 1 }
      state.heldMeanwhile?.formUnion(digests)
    }
  }

  package func release(_ digests: [String]) {
    state.withLock { state in
      for digest in digests {
        let count = state.held[digest].map { $0 - 1 } ?? 0
        state.held[digest] = count > 0 ? count : nil
      }
    }
  }

  /// Removes those of these files that nothing names. Blocks.
  /// - Parameters:
  ///   - unnamed: searches all submissions on the disk, and returns the files that none names.
  ///   - drafts: returns the files that saved drafts have; they become unsent.
  /// - Returns: the files that stay because a submission that is being recorded has them, or had them during the search.
  func removeUnnamed(
    _ digests: Set<String>, unnamed: (Set<String>) throws(SubmissionError) -> Set<String>,
    drafts: (Set<String>) throws(SubmissionError) -> Set<String>
  ) throws(SubmissionError) -> Set<String> {
    state.withLock { $0.heldMeanwhile = Set($0.held.keys) }
    defer { state.withLock { $0.heldMeanwhile = nil } }
    let found = try unnamed(digests)
    let unsent = try drafts(found)
    let stay = try state.withLock { state throws(SubmissionError) in
      let stay = found.intersection(state.heldMeanwhile ?? [])
      for digest in unsent.subtracting(stay) where SHA256.isHex(digest) {
        do { try makeMark(of: digest) } catch { throw SubmissionError(path: mark(of: digest), reason: "\(error)") }
      }
      for digest in found.subtracting(stay).subtracting(unsent).sorted() where SHA256.isHex(digest) {
        let size = Self.size(of: place(of: digest)) ?? 0
        // The file first: a mark without a file is swept.
        guard unlink(place(of: digest)) == 0 || errno == ENOENT else {
          throw SubmissionError(path: place(of: digest), reason: "cannot remove", errno: errno)
        }
        unlink(mark(of: digest))
        state.byteCount = state.byteCount.map { $0 - size }
      }
      return stay
    }
    if stay.count < found.count { try Folder.sync(path) }
    return stay
  }
}

/// Called on a thread that may block.
extension AttachmentFolder {
  private func place(of digest: String) -> String { "\(path)/\(digest)" }
  private func mark(of digest: String) -> String { "\(path)/unsent/\(digest)" }
  private func sendingMark(of digest: String) -> String { "\(path)/sending/\(digest)" }

  /// Seconds since it was written; `nil` if it does not exist.
  private static func age(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(time(nil)) - status.st_mtim.tv_sec : nil
  }

  /// Its size in bytes; `nil` if there is no such file.
  private static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  private func put(_ file: ReceivedFile) throws {
    guard SHA256.isHex(file.digest) else { throw AttachmentError.failed("“\(file.digest)” is not a digest") }
    if touch(file.digest) { return }
    let spooled = try spooled(file)
    do throws(SpoolError) { try spooled.sync() } catch { throw AttachmentError(error) }
    try state.withLock { state in
      if touchFile(file.digest) { return }
      let taken = try byteCount(&state)
      guard file.count <= byteLimit - taken else { throw AttachmentError.noRoom }
      // The mark first: a file without a mark counts as sent.
      try makeMark(of: file.digest)
      do throws(SpoolError) { try spooled.move(to: place(of: file.digest)) } catch { throw AttachmentError(error) }
      state.byteCount = taken + file.count
    }
    try Folder.sync(path + "/unsent")
    try Folder.sync(path)
  }

  private func spooled(_ file: ReceivedFile) throws -> SpooledFile {
    if case .spooled(let spooled) = file.content { return spooled }
    do {
      let writer = try spool.makeFile()
      try file.forEachPiece(of: Self.pieceByteCount) { try writer.write($0) }
      return try writer.finish()
    } catch let error as SpoolError {
      throw AttachmentError(error)
    }
  }

  private func makeMark(of digest: String) throws {
    let descriptor = Glibc.open(mark(of: digest), O_WRONLY | O_CREAT | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { throw AttachmentError.last("cannot mark \(digest)") }
    close(descriptor)
  }

  /// - Returns: `false` if the file does not exist.
  @discardableResult
  private func touch(_ digest: String) -> Bool { state.withLock { _ in touchFile(digest) } }

  private func touchFile(_ digest: String) -> Bool {
    guard SHA256.isHex(digest), Self.size(of: place(of: digest)) != nil else { return false }
    // A sent file has no mark, and its time does not matter.
    utimensat(AT_FDCWD, mark(of: digest), nil, 0)
    return true
  }

  private func makeSent(_ digests: [String]) throws -> [String] {
    let missing = try state.withLock { _ in
      let missing = digests.filter { !SHA256.isHex($0) || Self.size(of: place(of: $0)) == nil }
      guard missing.isEmpty else { return missing }
      for digest in digests {
        utimensat(AT_FDCWD, mark(of: digest), nil, 0)
        guard rename(mark(of: digest), sendingMark(of: digest)) == 0 || errno == ENOENT else {
          throw AttachmentError.last("cannot keep \(digest)")
        }
      }
      return missing
    }
    if missing.isEmpty { try Folder.sync(path + "/unsent") }
    return missing
  }

  private func read(_ digest: String, from offset: Int, count: Int) throws -> [UInt8]? {
    guard SHA256.isHex(digest) else { return nil }
    let descriptor = Glibc.open(place(of: digest), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw AttachmentError.last("cannot open \(digest)")
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    guard let filled = bytes.withUnsafeMutableBytes({ $0.fill(from: descriptor, at: offset) }) else {
      throw AttachmentError.last("cannot read \(digest)")
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  private func sweep(unusedFor seconds: Int) throws -> Int {
    guard FolderContent.isFolder(path + "/unsent") else { return 0 }
    var count = 0
    for entry in try FolderContent(of: path + "/unsent").entries where SHA256.isHex(entry.name) {
      state.withLock { state in
        // It may have been used or sent in the meantime.
        guard let age = Self.age(of: mark(of: entry.name)), age > seconds else { return }
        let size = Self.size(of: place(of: entry.name)) ?? 0
        // The file first: a mark without a file is swept the next time.
        guard unlink(place(of: entry.name)) == 0 || errno == ENOENT else { return }
        unlink(mark(of: entry.name))
        state.byteCount = state.byteCount.map { $0 - size }
        count += 1
      }
    }
    return count
  }

  private func readKey() throws -> [UInt8] {
    // The lock lets only one of two simultaneous callers make the key.
    try state.withLock { state in
      _ = try byteCount(&state)
      let place = path + "/key"
      guard FileIdentity(path: place) != nil else { return try makeKey(at: place) }
      // An unreadable key is not replaced: with a new key, pages could no longer name their files.
      let key = try FileContent(of: place, byteLimit: 64).bytes
      guard key.count == Self.keyByteCount else {
        throw AttachmentError.failed("\(place) has \(key.count) bytes instead of \(Self.keyByteCount)")
      }
      return key
    }
  }

  private func makeKey(at place: String) throws -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    let key = (0..<Self.keyByteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    // Written under another name until it is whole: a half-written key would be a different one after a crash.
    let draft = place + ".new"
    let descriptor = Glibc.open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw AttachmentError.last("cannot make \(draft)") }
    defer { close(descriptor) }
    guard write(descriptor, key, key.count) == key.count, fsync(descriptor) == 0, rename(draft, place) == 0 else {
      throw AttachmentError.last("cannot write \(draft)")
    }
    try Folder.sync(path)
    return key
  }

  private static let keyByteCount = 32
}

extension AttachmentError {
  init(_ error: SpoolError) {
    switch error {
    case .full: self = .noRoom
    case .failed: self = .failed(error.description)
    }
  }

  /// The error of the last system call.
  static func last(_ what: String) -> AttachmentError {
    let code = errno
    return [ENOSPC, EDQUOT, EFBIG].contains(code) ? .noRoom : .failed("\(what): \(String(cString: strerror(code)))")
  }
}
