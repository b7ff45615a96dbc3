internal import Glibc
import Support

/// The files of definitions.
enum DefinitionFiles {
  /// The `*.json` of a folder by name, hidden ones left out; or the file itself.
  static func definitions(at path: String) throws(DefinitionErrors) -> [String] {
    var status = stat()
    guard stat(path, &status) == 0 else { throw DefinitionErrors([failure(path)]) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return [path] }
    guard let folder = opendir(path) else { throw DefinitionErrors([failure(path)]) }
    defer { closedir(folder) }
    let base = path.hasSuffix("/") ? path : path + "/"
    var paths: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if name.hasSuffix(".json"), !name.hasPrefix(".") { paths.append(base + name) }
    }
    guard !paths.isEmpty else {
      throw DefinitionErrors([
        diagnostic(path, "the folder has no form definitions; they are files with the ending .json")
      ])
    }
    return paths.sorted()
  }

  static func read(_ path: String, limitBytes: Int) throws(Diagnostic) -> [UInt8] {
    // Not to wait for the writer of a pipe; it is refused below.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw diagnostic(path, "this is not a file") }
    var bytes: [UInt8] = []
    // One more than the limit, so that a file at the limit is told from one beyond it.
    bytes.reserveCapacity(min(Int(status.st_size), limitBytes) + 1)
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= limitBytes {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
    throw diagnostic(path, "the file is larger than \(limitBytes) bytes")
  }

  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// One name for one file; the path itself where there is none.
  static func canonical(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func failure(_ path: String) -> Diagnostic { diagnostic(path, String(cString: strerror(errno))) }

  private static func diagnostic(_ path: String, _ message: String) -> Diagnostic {
    Diagnostic(
      path: path, position: SourcePosition(line: 1, column: 1), keyPath: "", code: .unreadable, message: message)
  }
}
