/// The sessions in memory in figures, for metrics.
public struct SessionFigures: Sendable, Equatable {
  public var count = 0
  /// Of all sessions, with what is known of each.
  public var byteCount = 0
  /// Sessions unused for too long, since the start.
  public var expired = 0
  /// Sessions that made room, since the start: such as held nothing; the oldest ones of the address that a newcomer came
  /// from; the ones idle longest.
  public var evictedBlank = 0
  public var evictedOfAddress = 0
  public var evictedIdle = 0

  static func += (figures: inout SessionFigures, part: SessionFigures) {
    figures.count += part.count
    figures.byteCount += part.byteCount
    figures.expired += part.expired
    figures.evictedBlank += part.evictedBlank
    figures.evictedOfAddress += part.evictedOfAddress
    figures.evictedIdle += part.evictedIdle
  }
}
