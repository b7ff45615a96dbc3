/// How long something took, counted by upper bounds: a histogram.
package struct DurationCounts: Sendable, Equatable {
  /// In microseconds.
  package static let bounds = [100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 1_000_000]

  /// By bound; the last is beyond all of them.
  package private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  package private(set) var nanoseconds: UInt64 = 0

  package init() {}

  package mutating func add(nanoseconds duration: UInt64) {
    let bucket = Self.bounds.firstIndex { duration <= UInt64($0) * 1000 } ?? Self.bounds.count
    counts[bucket] += 1
    nanoseconds += duration
  }

  package mutating func add(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    add(nanoseconds: UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000)
  }

  package static func += (sum: inout DurationCounts, part: DurationCounts) {
    for (index, count) in part.counts.enumerated() { sum.counts[index] += count }
    sum.nanoseconds += part.nanoseconds
  }
}
