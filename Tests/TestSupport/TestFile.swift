import Glibc

/// The few file operations that tests need.
public enum TestFile {
  /// The file's bytes, or nil where it cannot be read.
  public static func read(_ path: String) -> [UInt8]? {
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

  /// Replaces the file; answers false (and leaves `errno`) where that fails.
  public static func write(_ bytes: [UInt8], to path: String) -> Bool {
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

  public static func makeFolder(_ path: String) -> Bool { mkdir(path, 0o755) == 0 }
  public static func removeFolder(_ path: String) -> Bool { rmdir(path) == 0 }

  /// The names of the folder's files with this ending, sorted; hidden ones left out.
  public static func names(in directory: String, suffix: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(suffix), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
