import Glibc

/// A file's bytes, and the state they were read in.
package struct FileContent: Sendable {
  package let bytes: [UInt8]
  package let identity: FileIdentity

  /// - `byteLimit`: a larger file is not read.
  package init(of path: String, byteLimit: Int) throws(FileError) {
    // A named pipe would block without O_NONBLOCK; it is refused below.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    identity = FileIdentity(status)
    guard status.st_size <= byteLimit else { throw .tooLarge(byteLimit: byteLimit) }
    let size = Int(status.st_size)
    var failure: FileError?
    bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[count..<size])
        let got = read(descriptor, rest.baseAddress, rest.count)
        if got > 0 {
          count += got
        } else if got == 0 {
          break
        } else if errno != EINTR {
          failure = .last
          break
        }
      }
    }
    if let failure { throw failure }
    // Whoever writes in place is seen here or by a size that does not fit.
    guard fstat(descriptor, &status) == 0, FileIdentity(status) == identity, bytes.count == size else {
      throw .changedWhileReading
    }
  }
}

extension FileError {
  /// The reason of the system call that failed last.
  static var last: FileError { errno == ENOENT ? .missing : .system(String(cString: strerror(errno))) }
}
