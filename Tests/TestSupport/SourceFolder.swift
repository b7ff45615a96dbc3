import Glibc

/// A folder of its own that is gone with the value.
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

  /// Writes beside the file and renames, as one should: the inode is another each time.
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
