import Glibc

/// The reason why something could not be stored or read.
public struct SubmissionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The place that was written to: a file, a folder, a server's address.
  public var path: String
  /// The step that failed, and the system's message.
  public var reason: String
  /// The place takes others, and not this submission: it need not be sent again as it is.
  package var isRefusal: Bool

  /// One line for the log.
  public var description: String { "\(path): error: \(reason)" }

  package init(path: String, reason: String, isRefusal: Bool = false) {
    self.isRefusal = isRefusal
    self.path = path
    self.reason = reason
  }
}

extension SubmissionError {
  init(path: String, reason: String, errno: Int32) {
    self.init(path: path, reason: "\(reason): \(String(cString: strerror(errno)))")
  }
}
