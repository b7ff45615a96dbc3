import Support

/// Changes stored submissions: corrects and erases them. `SubmissionFiles` and `PostgreSQLSubmissions` implement it.
///
/// A correction is a submission whose record has `replaces`; pass it to `store`. It can only replace the newest of a chain.
/// Otherwise `store` throws a `SubmissionError` with a `conflict`, and records nothing.
package protocol SubmissionEditor: SubmissionArchive {
  /// Erases submissions, each with all that it replaced and all that replaced it. Returns once their values are gone, also from
  /// the observers' copies. Erasing again is no error.
  /// - Parameters:
  ///   - ids: 32 lower-case hexadecimal digits each.
  ///   - form: the form's id.
  ///   - name: who erases, for the log and for what stays of the line.
  /// - Throws: a `SubmissionError` if not all are erased. Unfinished work is finished at the next attempt, or at the next
  ///   start.
  func erase(_ ids: [String], in form: String, by name: String) async throws -> ErasureReport

  /// Erases what was submitted before a time, in small steps, so that visitors do not notice. For a corrected submission, the
  /// time of the last correction counts.
  /// - Parameter time: RFC 3339 in UTC, with milliseconds.
  /// - Returns: how many lines were erased.
  func eraseExpired(of form: String, before time: String, by name: String) async throws -> Int

  /// Counts since the start, for metrics.
  var editCounts: EditCounts { get }
}

/// The result of erasing, as lists of ids.
package struct ErasureReport: Sendable, Equatable {
  /// Erased now: those asked for, and the others of their chains.
  package var erased: [String] = []
  /// Those that were erased before.
  package var erasedBefore: [String] = []
  /// Those that are not submissions of the form.
  package var missing: [String] = []

  package init() {}
}

/// Figures for a host's metrics, since the start.
package struct EditCounts: Sendable, Equatable {
  /// Submissions that replaced another one.
  package var corrected = 0
  /// Lines that were erased for any reason.
  package var erased = 0
  /// When expired submissions were last erased, even if there were none: seconds since 1970. `nil` if not yet.
  package var expirySeconds: Int?

  package init() {}
}

/// Has copies of what submissions contain, such as an index of answers or waiting deliveries, and removes them when the
/// submissions are erased.
package protocol ErasureObserver: Sendable {
  /// Removes the copies of these submissions. Blocks until they cannot come back, even after a crash. After a crash it is
  /// called again: copies that are already gone are no error.
  /// - Throws: an error if copies remain. The submissions do not count as erased then, and this is called again later.
  func erase(_ ids: [String], of form: String) throws

  /// Which of the files of erased submissions it still needs, by their digests; they are not removed. Blocks. The default is
  /// none.
  func files(among digests: Set<String>) throws -> Set<String>
}

extension ErasureObserver {
  package func files(among digests: Set<String>) throws -> Set<String> { [] }
}

/// Why a correction does not replace its submission.
package enum CorrectionConflict: Sendable, Equatable {
  /// Another correction came first; this is its id.
  case replaced(by: String)
  case erased
  /// There is no such submission.
  case missing
}

extension SubmissionError {
  init(path: String, target: String, conflict: CorrectionConflict) {
    let reason =
      switch conflict {
      case .replaced(let id): "\(target) was corrected meanwhile, by \(id); correct that one"
      case .erased: "\(target) was erased meanwhile, and can't be corrected"
      case .missing: "there is no submission \(target) to correct"
      }
    self.init(path: path, reason: reason, isRefusal: true, conflict: conflict)
  }

  /// For stores outside this module.
  package static func conflict(_ conflict: CorrectionConflict, of target: String, at path: String) -> SubmissionError {
    SubmissionError(path: path, target: target, conflict: conflict)
  }
}

extension SubmissionRecord {
  private static let valuesKey = Array(",\"values\":".utf8)

  /// The same answers as a correction of another submission.
  /// - Parameters:
  ///   - id: the submission that it replaces.
  ///   - name: who corrects it; `nil` for the visitor who sent it.
  package func correcting(_ id: String, by name: String?) -> SubmissionRecord {
    var head: [UInt8] = []
    for (key, text) in [("replaces", id), ("by", name)] {
      guard let text else { continue }
      head += ",\"\(key)\":".utf8
      JSONValue.string(text).appendCompact(to: &head)
    }
    var line = line
    // In texts, quotation marks are escaped, so the first match is the key itself.
    let key = line.indices.first { line[$0...].starts(with: Self.valuesKey) }
    line.insert(contentsOf: head, at: key ?? line.count - 1)
    return SubmissionRecord(
      id: self.id, form: form, version: version, time: time, line: line, definition: definition, visitor: visitor,
      attachments: attachments, replaces: id, by: name)
  }
}

/// What a line has before its values, for commands that read all lines.
package struct StoredHead: Sendable {
  let head: LineHead

  /// `nil` if the line has no id.
  package init?(of line: [UInt8]) {
    guard let head = LineHead(of: line) else { return nil }
    self.head = head
  }

  package var id: String { head.id.text }
  /// RFC 3339; empty if the line has another format.
  package var time: String { head.time == .unknown ? "" : head.time.text }
  /// The submission that it corrects.
  package var replaces: String? { head.replaces?.text }
  /// Whether it was erased.
  package var isErased: Bool { head.isErased }
}
