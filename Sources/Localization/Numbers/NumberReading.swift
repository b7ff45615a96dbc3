/// The result of reading a typed number.
package enum NumberReading: Sendable, Equatable {
  case number(DecimalNumber)
  /// The text has several readings, the larger first: "1.234" is 1234 or 1.234, "5-" is 5 or -5.
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
    /// The text has one reading, by a convention other than the locale's, with too many decimals.
    case tooManyDecimals(limit: Int)
    /// The text has the symbol or code of another currency, given as ISO 4217.
    case otherCurrency(String)
  }
}

extension NumberFormat {
  /// Reads a number that a person typed (F11, B30, B31).
  ///
  /// Accepted are digits of every script, a minus before or brackets around (`($1,234.50)`), blanks of every width and
  /// apostrophes between groups, the currency's symbol, code or name on either side, and dashes for no cents (`5,–`,
  /// `500/-`). Comma and point follow this rule:
  ///
  /// 1. A text that is well formed by the locale's separators, without too many decimals, is read that way.
  /// 2. Otherwise it is read with the point and with the comma as the decimal separator. A single reading is accepted, unless it has
  ///    too many decimals: "1,0000" may be a mistake in grouping.
  /// 3. Two different readings are ambiguous; only the visitor knows. So is "1.000" as euros in French (not a separator of that
  ///    locale) and in English (three decimals are not cents, but thousands may be meant).
  ///
  /// A dash directly after the digits (`5.00-`) is the minus of ledgers or means no cents, so it is ambiguous too. So is a dash before
  /// the decimal separator (`–.50`) in locales that write prices below one unit in this way.
  ///
  /// A text longer than any number is refused without being read.
  ///
  /// - `decimalLimit`: decimals that the number can have; `nil`: any number.
  /// - `currency`: ISO 4217; `nil`: no currency symbol is accepted.
  /// - `digitLimit`: a number with more digits is refused.
  /// - `marks`: what may be before or after the number instead of a currency symbol: a unit.
  package func parse(
    _ typed: String, decimalLimit: Int? = nil, currency: String? = nil,
    digitLimit: Int = DecimalNumber.digitLimit, marks: [String] = []
  ) -> NumberReading {
    guard typed.utf8.count <= DecimalNumber.textByteLimit else { return .refused(.notANumber) }
    let symbols =
      marks.isEmpty
      ? currency.map(NumberFormatTable.shared.signs) ?? []
      : TypedNumber.spellings(of: marks, in: typed)
    let text = TypedNumber(typed, symbols: symbols)
    guard let groups = text.groups() else {
      let other = currency.flatMap { NumberFormatTable.shared.currency(in: text.words, otherThan: $0) }
      return .refused(other.map(NumberReading.Refusal.otherCurrency) ?? .notANumber)
    }
    do throws(NumberReading.Refusal) {
      let reader = Reader(
        groups: groups, separators: currency == nil ? plain : money, decimalLimit: decimalLimit, digitLimit: digitLimit)
      let asksForSign = text.hasDashBehind || text.hasDashForWhole && currency != nil && writesDashForWhole
      guard asksForSign else { return try reader.reading(isNegative: text.isNegative) }
      let readings = try reader.reading(isNegative: false).numbers + reader.reading(isNegative: true).numbers
      guard let first = readings.first else { return .refused(.notANumber) }
      return readings.allSatisfy { $0 == first } ? .number(first) : .ambiguous(readings)
    } catch {
      return .refused(error)
    }
  }

  /// Whether prices below one unit are written with a dash for the unit: in locales with a decimal comma, and in Switzerland.
  private var writesDashForWhole: Bool { money.decimal == "," || money.grouping == "\u{2019}" }

  private struct Reader {
    let groups: TypedNumber.Groups
    let separators: Separators
    let decimalLimit: Int?
    let digitLimit: Int

    func reading(isNegative: Bool) throws(NumberReading.Refusal) -> NumberReading {
      let own = try number(TypedNumber.Convention(separators), isNegative: isNegative)
      // Decimals are counted as typed: "1.000" has three.
      if let own, hasRoom(own) { return .number(own) }
      var readings: [DecimalNumber] = []
      for convention in TypedNumber.Convention.all {
        if let reading = try number(convention, isNegative: isNegative), !readings.contains(reading) {
          readings.append(reading)
        }
      }
      guard let first = readings.first else { return .refused(.notANumber) }
      if readings.count > 1 { return .ambiguous(readings.sorted { isNegative ? $0 < $1 : $0 > $1 }) }
      if own == nil, let decimalLimit, !hasRoom(first) { throw .tooManyDecimals(limit: decimalLimit) }
      return .number(first)
    }

    private func hasRoom(_ number: DecimalNumber) -> Bool { number.decimals <= decimalLimit ?? .max }

    private func number(
      _ convention: TypedNumber.Convention, isNegative: Bool
    ) throws(NumberReading.Refusal) -> DecimalNumber? {
      guard let digits = groups.digits(by: convention) else { return nil }
      do throws(DecimalNumber.Refusal) {
        let number = try DecimalNumber(parsing: isNegative ? "-" + digits : digits)
        guard number.digitCount <= digitLimit else { throw .tooManyDigits(limit: digitLimit) }
        return number
      } catch {
        switch error {
        case .notANumber: throw .notANumber
        case .tooManyDigits: throw .tooManyDigits(limit: digitLimit)
        }
      }
    }
  }
}
