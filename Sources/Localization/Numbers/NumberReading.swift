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

extension NumberFormat {
  /// Reads what a person typed (F11, B30, B31).
  ///
  /// Accepted are digits of every script, a minus in front or brackets around (`($1,234.50)`), blanks of every width and
  /// apostrophes between groups, the currency's symbol, code or name on either side, and dashes for no cents (`5,–`,
  /// `500/-`). Comma and point go by this rule:
  ///
  /// 1. What is well formed by the locale's own separators, and has no more decimals than there can be, is that.
  /// 2. Else it is read with the point as the decimal separator and with the comma. One reading: it is that, unless it has
  ///    more decimals than there can be: "1,0000" may be a slip of one who groups.
  /// 3. Two readings that differ: it is ambiguous, and only the visitor knows. So is "1.000" as euros in French (no
  ///    separator of that locale) and in English (three decimals are not cents, but perhaps thousands are meant).
  ///
  /// A dash right behind the digits (`5.00-`) is the minus of ledgers or stands for no cents: ambiguous too. So is one
  /// before the decimal separator (`–.50`), where prices below one unit are written so.
  ///
  /// What is longer than any number is none, and not looked at.
  ///
  /// - `decimalLimit`: decimals that the number can have; nil: any.
  /// - `currency`: ISO 4217; nil: no symbol may stand with the number.
  /// - `digitLimit`: digits beyond it are refused.
  /// - `marks`: what may stand before or behind the number in place of a currency's symbol: a unit.
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

  /// Whether prices below one unit are written with a dash in its place: where the comma stands before decimals, and in
  /// Switzerland.
  private var writesDashForWhole: Bool { money.decimal == "," || money.grouping == "\u{2019}" }

  private struct Reader {
    let groups: TypedNumber.Groups
    let separators: Separators
    let decimalLimit: Int?
    let digitLimit: Int

    func reading(isNegative: Bool) throws(NumberReading.Refusal) -> NumberReading {
      let own = try number(TypedNumber.Convention(separators), isNegative: isNegative)
      // Decimals as they were typed: "1.000" has three.
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
