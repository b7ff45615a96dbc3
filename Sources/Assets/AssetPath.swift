import Support

/// Paths inside the folder: names between slashes.
enum AssetPath {
  /// `js/modules/` of `js/modules/sheet.mjs`; empty at the top.
  static func folder(of path: String) -> Substring {
    let bytes = path.utf8
    return path[..<(bytes.lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? path.startIndex)]
  }

  /// The path that a relative reference in a file stands for: `../x.mjs` in `js/modules/sheet.mjs` is `js/x.mjs`. Nil where
  /// it leaves the folder of assets.
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

  /// The relative reference that stands for a path where it is written in a file: the other way round than `resolve`. It
  /// begins with `./` or `../`, as a module's has to.
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
