/// Where an error page leads.
package struct ErrorWays: Sendable {
  package var home: String
  /// The form that the request was about, with the draft that its address names; nil: it was about none.
  package var form: String?
  /// Whether the same address may answer in a moment.
  package var again: Bool
  /// Whether what was sent is on the page before only.
  package var pageBefore: Bool

  package init(home: String, form: String? = nil, again: Bool = false, pageBefore: Bool = false) {
    self.home = home
    self.form = form
    self.again = again
    self.pageBefore = pageBefore
  }
}
