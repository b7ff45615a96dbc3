import Glibc

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
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    hasher.combine(path)
    if status.st_mode & S_IFMT != S_IFDIR {
      hasher.combine(status.st_size)
      hasher.combine(status.st_mtim.tv_sec)
      hasher.combine(status.st_mtim.tv_nsec)
      return
    }
    guard let folder = opendir(path) else { return }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    for name in names.sorted() { add("\(path)/\(name)", to: &hasher) }
  }
}
