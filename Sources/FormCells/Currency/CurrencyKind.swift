import Support

/// `currency`: an amount of money (TI-e).
package struct CurrencyKind: Sendable {
  /// ISO 4217.
  package var currency: String
  package var minimum: DecimalNumber?
  package var maximum: DecimalNumber?
  package var symbol: CurrencySymbol = .locale
  package var placeholder: Localized?
  /// Digits of an amount, decimals included: a national budget in its smallest unit has about 16, and what is longer is
  /// a slip of the finger or of the clipboard.
  package static let digitLimit = 20
  package init(currency: String) { self.currency = currency }

  /// Of the smallest unit: 2 for USD, 0 for JPY.
  package var decimals: Int { CurrencyUnits.decimals(of: currency) ?? 2 }
}

extension CurrencyKind: EntryKind {
  static let type = CellType.currency
  var kind: Cell.Kind { .currency(self) }
  var measure: Condition.Measure? { .number }

  var numberRules: NumberRules? {
    NumberRules(
      currency: currency, symbol: symbol, minimumDecimals: decimals, decimalLimit: decimals,
      digitLimit: Self.digitLimit, namesDecimals: true)
  }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    switch DecimalNumber.read(text) {
    case .failure(.tooManyDigits): return numberRules?.tooManyDigits
    case .failure(let problem): return problem
    case .success(let number):
      if number.decimals > decimals { return .tooManyDecimals(limit: decimals) }
      if number.digitCount > Self.digitLimit { return numberRules?.tooManyDigits }
      return number.problem(minimum: minimum, maximum: maximum)
    }
  }

  func json(of value: CellValue) -> JSONValue? {
    let text = normalised(value.text)
    guard !text.isEmpty else { return .null }
    let amount = (try? DecimalNumber(parsing: text))?.description(minimumDecimals: decimals)
    // What is not a number was refused before it came here; it is written as it is rather than lost.
    return ["amount": .string(amount ?? text), "currency": .string(currency)]
  }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    // Zeros behind the last decimal say nothing.
    let fraction = !demand.isChecked ? "[0-9]+" : decimals == 0 ? "0+" : "[0-9]{1,\(decimals)}0*"
    let amount: JSONValue = ["type": "string", "pattern": .string("^[+-]?[0-9]+(\\.\(fraction))?$")]
    return demand.type("object")
      + JSONValue.sentObject(
        [.init("amount", amount), .init("currency", ["const": .string(currency)])], required: ["amount", "currency"]
      ).dropFirst()
  }

  /// As numbers: 12.5 is 12.50.
  func equals(_ operand: String, _ text: String) -> Bool {
    guard let number = try? DecimalNumber(parsing: operand) else { return false }
    return (try? DecimalNumber(parsing: text)) == number
  }
}
