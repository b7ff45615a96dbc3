import Support

/// Reads form definitions. Reading is strict, and all errors are reported at once.
public enum FormDefinition {
  /// Decodes one definition.
  /// - Parameters:
  ///   - bytes: the file's content.
  ///   - path: names the file in diagnostics; the file's name without `.json` is the form's `id` if the definition has none.
  ///   - directory: the folder to which the paths of `source` are relative; they must stay below it.
  ///   - sourceFolders: further folders below which these paths may lead.
  ///   - images: the images that exist, by their paths under Public; an option that names another one is an error. `nil` skips this check.
  ///   - stores: the stores that `source` may name besides files.
  /// - Throws: all errors of the definition, in the order of lines.
  public static func decode(
    bytes: [UInt8], path: String, directory: String, sourceFolders: [String] = [], images: Set<String>? = nil,
    stores: OptionStores = OptionStores()
  ) throws(DefinitionErrors) -> Form {
    try DefinitionDocument(
      bytes: bytes, path: path, directory: directory, sourceFolders: sourceFolders, images: images, stores: stores
    ).form
  }

  /// Loads a definition file, or every `*.json` of a folder, except files that are the source of another form's options.
  /// - Parameters: as for `decode`.
  /// - Returns: the forms, sorted by id.
  /// - Throws: the errors of all files.
  public static func load(
    path: String, sourceFolders: [String] = [], images: Set<String>? = nil, stores: OptionStores = OptionStores()
  ) throws(DefinitionErrors) -> [Form] {
    try DefinitionDocument.load(path: path, sourceFolders: sourceFolders, images: images, stores: stores).map(\.form)
  }

  /// Loads the definition of one form from a folder. Of the other definitions only the ids are read, and those that cannot be read are
  /// skipped.
  /// - Returns: `nil` if the folder has no valid definition of the form.
  /// - Throws: if there is no such folder, or no definition in it.
  package static func load(
    id: String, in folder: String, sourceFolders: [String] = [], stores: OptionStores = OptionStores()
  ) throws(DefinitionErrors) -> Form? {
    for path in try DefinitionFiles.definitions(at: folder) {
      guard let bytes = try? DefinitionFiles.read(path), let root = try? JSONReader.document(bytes),
        case .object(let members) = root.content,
        members.contains(where: { $0.key == "id" && $0.value.content == .string(id) }),
        let form = try? decode(
          bytes: bytes, path: path, directory: DefinitionFiles.directory(of: path), sourceFolders: sourceFolders,
          stores: stores)
      else { continue }
      return form
    }
    return nil
  }
}

/// The files of definitions.
enum DefinitionFiles {
  /// The ending of the format's schema, which editors find beside the definitions.
  private static let schemaEnding = ".schema.json"

  /// The `*.json` of a folder by name, hidden ones and schemas left out; or the file itself.
  static func definitions(at path: String) throws(DefinitionErrors) -> [String] {
    guard FileIdentity(path: path) != nil else {
      let meant = nearest(to: path).map { "; did you mean “\($0)”?" } ?? ""
      throw DefinitionErrors([unreadable(path, because: "there is no such file or folder\(meant)")])
    }
    guard FolderContent.isFolder(path) else { return [path] }
    let content: FolderContent
    do throws(FileError) { content = try FolderContent(of: path) } catch {
      throw DefinitionErrors([unreadable(path, because: error.description)])
    }
    let base = path.hasSuffix("/") ? path : path + "/"
    let paths = content.entries.map(\.name).filter { $0.hasSuffix(".json") && !$0.hasSuffix(schemaEnding) }
      .map { base + $0 }
    guard !paths.isEmpty else {
      throw DefinitionErrors([
        unreadable(path, because: "the folder has no form definitions; they are files with the ending .json")
      ])
    }
    return paths
  }

  /// The subfolders with `*.json` files, and these files; empty if it is not a folder.
  static func furtherFolders(in folder: String) -> [(path: String, files: [String])] {
    guard let content = try? FolderContent(of: folder) else { return [] }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    return content.entries.filter(\.isFolder).compactMap { entry in
      let path = base + entry.name
      guard let files = try? definitions(at: path) else { return nil }
      return (path, files)
    }
  }

  /// Files of the folder whose endings are almost that of definitions, and their names with the right ending.
  static func misnamed(in folder: String) -> [(path: String, meant: String)] {
    guard let content = try? FolderContent(of: folder) else { return [] }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    return content.entries.compactMap { entry in
      let endings = [".json", ".jsonc", ".json5", ".json.txt"]
      guard !entry.isFolder, !entry.name.hasSuffix(".json"),
        let ending = endings.last(where: entry.name.lowercased().hasSuffix)
      else { return nil }
      return (base + entry.name, entry.name.dropLast(ending.count) + ".json")
    }
  }

  /// Reads a file, without the byte order mark that some editors write (RFC 8259 §8.1).
  static func read(_ path: String) throws(Diagnostic) -> [UInt8] {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try FileContent(of: path, byteLimit: JSONReader.documentByteLimit).bytes } catch {
      throw unreadable(path, because: error.description)
    }
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The file or folder that a missing one in the same folder probably means: after a typing mistake, or with another ending.
  static func nearest(to path: String) -> String? {
    let folder = directory(of: path)
    guard let content = try? FolderContent(of: folder.isEmpty ? "." : folder) else { return nil }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let files = content.entries.map(\.name)
    if let near = Suggestion.nearest(to: name, among: files) { return near }
    let stem = name.prefix { $0 != "." }
    return files.first { [".csv", ".json", ".jsonl"].map { stem + $0 }.contains($0[...]) }
  }

  /// The canonical path; the path itself if the file is missing.
  static func canonical(_ path: String) -> String {
    RealPath(path)?.text ?? path
  }

  private static func unreadable(_ path: String, because message: String) -> Diagnostic {
    Diagnostic(path: path, code: .unreadable, message: message)
  }
}
