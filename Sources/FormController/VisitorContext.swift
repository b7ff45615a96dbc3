public import Support
package import FormCells

/// The visitor as the host knows them. Given with each request; the site asks nobody and remembers none of it but whose a
/// session is.
public struct VisitorContext: Sendable, Equatable {
  /// Form id, cell id and value. Values are those of a submission.
  public typealias Values = [String: [String: JSONValue]]

  /// Anything that tells one visitor from all others; nil: nobody has signed in. A session belongs to one identity, or to none:
  /// with another one the visitor begins anew, and so does whoever uses the browser after them.
  public var identity: String?
  /// The values that new forms begin with, in place of the definition's `value`.
  public var initialValues: Values
  /// Cells that are read-only with this value, whatever was entered before or is posted.
  public var readOnlyValues: Values
  /// From when `today` and `now` of forms count, where what was submitted once is filled in again; nil: from the request.
  package var formTime: Timestamp?
  /// What was submitted once and is filled in again: its form never begins blank.
  package var beginning: Beginning?

  /// A form as it begins.
  package final class Beginning: Sendable, Equatable {
    let formState: FormState

    package init(_ formState: FormState) { self.formState = formState }

    package static func == (a: Beginning, b: Beginning) -> Bool { a === b }
  }

  /// - Parameters: the properties of these names; left out, nothing is known of the visitor.
  public init(identity: String? = nil, initialValues: Values = [:], readOnlyValues: Values = [:]) {
    self.identity = identity
    self.initialValues = initialValues
    self.readOnlyValues = readOnlyValues
  }
}

/// The values that the host gives the forms of a request's visitor, read where a form asks for them. What a form does not take is
/// reported and left out.
package final class VisitorValues: Sendable {
  /// Form id, cell id and value, in the form of a submission.
  package typealias Values = [String: [String: JSONValue]]

  private let initial: Values
  private let readOnly: Values
  private let report: @Sendable (VisitorValueError) -> Void
  /// By the form's version.
  private let read = Lock<[String: HostValues]>([:])

  /// - Parameter report: told of each value that a form does not take.
  package init(initial: Values, readOnly: Values, report: @escaping @Sendable (VisitorValueError) -> Void) {
    self.initial = initial
    self.readOnly = readOnly
    self.report = report
  }

  /// Reports values for unknown forms. Values that a form does not take are reported when it asks for them.
  package func reportUnknownForms(in snapshot: SiteSnapshot) {
    var unknown: Set<String> = []
    for values in [initial, readOnly] { for id in values.keys where snapshot.form(id) == nil { unknown.insert(id) } }
    for id in unknown.sorted() {
      let meant = Suggestion.nearest(to: id, among: snapshot.forms.map(\.id)).map { "; did you mean “\($0)”?" } ?? ""
      report(VisitorValueError(form: id, cell: nil, reason: "no form has the id “\(id)”\(meant)"))
    }
  }

  package func values(for form: Form) -> HostValues {
    let (initial, readOnly) = (initial[form.id] ?? [:], readOnly[form.id] ?? [:])
    if initial.isEmpty, readOnly.isEmpty { return .none }
    let key = "\(form.id) \(form.version)"
    if let known = read.withLock({ $0[key] }) { return known }
    let (values, faults) = form.hostValues(initial: initial, readOnly: readOnly)
    if OptionWindows.isTrying { return values }
    read.withLock { $0[key] = values }
    for fault in faults { report(VisitorValueError(form: form.id, cell: fault.cell, reason: fault.reason)) }
    return values
  }
}

/// A value that the host gave a visitor's form, and that the form does not take: it is left out.
public struct VisitorValueError: Error, Sendable, Equatable, CustomStringConvertible {
  /// As the host named it; there may be no such form.
  public let form: String
  /// As the host named it, and the form may have no such cell; nil: there is no such form.
  public let cell: String?
  /// For people: what is wrong, and which id is likely meant.
  public let reason: String

  /// One line for the log.
  public var description: String {
    let place = cell.map { "form \(form), cell \($0): the value is" } ?? "form \(form): the values are"
    return "visitor: \(place) left out: \(reason)"
  }
}

extension Session {
  /// The host's values for the request that goes on with the session.
  package mutating func setHostValues(_ values: VisitorValues?) {
    // Most have none and get none.
    guard values != nil || mayHaveHostValues else { return }
    mayHaveHostValues = values != nil
    for position in drafts.indices {
      let formState = drafts[position].formState
      let hostValues = (values?.values(for: formState.form) ?? .none).keepingDay(
        of: formState.hostValues, in: formState.form)
      guard formState.hostValues != hostValues else { continue }
      let token = drafts[position].formState.id
      updateFormState(of: token) { $0.setHostValues(hostValues) }
      self[token]?.displayState = nil
    }
  }
}
