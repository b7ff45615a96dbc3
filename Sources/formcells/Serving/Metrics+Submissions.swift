import FormSite

extension Metrics {
  /// Lines on files of submissions; none where they are kept elsewhere.
  static func text(of submissions: SubmissionCounts?) -> String {
    guard let submissions else { return "" }
    return """
      # HELP formcells_submissions_stored_total Submissions written and synced.
      # TYPE formcells_submissions_stored_total counter
      formcells_submissions_stored_total \(submissions.stored)
      # HELP formcells_submission_write_failures_total Attempts to write submissions that failed.
      # TYPE formcells_submission_write_failures_total counter
      formcells_submission_write_failures_total \(submissions.failedWrites)
      # HELP formcells_submission_lines_damaged_total Lines found torn or flipped at the start, set aside or mended.
      # TYPE formcells_submission_lines_damaged_total counter
      formcells_submission_lines_damaged_total \(submissions.damagedLines)

      """
  }
}
