import Glibc

/// Where a path leads once every link and `..` in it is followed.
package struct RealPath: Equatable {
  package let text: String

  /// Nil where there is no such file or folder.
  package init?(_ path: String) {
    guard let resolved = realpath(path.isEmpty ? "." : path, nil) else { return nil }
    defer { free(resolved) }
    text = String(cString: resolved)
  }

  /// Whether the other is below this folder.
  package func contains(_ other: RealPath) -> Bool { other.text.hasPrefix(text == "/" ? text : text + "/") }
}
