/// Numbers and amounts between the page, where they stand as the visitor's locale writes them, and the form, which keeps
/// exact digits: "1.234,50 €" and "1234.50".
extension Cell {
  /// What the form keeps of a text that a page posted: exact digits where the cell takes a number and this is one, else
  /// the text as it was typed. What cannot be read for certain never becomes digits that would be accepted.
  public func entry(_ typed: String, in numbers: NumberFormat) -> String {
    guard let rules = numberRules, !typed.allSatisfy(\.isWhitespace) else { return typed }
    if case .number(let number) = rules.read(typed, numbers),
      rules.maximumDecimals.map({ number.significantDecimals <= $0 }) ?? true
    {
      return number.description(minimumDecimals: rules.minimumDecimals ?? number.decimals)
    }
    // "1.234" is ambiguous in some locales, and exact digits all the same.
    return rules.exact(typed) == nil ? typed : Self.unreadMark + typed
  }

  /// Stands before a text that looks like exact digits and was not read as them; never shown.
  private static let unreadMark = "\u{2060}"

  /// How a page shows what the form keeps; posted again, it is the same entry.
  public func shown(_ kept: String, in numbers: NumberFormat) -> String {
    guard let rules = numberRules, let number = rules.exact(kept) else {
      return kept.utf8.starts(with: Self.unreadMark.utf8) ? String(kept.dropFirst()) : kept
    }
    switch kind {
    case .currency(let cell): return numbers.text(number, currency: cell.currency, symbol: cell.symbol)
    default: return numbers.text(number, minimumDecimals: number.decimals)
    }
  }

  /// A bound as messages name it.
  public func shownBound(_ bound: String, in numbers: NumberFormat) -> String {
    guard let number = try? DecimalNumber(parsing: bound) else { return bound }
    if case .currency(let cell) = kind { return numbers.text(number, currency: cell.currency, symbol: cell.symbol) }
    return numbers.text(number, isGrouped: true)
  }

  /// Why what was typed is no number that the cell takes; nil where it is one, or the cell takes none.
  func readingProblem(of kept: String, in numbers: NumberFormat) -> Problem? {
    guard let rules = numberRules, rules.exact(kept) == nil else { return nil }
    switch rules.read(kept, numbers) {
    case .number(let number):
      guard let maximum = rules.maximumDecimals, number.significantDecimals > maximum else { return nil }
      return rules.currency == nil ? .notANumber : .tooManyDecimals(limit: maximum)
    case .ambiguous(let readings): return .ambiguous(readings.map(\.description))
    case .refused(.notANumber): return .notANumber
    case .refused(.tooManyDigits(let limit)): return .tooManyDigits(limit: limit)
    case .refused(.otherCurrency(let code)): return .otherCurrency(code)
    }
  }

  private var numberRules: NumberRules? {
    switch kind {
    case .currency(let cell):
      let decimals = CurrencyUnits.decimals(of: cell.currency) ?? 2
      return NumberRules(currency: cell.currency, minimumDecimals: decimals, maximumDecimals: decimals)
    case .text(let cell) where cell.format == .decimal: return NumberRules()
    case .text(let cell) where cell.format == .integer: return NumberRules(maximumDecimals: 0)
    default: return nil
    }
  }
}

/// What numbers a cell takes.
private struct NumberRules {
  var currency: String?
  /// Nil: as many as typed.
  var minimumDecimals: Int?
  var maximumDecimals: Int?

  func read(_ typed: String, _ numbers: NumberFormat) -> NumberReading {
    numbers.parse(
      typed, maximumDecimals: maximumDecimals, currency: currency,
      digitLimit: currency == nil ? DecimalNumber.digitLimit : CurrencyCell.digitLimit)
  }

  /// Exact digits, as `entry` leaves them and no text that could not be read.
  func exact(_ kept: String) -> DecimalNumber? {
    guard let number = try? DecimalNumber(parsing: kept), number.decimals <= maximumDecimals ?? .max,
      currency == nil || number.digitCount <= CurrencyCell.digitLimit
    else { return nil }
    return number
  }
}
