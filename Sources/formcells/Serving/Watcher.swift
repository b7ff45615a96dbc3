import Support

/// Whether anything below some paths has changed since it was last asked: names, sizes and times.
struct Watcher {
  private let paths: [String]
  private var last: Int

  init(paths: [String]) {
    self.paths = paths
    last = Self.fingerprint(of: paths)
  }

  mutating func hasChanged() -> Bool {
    let now = Self.fingerprint(of: paths)
    defer { last = now }
    return now != last
  }

  private static func fingerprint(of paths: [String]) -> Int {
    var hasher = Hasher()
    for path in paths { add(path, to: &hasher) }
    return hasher.finalize()
  }

  private static func add(_ path: String, to hasher: inout Hasher) {
    hasher.combine(path)
    if FolderContent.isFolder(path) {
      // A folder that cannot be read looks empty until it can be again.
      for entry in (try? FolderContent(of: path))?.entries ?? [] { add("\(path)/\(entry.name)", to: &hasher) }
    } else {
      hasher.combine(FileIdentity(path: path))
    }
  }
}
