/// The most that the session store may hold.
struct SessionLimits: Sendable {
  var idleSecondLimit: Int
  var sessionLimit: Int
  /// Of all sessions, with what is known of each.
  var byteLimit: Int
  /// Of one draft.
  var draftByteLimit: Int
  /// Sessions that are kept as values too, and their bytes: the others are read from their bytes when they are asked for.
  var liveLimit = 4096
  var liveByteLimit = 32 << 20

  /// Bytes that a session takes besides its own: its slot, its places in indexes and lists, the head of its buffer.
  static let overheadByteCount = 192
  /// Enough that event loops rarely meet at one lock.
  private static let partLimit = 16
  /// So small a part would push sessions out long before the whole is full.
  private static let leastSessionsOfPart = 64
  private static let leastDraftsOfPart = 32

  /// Parts that the store has, each with a lock of its own.
  var partCount: Int {
    max(
      1,
      min(Self.partLimit, sessionLimit / Self.leastSessionsOfPart, byteLimit / draftByteLimit / Self.leastDraftsOfPart))
  }

  /// The limits of one part.
  var ofPart: SessionLimits {
    func share(_ limit: Int) -> Int { limit / partCount + (limit % partCount == 0 ? 0 : 1) }
    var part = self
    part.sessionLimit = share(sessionLimit)
    part.byteLimit = share(byteLimit)
    part.liveLimit = share(liveLimit)
    part.liveByteLimit = share(liveByteLimit)
    return part
  }
}
