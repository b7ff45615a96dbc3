package import Support

/// The folder `Public` on disk, and the folder whose files are used if it lacks them.
struct AssetFolder: Sendable {
  let path: String
  /// The folder of the built-in files; `nil` if there is none.
  let builtIn: String?

  init(path: String, builtIn: String? = nil) {
    self.path = path
    self.builtIn = builtIn
  }

  /// Bytes of one file; an asset is kept in memory.
  static let fileByteLimit = 16 << 20

  /// A file's path on disk, also for messages.
  func name(of file: String) -> String {
    let own = "\(path)/\(file)"
    guard let builtIn, FileIdentity(path: own) == nil, FileIdentity(path: "\(builtIn)/\(file)") != nil else {
      return own
    }
    return "\(builtIn)/\(file)"
  }

  func read(_ file: String) throws(Diagnostic) -> [UInt8] {
    let path = name(of: file)
    do throws(FileError) { return try FileContent(of: path, byteLimit: Self.fileByteLimit).bytes } catch {
      throw Diagnostic(path: path, asset: error.description)
    }
  }

  /// Words that name the file that a wrong reference probably means; empty if there is no such file.
  func suggestion(for reference: String, from file: String) -> String {
    let prefix = String(AssetPath.folder(of: file))
    let files = (try? files()) ?? []
    let near = files.filter { $0 != file }.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }
    let name = reference.hasPrefix("./") ? String(reference.dropFirst(2)) : reference
    return Suggestion.nearest(to: name, among: near).map { "; did you mean “\($0)”?" } ?? ""
  }

  /// The files in the folder by their relative paths, sorted; names that begin with a dot are left out.
  func files() throws(Diagnostic) -> [String] {
    var files = Set(try Self.files(in: "", of: path))
    if let builtIn { files.formUnion(try Self.files(in: "", of: builtIn)) }
    return files.sorted()
  }

  private static func files(in prefix: String, of root: String) throws(Diagnostic) -> [String] {
    let path = prefix.isEmpty ? root : "\(root)/\(prefix)"
    let content: FolderContent
    do throws(FileError) { content = try FolderContent(of: path) } catch {
      let isFirst = prefix.isEmpty && error == .missing
      throw Diagnostic(path: path, asset: isFirst ? "there is no such folder; check --public" : error.description)
    }
    var files: [String] = []
    for entry in content.entries {
      let file = prefix.isEmpty ? entry.name : "\(prefix)/\(entry.name)"
      if entry.isFolder { files += try Self.files(in: file, of: root) } else { files.append(file) }
    }
    return files
  }
}

/// Paths inside the folder: names between slashes.
enum AssetPath {
  /// The folder of a path: `js/modules/` for `js/modules/sheet.mjs`; empty at the top.
  static func folder(of path: String) -> Substring {
    let bytes = path.utf8
    return path[..<(bytes.lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? path.startIndex)]
  }

  /// The path that a relative reference in a file means: `../x.mjs` in `js/modules/sheet.mjs` is `js/x.mjs`. `nil` if it leads out of
  /// the folder of assets.
  static func resolve(_ reference: String, from path: String) -> String? {
    var names = folder(of: path).pieces(at: "/")
    for name in reference.pieces(at: "/", keepsEmpty: true) {
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

  /// The relative reference to a path from within a file: the reverse of `resolve`. It begins with `./` or `../`, as modules require.
  static func reference(to target: String, from file: String) -> String {
    var names = target.pieces(at: "/")[...]
    var folders = folder(of: file).pieces(at: "/")[...]
    while names.count > 1, let first = folders.first, names.first == first {
      names.removeFirst()
      folders.removeFirst()
    }
    return (folders.isEmpty ? "./" : String(repeating: "../", count: folders.count)) + names.joined(separator: "/")
  }
}

extension Diagnostic.Code {
  package static let asset = Diagnostic.Code("asset", summary: "A file under Public cannot be served.")
}

extension Diagnostic {
  init(path: String, position: SourcePosition = .start, asset message: String) {
    self.init(path: path, position: position, code: .asset, message: message)
  }

  /// - Parameter offset: the place in `source`, which has the file's bytes.
  init(path: String, source: [UInt8], at offset: Int, asset message: String) {
    let place = SourceText(source).place(of: offset)
    self.init(path: path, position: place.position, code: .asset, message: message, excerpt: place.excerpt)
  }
}
