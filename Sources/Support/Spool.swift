import Glibc
import Synchronization

/// A folder for files while they arrive, of this process alone: `PARENT/<random>`, made at first use and locked while it is in
/// use. What processes that are gone have left beside it is removed when it is made. Nothing in it lasts: a file that is to
/// stay is moved.
package final class SpoolFolder: Sendable {
  private let parent: String
  /// Bytes of all its files together.
  private let byteLimit: Int
  private let byteCount = Atomic(0)
  private let removing: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let place = Lock<Place?>(nil)

  private struct Place {
    let path: String
    /// Locked, so that the next process sees whose folder it is.
    let descriptor: Int32
  }

  /// Makes nothing yet.
  /// - Parameters:
  ///   - parent: the folder of the folders of all processes.
  ///   - byteLimit: of all its files.
  ///   - removing: calls its argument, which removes a file: that takes 2 to 30 ms of 25 MiB on ext4, too long for a thread that
  ///     answers.
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

  /// Makes the folder, with its parents, where it is not there yet.
  @discardableResult
  package func open() throws(SpoolError) -> String {
    try place.withLock { place throws(SpoolError) in
      if let place, access(place.path, F_OK) == 0 { return place.path }
      if let place { close(place.descriptor) }
      place = nil
      // A limit on the size of files is an error of the write then, not the end of the process.
      signal(SIGXFSZ, SIG_IGN)
      try makeParents()
      removeLeftovers()
      let made = try make()
      place = made
      return made.path
    }
  }

  /// A new file, for its owner alone.
  package func makeFile() throws(SpoolError) -> SpoolWriter {
    let path = "\(try open())/\(Self.randomName())"
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
    return SpoolWriter(path: path, descriptor: descriptor, folder: self)
  }

  /// Bytes that its files hold now.
  package var heldBytes: Int { byteCount.load(ordering: .relaxed) }

  fileprivate func take(_ bytes: Int) throws(SpoolError) {
    let before = byteCount.wrappingAdd(bytes, ordering: .relaxed).oldValue
    guard bytes <= byteLimit - before else {
      give(bytes)
      throw .full
    }
  }

  /// Removes a file of so many bytes, which count no more.
  fileprivate func remove(_ path: String, of bytes: Int) {
    give(bytes)
    // The folder goes after its files.
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
    // Between its making and its lock another process may have removed it.
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

  /// The folders of processes that are gone; the kernel has given back their locks.
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

/// A file of a `SpoolFolder` that is being written. Given up, it is gone.
package final class SpoolWriter {
  private let path: String
  private let folder: SpoolFolder
  /// -1: it was handed on.
  private var descriptor: Int32
  private var hash = SHA256()
  private var head: [UInt8] = []
  private var count = 0
  /// Bytes that the system was told to bring to the disk.
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

  /// Has the system write what is there and forget it. Else large files fill the memory of the process's group, and every
  /// request waits until some of it is free.
  private func flush() {
    posix_fadvise(descriptor, 0, off_t(count), POSIX_FADV_DONTNEED)
    flushed = count
  }

  private static let flushedAtOnce = 1 << 20

  /// Closes it.
  package func finish() throws(SpoolError) -> SpooledFile {
    // NFS tells of a full disk here.
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

/// A file that has arrived whole, in a `SpoolFolder`. It is removed with the last reference to it, unless it was moved.
package final class SpooledFile: Sendable {
  /// Of its bytes.
  package let count: Int
  /// 32 bytes.
  package let sha256: [UInt8]
  /// The first bytes, `headByteCount` of them at most: enough to recognise what it is.
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

  /// All bytes. Blocks; not for a thread that answers.
  package func bytes() throws(FileError) -> [UInt8] { try FileContent(of: path, byteLimit: count).bytes }

  /// Some of its bytes, which it must have. Blocks.
  package func bytes(from offset: Int, count: Int) throws(SpoolError) -> [UInt8] {
    let descriptor = try open()
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    guard let filled = bytes.withUnsafeMutableBytes({ $0.fill(from: descriptor, at: offset) }) else { throw .last }
    guard filled == count else { throw .failed(code: EIO) }
    return bytes
  }

  /// Shows its bytes piece by piece, in their order. Blocks.
  /// - Parameter size: bytes of a piece; the last one may have fewer.
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

  /// For a program that reads it; the caller closes it.
  package func open() throws(SpoolError) -> Int32 {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Brings its bytes to the disk. Blocks.
  package func sync() throws(SpoolError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .last }
  }

  /// Gives it a place of its own, on the same file system, in place of what is there. It can be moved once.
  package func move(to target: String) throws(SpoolError) {
    guard !isMoved.load(ordering: .relaxed) else { throw .failed(code: ENOENT) }
    guard rename(path, target) == 0 else { throw .last }
    isMoved.store(true, ordering: .relaxed)
    folder.give(count)
  }
}

/// Why a file cannot be spooled.
package enum SpoolError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The disk, its owner's part of it, or the folder's own limit.
  case full
  /// Another reason, an `errno` value.
  case failed(code: Int32)

  /// Of the system call that failed last.
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
