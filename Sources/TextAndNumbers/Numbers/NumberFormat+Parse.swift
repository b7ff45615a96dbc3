extension NumberFormat {
  /// Reads what a person typed (F11, B30, B31).
  ///
  /// Accepted are digits of every script, a minus before or behind, spaces (also the ones that do not break) and
  /// apostrophes between groups, the currency's symbol or code on either side. Comma and point go by this rule:
  ///
  /// 1. What is well formed by the locale's own separators, and has no more decimals than there can be, is that.
  /// 2. Else it is read with the point as the decimal separator and with the comma. One reading: it is that.
  /// 3. Two readings that differ: it is ambiguous, and only the visitor knows. So is "1.234" as euros in French (no
  ///    separator of that locale) and in English (three decimals are no cents, but perhaps thousands are meant).
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
    let text =
      marks.isEmpty
      ? TypedNumber(typed, symbols: currency.map(NumberFormatTable.shared.signs) ?? [])
      : TypedNumber(
        typed, symbols: marks.map(TypedNumber.visible).sorted { $0.count > $1.count }, atBothEnds: true)
    guard let groups = text.groups() else {
      if let currency, let other = otherCurrency(in: text, than: currency) { return .refused(.otherCurrency(other)) }
      return .refused(.notANumber)
    }
    do throws(NumberReading.Refusal) {
      return try read(
        groups, isNegative: text.isNegative, currency == nil ? plain : money, decimalLimit, digitLimit)
    } catch {
      return .refused(error)
    }
  }

  private func read(
    _ groups: TypedNumber.Groups, isNegative: Bool, _ separators: Separators, _ decimalLimit: Int?, _ digitLimit: Int
  ) throws(NumberReading.Refusal) -> NumberReading {
    func number(_ convention: TypedNumber.Convention) throws(NumberReading.Refusal) -> DecimalNumber? {
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
    if let own = try number(TypedNumber.Convention(separators)),
      decimalLimit.map({ own.significantDecimals <= $0 }) ?? true
    {
      return .number(own)
    }
    var readings: [DecimalNumber] = []
    for convention in TypedNumber.Convention.all {
      if let reading = try number(convention), !readings.contains(reading) { readings.append(reading) }
    }
    guard let first = readings.first else { return .refused(.notANumber) }
    return readings.count == 1 ? .number(first) : .ambiguous(readings.sorted { isNegative ? $0 < $1 : $0 > $1 })
  }

  /// The currency whose code or symbol was typed in place of this one's.
  private func otherCurrency(in text: TypedNumber, than currency: String) -> String? {
    let word = text.word
    guard !word.isEmpty else { return nil }
    if CurrencyUnits.decimals(of: word.uppercased()) != nil { return word.uppercased() }
    return CurrencyUnits.codes.first { $0 != currency && symbol(of: $0) == word }
  }
}
