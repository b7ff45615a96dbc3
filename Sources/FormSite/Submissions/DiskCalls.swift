import Glibc

/// The system calls that bring lines to the disk, as values: tests give others, which fail.
struct DiskCalls: Sendable {
  /// As write(2).
  var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
  /// As fdatasync(2).
  var sync: @Sendable (_ descriptor: Int32) -> Int32
  /// As ftruncate(2).
  var truncate: @Sendable (_ descriptor: Int32, _ length: Int) -> Int32

  /// A limit on the size of files is an error of the write then, not the end of the process.
  static func takeLimitsAsErrors() { signal(SIGXFSZ, SIG_IGN) }

  static let system = DiskCalls(
    write: { Glibc.write($0, $1.baseAddress, $1.count) }, sync: { fdatasync($0) },
    truncate: { ftruncate($0, off_t($1)) })
}
