import Glibc

/// Reads the templates below a folder.
enum TemplateFolder {
  /// A template set has some 60 files.
  static let maximumFiles = 2_000
  static let maximumDepthInFolders = 16

  struct File {
    let name: String
    let path: String
    let bytes: [UInt8]
  }

  /// The files with this ending in the order of their names, and a diagnostic for what could not be read.
  static func read(_ directory: String, ending: String = ".html") -> (files: [File], diagnostics: [Diagnostic]) {
    var files: [File] = []
    var diagnostics: [Diagnostic] = []
    read(directory, below: "", ending: ending, depth: 0, &files, &diagnostics)
    return (files.sorted { $0.name < $1.name }, diagnostics)
  }

  private static func read(
    _ directory: String, below prefix: String, ending: String, depth: Int, _ files: inout [File],
    _ diagnostics: inout [Diagnostic]
  ) {
    guard depth <= maximumDepthInFolders else {
      diagnostics.append(failure(directory, "folders are nested deeper than \(maximumDepthInFolders)"))
      return
    }
    guard let names = entries(of: directory) else {
      diagnostics.append(failure(directory, "cannot be read: \(String(cString: strerror(errno)))"))
      return
    }
    for name in names {
      let path = "\(directory)/\(name)"
      var status = stat()
      guard stat(path, &status) == 0 else {
        diagnostics.append(failure(path, "cannot be read: \(String(cString: strerror(errno)))"))
        continue
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        read(path, below: "\(prefix)\(name)/", ending: ending, depth: depth + 1, &files, &diagnostics)
      } else if name.hasSuffix(ending) {
        guard files.count < maximumFiles else {
          diagnostics.append(failure(path, "one template more than \(maximumFiles)"))
          return
        }
        guard let bytes = contents(of: path) else {
          diagnostics.append(failure(path, "cannot be read: \(String(cString: strerror(errno)))"))
          continue
        }
        files.append(File(name: prefix + name.dropLast(ending.count), path: path, bytes: bytes))
      }
    }
  }

  /// Names but hidden ones, sorted; nil where the folder cannot be read.
  private static func entries(of directory: String) -> [String]? {
    guard let stream = opendir(directory) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// At most one byte more than a template may have, which the parser then refuses.
  private static func contents(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let limit = TemplateParser.maximumTemplateInBytes + 1
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    while bytes.count < limit {
      let length = Glibc.read(descriptor, &chunk, min(chunk.count, limit - bytes.count))
      if length < 0, errno == EINTR { continue }
      guard length >= 0 else { return nil }
      if length == 0 { break }
      bytes += chunk[..<length]
    }
    return bytes
  }

  private static func failure(_ path: String, _ message: String) -> Diagnostic {
    Diagnostic(path: path, line: 1, column: 1, severity: .error, message: message, snippet: "")
  }
}
