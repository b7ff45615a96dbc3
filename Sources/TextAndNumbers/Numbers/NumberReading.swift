/// The outcome of reading a typed number.
package enum NumberReading: Sendable, Equatable {
  case number(DecimalNumber)
  /// It can be read in two ways that differ, the larger first: "1.234" is 1234 to some and 1.234 to others.
  case ambiguous([DecimalNumber])
  case refused(Refusal)

  package enum Refusal: Error, Sendable, Equatable {
    case notANumber
    case tooManyDigits(limit: Int)
    /// The symbol or code of another currency stands with it. ISO 4217.
    case otherCurrency(String)
  }
}
