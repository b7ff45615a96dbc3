import Glibc

/// The folder `Public` on disk.
struct AssetFolder: Sendable {
  let path: String

  /// Bytes of one file; an asset is held in memory.
  static let fileByteLimit = 16 << 20

  /// A file's name for messages.
  func name(of file: String) -> String { "\(path)/\(file)" }

  func read(_ file: String) throws(AssetError) -> [UInt8] {
    let path = name(of: file)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw AssetError(path: path, reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw AssetError(path: path, reason: String(cString: strerror(errno))) }
      if count == 0 { return bytes }
      bytes += block[..<count]
      guard bytes.count <= Self.fileByteLimit else {
        throw AssetError(path: path, reason: "larger than \(Self.fileByteLimit) bytes")
      }
    }
  }

  /// The files below the folder by their paths in it, sorted; names that begin with a dot are left out.
  func files() throws(AssetError) -> [String] { try files(in: "").sorted() }

  private func files(in prefix: String) throws(AssetError) -> [String] {
    let path = prefix.isEmpty ? path : name(of: prefix)
    guard let folder = opendir(path) else { throw AssetError(path: path, reason: String(cString: strerror(errno))) }
    defer { closedir(folder) }
    var files: [String] = []
    while let entry = readdir(folder) {
      let entryName = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if entryName.hasPrefix(".") { continue }
      let file = prefix.isEmpty ? entryName : "\(prefix)/\(entryName)"
      var status = stat()
      guard stat(name(of: file), &status) == 0 else {
        throw AssetError(path: name(of: file), reason: String(cString: strerror(errno)))
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        files += try self.files(in: file)
      } else {
        files.append(file)
      }
    }
    return files
  }
}

/// Paths inside the folder: names between slashes.
enum AssetPath {
  /// `js/modules/` of `js/modules/sheet.mjs`; empty at the top.
  static func folder(of path: String) -> Substring {
    path[..<(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)]
  }

  /// The path that a relative reference in a file stands for: `../x.mjs` in `js/modules/sheet.mjs` is `js/x.mjs`. Nil where
  /// it leaves the folder of assets.
  static func resolve(_ reference: String, from path: String) -> String? {
    var names = folder(of: path).split(separator: "/")
    for name in reference.split(separator: "/", omittingEmptySubsequences: false) {
      switch name {
      case ".": continue
      case "..":
        guard names.popLast() != nil else { return nil }
      case "": return nil
      default: names.append(name)
      }
    }
    return names.joined(separator: "/")
  }
}
