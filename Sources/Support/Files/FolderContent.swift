import Glibc

/// The entries of a folder but hidden ones (their names begin with a dot), sorted by name.
package struct FolderContent: Sendable {
  package struct Entry: Sendable {
    package let name: String
    /// Of a link, what it leads to.
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
      // Neither of a link nor on every file system is it said.
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
