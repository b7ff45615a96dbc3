import Glibc

/// How much is tested: what finds a fault in seconds, for every change, or, with `TESTS=full` (`Tests/run --full`), more of the
/// same, before a release.
package enum TestExtent {
  package static let isFull = getenv("TESTS").map { String(cString: $0) == "full" } ?? false

  /// How many of something that is drawn by lot, or how large a thing is made.
  package static func count(_ usual: Int, full: Int) -> Int { isFull ? full : usual }
}
