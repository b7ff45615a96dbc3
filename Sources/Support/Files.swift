package import Glibc

/// A file's bytes, and the file's state when they were read.
package struct FileContent: Sendable {
  package let bytes: [UInt8]
  package let identity: FileIdentity

  /// - `byteLimit`: a larger file is an error.
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
    // A write in place during reading shows here, or as a size that does not match.
    guard fstat(descriptor, &status) == 0, FileIdentity(status) == identity, bytes.count == size else {
      throw .changedWhileReading
    }
  }
}

extension FileError {
  /// The error of the last system call.
  static var last: FileError { errno == ENOENT ? .missing : .system(String(cString: strerror(errno))) }
}

/// The entries of a folder, sorted by name, without hidden ones (whose names begin with a dot).
package struct FolderContent: Sendable {
  package struct Entry: Sendable {
    package let name: String
    /// For a link, whether its target is a folder.
    package let isFolder: Bool
  }

  package private(set) var entries: [Entry] = []

  package init(of path: String) throws(FileError) {
    guard let folder = opendir(path) else { throw .last }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard !name.hasPrefix(".") else { continue }
      let type = Int(entry.pointee.d_type)
      // The type is missing for links and on some file systems.
      let isFolder = type == DT_DIR || type != DT_REG && Self.isFolder("\(path)/\(name)")
      entries.append(Entry(name: name, isFolder: isFolder))
    }
    entries.sort { $0.name < $1.name }
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// The state of a file, by which a change is noticed without reading it: device, inode, size and modification time.
package struct FileIdentity: Sendable, Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let byteCount: Int64
  private let modifiedSeconds: Int
  private let modifiedNanoseconds: Int

  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = Int64(status.st_size)
    modifiedSeconds = status.st_mtim.tv_sec
    modifiedNanoseconds = status.st_mtim.tv_nsec
  }

  /// `nil` if there is no such file.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// The target of a path after every link and `..` in it is resolved.
package struct RealPath: Equatable {
  package let text: String

  /// `nil` if there is no such file or folder.
  package init?(_ path: String) {
    guard let resolved = realpath(path.isEmpty ? "." : path, nil) else { return nil }
    defer { free(resolved) }
    text = String(cString: resolved)
  }

  /// Whether another path is below this folder.
  package func contains(_ other: RealPath) -> Bool { other.text.hasPrefix(text == "/" ? text : text + "/") }
}

/// Why a file or a folder cannot be read.
package enum FileError: Error, Sendable, Equatable, CustomStringConvertible {
  case missing
  /// A folder, a pipe or a device where a file is expected.
  case notAFile
  case tooLarge(byteLimit: Int)
  case changedWhileReading
  /// Another reason, in the system's words.
  case system(String)

  package var description: String {
    switch self {
    case .missing: "No such file or directory"
    case .notAFile: "this is not a file"
    case .tooLarge(let limit): "the file is larger than \(limit) bytes"
    case .changedWhileReading: "the file changed while it was read"
    case .system(let reason): reason
    }
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Fills the buffer with a file's bytes from an offset on, up to the end of the file.
  /// - Returns: the number of bytes; `nil` if they cannot be read, with the reason in `errno`.
  package func fill(from descriptor: Int32, at offset: Int) -> Int? {
    var filled = 0
    while filled < count {
      let got = pread(descriptor, baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { return nil }
      if got == 0 { break }
      filled += got
    }
    return filled
  }
}
