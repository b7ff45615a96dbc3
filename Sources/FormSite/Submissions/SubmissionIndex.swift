import Support

/// The ids of the newest submissions with their times, in bounded memory: 16 bytes each, at most 40 with the room between
/// them. Older ones leave a mark in a filter of fixed size, which says of an id that it was never there, or may have been.
struct SubmissionIndex {
  /// Ids at once. With it a table has 2^20 places of 16 bytes, and there are two.
  static let idLimit = 1_800_000

  /// Half of the limit: when the young are so many, the old ones go, and the young are the old.
  private let generationLimit: Int
  private let marksForgotten: Bool
  private var young = SubmissionTable()
  private var old = SubmissionTable()
  private var forgotten: IDFilter?

  /// - `marksForgotten`: false: of older ones nothing stays, not even a mark.
  init(idLimit: Int = Self.idLimit, marksForgotten: Bool = true) {
    generationLimit = max(1, idLimit / 2)
    self.marksForgotten = marksForgotten
  }

  var count: Int { young.count + old.count }

  /// When this submission was stored; nil: it is not among the newest.
  func time(of id: Token) -> SubmissionTime? { young[id] ?? old[id] }

  /// Whether it may be among those whose time is not here any more. Says so of about one in a hundred others too, once six
  /// millions are.
  func mayHaveForgotten(_ id: Token) -> Bool { forgotten?.mayContain(id.high) ?? false }

  mutating func insert(_ id: Token, at time: SubmissionTime) {
    if young.count >= generationLimit {
      if old.count > 0, marksForgotten {
        var filter = forgotten ?? IDFilter()
        // One reference, so that the filter is not copied.
        forgotten = nil
        old.forEachHighHalf { filter.insert($0) }
        forgotten = filter
      }
      old = young
      young = SubmissionTable()
    }
    young.insert(id, time)
  }
}
