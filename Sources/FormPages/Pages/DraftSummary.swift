/// A form that the visitor has begun, as the list of forms shows it.
public struct DraftSummary: Sendable {
  /// At the end of its link (`PageRequest.linkSuffix`).
  public var linkSuffix: String
  /// When it was changed last (RFC 3339).
  public var changedAt: String
  /// Seconds since then.
  public var age: Int
  /// Fields that the visitor has filled in.
  public var filledCount: Int

  public init(linkSuffix: String, changedAt: String, age: Int, filledCount: Int) {
    self.linkSuffix = linkSuffix
    self.changedAt = changedAt
    self.age = age
    self.filledCount = filledCount
  }
}
