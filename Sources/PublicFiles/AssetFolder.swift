import Support

/// The folder `Public` on disk.
struct AssetFolder: Sendable {
  let path: String

  /// Bytes of one file; an asset is held in memory.
  static let fileByteLimit = 16 << 20

  /// A file's name for messages.
  func name(of file: String) -> String { "\(path)/\(file)" }

  func read(_ file: String) throws(Diagnostic) -> [UInt8] {
    let path = name(of: file)
    do throws(FileError) { return try FileContent(of: path, byteLimit: Self.fileByteLimit).bytes } catch {
      throw Diagnostic(path: path, asset: error.description)
    }
  }

  /// The files below the folder by their paths in it, sorted; names that begin with a dot are left out.
  func files() throws(Diagnostic) -> [String] { try files(in: "").sorted() }

  private func files(in prefix: String) throws(Diagnostic) -> [String] {
    let path = prefix.isEmpty ? path : name(of: prefix)
    let content: FolderContent
    do throws(FileError) { content = try FolderContent(of: path) } catch {
      throw Diagnostic(path: path, asset: error.description)
    }
    var files: [String] = []
    for entry in content.entries {
      let file = prefix.isEmpty ? entry.name : "\(prefix)/\(entry.name)"
      if entry.isFolder { files += try self.files(in: file) } else { files.append(file) }
    }
    return files
  }
}
