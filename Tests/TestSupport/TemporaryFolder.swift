import Glibc

/// A separate folder for one test.
public struct TemporaryFolder: Sendable {
  public struct Failure: Error {
    public let code: Int32
  }

  public let path: String

  /// - Parameter parent: the folder in which it is made.
  public init(in parent: String = "/tmp") throws(Failure) {
    var template = Array("\(parent)/formcells-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(code: errno) }
    path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  public func makeFolder(_ name: String) {
    precondition(mkdir("\(path)/\(name)", 0o700) == 0, "cannot make \(path)/\(name)")
  }

  public func write(_ name: String, _ bytes: [UInt8]) {
    precondition(TestFile.write(bytes, to: "\(path)/\(name)"), "cannot write \(path)/\(name)")
  }

  /// Removes the folder with everything in it.
  public func remove() {
    TemporaryFolder.remove(path)
  }

  private static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in names(in: path) { remove("\(path)/\(name)") }
    }
    precondition(Glibc.remove(path) == 0, "cannot remove \(path)")
  }

  private static func names(in path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { $0 != "." && $0 != ".." }
  }
}
