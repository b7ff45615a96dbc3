extension DecimalNumber {
  /// A number as JSON writes it (RFC 8259 §6), by its value: `12.0`, `1e-05`, `1.5E3`. Decimals are counted as they stand once
  /// it is written without an exponent.
  package init(parsingJSON text: String) throws(Refusal) {
    guard let mark = text.firstIndex(where: { $0 == "e" || $0 == "E" }) else {
      try self.init(parsing: text)
      return
    }
    let mantissa = try DecimalNumber(parsing: text[..<mark])
    guard !mantissa.isZero else {
      try self.init(parsing: "0")
      return
    }
    guard let exponent = Int(text[text.index(after: mark)...]), abs(exponent) <= Self.textByteLimit else {
      throw .tooManyDigits(limit: Self.digitLimit)
    }
    let parts = text[..<mark].split(separator: ".")
    let sign = mantissa.isNegative ? "-" : ""
    let digits = parts.joined().filter(\.isWholeNumber)
    let pointPlace = digits.count - (parts.count == 2 ? parts[1].count : 0) + exponent
    let before = String(repeating: "0", count: max(0, 1 - pointPlace)) + digits
    let padded = before + String(repeating: "0", count: max(0, pointPlace - before.count))
    let whole = padded.prefix(max(1, pointPlace))
    let fraction = padded.dropFirst(whole.count)
    try self.init(parsing: sign + whole + (fraction.isEmpty ? "" : "." + fraction))
  }
}
