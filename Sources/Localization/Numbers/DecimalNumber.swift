/// A decimal number with exact digits: parsed, compared and printed without floating point.
package struct DecimalNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The maximum number of all digits. A national budget in its smallest unit has about 16.
  package static let digitLimit = 30

  /// Bytes of a text that are read, including zeros, marks and separators.
  package static let textByteLimit = 256

  package let isNegative: Bool
  /// Digits before the point, without leading zeros; empty for values below 1. Each is 0...9.
  private let whole: [UInt8]
  /// Digits after the point, without trailing zeros.
  private let fraction: [UInt8]
  /// The number of decimals as written: `1.50` has two.
  package let decimals: Int

  package enum Refusal: Error, Sendable, Equatable {
    case notANumber
    case tooManyDigits(limit: Int)
  }

  /// Digits with an optional sign before them, and optionally a point and digits after them: `-12.50`. No grouping, no
  /// exponent, no white space.
  package init(parsing text: some StringProtocol) throws(Refusal) {
    guard text.utf8.prefix(Self.textByteLimit + 1).count <= Self.textByteLimit else {
      throw .tooManyDigits(limit: Self.digitLimit)
    }
    var bytes = Array(text.utf8)[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    let point = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
    let whole = bytes[..<point]
    let fraction = bytes[point...].dropFirst()
    guard !whole.isEmpty, point == bytes.endIndex || !fraction.isEmpty,
      (whole + fraction).allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { throw .notANumber }
    self.init(isNegative: isNegative, whole: whole, fraction: fraction)
    guard self.whole.count + fraction.count <= Self.digitLimit else { throw .tooManyDigits(limit: Self.digitLimit) }
  }

  /// - `units`: the number of smallest units: 1250 with two decimals is 12.50.
  package init(units: Int128, decimals: Int) {
    let digits = Array(String(units.magnitude).utf8)
    let padded = Array(repeating: UInt8(ascii: "0"), count: max(0, decimals + 1 - digits.count)) + digits
    self.init(isNegative: units < 0, whole: padded.dropLast(decimals), fraction: padded.suffix(decimals))
  }

  /// The number of smallest units with these decimals; further decimals are dropped. `nil` if it has so many digits that a sum of two
  /// might overflow.
  package func units(decimals: Int) -> Int128? {
    guard whole.count + decimals <= Self.unitDigitLimit else { return nil }
    let digits = whole + fraction.prefix(decimals) + repeatElement(0, count: max(0, decimals - fraction.count))
    let units = digits.reduce(Int128(0)) { $0 * 10 + Int128($1) }
    return isNegative ? -units : units
  }

  /// Fewer digits than the 38 that an `Int128` can hold.
  private static let unitDigitLimit = 36

  private init(isNegative: Bool, whole: some Sequence<UInt8>, fraction: some Sequence<UInt8>) {
    self.whole = Array(whole.drop { $0 == UInt8(ascii: "0") }.map { $0 - UInt8(ascii: "0") })
    var kept = fraction.map { $0 - UInt8(ascii: "0") }
    decimals = kept.count
    while kept.last == 0 { kept.removeLast() }
    self.fraction = kept
    // There is only one zero: it has no sign.
    self.isNegative = isNegative && !(self.whole.isEmpty && kept.isEmpty)
  }

  package var isZero: Bool { whole.isEmpty && fraction.isEmpty }
  /// The number of decimals without trailing zeros: `1.50` has one.
  package var significantDecimals: Int { fraction.count }
  /// All digits as written, without leading zeros.
  package var digitCount: Int { whole.count + decimals }

  /// The shortest exact digits: `-12.5`.
  package var description: String { description(minimumDecimals: 0) }

  /// Exact digits with at least this number of decimals: `12.50`.
  package func description(minimumDecimals: Int) -> String {
    var digits = isNegative ? "-" : ""
    if whole.isEmpty { digits += "0" }
    for digit in whole { digits += String(digit) }
    let padding = max(0, minimumDecimals - fraction.count)
    if !fraction.isEmpty || padding > 0 { digits += "." }
    for digit in fraction { digits += String(digit) }
    return digits + String(repeating: "0", count: padding)
  }

  package static func == (a: DecimalNumber, b: DecimalNumber) -> Bool {
    a.isNegative == b.isNegative && a.whole == b.whole && a.fraction == b.fraction
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(isNegative)
    hasher.combine(whole)
    hasher.combine(fraction)
  }

  package static func < (a: DecimalNumber, b: DecimalNumber) -> Bool {
    guard a.isNegative == b.isNegative else { return a.isNegative }
    return a.isNegative ? b.isCloserToZero(than: a) : a.isCloserToZero(than: b)
  }

  private func isCloserToZero(than other: DecimalNumber) -> Bool {
    if whole.count != other.whole.count { return whole.count < other.whole.count }
    if whole != other.whole { return whole.lexicographicallyPrecedes(other.whole) }
    return fraction.lexicographicallyPrecedes(other.fraction)
  }
}

extension DecimalNumber {
  /// A number as JSON writes it (RFC 8259 §6), by its value: `12.0`, `1e-05`, `1.5E3`. Decimals are counted in the form without an
  /// exponent.
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
