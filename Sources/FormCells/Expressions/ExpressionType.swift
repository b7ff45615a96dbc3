/// What the values of an expression are.
struct ExpressionType: Equatable {
  enum Base: Equatable {
    case number
    /// ISO 4217.
    case amount(String)
    case day
    case duration
    case text
    case flag
  }

  var base: Base
  /// Of a number: the most decimals that it can have; nil: any number of them.
  var decimals: Int? = 0
  /// A number or a text that stands in the expression itself: it takes the type of what it is joined with.
  var isLiteral = false
  /// Of a number from a column of a file, or calculated with one: it goes with an amount in any currency.
  var isOfColumn = false

  static let text = ExpressionType(base: .text)
  static let flag = ExpressionType(base: .flag)
  static let day = ExpressionType(base: .day)

  var isNumeric: Bool { base != .text && base != .flag }

  /// "an amount in EUR"
  var name: String {
    switch base {
    case .number: "a number"
    case .amount(let currency): "an amount in \(currency)"
    case .day: "a date"
    case .duration: "a duration"
    case .text: "a text"
    case .flag: "a condition"
    }
  }
}
