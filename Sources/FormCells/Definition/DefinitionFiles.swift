internal import Glibc
internal import Support

/// The files of definitions.
enum DefinitionFiles {
  /// The `*.json` of a folder by name, hidden ones left out; or the file itself.
  static func definitions(at path: String) throws(DefinitionErrors) -> [String] {
    guard FileIdentity(path: path) != nil else {
      throw DefinitionErrors([unreadable(path, FileError.missing.description)])
    }
    guard FolderContent.isFolder(path) else { return [path] }
    let content: FolderContent
    do throws(FileError) { content = try FolderContent(of: path) } catch {
      throw DefinitionErrors([unreadable(path, error.description)])
    }
    let base = path.hasSuffix("/") ? path : path + "/"
    let paths = content.entries.map(\.name).filter { $0.hasSuffix(".json") }.map { base + $0 }
    guard !paths.isEmpty else {
      throw DefinitionErrors([
        unreadable(path, "the folder has no form definitions; they are files with the ending .json")
      ])
    }
    return paths
  }

  static func read(_ path: String) throws(Diagnostic) -> [UInt8] {
    do throws(FileError) { return try FileContent(of: path, byteLimit: JSONReader.documentByteLimit).bytes } catch {
      throw unreadable(path, error.description)
    }
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

  private static func unreadable(_ path: String, _ message: String) -> Diagnostic {
    Diagnostic(path: path, code: .unreadable, message: message)
  }
}
