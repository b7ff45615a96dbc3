/// The outcome of reading a typed number.
package enum NumberReading: Sendable, Equatable {
  case number(DecimalNumber)
  /// It can be read in ways that differ, the larger first: "1.234" is 1234 to some and 1.234 to others, "5-" is 5 or -5.
  case ambiguous([DecimalNumber])
  case refused(Refusal)

  /// All readings.
  package var numbers: [DecimalNumber] {
    switch self {
    case .number(let number): [number]
    case .ambiguous(let numbers): numbers
    case .refused: []
    }
  }

  package enum Refusal: Error, Sendable, Equatable {
    case notANumber
    case tooManyDigits(limit: Int)
    /// It has one reading, by another convention than the locale's, with more decimals than there can be.
    case tooManyDecimals(limit: Int)
    /// The symbol or code of another currency stands with it. ISO 4217.
    case otherCurrency(String)
  }
}
