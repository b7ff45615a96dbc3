import Support

/// Changes submissions that are stored: corrections, and erasing. `SubmissionFiles` and `PostgreSQLSubmissions` do.
///
/// A correction is a submission whose record has `replaces`: `store` takes it. It replaces the newest of its chain only; otherwise
/// it throws a `SubmissionError` with a `conflict`, and nothing is recorded.
package protocol SubmissionEditor: SubmissionArchive {
  /// Erases submissions, each with all that it replaced and all that replaced it. Returns once their values are gone, also from
  /// what the observers have. Doing it again is no error.
  /// - Parameters:
  ///   - ids: 32 lower-case hexadecimal digits each.
  ///   - form: the form's id.
  ///   - name: who does it, for the log and for what stays of the line.
  /// - Throws: a `SubmissionError`: not all are erased. What was begun is finished at the next attempt, or at the next start.
  func erase(_ ids: [String], in form: String, by name: String) async throws -> ErasureReport

  /// Erases what was submitted before a time, in small steps, so that visitors do not feel it. Of a submission that was corrected,
  /// the time of the last correction counts.
  /// - Parameter time: RFC 3339 in UTC, with milliseconds.
  /// - Returns: how many lines were erased.
  func eraseExpired(of form: String, before time: String, by name: String) async throws -> Int

  /// Since the start, for metrics.
  var editCounts: EditCounts { get }
}

/// What came of erasing; each is a list of ids.
package struct ErasureReport: Sendable, Equatable {
  /// Erased now: those that were asked for, and the others of their chains.
  package var erased: [String] = []
  /// Erased before.
  package var erasedBefore: [String] = []
  /// Not submissions of the form.
  package var missing: [String] = []

  package init() {}
}

/// Figures for a host's metrics, since the start.
package struct EditCounts: Sendable, Equatable {
  /// Submissions that replaced another one.
  package var corrected = 0
  /// Lines that were erased, for whatever reason.
  package var erased = 0
  /// When what had expired was erased last, whether anything had: seconds since 1970. Nil: not yet.
  package var expirySeconds: Int?

  package init() {}
}

/// Has copies of what submissions hold, and lets them go when these are erased: an index of answers, deliveries that wait.
package protocol ErasureObserver: Sendable {
  /// Removes what it has of these submissions. Blocks until that cannot come back, also after a crash. After a crash it is asked
  /// again: what is gone already is no error.
  /// - Throws: the submissions count as not erased, and this is called again later.
  func erase(_ ids: [String], of form: String) throws

  /// Those of the files of erased submissions that it needs, by their digests: they are not removed. Blocks. Left out: none.
  func files(among digests: Set<String>) throws -> Set<String>
}

extension ErasureObserver {
  package func files(among digests: Set<String>) throws -> Set<String> { [] }
}

/// Why a submission does not replace another one.
package enum CorrectionConflict: Sendable, Equatable {
  /// Another correction came first: its id.
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
      case .missing: "there is no submission \(target) that could be corrected"
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
  ///   - name: who corrects it; nil: the visitor who sent it.
  package func correcting(_ id: String, by name: String?) -> SubmissionRecord {
    var head: [UInt8] = []
    for (key, text) in [("replaces", id), ("by", name)] {
      guard let text else { continue }
      head += ",\"\(key)\":".utf8
      JSONValue.string(text).appendCompact(to: &head)
    }
    var line = line
    // Quotation marks within texts are escaped, so the first one is the key itself.
    let key = line.indices.first { line[$0...].starts(with: Self.valuesKey) }
    line.insert(contentsOf: head, at: key ?? line.count - 1)
    return SubmissionRecord(
      id: self.id, form: form, version: version, time: time, line: line, definition: definition, visitor: visitor,
      attachments: attachments, replaces: id, by: name)
  }
}

/// What stands before a line's values, for commands that read all lines.
package struct StoredHead: Sendable {
  let head: LineHead

  /// Nil: there is no id in it.
  package init?(of line: [UInt8]) {
    guard let head = LineHead(of: line) else { return nil }
    self.head = head
  }

  package var id: String { head.id.text }
  /// RFC 3339; empty where it is of another form.
  package var time: String { head.time == .unknown ? "" : head.time.text }
  /// The submission that it corrects.
  package var replaces: String? { head.replaces?.text }
  /// Nothing is left of its values.
  package var isErased: Bool { head.isErased }
}
