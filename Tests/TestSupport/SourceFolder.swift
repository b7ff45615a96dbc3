import Glibc

/// A temporary folder that is removed together with the object.
public final class SourceFolder {
  public let path: String

  public init() {
    var template = Array("/tmp/options-XXXXXX".utf8CString)
    guard let name = mkdtemp(&template) else { preconditionFailure("no temporary folder") }
    path = String(cString: name)
  }

  deinit {
    for name in written { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  private var written: Set<String> = []

  /// Writes another file and renames it, as programs should: each time the file has a new inode.
  @discardableResult
  public func write(_ name: String, _ bytes: some Sequence<UInt8>) -> String {
    let target = "\(path)/\(name)"
    let bytes = Array(bytes)
    let descriptor = open("\(target).new", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(descriptor >= 0 && Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    precondition(rename("\(target).new", target) == 0)
    written.insert(name)
    return target
  }

  @discardableResult
  public func write(_ name: String, _ text: String) -> String { write(name, text.utf8) }

  public func remove(_ name: String) { unlink("\(path)/\(name)") }
}
