import Localization

/// The results of the last searches in one large table, by the terms that were searched for.
struct SearchMemory: Sendable {
  /// Bytes of all results together; the last one is kept whatever its size.
  private static let byteLimit = 8 << 20
  private static let resultLimit = 64

  private struct Result: Sendable {
    let terms: [SearchTerm]
    let rows: RowSet
    var byteCount: Int { rows.byteCount + 128 }
  }

  /// The one used last at the end.
  private var results: [Result] = []

  mutating func rows(holding terms: [SearchTerm]) -> RowSet? {
    guard let position = results.lastIndex(where: { $0.terms == terms }) else { return nil }
    let result = results.remove(at: position)
    results.append(result)
    return result.rows
  }

  func remembers(_ terms: [SearchTerm]) -> Bool { results.contains { $0.terms == terms } }

  mutating func remember(_ rows: RowSet, holding terms: [SearchTerm]) {
    results.append(Result(terms: terms, rows: rows))
    var bytes = results.reduce(0) { $0 + $1.byteCount }
    while results.count > 1, bytes > Self.byteLimit || results.count > Self.resultLimit {
      bytes -= results.removeFirst().byteCount
    }
  }
}

extension RowSet {
  /// Bytes of memory beside its own.
  fileprivate var byteCount: Int {
    switch storage {
    case .run: 0
    case .scattered(let rows): rows.count * MemoryLayout<UInt32>.stride
    }
  }
}
