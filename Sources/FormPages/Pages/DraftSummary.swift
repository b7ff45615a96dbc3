public import FormCells

/// A form that the visitor has begun, as the list of forms shows it.
public struct DraftSummary: Sendable {
  /// At the end of its link (`PageRequest.linkSuffix`).
  public var linkSuffix: String
  /// The page that it was left on.
  public var stage: FormStage
  /// When it was changed last (RFC 3339).
  public var changedAt: String
  /// Seconds since then.
  public var age: Int
  /// Fields that the visitor has filled in.
  public var filledCount: Int

  public init(linkSuffix: String, stage: FormStage = .step(0), changedAt: String, age: Int, filledCount: Int) {
    self.linkSuffix = linkSuffix
    self.stage = stage
    self.changedAt = changedAt
    self.age = age
    self.filledCount = filledCount
  }
}
