import Glibc

@testable import FormCells

/// A folder of its own that is gone with the value.
final class SourceFolder {
  let path: String

  init() {
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
  func write(_ name: String, _ bytes: some Sequence<UInt8>) -> String {
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
  func write(_ name: String, _ text: String) -> String { write(name, text.utf8) }

  func remove(_ name: String) { unlink("\(path)/\(name)") }
}

extension OptionTable {
  static func numbered(_ count: Int, disabled: Set<Int> = []) -> OptionTable {
    OptionTable(options: (0..<count).map { Option(value: "v\($0)", isDisabled: disabled.contains($0)) })
  }
}

/// SplitMix64: the same numbers at every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
