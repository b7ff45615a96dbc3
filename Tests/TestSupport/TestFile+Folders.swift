import Glibc

extension TestFile {
  package static func removeFolder(_ path: String) -> Bool { rmdir(path) == 0 }

  /// The names of the folder's files with this ending, sorted, except hidden ones.
  package static func names(in directory: String, suffix: String) -> [String] {
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
