import FormSite
import Support

/// Erases what forms keep only for a time (`"retention"`). Of forms that are not served nothing is erased.
final class RetentionRun: Sendable {
  static let name = "retention"

  private let submissions: any SubmissionEditor
  private let note: @Sendable (String) -> Void
  private let isRunning = Lock(false)

  init(_ submissions: any SubmissionEditor, note: @escaping @Sendable (String) -> Void) {
    (self.submissions, self.note) = (submissions, note)
  }

  /// Returns at once. While an earlier run goes on, that one is enough.
  func start(of retentions: [(form: String, days: Int)]) {
    let isFirst = isRunning.withLock { isRunning in
      defer { isRunning = true }
      return !isRunning
    }
    guard isFirst else { return }
    Task {
      for (form, days) in retentions {
        do {
          let count = try await submissions.eraseExpired(
            of: form, before: ErasedSubmission.time(daysAgo: days), by: Self.name)
          if count > 0 { note("erased from '\(form)' because they were older than \(days) days: \(count)") }
        } catch { note("\(error); what '\(form)' has kept long enough is erased at the next attempt") }
      }
      isRunning.withLock { $0 = false }
    }
  }
}
