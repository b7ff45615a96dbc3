import Support

/// The results from which owners began to correct a submission, so that they return to them. They are in memory, like
/// the drafts of corrections.
final class CorrectionResults: Sendable {
  /// The limit; beyond it, the oldest ones are removed.
  private static let limit = 1000

  private struct Known {
    var queries: [String: String] = [:]
    /// The corrections in the order in which they began.
    var order: [String] = []
  }

  private let known = Lock(Known())

  /// - Parameters:
  ///   - correction: who corrects which submission.
  ///   - query: the query of the address where the correction began.
  func begin(_ correction: String, from query: String) {
    known.withLock { known in
      if known.queries.updateValue(query, forKey: correction) != nil { known.order.removeAll { $0 == correction } }
      known.order.append(correction)
      if known.order.count > Self.limit { known.queries[known.order.removeFirst()] = nil }
    }
  }

  /// The query to return to; empty if it is not known.
  func results(of correction: String) -> String { known.withLock { $0.queries[correction] ?? "" } }
}
