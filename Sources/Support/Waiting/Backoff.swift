/// How long to wait before a connection is tried again: twice as long each time, up to a limit.
package struct Backoff: Sendable {
  private static let firstMilliseconds = 50
  /// A service that came back is met this soon.
  private static let waitMillisecondLimit = 2000

  private var next = firstMilliseconds

  package init() {}

  package mutating func nextMilliseconds() -> Int {
    defer { next = min(next * 2, Self.waitMillisecondLimit) }
    return next
  }

  package mutating func reset() { next = Self.firstMilliseconds }
}
