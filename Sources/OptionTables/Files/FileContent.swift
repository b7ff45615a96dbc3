import Glibc

/// Tells one state of a file from another without reading it.
struct FileIdentity: Sendable, Equatable {
  private let device: UInt64
  private let inode: UInt64
  private let size: Int64
  private let modifiedSeconds: Int
  private let modifiedNanoseconds: Int

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modifiedSeconds = status.st_mtim.tv_sec
    modifiedNanoseconds = status.st_mtim.tv_nsec
  }

  /// Nil where there is no such file.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// A file's bytes, and the state they were read in.
struct FileContent {
  let bytes: [UInt8]
  let identity: FileIdentity

  /// - Parameter limitBytes: a larger file is not read.
  static func read(_ path: String, limitBytes: Int) throws(OptionFileError.Reason) -> FileContent {
    // A named pipe would block without O_NONBLOCK; it is refused below.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw errno == ENOENT ? .missingFile : .unreadable(systemReason()) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(systemReason()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    let identity = FileIdentity(status)
    guard status.st_size <= limitBytes else { throw .fileTooLarge(limitBytes: limitBytes) }
    let size = Int(status.st_size)
    var failure: OptionFileError.Reason?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = Glibc.read(descriptor, buffer.baseAddress! + count, size - count)
        if got > 0 {
          count += got
        } else if got == 0 {
          break
        } else if errno != EINTR {
          failure = .unreadable(systemReason())
          break
        }
      }
    }
    if let failure { throw failure }
    // Whoever writes in place is seen here or by a size that does not fit.
    guard fstat(descriptor, &status) == 0, FileIdentity(status) == identity, bytes.count == size else {
      throw .changedWhileReading
    }
    return FileContent(bytes: bytes, identity: identity)
  }

  private static func systemReason() -> String { String(cString: strerror(errno)) }
}

extension OptionFileError.Reason: Error {}
