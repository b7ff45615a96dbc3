import Glibc
import Synchronization

/// The snapshots that this process has written. At its end they are named, and it fails: whichever library runs the tests, they
/// all run before that.
enum RecordedSnapshots {
  private static let paths = Mutex<[String]>([])

  static func add(_ path: String) {
    paths.withLock { paths in
      if paths.isEmpty { atexit { RecordedSnapshots.fail() } }
      paths.append(path)
    }
  }

  private static func fail() {
    let paths = Set(paths.withLock { $0 }).sorted()
    let count = paths.count == 1 ? "1 snapshot was" : "\(paths.count) snapshots were"
    let text = "error: \(count) written; look at them, then run again\n" + paths.map { "  \($0)\n" }.joined()
    fflush(nil)
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let length = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard length > 0 else { break }
      bytes = bytes.dropFirst(length)
    }
    _exit(1)
  }
}
