import Glibc

/// The repository's files, as the tests look at them.
struct Repository {
  let root: String

  static let here = Repository(root: String(#filePath.split(separator: "/Tests/").first!))

  /// A file with its path from the root.
  struct File: Sendable {
    let path: String
    let text: String

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }
    var suffix: String { name.split(separator: ".").count > 1 ? String(name.split(separator: ".").last!) : "" }
    /// By bytes: to look for a character costs ten times as much.
    var lines: [Substring] {
      text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
    }
  }

  /// The names in a folder, without those that begin with a dot.
  func names(in folder: String) -> [String] { entries(of: folder).map(\.name).sorted() }

  /// Every file below a folder of the root, hidden ones left out.
  func files(in folder: String) -> [File] {
    entries(of: folder).sorted { $0.name < $1.name }.flatMap { entry -> [File] in
      let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
      if entry.isFolder { return files(in: path) }
      return [File(path: path, text: text(of: path))]
    }
  }

  func text(of path: String) -> String {
    guard let file = fopen("\(root)/\(path)", "re") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { break }
      bytes += block[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func entries(of folder: String) -> [(name: String, isFolder: Bool)] {
    guard let stream = opendir("\(root)/\(folder)") else { return [] }
    defer { closedir(stream) }
    var entries: [(name: String, isFolder: Bool)] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasPrefix(".") || name == "__pycache__" { continue }
      entries.append((name, Int32(entry.pointee.d_type) == Int32(DT_DIR)))
    }
    return entries
  }
}
