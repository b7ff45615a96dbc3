import Glibc

/// How far an export is, on one line of standard error that is overwritten; only where that is a terminal.
final class ExportProgress {
  private let isShown = isatty(STDERR_FILENO) == 1
  private var count = 0
  /// Nil: the first pass, in which nobody knows how many there are.
  private var expected: Int?
  private var isOnScreen = false
  private var last = ContinuousClock.now

  /// Lines between two looks at the clock, and the time between two changes of what is shown.
  private static let lineStep = 4096
  private static let interval = Duration.milliseconds(200)

  /// From now on they are counted anew.
  func expect(_ count: Int) { (self.count, expected) = (0, count) }

  func read() {
    count += 1
    guard isShown, count.isMultiple(of: Self.lineStep) else { return }
    let now = ContinuousClock.now
    guard !isOnScreen || now - last >= Self.interval else { return }
    (last, isOnScreen) = (now, true)
    let text = expected.map { "exported \(count) of \($0) submissions" } ?? "read \(count) submissions"
    Terminal.control("\r\u{1B}[K\(text)")
  }

  /// Takes it off the screen, before anything else is written there.
  func end() {
    guard isOnScreen else { return }
    isOnScreen = false
    Terminal.control("\r\u{1B}[K")
  }
}
