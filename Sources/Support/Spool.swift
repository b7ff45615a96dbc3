import Glibc
import Synchronization

/// A folder of this process for files while they arrive: `PARENT/<random>`, made on first use and locked while in use. Making
/// it also removes folders of processes that have ended. No file stays in it: a file that is to be kept is moved.
package final class SpoolFolder: Sendable {
  private let parent: String
  /// Bytes of all its files together.
  private let byteLimit: Int
  private let byteCount = Atomic(0)
  private let removing: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let place = Lock<Place?>(nil)

  private struct Place {
    let path: String
    /// Locked, so that other processes see that the folder is in use.
    let descriptor: Int32
  }

  /// Makes nothing on the disk yet.
  /// - Parameters:
  ///   - parent: has the folders of all processes.
  ///   - byteLimit: of all its files.
  ///   - removing: calls its argument, which removes a file. For 25 MiB on ext4 that takes 2 to 30 ms, too long for a thread
  ///     that answers requests.
  package init(
    in parent: String, byteLimit: Int = .max,
    removing: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
  ) {
    self.parent = parent
    self.byteLimit = byteLimit
    self.removing = removing
  }

  deinit {
    guard let place = place.withLock({ $0 }) else { return }
    rmdir(place.path)
    close(place.descriptor)
  }

  /// Makes the folder with its parents if it does not exist.
  @discardableResult
  package func open() throws(SpoolError) -> String {
    try place.withLock { place throws(SpoolError) in
      if let place, access(place.path, F_OK) == 0 { return place.path }
      if let place { close(place.descriptor) }
      place = nil
      // Makes a limit on file size an error of the write instead of the end of the process.
      signal(SIGXFSZ, SIG_IGN)
      try makeParents()
      removeLeftovers()
      let made = try make()
      place = made
      return made.path
    }
  }

  /// A new file that only its owner can access.
  package func makeFile() throws(SpoolError) -> SpoolWriter {
    let path = "\(try open())/\(Self.randomName())"
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
    return SpoolWriter(path: path, descriptor: descriptor, folder: self)
  }

  /// Bytes that its files take now.
  package var heldBytes: Int { byteCount.load(ordering: .relaxed) }

  fileprivate func take(_ bytes: Int) throws(SpoolError) {
    let before = byteCount.wrappingAdd(bytes, ordering: .relaxed).oldValue
    guard bytes <= byteLimit - before else {
      give(bytes)
      throw .full
    }
  }

  /// Removes a file, and subtracts its size.
  fileprivate func remove(_ path: String, of bytes: Int) {
    give(bytes)
    // Keeps the folder until its files are removed.
    removing { [self] in withExtendedLifetime(self) { _ = unlink(path) } }
  }

  fileprivate func give(_ bytes: Int) { byteCount.wrappingSubtract(bytes, ordering: .relaxed) }

  private func makeParents() throws(SpoolError) {
    var path = parent.hasPrefix("/") ? "/" : ""
    let parts = parent.split(separator: "/")
    for (index, part) in parts.enumerated() {
      path += (path.isEmpty || path.hasSuffix("/") ? "" : "/") + part
      guard mkdir(path, index == parts.count - 1 ? 0o700 : 0o750) == 0 || errno == EEXIST else { throw .last }
    }
  }

  private func make() throws(SpoolError) -> Place {
    // Another process may remove the new folder before it is locked.
    for _ in 0..<Self.attempts {
      let path = "\(parent)/\(Self.randomName())"
      guard mkdir(path, 0o700) == 0 else { throw .last }
      let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .last }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, access(path, F_OK) == 0 {
        return Place(path: path, descriptor: descriptor)
      }
      close(descriptor)
    }
    throw .failed(code: EAGAIN)
  }

  /// Removes the folders of processes that have ended; the kernel has released their locks.
  private func removeLeftovers() {
    for entry in (try? FolderContent(of: parent))?.entries ?? [] where entry.isFolder {
      let path = "\(parent)/\(entry.name)"
      let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        for file in (try? FolderContent(of: path))?.entries ?? [] { unlink("\(path)/\(file.name)") }
        rmdir(path)
      }
      close(descriptor)
    }
  }

  private static func randomName() -> String {
    var generator = SystemRandomNumberGenerator()
    return Token((generator.next(), generator.next())).text
  }

  private static let attempts = 8
}

/// A file of a `SpoolFolder` that is being written. If it is not finished, it is removed.
package final class SpoolWriter {
  private let path: String
  private let folder: SpoolFolder
  /// -1 after the file was handed on.
  private var descriptor: Int32
  private var hash = SHA256()
  private var head: [UInt8] = []
  private var count = 0
  /// Bytes that the kernel was already asked to write to the disk.
  private var flushed = 0

  fileprivate init(path: String, descriptor: Int32, folder: SpoolFolder) {
    (self.path, self.descriptor, self.folder) = (path, descriptor, folder)
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    folder.remove(path, of: count)
  }

  /// Writes all of it.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SpoolError) {
    try folder.take(bytes.count)
    count += bytes.count
    head.append(contentsOf: bytes.prefix(SpooledFile.headByteCount - head.count))
    hash.update(bytes)
    var rest = bytes
    while !rest.isEmpty {
      let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if written > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      } else if errno != EINTR {
        throw .last
      }
    }
    if count - flushed >= Self.flushedAtOnce { flush() }
  }

  /// Makes the kernel write the file and drop it from its cache. Otherwise large files fill the memory of the process's control
  /// group, and every request waits for free memory.
  private func flush() {
    posix_fadvise(descriptor, 0, off_t(count), POSIX_FADV_DONTNEED)
    flushed = count
  }

  private static let flushedAtOnce = 1 << 20

  /// Closes the file and returns it.
  package func finish() throws(SpoolError) -> SpooledFile {
    // NFS may report a full disk only now.
    guard close(descriptor) == 0 || errno == EINTR else {
      let error = SpoolError.last
      descriptor = -1
      folder.remove(path, of: count)
      throw error
    }
    descriptor = -1
    return SpooledFile(path: path, folder: folder, count: count, sha256: hash.finish(), head: head)
  }
}

/// A complete file in a `SpoolFolder`. It is removed with the last reference to it, unless it was moved.
package final class SpooledFile: Sendable {
  /// Its size in bytes.
  package let count: Int
  /// The SHA-256 of its content, 32 bytes.
  package let sha256: [UInt8]
  /// Its first bytes, at most `headByteCount`: enough to recognize its type.
  package let head: [UInt8]
  private let path: String
  private let folder: SpoolFolder
  private let isMoved = Atomic(false)

  package static let headByteCount = 4096

  fileprivate init(path: String, folder: SpoolFolder, count: Int, sha256: [UInt8], head: [UInt8]) {
    (self.path, self.folder, self.count, self.sha256, self.head) = (path, folder, count, sha256, head)
  }

  deinit {
    if !isMoved.load(ordering: .relaxed) { folder.remove(path, of: count) }
  }

  /// All bytes. Blocks, so not for a thread that answers requests.
  package func bytes() throws(FileError) -> [UInt8] { try FileContent(of: path, byteLimit: count).bytes }

  /// Some of its bytes, which must exist. Blocks.
  package func bytes(from offset: Int, count: Int) throws(SpoolError) -> [UInt8] {
    let descriptor = try open()
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    guard let filled = bytes.withUnsafeMutableBytes({ $0.fill(from: descriptor, at: offset) }) else { throw .last }
    guard filled == count else { throw .failed(code: EIO) }
    return bytes
  }

  /// Passes its bytes to `body` in pieces, in order. Blocks.
  /// - Parameter size: bytes of a piece; the last one may be shorter.
  package func forEachPiece<Failure: Error>(
    of size: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SpoolError.last }
    defer { close(descriptor) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    var total = 0
    while total < count {
      var filled = 0
      while filled < min(size, count - total) {
        let got = read(descriptor, buffer.baseAddress?.advanced(by: filled), min(size, count - total) - filled)
        guard got > 0 || got < 0 && errno == EINTR else { throw got == 0 ? SpoolError.failed(code: EIO) : .last }
        filled += max(0, got)
      }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
      total += filled
    }
  }

  /// A descriptor for reading, which the caller closes.
  package func open() throws(SpoolError) -> Int32 {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Syncs the file. Blocks.
  package func sync() throws(SpoolError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .last }
  }

  /// Moves it to a path on the same file system and replaces what is there. It can be moved once.
  package func move(to target: String) throws(SpoolError) {
    guard !isMoved.load(ordering: .relaxed) else { throw .failed(code: ENOENT) }
    guard rename(path, target) == 0 else { throw .last }
    isMoved.store(true, ordering: .relaxed)
    folder.give(count)
  }
}

/// Why a file cannot be spooled.
package enum SpoolError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The disk, the owner's quota, or the folder's own limit is used up.
  case full
  /// Another reason, an `errno` value.
  case failed(code: Int32)

  /// The error of the last system call.
  fileprivate static var last: SpoolError {
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: .full
    case let code: .failed(code: code)
    }
  }

  package var description: String {
    switch self {
    case .full: "No space left"
    case .failed(let code): String(cString: strerror(code))
    }
  }
}
