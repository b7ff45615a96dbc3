public import FormCells

/// A form that the visitor has begun, as the list of forms shows it.
public struct DraftSummary: Sendable {
  /// At the end of its link (`PageRequest.linkSuffix`).
  public var linkSuffix: String
  /// The page that it was left on.
  public var stage: FormStage
  /// When it was changed last (RFC 3339).
  public var savedAt: String
  /// The same, as people write it.
  public var savedTime: String
  /// Cells that hold an answer, of those that the visitor can fill in.
  public var answeredCount: Int
  public var cellCount: Int

  public init(
    linkSuffix: String, stage: FormStage = .step(0), savedAt: String, savedTime: String, answeredCount: Int,
    cellCount: Int
  ) {
    self.linkSuffix = linkSuffix
    self.stage = stage
    self.savedAt = savedAt
    self.savedTime = savedTime
    self.answeredCount = answeredCount
    self.cellCount = cellCount
  }
}
