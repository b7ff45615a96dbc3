/// The numbers that a cell accepts. Converts between the page, with numbers as the visitor's locale writes them ("1.234,50 €"),
/// and the form, with exact digits ("1234.50").
struct NumberRules: Sendable {
  /// ISO 4217: an amount of money, which may be typed with its symbol.
  var currency: String?
  var symbol = CurrencySymbol.locale
  /// `nil` keeps the typed number of decimals.
  var minimumDecimals: Int?
  var decimalLimit: Int?
  var digitLimit = DecimalNumber.digitLimit
  /// Whether too many decimals have a separate message; if not, the text is simply not a number.
  var namesDecimals = false
  /// Whether thousands are separated.
  var isGrouped = false
  /// Texts beside the field, such as a unit, which are removed if they are typed.
  var affixes: [Localized] = []

  /// The text that is stored for a posted one: exact digits if it is one of these numbers, else the text as typed. An ambiguous
  /// text never becomes digits that would be accepted.
  func entered(_ typed: String, in numbers: NumberFormat) -> String {
    guard typed.utf8.count <= DecimalNumber.textByteLimit, !typed.allSatisfy(\.isWhitespace) else { return typed }
    if case .number(let number) = read(typed, in: numbers),
      decimalLimit.map({ number.significantDecimals <= $0 }) ?? true
    {
      // 12.0 is the whole number 12.
      return number.description(minimumDecimals: minimumDecimals ?? min(number.decimals, decimalLimit ?? .max))
    }
    // "1.234" is ambiguous in some locales, but it also looks like exact digits.
    return exact(typed) == nil ? typed : Self.unreadMark + typed
  }

  /// The same for a text from a program, written as in a submission or as in the language. If these readings are two different numbers that
  /// the cell accepts, the text is not read.
  func entered(written text: String, in numbers: NumberFormat) -> String {
    let own = entered(text, in: numbers)
    guard exact(text) != nil, entered(text, in: .of("en")) != own else { return own }
    return Self.unreadMark + text
  }

  /// Marks a text that looks like exact digits but was not read as such; never shown.
  private static let unreadMark = "\u{2060}"

  /// The text as it was typed, if it has that mark; `nil` if it has none.
  static func unread(_ kept: String) -> String? {
    kept.utf8.starts(with: unreadMark.utf8) ? String(kept.dropFirst()) : nil
  }

  /// The number of a text with that mark.
  private func exactlyWritten(_ kept: String) -> DecimalNumber? {
    Self.unread(kept).flatMap { try? DecimalNumber(parsing: $0) }
  }

  /// An amount always has all of its decimals, so its limit counts whole digits.
  var tooManyDigits: Problem {
    let decimals = minimumDecimals ?? 0
    return decimals == 0 ? .tooManyDigits(limit: digitLimit) : .tooManyWholeDigits(limit: digitLimit - decimals)
  }

  /// How a page shows the stored text; if it is posted again, it has the same meaning.
  func shown(_ kept: String, in numbers: NumberFormat) -> String {
    guard let number = exact(kept) else { return Self.unread(kept) ?? kept }
    guard let currency else {
      return numbers.text(number, minimumDecimals: number.decimals, isGrouped: isGrouped)
    }
    return numbers.text(number, currency: currency, symbol: symbol)
  }

  /// A bound as messages name it.
  func shownBound(_ bound: DecimalNumber, in numbers: NumberFormat) -> String {
    guard let currency else { return numbers.text(bound, isGrouped: true) }
    return numbers.text(bound, currency: currency, symbol: symbol)
  }

  /// Why the text is not one of these numbers; `nil` if it is one.
  func readingProblem(of kept: String, in numbers: NumberFormat) -> Problem? {
    guard exact(kept) == nil else { return nil }
    switch read(kept, in: numbers) {
    case .number(let number):
      if let written = exactlyWritten(kept), written != number {
        return .ambiguous([number, written].sorted { number.isNegative ? $0 < $1 : $0 > $1 }.map(\.description))
      }
      guard let decimalLimit, number.significantDecimals > decimalLimit else { return nil }
      return namesDecimals ? .tooManyDecimals(limit: decimalLimit) : .notANumber
    case .ambiguous(let readings): return .ambiguous(readings.map(\.description))
    case .refused(.notANumber): return .notANumber
    case .refused(.tooManyDigits): return tooManyDigits
    case .refused(.tooManyDecimals(let limit)): return namesDecimals ? .tooManyDecimals(limit: limit) : .notANumber
    case .refused(.otherCurrency(let code)): return .otherCurrency(code)
    }
  }

  /// The number, if the text is exact digits as `entered` stores them.
  func exact(_ kept: String) -> DecimalNumber? {
    guard let number = try? DecimalNumber(parsing: kept), number.decimals <= decimalLimit ?? .max,
      number.digitCount <= digitLimit
    else { return nil }
    return number
  }

  func read(_ typed: String, in numbers: NumberFormat) -> NumberReading {
    let reading = numbers.parse(typed, decimalLimit: decimalLimit, currency: currency, digitLimit: digitLimit)
    guard case .refused(.notANumber) = reading, !affixes.isEmpty else { return reading }
    return numbers.parse(
      typed, decimalLimit: decimalLimit, digitLimit: digitLimit, marks: affixes.flatMap(\.texts))
  }
}

extension DecimalNumber {
  /// The digits of a number from a program or a definition, written so that they have only one meaning: if there are more decimals than the
  /// cell accepts, there are never exactly three, which some languages read as thousands.
  func exactly(minimumDecimals: Int, limit: Int) -> String {
    description(minimumDecimals: significantDecimals <= limit ? minimumDecimals : max(4, decimals))
  }
}

extension Cell {
  /// The text that is stored for a posted one.
  package func entered(_ typed: String, in numbers: NumberFormat) -> String {
    input?.entered(typed, in: numbers) ?? typed
  }

  /// What a typed number means in the cell; `nil` if the cell accepts no numbers.
  package func reading(of typed: String, in numbers: NumberFormat) -> NumberReading? {
    input?.numberRules?.read(typed, in: numbers)
  }

  /// How a page shows a stored text: numbers as the visitor's locale writes them.
  package func shown(_ kept: String, in numbers: NumberFormat) -> String {
    input?.shown(kept, in: numbers) ?? kept
  }

  /// A bound as messages name it.
  package func shownBound(_ bound: String, in numbers: NumberFormat) -> String {
    guard let rules = input?.numberRules, let number = try? DecimalNumber(parsing: bound) else { return bound }
    return rules.shownBound(number, in: numbers)
  }

  /// The number in a value; `nil` if the text is not a number that the cell accepts.
  func exactNumber(of value: CellValue) -> DecimalNumber? {
    let text = normalised(value.text)
    guard let rules = input?.numberRules else {
      // A code of digits counts as its number.
      return behaviour.measure == .number ? try? DecimalNumber(parsing: text) : nil
    }
    return rules.exact(text)
  }

  /// The maximum number of decimals; `nil` if there is no limit, or the cell accepts no numbers.
  package var decimalLimit: Int? { input?.numberRules?.decimalLimit }

  /// Why the text is not a number that the cell accepts; `nil` if it is one, or the cell accepts no numbers.
  func readingProblem(of value: CellValue, in numbers: NumberFormat) -> Problem? {
    input?.readingProblem(of: value.text, in: numbers)
  }
}

extension DecimalNumber {
  /// The number, or why the text is not one.
  static func read(_ text: String) -> Result<DecimalNumber, Problem> {
    do {
      return .success(try DecimalNumber(parsing: text))
    } catch {
      switch error {
      case .notANumber: return .failure(.notANumber)
      case .tooManyDigits(let limit): return .failure(.tooManyDigits(limit: limit))
      }
    }
  }

  func problem(minimum: DecimalNumber?, maximum: DecimalNumber?) -> Problem? {
    if let minimum, self < minimum { return .belowMinimum(minimum.description) }
    if let maximum, self > maximum { return .aboveMaximum(maximum.description) }
    return nil
  }
}
