import Dispatch
import Glibc
package import Support

/// Figures for a host's metrics, since the start.
package struct SubmissionCounts: Sendable, Equatable {
  package var stored = 0
  /// Failed attempts to write; each may be of several submissions.
  package var failedWrites = 0
  /// Lines that were found damaged.
  package var damagedLines = 0
  /// How long writing and syncing took; lines that wait share one sync.
  package var syncs = DurationCounts()
}

/// Whether submissions can be stored. This is tested at the start and, after a failed write, once a second until it works:
/// nobody has to send a form to find out.
extension SubmissionFiles {
  private static let probePause = DispatchTimeInterval.seconds(1)
  /// Time between two checks of the free space, each of which is one system call.
  private static let roomPause = DispatchTimeInterval.seconds(5)
  /// With fewer free bytes, writing a file is tested.
  private static let roomByteLimit: UInt = 1 << 16
  /// Used in place of a form for any new file.
  private static let anyForm = ""

  /// One of the forms that cannot be written now, and why; `nil` if all can.
  public var failure: String? {
    state.withLock { state in
      state.failing.min { $0.key < $1.key }.map { form, failed in
        // The folder's path is for the log only.
        "\(form == Self.anyForm ? "submissions" : form): \(failed.error.reason)"
      }
    }
  }

  package var counts: SubmissionCounts { state.withLock { $0.counts } }

  /// Tests whether a new file can be written, and then watches the free space.
  func watchFolder() {
    let isKnown = state.withLock { $0.failing[Self.anyForm] != nil }
    if !isKnown {
      let result = probeFolder()
      if case .failure(let error) = result { tell("\(error)") }
      finishWrite(result, of: Self.anyForm, byteCount: 0)
    }
    watchRoom()
  }

  private func watchRoom() {
    queue.asyncAfter(deadline: .now() + Self.roomPause) { [weak self] in
      guard let self, self.state.withLock({ $0.folder != nil }) else { return }
      if self.hasRoom { self.watchRoom() } else { self.watchFolder() }
    }
  }

  private var hasRoom: Bool {
    var status = statvfs()
    return statvfs(directory, &status) == 0 && status.f_flag & UInt(ST_RDONLY) == 0
      && UInt(status.f_bavail) * status.f_frsize >= Self.roomByteLimit
  }

  /// Remembers whether a form's journal can be written.
  func finishWrite(_ result: Result<Void, SubmissionError>, of form: String, byteCount: Int) {
    let hasRecovered = state.withLock { state in
      switch result {
      case .success: return state.failing.removeValue(forKey: form) != nil
      case .failure(let error):
        state.failing[form] = (error, byteCount)
        if !state.isProbing {
          state.isProbing = true
          queue.asyncAfter(deadline: .now() + Self.probePause) { [weak self] in self?.probe() }
        }
        return false
      }
    }
    if hasRecovered { tell("\(form == Self.anyForm ? directory : path(of: form)): submissions are stored again") }
  }

  private func probe() {
    let failing = state.withLock { state in
      state.isProbing = false
      return state.folder == nil ? [:] : state.failing
    }
    for (form, failed) in failing {
      let result =
        form == Self.anyForm
        ? probeFolder()
        : withJournal(of: form) { journal throws(SubmissionError) in try journal.probe(byteCount: failed.byteCount) }
      finishWrite(result, of: form, byteCount: failed.byteCount)
    }
  }

  /// Writes a file as long as a short line, which takes a block on the disk, and removes it.
  private func probeFolder() -> Result<Void, SubmissionError> {
    let path = directory + "/.probe"
    let bytes = [UInt8](repeating: UInt8(ascii: " "), count: Self.probeByteCount)
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else {
      return .failure(SubmissionError(path: directory, reason: "cannot create a file", errno: errno))
    }
    defer {
      _ = Glibc.close(descriptor)
      _ = unlink(path)
    }
    guard bytes.withUnsafeBytes({ disk.write(descriptor, $0) }) == bytes.count, disk.sync(descriptor) == 0 else {
      return .failure(SubmissionError(path: directory, reason: "cannot write", errno: errno))
    }
    return .success(())
  }

  private static let probeByteCount = 256
}
