import FormDesk
import Dispatch
import FormCells
import Synchronization

/// The submissions on disk: one JSON object a line in `DATA/submissions/{form}.jsonl`. A submission counts once it is
/// synced; those that wait meanwhile share the next sync. The id of a submission is made of its content, so that one that
/// arrives again is the same one, also after a restart. The format is described on the page Submissions.
public final class SubmissionStore: Sendable {
  /// Ids remembered for each form, the newest; about 40 bytes each.
  static let indexLimit = 1_000_000

  private struct State {
    var journals: [String: Journal] = [:]
    var times: [String: [Token: String]] = [:]
    var pending: [Pending] = []
    /// The requests that wait for a submission being written.
    var waiting: [Token: [CheckedContinuation<Result<Void, SubmissionError>, Never>]] = [:]
    var isWriting = false
  }

  private struct Pending: Sendable {
    let form: String
    let id: Token
    let time: String
    let line: [UInt8]
  }

  private let directory: String
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "formcells.submissions")

  /// - Parameter data: the folder that holds `submissions/`; made where it is missing.
  /// - Throws: where it cannot be made, read or mended.
  public init(data: String) throws(SubmissionError) {
    directory = data + "/submissions"
    try Folder.make(directory)
    for form in try Folder.journals(in: directory) {
      let times = try JournalIndex.read(Self.path(of: form, in: directory), limit: Self.indexLimit)
      state.withLock { $0.times[form] = times }
    }
  }

  /// When this submission was stored (RFC 3339), or nil.
  func time(of id: Token, in form: String) -> String? { state.withLock { $0.times[form]?[id] } }

  /// Stores a line and waits until it is synced. One that is stored, or being stored, is not stored again.
  func store(_ line: [UInt8], as id: Token, of form: String, at time: String) async throws(SubmissionError) {
    let result = await withCheckedContinuation { continuation in
      let action: Action = state.withLock { state in
        if state.times[form]?[id] != nil { return .resume }
        state.waiting[id, default: []].append(continuation)
        guard state.waiting[id]?.count == 1 else { return .wait }
        state.pending.append(Pending(form: form, id: id, time: time, line: line))
        guard !state.isWriting else { return .wait }
        state.isWriting = true
        return .write
      }
      switch action {
      case .resume: continuation.resume(returning: .success(()))
      case .wait: break
      case .write: queue.async { self.write() }
      }
    }
    try result.get()
  }

  private enum Action { case resume, wait, write }

  /// Writes what is pending until nothing is: a file's lines with one write and one sync.
  private func write() {
    while true {
      let batch: [Pending] = state.withLock { state in
        defer { state.pending = [] }
        if state.pending.isEmpty { state.isWriting = false }
        return state.pending
      }
      if batch.isEmpty { return }
      for (form, lines) in Dictionary(grouping: batch, by: \.form) { append(lines, to: form) }
    }
  }

  private func append(_ lines: [Pending], to form: String) {
    var journal = state.withLock { $0.journals[form] } ?? Journal(path: Self.path(of: form, in: directory))
    let result: Result<Void, SubmissionError>
    do throws(SubmissionError) {
      try journal.append(lines.flatMap(\.line))
      result = .success(())
    } catch {
      result = .failure(error)
    }
    let continuations = state.withLock { state in
      state.journals[form] = journal
      if case .success = result {
        for line in lines { state.times[form, default: [:]][line.id] = line.time }
      }
      return lines.flatMap { state.waiting.removeValue(forKey: $0.id) ?? [] }
    }
    for continuation in continuations { continuation.resume(returning: result) }
  }

  /// The file of a form's submissions.
  public static func path(of form: String, inData data: String) -> String { path(of: form, in: data + "/submissions") }

  private static func path(of form: String, in directory: String) -> String { "\(directory)/\(form).jsonl" }
}

/// The reason why something could not be stored.
public struct SubmissionError: Error, Sendable, Equatable, CustomStringConvertible {
  public var path: String
  /// The step that failed, and the system's message.
  public var reason: String
  public var description: String { "\(path): error: \(reason)" }
}
