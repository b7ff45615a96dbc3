import Support
package import Localization

/// A number of a form that is written in Swift: `5`, `0.5`, or `"12.50"` where the last zero counts.
public struct ExactNumber: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral
{
  let digits: String

  /// A whole number.
  public init(_ number: Int) { digits = String(number) }
  /// A number of exact digits.
  package init(_ number: DecimalNumber) { digits = number.description(minimumDecimals: number.decimals) }
  public init(integerLiteral number: Int) { self.init(number) }
  public init(floatLiteral number: Double) { digits = number.description }
  public init(stringLiteral digits: String) { self.digits = digits }

  var definition: JSONValue { .number(digits) }
}
