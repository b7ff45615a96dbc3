/// An exact number: a numerator and a denominator above 0, without a common factor.
struct Fraction: Sendable, Equatable {
  let numerator: Int128
  let denominator: Int128

  /// A number has more digits than calculations support, which is about 38.
  struct Overflow: Error {}

  static let zero = Fraction(0)

  init(_ number: Int) { (numerator, denominator) = (Int128(number), 1) }

  private init(numerator: Int128, denominator: Int128) throws(Overflow) {
    let factor = Self.commonFactor(numerator, denominator)
    let sign: Int128 = denominator < 0 ? -1 : 1
    self.numerator = try Self.exact((numerator / factor).multipliedReportingOverflow(by: sign))
    self.denominator = try Self.exact((denominator / factor).multipliedReportingOverflow(by: sign))
  }

  init(_ number: DecimalNumber) throws(Overflow) {
    let decimals = number.significantDecimals
    guard let units = number.units(decimals: decimals) else { throw Overflow() }
    try self.init(numerator: units, denominator: try Self.power(ofTen: decimals))
  }

  var isNegative: Bool { numerator < 0 }

  static prefix func - (number: Fraction) throws(Overflow) -> Fraction { try zero - number }

  static func + (first: Fraction, second: Fraction) throws(Overflow) -> Fraction {
    let factor = commonFactor(first.denominator, second.denominator)
    let (one, other) = (second.denominator / factor, first.denominator / factor)
    return try Fraction(
      numerator: exact(
        try product(first.numerator, one).addingReportingOverflow(try product(second.numerator, other))),
      denominator: try product(first.denominator, one))
  }

  static func - (first: Fraction, second: Fraction) throws(Overflow) -> Fraction {
    try first + Fraction(numerator: try product(second.numerator, -1), denominator: second.denominator)
  }

  static func * (first: Fraction, second: Fraction) throws(Overflow) -> Fraction {
    let one = commonFactor(first.numerator, second.denominator)
    let other = commonFactor(second.numerator, first.denominator)
    return try Fraction(
      numerator: try product(first.numerator / one, second.numerator / other),
      denominator: try product(first.denominator / other, second.denominator / one))
  }

  /// `nil` if the second is 0.
  static func / (first: Fraction, second: Fraction) throws(Overflow) -> Fraction? {
    if second.numerator == 0 { return nil }
    return try first * Fraction(numerator: second.denominator, denominator: second.numerator)
  }

  static func < (first: Fraction, second: Fraction) throws(Overflow) -> Bool { try (first - second).isNegative }

  /// The nearest number with this number of decimals; if two are equally near, the one whose last digit is even (IEEE 754,
  /// roundTiesToEven).
  func rounded(decimals: Int) throws(Overflow) -> Fraction {
    let scale = try Self.power(ofTen: decimals)
    if scale % denominator == 0 { return self }
    let (quotient, rest) = try Self.product(numerator, scale).quotientAndRemainder(dividingBy: denominator)
    // The rest is less than the denominator, so this subtraction does not overflow.
    let (distance, left) = (rest.magnitude, denominator.magnitude - rest.magnitude)
    let isAway = distance > left || distance == left && !quotient.isMultiple(of: 2)
    return try Fraction(numerator: quotient + (isAway ? (isNegative ? -1 : 1) : 0), denominator: scale)
  }

  /// Exact digits with at least this number of decimals; `nil` if a decimal number cannot hold it exactly.
  func digits(minimumDecimals: Int) -> String? {
    var (rest, decimals, units) = (denominator, 0, numerator)
    while rest != 1 {
      guard let next = try? Self.product(units, 10) else { return nil }
      let factor = Self.commonFactor(10, rest)
      if factor == 1 { return nil }
      rest /= factor
      units = next / factor
      decimals += 1
    }
    // Each step multiplied by ten and removed one factor from the denominator.
    return DecimalNumber(units: units, decimals: decimals).description(minimumDecimals: minimumDecimals)
  }

  /// `nil` if it is not a whole number, or is too large.
  var wholeNumber: Int? { denominator == 1 ? Int(exactly: numerator) : nil }

  private static func power(ofTen exponent: Int) throws(Overflow) -> Int128 {
    var power: Int128 = 1
    for _ in 0..<exponent { power = try product(power, 10) }
    return power
  }

  private static func product(_ first: Int128, _ second: Int128) throws(Overflow) -> Int128 {
    try exact(first.multipliedReportingOverflow(by: second))
  }

  private static func exact(_ result: (partialValue: Int128, overflow: Bool)) throws(Overflow) -> Int128 {
    // The smallest number has no opposite.
    if result.overflow || result.partialValue == .min { throw Overflow() }
    return result.partialValue
  }

  /// The greatest common factor, at least 1.
  private static func commonFactor(_ first: Int128, _ second: Int128) -> Int128 {
    var (larger, smaller) = (first.magnitude, second.magnitude)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    return max(1, Int128(larger))
  }
}
