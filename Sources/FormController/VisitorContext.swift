public import Support

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

  /// - Parameters: the properties of these names; left out, nothing is known of the visitor.
  public init(identity: String? = nil, initialValues: Values = [:], readOnlyValues: Values = [:]) {
    self.identity = identity
    self.initialValues = initialValues
    self.readOnlyValues = readOnlyValues
  }
}
