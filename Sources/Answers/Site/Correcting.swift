import FormCells
import FormController
import FormSite
import HTTPCore
import Support

/// Records an owner's correction as the replacement of a submission.
struct CorrectingSink: SubmissionSink {
  /// The outcome of the request that is being answered.
  final class Outcome: Sendable {
    private let state = Lock<(recorded: String?, conflict: CorrectionConflict?)>((nil, nil))

    /// The id of the correction.
    var recorded: String? { state.withLock(\.recorded) }
    var conflict: CorrectionConflict? { state.withLock(\.conflict) }

    func record(_ id: String) { state.withLock { $0.recorded = id } }
    func refuse(_ conflict: CorrectionConflict) { state.withLock { $0.conflict = conflict } }
  }

  /// The submission that is being corrected, and who corrects it.
  struct Target: Sendable {
    let id: String
    let name: String
    /// The submission's values.
    let values: JSONValue
    /// The language of the visitor's pages and messages; `nil` for the form's first language.
    let language: String?
    /// The form that is filled in again. Its version differs from the one that is recorded.
    let form: Form
    /// The version in which it was sent. Its definition may be gone.
    let sentVersion: String
    /// The version that was filled in, and its definition if it is not stored yet.
    let version: String
    let definition: [UInt8]?
    /// When the submission was sent; `today` and `now` are relative to this time.
    let time: Timestamp
    /// The same time in the form's time zone.
    let moment: Moment
    let outcome = Outcome()
  }

  @TaskLocal static var target: Target?

  let editor: any SubmissionEditor

  func store(_ submission: SubmissionRecord) async throws {
    guard let target = Self.target else { throw NothingToCorrect() }
    do {
      try await editor.store(submission.following(target).correcting(target.id, by: target.name))
      target.outcome.record(submission.id)
    } catch let error as SubmissionError {
      if let conflict = error.conflict { target.outcome.refuse(conflict) }
      throw error
    }
  }

  func time(of id: String, in form: String) async throws -> String? {
    let time = try await editor.time(of: id, in: form)
    if time != nil { Self.target?.outcome.record(id) }
    return time
  }

  var failure: String? { editor.failure }
}

/// Corrections share the quotas that the server counts for its visitors.
extension CorrectingSink: CountingSink {
  func limit(_ quotas: [String: Quotas]) {}

  func taken(of form: String) -> [Quota: Int]? { (editor as? any CountingSink)?.taken(of: form) }
}

private struct NothingToCorrect: Error, CustomStringConvertible {
  let description = "a correction came without the submission that it corrects"
}

extension SubmissionRecord {
  /// The record as it is stored, with the values that the form could not show. Its version is the one that was filled in
  /// again, or the one that was sent if only that has all of the cells.
  fileprivate func following(_ target: CorrectingSink.Target) throws(JSONError) -> SubmissionRecord {
    let sent = try JSONReader.storedLine(line).value
    guard case .object(let written) = sent, case .object(let entered)? = sent["values"] else { return self }
    let values = target.completed(entered)
    // A version has columns only for its own cells.
    let isWhole = values.allSatisfy { value in
      target.form.sentCell(value.key) != nil || target.form.repeatedSection(value.key) != nil
    }
    let version = isWhole ? target.version : target.sentVersion
    var members: [JSONValue.Member] = []
    for member in written {
      switch member.key {
      // This is the owner's language. The visitor's is added before the values.
      case "language": break
      case "version": members.append(JSONValue.Member("version", .string(version)))
      case "values":
        if let language = target.language { members.append(JSONValue.Member("language", .string(language))) }
        members.append(JSONValue.Member("values", .object(values)))
      default: members.append(member)
      }
    }
    return SubmissionRecord(
      id: id, form: form, version: version, time: time, line: JSONValue.object(members).compactBytes,
      definition: isWhole ? target.definition : nil, visitor: visitor, attachments: attachments)
  }
}

extension CorrectingSink.Target {
  /// Adds the values that the form did not show: values of cells that it does not have, that it cannot represent, or
  /// that were hidden from the start.
  fileprivate func completed(_ values: [JSONValue.Member]) -> [JSONValue.Member] {
    guard case .object(let earlier) = self.values else { return values }
    let recorded = form.recordedValues(self.values)
    let begun = FormState(form: form, recorded: recorded, at: moment)
    let unsent = begun.unsentIDs
    let untouched = SubmittedValues(of: begun).object { _ in .null }
    var values = values
    for member in earlier {
      if let place = values.firstIndex(where: { $0.key == member.key }) {
        if case .array(let chosen) = values[place].value, let gone = recorded.goneChoices[member.key] {
          // The text of “Other” comes last.
          let other = chosen.firstIndex { $0["other"] != nil } ?? chosen.endIndex
          values[place].value = .array(chosen[..<other] + gone + chosen[other...])
        }
        if recorded.others.contains(member.key) {
          values[place].value = merged(values[place].value, with: member, shown: untouched[member.key] ?? .null)
        }
      } else if recorded.others.contains(member.key) || unsent.contains(member.key) {
        values.append(member)
      }
    }
    return values
  }
}

extension CorrectingSink.Target {
  /// Merges what was entered with a value that the form cannot show as it is. Whatever was not changed stays: the
  /// value, one of its entries, or the rows of a matrix that the form does not have.
  /// - Parameter shown: the part of the value that the form showed.
  private func merged(_ entered: JSONValue, with earlier: JSONValue.Member, shown: JSONValue) -> JSONValue {
    if entered == shown { return earlier.value }
    switch (entered, earlier.value, shown) {
    case (.array(let entries), .array(let former), .array(let shown)) where form.repeatedSection(earlier.key) != nil:
      var rest = Array(zip(shown, former))
      return .array(
        entries.map { entry in rest.firstIndex { $0.0 == entry }.map { rest.remove(at: $0).1 } ?? entry })
    case (.object(let rows), .object(let former), _) where form.sentCell(earlier.key)?.hasRows == true:
      return .object(rows + former.filter { row in !rows.contains { $0.key == row.key } })
    default: return entered
    }
  }
}

extension Cell {
  fileprivate var hasRows: Bool { if case .matrix = kind { true } else { false } }
}

extension JSONValue {
  /// A definition without required passwords, for owners who correct what others have sent and cannot know their
  /// passwords.
  var askingForNoPassword: JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.askingForNoPassword))
    case .object(let members):
      guard self["type"] == "password" else {
        return .object(members.map { Member($0.key, $0.value.askingForNoPassword) })
      }
      return .object(
        members.filter { !["required", "requiredWhen"].contains($0.key) } + [Member("required", .bool(false))])
    default: return self
    }
  }
}
