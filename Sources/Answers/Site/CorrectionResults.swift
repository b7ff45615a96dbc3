import Support

/// The results that owners were looking at when they began to correct a submission, so that they come back to them. In memory, as
/// the drafts of corrections are.
final class CorrectionResults: Sendable {
  /// The oldest ones go first.
  private static let limit = 1000

  private struct Known {
    var queries: [String: String] = [:]
    /// In which they began.
    var order: [String] = []
  }

  private let known = Lock(Known())

  /// - Parameters:
  ///   - correction: who corrects what.
  ///   - query: of the address that it began at.
  func begin(_ correction: String, from query: String) {
    known.withLock { known in
      if known.queries.updateValue(query, forKey: correction) != nil { known.order.removeAll { $0 == correction } }
      known.order.append(correction)
      if known.order.count > Self.limit { known.queries[known.order.removeFirst()] = nil }
    }
  }

  /// Empty: none are known.
  func results(of correction: String) -> String { known.withLock { $0.queries[correction] ?? "" } }
}
