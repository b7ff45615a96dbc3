import FormSite
import Glibc
import Support

/// Erases what forms keep only for a time (`"retention"`). Of forms that are not served nothing is erased.
///
/// A clock that is wrong would erase everything for good: where it is far ahead of what was written last, nothing is erased for a day, in
/// which it can be set.
final class RetentionRun: Sendable {
  static let name = "retention"
  /// Seconds by which the clock may be ahead.
  private static let usualSeconds = 7 * 86_400

  private struct State {
    var isRunning = false
    /// The clock's time, in seconds since 1970, and when that was; nil: it is not known.
    var last: (seconds: Int, instant: ContinuousClock.Instant)?
  }

  private let submissions: any SubmissionEditor
  private let note: @Sendable (String) -> Void
  private let state: Lock<State>

  /// - Parameter lastWrite: when something was written into the data folder last, in seconds since 1970; nil: that is not known.
  init(_ submissions: any SubmissionEditor, lastWrite: Int?, note: @escaping @Sendable (String) -> Void) {
    (self.submissions, self.note) = (submissions, note)
    state = Lock(State(last: lastWrite.map { ($0, .now) }))
  }

  /// When something was written into a data folder last, in seconds since 1970; nil: nothing is there.
  static func lastWrite(in data: String) -> Int? {
    [data, data + "/submissions"].flatMap { folder in
      ((try? FolderContent(of: folder))?.entries ?? []).compactMap { entry in
        var status = stat()
        return stat("\(folder)/\(entry.name)", &status) == 0 ? status.st_mtim.tv_sec : nil
      }
    }.max()
  }

  /// Returns at once. While an earlier run goes on, that one is enough.
  func start(of retentions: [(form: String, days: Int)]) {
    let now = ErasedSubmission.now().seconds
    let (isFirst, ahead) = state.withLock { state in
      let ahead = state.last.map { last in
        now - last.seconds - Int((ContinuousClock.now - last.instant) / .seconds(1))
      }
      state.last = (now, .now)
      defer { state.isRunning = true }
      return (!state.isRunning, ahead ?? 0)
    }
    guard isFirst else { return }
    guard ahead <= Self.usualSeconds else {
      state.withLock { $0.isRunning = false }
      if !retentions.isEmpty {
        note(
          "the clock is \(ahead / 86_400) days ahead of what was written last; what forms have kept long enough is erased in a day: set "
            + "the clock before, if it is wrong")
      }
      return
    }
    Task {
      for (form, days) in retentions {
        do {
          let count = try await submissions.eraseExpired(
            of: form, before: ErasedSubmission.time(daysAgo: days), by: Self.name)
          if count > 0 { note("erased from '\(form)' because they were older than \(days) days: \(count)") }
        } catch { note("\(error); what '\(form)' has kept long enough is erased at the next attempt") }
      }
      state.withLock { $0.isRunning = false }
    }
  }
}
