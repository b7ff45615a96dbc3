import Glibc

/// Standard output and standard error, without buffers that a crash could lose. On a terminal, control characters are made visible
/// instead of taking effect; a file or a pipe gets the bytes unchanged.
enum Terminal {
  /// Prints a line.
  static func print(_ text: String) throws(Failure) { try print(Array((text + "\n").utf8)) }

  static func print(_ bytes: [UInt8]) throws(Failure) {
    guard !write(shown(bytes, on: STDOUT_FILENO), to: STDOUT_FILENO) else { return }
    // If a reader such as `head` has enough, this is not a failure to report.
    if errno == EPIPE { throw Failure([]) }
    throw Failure("error: standard output cannot be written: \(String(cString: strerror(errno)))")
  }

  // A failure to write to standard error can't be reported.

  static func error(_ bytes: [UInt8]) { _ = write(shown(bytes, on: STDERR_FILENO), to: STDERR_FILENO) }
  static func error(_ text: String) { error(Array((text + "\n").utf8)) }

  /// Writes control sequences to the terminal, on standard error.
  static func control(_ text: String) { _ = write(Array(text.utf8), to: STDERR_FILENO) }

  private static func shown(_ bytes: [UInt8], on descriptor: Int32) -> [UInt8] {
    isatty(descriptor) == 1 ? VisibleControls.shown(bytes) : bytes
  }

  /// - Returns: false if not everything was written; `errno` says why.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return false }
      written += count
    }
    return true
  }
}

/// Makes texts safe for a terminal: control characters are written as `\\u{1b}`, because visitors may have entered them.
private enum VisibleControls {
  /// - Parameter bytes: UTF-8; invalid bytes are escaped too, since a terminal may interpret them as controls.
  static func shown(_ bytes: [UInt8]) -> [UInt8] {
    var shown: [UInt8] = []
    shown.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let first = rest.first {
      if first < 0x80 {
        rest.removeFirst()
        let endsLine = first == 10 || first == 13 && rest.first == 10
        if endsLine || first == 9 || 0x20..<0x7F ~= first {
          shown.append(first)
        } else {
          append("u{", number: Unicode.Scalar(first).value, end: "}", to: &shown)
        }
        continue
      }
      var decoder = UTF8()
      var iterator = rest.makeIterator()
      guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
        append("x", number: UInt32(first), end: "", to: &shown)
        rest.removeFirst()
        continue
      }
      if isObeyed(scalar) {
        append("u{", number: scalar.value, end: "}", to: &shown)
      } else {
        shown += rest.prefix(UTF8.width(scalar))
      }
      rest = rest.dropFirst(UTF8.width(scalar))
    }
    return shown
  }

  /// Whether a terminal would act on it: C1 controls (such as CSI and OSC), other line ends, and marks that change the writing direction.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{80}"..."\u{9F}", "\u{061C}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
    default: false
    }
  }

  private static func append(_ start: String, number: UInt32, end: String, to shown: inout [UInt8]) {
    shown += "\\\(start)\(String(number, radix: 16))\(end)".utf8
  }
}

/// Standard output with a buffer, for large amounts.
struct BufferedOutput {
  /// Bytes that are collected between two writes.
  private static let bufferByteLimit = 1 << 16
  private var bytes: [UInt8] = []

  /// - Parameter body: appends bytes.
  /// - Throws: what `body` throws; a `Failure` if the bytes cannot be written.
  mutating func write<Refusal: Error>(_ body: (inout [UInt8]) throws(Refusal) -> Void) throws {
    try body(&bytes)
    if bytes.count >= Self.bufferByteLimit { try flush() }
  }

  mutating func flush() throws(Failure) {
    try Terminal.print(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

/// A word of a command line for people to copy.
enum ShellWord {
  /// The word for a shell: in single quotes if it has anything but letters, digits and `-_./`.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || "-_./".utf8.contains(byte)
    }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: #"'\''"#))'"
  }
}
