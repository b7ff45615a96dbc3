package import FormCells
package import Support

/// The values that the host gives the forms of a request's visitor, read where a form asks for them. What a form does not take is
/// reported and left out.
package final class VisitorValues: Sendable {
  /// Form id, cell id and value, in the form of a submission.
  package typealias Values = [String: [String: JSONValue]]

  private let initial: Values
  private let readOnly: Values
  private let report: @Sendable (VisitorValueError) -> Void
  /// By the form's version.
  private let read = Lock<[String: GivenValues]>([:])

  /// - Parameter report: told of each value that a form does not take.
  package init(initial: Values, readOnly: Values, report: @escaping @Sendable (VisitorValueError) -> Void) {
    self.initial = initial
    self.readOnly = readOnly
    self.report = report
  }

  package func values(for form: Form) -> GivenValues {
    let (initial, readOnly) = (initial[form.id] ?? [:], readOnly[form.id] ?? [:])
    if initial.isEmpty, readOnly.isEmpty { return .none }
    let key = "\(form.id) \(form.version)"
    if let known = read.withLock({ $0[key] }) { return known }
    let (values, faults) = form.given(initial: initial, readOnly: readOnly)
    if OptionWindows.isTrying { return values }
    read.withLock { $0[key] = values }
    for fault in faults { report(VisitorValueError(form: form.id, cell: fault.cell, reason: fault.reason)) }
    return values
  }
}

/// A value that the host gave a visitor's form, and that the form does not take: it is left out.
public struct VisitorValueError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The form's id.
  public let form: String
  /// As the host named it; the form may have no such cell.
  public let cell: String
  public let reason: String

  public var description: String { "visitor: form \(form), cell \(cell): the value is left out: \(reason)" }
}

extension Session {
  /// The host's values for the request that goes on with the session.
  package mutating func give(_ values: VisitorValues?) {
    for draft in drafts {
      var filling = draft.filling
      guard filling.give(values?.values(for: filling.form) ?? .none) else { continue }
      self[filling.id]?.filling = filling
      self[filling.id]?.appearance = nil
    }
  }
}
