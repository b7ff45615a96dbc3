/// Where an error page leads.
public struct ErrorWays: Sendable {
  public var home: String
  /// The form that the request was about, with the draft that its address names; nil: it was about none.
  public var form: String?
  /// Whether the same address may answer in a moment.
  public var again: Bool
  /// Whether what was sent is on the page before only.
  public var pageBefore: Bool

  public init(home: String, form: String? = nil, again: Bool = false, pageBefore: Bool = false) {
    self.home = home
    self.form = form
    self.again = again
    self.pageBefore = pageBefore
  }
}
