import Glibc

/// How much is tested. Every change runs what finds mistakes in seconds. With `TESTS=full` (`Tests/run --full`), before a
/// release, the same tests run more cases.
package enum TestExtent {
  package static let isFull = getenv("TESTS").map { String(cString: $0) == "full" } ?? false

  /// The number of random cases, or the size of something large.
  package static func count(_ usual: Int, full: Int) -> Int { isFull ? full : usual }
}
