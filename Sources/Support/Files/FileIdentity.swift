package import Glibc

/// The state of a file, so that a change is seen without reading it: device, inode, size and time of change.
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

  /// Nil where there is no such file.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
