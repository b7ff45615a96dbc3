/// The sessions in memory in figures, for metrics.
package struct SessionFigures: Sendable, Equatable {
  package var count = 0
  /// Of all sessions, with what is known of each.
  package var byteCount = 0
  /// Sessions unused for too long, since the start.
  package var expired = 0
  /// Sessions that made room, since the start: such as held nothing; the oldest ones of the address that a newcomer came
  /// from; the ones idle longest.
  package var evictedBlank = 0
  package var evictedOfAddress = 0
  package var evictedIdle = 0

  static func += (figures: inout SessionFigures, part: SessionFigures) {
    figures.count += part.count
    figures.byteCount += part.byteCount
    figures.expired += part.expired
    figures.evictedBlank += part.evictedBlank
    figures.evictedOfAddress += part.evictedOfAddress
    figures.evictedIdle += part.evictedIdle
  }
}
