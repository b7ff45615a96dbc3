import Glibc

/// The kernel's words for its error numbers.
enum SystemError {
  static func text(_ code: Int32) -> String {
    // glibc's `strerror` has a buffer for each thread since 2.32.
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
