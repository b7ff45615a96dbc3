import Glibc

/// Compares what a test made with a file that holds what it should make.
///
/// `RECORD_SNAPSHOTS` says when the file is written instead: `never` (the default), `missing` (only where there is no
/// file), `failed` (where the file differs too), `all`. A test whose file was just written fails, so that no run that
/// recorded anything is taken for a green one.
public enum Snapshot {
  public enum RecordMode: String, Sendable {
    case never, missing, failed, all
  }

  public enum Outcome: Equatable, Sendable, CustomStringConvertible {
    case same
    case missing(path: String)
    case different(path: String, line: Int, expected: String, actual: String)
    case recorded(path: String)
    case failed(path: String, reason: String)

    public var description: String {
      switch self {
      case .same: "same"
      case .missing(let path): "\(path) is missing; RECORD_SNAPSHOTS=missing writes it"
      case .different(let path, let line, let expected, let actual):
        "\(path):\(line): differs\n  expected: \(expected)\n  actual:   \(actual)"
      case .recorded(let path): "\(path) was written; look at it, then run again"
      case .failed(let path, let reason): "\(path): \(reason)"
      }
    }
  }

  /// The mode that the environment asks for. An unknown word stops the run: it would else mean `never` silently.
  public static var recordMode: RecordMode {
    guard let value = getenv("RECORD_SNAPSHOTS") else { return .never }
    guard let mode = RecordMode(rawValue: String(cString: value)) else {
      fatalError("RECORD_SNAPSHOTS is never, missing, failed or all, not \(String(cString: value))")
    }
    return mode
  }

  /// Compares `actual` with the file at `path`, and records as the mode says.
  public static func verify(_ actual: String, at path: String, mode: RecordMode = recordMode) -> Outcome {
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
      return difference(path, String(decoding: expected, as: UTF8.self), actual)
    }
  }

  private static func difference(_ path: String, _ expected: String, _ actual: String) -> Outcome {
    // Bytes, not characters: a letter and its decomposed form are equal as characters.
    let expectedLines = expected.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let actualLines = actual.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var index = 0
    while index < expectedLines.count, index < actualLines.count,
      expectedLines[index].elementsEqual(actualLines[index])
    { index += 1 }
    func line(_ lines: [Substring.UTF8View]) -> String {
      index < lines.count ? String(Substring(lines[index])) : "(the end)"
    }
    return .different(path: path, line: index + 1, expected: line(expectedLines), actual: line(actualLines))
  }
}
