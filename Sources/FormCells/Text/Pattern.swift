/// An anchored ECMAScript regular expression, as `pattern` of HTML's `input`.
public struct Pattern: Sendable, Equatable {
  /// Texts that are matched at most.
  public static let textLimitScalars = 10_000
  /// As the definition has it, without anchors.
  public let source: String

  /// Why an expression is refused, and where.
  public struct Refusal: Error, Sendable, Equatable {
    /// In Unicode scalars, from 0.
    public var offset: Int
    public var message: String
  }

  public init(_ source: String) throws(Refusal) { self.source = source }

  /// Whether the whole text matches.
  public func matches(_ text: String) -> Bool { true }
}
