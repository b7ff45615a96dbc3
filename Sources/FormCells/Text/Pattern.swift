/// An anchored ECMAScript regular expression, as `pattern` of HTML's `input`.
public struct Pattern: Sendable, Equatable {
  public let source: String
  init(unchecked source: String) { self.source = source }
}
