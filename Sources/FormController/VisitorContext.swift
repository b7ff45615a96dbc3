public import Support
package import FormCells

/// The visitor as the host has described them, passed with each request. The site remembers only whose session it is.
public struct VisitorContext: Sendable, Equatable {
  /// Form id, cell id and value. Values are those of a submission.
  public typealias Values = [String: [String: JSONValue]]

  /// Anything that distinguishes one visitor from all others; `nil` if nobody has signed in. A session belongs to one identity,
  /// or to none. With another identity the visitor gets a new session, and so does the next person who uses the browser.
  public var identity: String?
  /// Values that new forms begin with, instead of the definition's `value`.
  public var initialValues: Values
  /// Cells that are read-only with this value, whatever was entered before or is posted.
  public var readOnlyValues: Values
  /// The time that `today` and `now` mean when a submission is filled in again; `nil` for that of the request.
  package var formTime: Timestamp?
  /// A submission that is filled in again: its form never begins blank.
  package var beginning: Beginning?

  /// The state in which a form begins.
  package final class Beginning: Sendable, Equatable {
    let formState: FormState

    package init(_ formState: FormState) { self.formState = formState }

    package static func == (a: Beginning, b: Beginning) -> Bool { a === b }
  }

  /// - Parameters: the properties of the same names. By default nothing is known about the visitor.
  public init(identity: String? = nil, initialValues: Values = [:], readOnlyValues: Values = [:]) {
    self.identity = identity
    self.initialValues = initialValues
    self.readOnlyValues = readOnlyValues
  }
}

/// The host's values for the forms of a request's visitor. They are read when a form asks for them. A value that a form does
/// not accept is reported and left out.
package final class VisitorValues: Sendable {
  /// Form id, cell id and value, as in a submission.
  package typealias Values = [String: [String: JSONValue]]

  private let initial: Values
  private let readOnly: Values
  private let report: @Sendable (VisitorValueError) -> Void
  /// By the form's version.
  private let read = Lock<[String: HostValues]>([:])

  /// - Parameter report: called with each value that a form does not accept.
  package init(initial: Values, readOnly: Values, report: @escaping @Sendable (VisitorValueError) -> Void) {
    self.initial = initial
    self.readOnly = readOnly
    self.report = report
  }

  /// Reports values for unknown forms. Values that a form does not accept are reported when it asks for them.
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

/// A value from the host that the visitor's form does not accept; it is left out.
public struct VisitorValueError: Error, Sendable, Equatable, CustomStringConvertible {
  /// As the host named it. There may be no such form.
  public let form: String
  /// As the host named it. The form may have no such cell. `nil` if there is no such form.
  public let cell: String?
  /// For people: what is wrong, and which id was probably meant.
  public let reason: String

  /// One line for the log.
  public var description: String {
    let place = cell.map { "form \(form), cell \($0): the value is" } ?? "form \(form): the values are"
    return "visitor: \(place) left out: \(reason)"
  }
}

extension Session {
  /// Updates the host's values for the request that uses the session.
  package mutating func setHostValues(_ values: VisitorValues?) {
    // Most sessions have none and get none.
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
