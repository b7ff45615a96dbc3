/// The type of an expression's values.
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
  /// For a number, the maximum number of decimals; `nil` for any number of them.
  var decimals: Int? = 0
  /// Whether it is a number or a text written in the expression itself. It takes the type of what it is combined with.
  var isLiteral = false
  /// Whether it is a number from a column of a file, or calculated with one. It can be combined with an amount in any currency.
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
