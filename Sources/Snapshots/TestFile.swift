import Glibc

/// The few file operations that snapshots need.
package enum TestFile {
  /// The file's bytes, or nil where it cannot be read.
  package static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let length = Glibc.read(descriptor, &chunk, chunk.count)
      guard length >= 0 else { return nil }
      if length == 0 { return bytes }
      bytes += chunk[..<length]
    }
  }

  /// Replaces the file, and makes its folder where there is none; answers false (and leaves `errno`) where that fails.
  package static func write(_ bytes: [UInt8], to path: String) -> Bool {
    if let slash = path.lastIndex(of: "/") { _ = makeFolder(String(path[..<slash])) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let length = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard length > 0 else { return false }
      written += length
    }
    return true
  }

  package static func makeFolder(_ path: String) -> Bool { mkdir(path, 0o755) == 0 }
}
