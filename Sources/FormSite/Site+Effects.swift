import FormCells
import FormDesk
import HTTPMessage
import Synchronization

/// The effects that an answer waits for.
extension Site {
  /// Waits for the disk; only then the visitor sees a receipt.
  func store(_ submission: Submission, _ entry: SessionStore.Entry) async -> Response {
    do {
      // The same submission may be there already: sent twice, or before a restart.
      if submissions.time(of: submission.id, in: submission.form.id) == nil {
        let hashes = try await passwords.hashes(of: submission.values.passwords)
        try await submissions.store(
          submission.line(hashes: hashes), as: submission.id, of: submission.form.id, at: submission.time)
      }
      return entry.session.withLock { Desk.confirm(submission, &$0) }
    } catch {
      onFailure(error)
      let status: Status = error as? PasswordError == .busy ? .serviceUnavailable : .internalServerError
      return entry.session.withLock { Desk.refuse(submission, status, &$0) }
    }
  }

  /// Waits for the reader of codes.
  func read(_ scan: Scan, _ entry: SessionStore.Entry) async -> Response {
    let outcome: ScanOutcome
    switch await environment.codeReader?.read(scan.picture) ?? .noCode {
    case .code(let text, let isFirstOfSeveral): outcome = .code(text, isFirstOfSeveral: isFirstOfSeveral)
    case .noCode: outcome = .noCode
    case .noPicture: outcome = .noPicture
    case .tookTooLong: outcome = .tookTooLong
    case .busy: outcome = .busy
    case .failed(let reason):
      onFailure(ScanError(reason: reason))
      outcome = .failed
    }
    return entry.session.withLock { Desk.finish(scan, outcome, &$0) }
  }
}

/// Why no picture could be read; for the log.
struct ScanError: Error, CustomStringConvertible {
  let reason: String
  var description: String { "scan: \(reason)" }
}
