extension NumberFormat {
  /// How a script writes an amount that somebody has typed, as the server would (TI28): the patterns of an amount
  /// and of a negative one with `#` for its number, the decimal and the grouping separator, digits of the last group and of
  /// those before it, digits that must stand before a group, decimals, the digit zero. Between `|`, which is in none.
  /// - Parameters:
  ///   - currency: ISO 4217.
  ///   - symbol: where the symbol stands, if at all.
  package func scriptFormat(currency: String, symbol: CurrencySymbol) -> String {
    let decimals = CurrencyUnits.decimals(of: currency) ?? 0
    func pattern(_ sign: String) -> String {
      // A one cannot be in a symbol; its decimals stand right behind it.
      guard let number = try? DecimalNumber(parsing: sign + "1") else { return "#" }
      let text = text(number, currency: currency, symbol: symbol)
      let one = Character(Unicode.Scalar(zero.value + 1) ?? "1")
      guard let start = text.firstIndex(of: one) else { return "#" }
      let length = decimals == 0 ? 1 : 2 + decimals
      return text[..<start] + "#" + text[text.index(start, offsetBy: length)...]
    }
    return scriptFormat(pattern(""), pattern("-"), money, decimals: String(decimals))
  }

  /// The same for a number without a currency.
  /// - Parameter decimals: nil: as many as are typed.
  package func scriptFormat(decimals: Int?) -> String {
    scriptFormat("#", minus + "#", plain, decimals: decimals.map(String.init) ?? "")
  }

  private func scriptFormat(
    _ positive: String, _ negative: String, _ separators: Separators, decimals: String
  ) -> String {
    [
      positive, negative, String(Character(separators.decimal)), String(Character(separators.grouping)),
      String(separators.lastGroup), String(separators.otherGroups), String(digitsBeforeGroup), decimals,
      String(Character(zero)),
    ].joined(separator: "|")
  }
}
