package import FormCells

/// A form that the visitor has begun, as the list of forms shows it.
package struct DraftSummary: Sendable {
  /// At the end of its link (`PageRequest.linkSuffix`).
  package var linkSuffix: String
  /// The page that it was left on.
  package var pageID: FormPageID
  /// When it was changed last (RFC 3339).
  package var savedAt: String
  /// The same, as people write it.
  package var savedTime: String
  /// Cells that hold an answer, of those that the visitor can fill in.
  package var answeredCount: Int
  package var cellCount: Int

  package init(
    linkSuffix: String, pageID: FormPageID = .step(0), savedAt: String, savedTime: String, answeredCount: Int,
    cellCount: Int
  ) {
    self.linkSuffix = linkSuffix
    self.pageID = pageID
    self.savedAt = savedAt
    self.savedTime = savedTime
    self.answeredCount = answeredCount
    self.cellCount = cellCount
  }
}
