import Glibc

/// The composition root: words of the command line to a command, a command to an exit status.
enum Program {
  static let version = "0.1.0"
  /// For options that the default build refuses.
  static let howToBuild = "to build one that has it: swift build -c release --traits Valkey,PostgreSQL"

  static func run(_ words: [String], environment: ProcessEnvironment) -> Int32 {
    do {
      try Invocation(words, environment: environment).run()
      return 0
    } catch let error as UsageError {
      Terminal.error("error: \(error.message)")
      Terminal.error("Try 'formcells help\(error.command.map { " \($0.rawValue)" } ?? "")'.")
      return 2
    } catch let failure as Failure {
      for line in failure.lines { Terminal.error(line) }
      return 1
    } catch {
      Terminal.error("error: \(error)")
      return 1
    }
  }
}

/// The command line, or an environment variable, is wrong: exit status 2.
struct UsageError: Error {
  let message: String
  var command: CommandName?
}

/// Findings, or the work failed: exit status 1.
struct Failure: Error {
  /// `file:line:column: error: message` where a file is at fault.
  let lines: [String]
  init(_ lines: [String]) { self.lines = lines }
  init(_ line: String) { lines = [line] }
}

/// Standard output and standard error, without buffering that a crash could lose. A terminal is shown control characters and
/// never obeys them; a file or a pipe gets the bytes as they are.
enum Terminal {
  /// Prints a line.
  static func print(_ text: String) throws(Failure) { try print(Array((text + "\n").utf8)) }

  static func print(_ bytes: [UInt8]) throws(Failure) {
    guard !write(shown(bytes, on: STDOUT_FILENO), to: STDOUT_FILENO) else { return }
    // A reader that has enough, such as `head`, is not a failure to speak of.
    if errno == EPIPE { throw Failure([]) }
    throw Failure("error: standard output cannot be written: \(String(cString: strerror(errno)))")
  }

  // Where standard error cannot be written, there is nowhere left to say so.

  static func error(_ bytes: [UInt8]) { _ = write(shown(bytes, on: STDERR_FILENO), to: STDERR_FILENO) }
  static func error(_ text: String) { error(Array((text + "\n").utf8)) }

  /// Writes controls for a terminal to obey, on standard error.
  static func control(_ text: String) { _ = write(Array(text.utf8), to: STDERR_FILENO) }

  private static func shown(_ bytes: [UInt8], on descriptor: Int32) -> [UInt8] {
    isatty(descriptor) == 1 ? VisibleControls.shown(bytes) : bytes
  }

  /// - Returns: false: not all was written, and `errno` says why.
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
