import Glibc
import Synchronization

/// Compares a test's output with a file that contains the expected output.
///
/// `RECORD_SNAPSHOTS` says when the file is written instead: `never` (the default), `missing` (only if the file does not exist),
/// `failed` (also if the file differs), `all`. The test then continues. At its end, the run names the files that it wrote and fails,
/// so that a run that recorded anything is not mistaken for a successful one.
public enum Snapshot {
  package enum RecordMode: String, Sendable {
    case never, missing, failed, all
  }

  package enum Outcome: Equatable, Sendable, CustomStringConvertible {
    case same
    case missing(path: String)
    /// - Parameter difference: the lines that were removed (-) and added (+).
    case different(path: String, difference: String)
    case recorded(path: String)
    case failed(path: String, reason: String)

    package var description: String {
      switch self {
      case .same: "same"
      case .missing(let path): "\(path) is missing; RECORD_SNAPSHOTS=missing writes it"
      case .different(let path, let difference):
        "\(path) differs; RECORD_SNAPSHOTS=failed writes it anew\n\(difference)"
      case .recorded(let path): "\(path) was written; look at it, then run again"
      case .failed(let path, let reason): "\(path): \(reason)"
      }
    }
  }

  /// Compares `actual` with the file at `path`, and records it if the mode says so.
  /// - `mode`: the default comes from the environment.
  package static func verify(_ actual: String, at path: String, mode: RecordMode? = nil) -> Outcome {
    let asked = getenv("RECORD_SNAPSHOTS").map { String(cString: $0) } ?? RecordMode.never.rawValue
    // Otherwise an unknown word would silently mean `never`.
    guard let mode = mode ?? RecordMode(rawValue: asked) else {
      return .failed(path: path, reason: "RECORD_SNAPSHOTS is never, missing, failed or all, not \(asked)")
    }
    let actualBytes = Array(actual.utf8)
    let expected = TestFile.read(path)
    if expected == actualBytes, mode != .all { return .same }
    switch (mode, expected) {
    case (.all, _), (.failed, _), (.missing, nil):
      guard TestFile.write(actualBytes, to: path) else {
        return .failed(path: path, reason: String(cString: strerror(errno)))
      }
      return .recorded(path: path)
    case (_, nil): return .missing(path: path)
    case (_, let expected?):
      return .different(
        path: path, difference: difference(expected: String(decoding: expected, as: UTF8.self), actual: actual))
    }
  }

  /// Compares with `Snapshots/NAME.ENDING` beside the file of a test.
  /// - Throws: a `SnapshotMismatch` if they differ and no file was written.
  public static func check(
    _ actual: String, _ name: String, ending: String = "txt", beside file: String = #filePath
  ) throws {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    let outcome = verify(actual, at: "\(folder)Snapshots/\(name).\(ending)")
    if case .recorded(let path) = outcome { return RecordedSnapshots.add(path) }
    if outcome != .same { throw SnapshotMismatch(outcome: outcome) }
  }

  private static func difference(expected: String, actual: String) -> String {
    let text = LineDifference(from: lines(expected), to: lines(actual)).text
    guard text.isEmpty else { return text }
    // A letter and its decomposed form are equal as characters.
    return "the lines look the same, and are not the same bytes"
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}

/// A snapshot that differs, is missing, or could not be written.
public struct SnapshotMismatch: Error, Sendable, CustomStringConvertible {
  package let outcome: Snapshot.Outcome
  public var description: String { outcome.description }
}

/// The snapshots that this process has written. When it ends, it names them and fails: whichever library runs the tests, all of them
/// have run by then.
private enum RecordedSnapshots {
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

/// The few file operations that snapshots need.
package enum TestFile {
  /// The file's bytes; `nil` if it cannot be read.
  package static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let length = Glibc.read(descriptor, &chunk, chunk.count)
      guard length >= 0 else { return nil }
      if length == 0 { return bytes }
      bytes += chunk[..<length]
    }
  }

  /// Replaces the file, and creates its folder if it is missing; returns false (and leaves `errno` set) if that fails.
  package static func write(_ bytes: [UInt8], to path: String) -> Bool {
    if let slash = path.lastIndex(of: "/") { _ = makeFolder(String(path[..<slash])) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let length = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard length > 0 else { return false }
      written += length
    }
    return true
  }

  package static func makeFolder(_ path: String) -> Bool { mkdir(path, 0o755) == 0 }
}
