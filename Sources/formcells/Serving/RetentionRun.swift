import FormSite
import Glibc
import Support

/// Erases what forms keep only for a limited time (`"retention"`). Nothing is erased of forms that are not served.
///
/// A wrong clock would erase everything for good. If it is far ahead of the last write, nothing is erased for a day, so that it can be
/// corrected. The time of the file `retention-waits` says when the wait began, also after a restart.
final class RetentionRun: Sendable {
  static let name = "retention"
  /// Seconds that the clock may be ahead of the last write.
  private static let usualSeconds = 7 * 86_400
  /// Seconds to wait: less than the time between two runs.
  private static let waitSeconds = 23 * 3600

  private struct State {
    var isRunning = false
    /// The clock's time in seconds since 1970, and the instant at which it was read; `nil` if it is not known.
    var last: (seconds: Int, instant: ContinuousClock.Instant)?
  }

  private let submissions: any SubmissionEditor
  private let note: @Sendable (String) -> Void
  /// The path of the file; `nil`: submissions are in a database, and only a jump of the clock since the last run is noticed.
  private let mark: String?
  private let state: Lock<State>

  /// - Parameters:
  ///   - data: the data folder; `nil`: submissions are in a database.
  ///   - lastWrite: the time of the last write into it, in seconds since 1970; `nil` if it is not known.
  init(
    _ submissions: any SubmissionEditor, data: String?, lastWrite: Int?, note: @escaping @Sendable (String) -> Void
  ) {
    (self.submissions, self.note) = (submissions, note)
    mark = data.map { $0 + "/retention-waits" }
    state = Lock(State(last: lastWrite.map { ($0, .now) }))
  }

  /// The time of the last write into a data folder, in seconds since 1970; `nil` if nothing is there.
  static func lastWrite(in data: String) -> Int? {
    [data, data + "/submissions"].flatMap { folder in
      ((try? FolderContent(of: folder))?.entries ?? []).compactMap { time(of: "\(folder)/\($0.name)") }
    }.max()
  }

  /// The time at which a file was written, in seconds since 1970; `nil` if it does not exist.
  private static func time(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mtim.tv_sec : nil
  }

  /// Whether the clock is in doubt, and has been for less than a day.
  private func waits(at now: Int, ahead: Int) -> Bool {
    if let mark, let since = Self.time(of: mark) {
      if 0..<Self.waitSeconds ~= now - since {
        note("the clock was far ahead within the last day; expired submissions are not erased yet")
        return true
      }
      unlink(mark)
      // The clock was corrected meanwhile, or the day is over.
      return false
    }
    guard ahead > Self.usualSeconds else { return false }
    if let mark { close(open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0o640)) }
    note(
      "the clock is \(ahead / 86_400) days ahead of what was written last; expired submissions will be erased in a day: correct "
        + "the clock before, if it is wrong")
    return true
  }

  /// Returns at once. If an earlier run has not finished, no new one is started.
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
    if retentions.isEmpty || waits(at: now, ahead: ahead) { return state.withLock { $0.isRunning = false } }
    Task {
      for (form, days) in retentions {
        do {
          let count = try await submissions.eraseExpired(
            of: form, before: ErasedSubmission.time(daysAgo: days), by: Self.name)
          if count > 0 { note("erased from '\(form)' because they were older than \(days) days: \(count)") }
        } catch { note("\(error); expired submissions of '\(form)' will be erased at the next attempt") }
      }
      state.withLock { $0.isRunning = false }
    }
  }
}
