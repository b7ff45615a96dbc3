import Localization

/// The smallest and the largest result of an expression; `nil` if the limit is not known.
struct ValueRange: Equatable {
  var least: Fraction?
  var most: Fraction?

  static let any = ValueRange(least: nil, most: nil)
}

extension Form {
  /// The range of a cell's value. For a calculated cell, its operands can have any values that they accept. An end is `nil` if it is not
  /// known.
  /// - Parameter index: the index of the cell.
  package func valueRange(of index: Int) -> (least: Condition.Bound?, most: Condition.Bound?) {
    guard cells[index].measure == .number, let range = try? range(of: index) else { return (nil, nil) }
    return (range.least.flatMap(\.bound), range.most.flatMap(\.bound))
  }

  fileprivate func range(of index: Int) throws -> ValueRange {
    let cell = cells[index]
    if let calculation = cell.calculation { return try calculation.expression.range(in: self) }
    // A program may give it any value.
    if cell.isReadOnly || cell.readOnlyWhen != nil { return .any }
    func number(_ bound: Condition.Bound?) throws -> Fraction? {
      if case .number(let number)? = bound { try Fraction(number) } else { nil }
    }
    return ValueRange(least: try number(cell.bounds.least), most: try number(cell.bounds.most))
  }

  /// The maximum number of entries in the section of a cell.
  fileprivate func mostEntries(ofCell index: Int) -> Int? {
    let section = sections[sectionOfCell[index]]
    return (section.repeated ?? section.entry.flatMap { sections[$0.section].repeated })?.maximum
  }
}

extension Calculation {
  /// Its comparisons of a cell with a constant, as conditions on that cell.
  package var comparisons: [Condition] { expression.comparisons }
}

extension Expression {
  fileprivate var comparisons: [Condition] {
    comparison.map { [$0] } ?? parts.flatMap(\.comparisons)
  }

  /// The condition on a cell that this expression is; `nil` if it is something else.
  private var comparison: Condition? {
    switch self {
    case .not(let inner): inner.comparison.map(Condition.not)
    case .holds(let cell, let text), .equal(.cell(let cell, .text), .text(let text)),
      .equal(.text(let text), .cell(let cell, .text)):
      .equals(cell: cell, .text(text))
    case .equal(.cell(let cell, .number), .number(let number)), .equal(.number(let number), .cell(let cell, .number)):
      number.bound.map { .all([.atLeast(cell: cell, $0), .atMost(cell: cell, $0)]) }
    case .less(.cell(let cell, .number), .number(let number)): number.bound.map { .not(.atLeast(cell: cell, $0)) }
    case .less(.number(let number), .cell(let cell, .number)): number.bound.map { .not(.atMost(cell: cell, $0)) }
    default: nil
    }
  }

  /// - Throws: `Fraction.Overflow`.
  fileprivate func range(in form: Form) throws -> ValueRange {
    switch self {
    case .number(let number): return ValueRange(least: number, most: number)
    case .cell(let cell, .number): return try form.range(of: cell)
    case .negative(let part): return try part.range(in: form).negated()
    case .plus(let first, let second): return try first.range(in: form).adding(second.range(in: form))
    case .minus(let first, let second): return try first.range(in: form).adding(second.range(in: form).negated())
    case .times(let first, let second): return try first.range(in: form).times(second.range(in: form))
    case .sum(let parts):
      var sum = ValueRange(least: .zero, most: .zero)
      for part in parts { sum = try sum.adding(part.summand(in: form)) }
      return sum
    case .least(let parts), .most(let parts), .average(let parts):
      // Empty values are left out.
      return try .around(parts.map { try $0.rangeOfEach(in: form) })
    case .rounded(let part, let decimals):
      let range = try part.range(in: form)
      return ValueRange(
        least: try range.least?.rounded(decimals: decimals), most: try range.most?.rounded(decimals: decimals))
    case .conditional(_, let then, let other): return try .around([then.range(in: form), other.range(in: form)])
    case .count: return ValueRange(least: .zero, most: nil)
    case .countFilled(let cell, _):
      return ValueRange(least: .zero, most: form.mostEntries(ofCell: cell).map { Fraction($0) })
    case .countEntries(let section, _):
      return ValueRange(least: .zero, most: form.sections[section].repeated.map { Fraction($0.maximum) })
    case .text, .cell, .column, .columnSum, .divided, .equal, .less, .and, .or, .not, .entries, .holds, .filled,
      .joined, .written:
      return .any
    }
  }

  /// The range of what it adds to a sum; an empty value adds nothing.
  private func summand(in form: Form) throws -> ValueRange {
    guard case .entries(let cell, _, .number) = self else {
      return try .around([range(in: form), ValueRange(least: .zero, most: .zero)])
    }
    let each = try ValueRange.around([form.range(of: cell), ValueRange(least: .zero, most: .zero)])
    guard let most = form.mostEntries(ofCell: cell) else { return .any }
    return try each.times(ValueRange(least: .zero, most: Fraction(most)))
  }

  private func rangeOfEach(in form: Form) throws -> ValueRange {
    if case .entries(let cell, _, .number) = self { try form.range(of: cell) } else { try range(in: form) }
  }
}

extension ValueRange {
  fileprivate func negated() throws -> ValueRange {
    ValueRange(least: try most.map { try -$0 }, most: try least.map { try -$0 })
  }

  fileprivate func adding(_ other: ValueRange) throws -> ValueRange {
    func sum(_ first: Fraction?, _ second: Fraction?) throws -> Fraction? {
      guard let first, let second else { return nil }
      return try first + second
    }
    return ValueRange(least: try sum(least, other.least), most: try sum(most, other.most))
  }

  /// Known if all ends are known, or if nothing is below 0.
  fileprivate func times(_ other: ValueRange) throws -> ValueRange {
    if let least, let most, let otherLeast = other.least, let otherMost = other.most {
      let products = [
        try least * otherLeast, try least * otherMost, try most * otherLeast, try most * otherMost,
      ]
      return try .around(products.map { ValueRange(least: $0, most: $0) })
    }
    guard let least, let otherLeast = other.least, !least.isNegative, !otherLeast.isNegative else { return .any }
    return ValueRange(least: try least * otherLeast, most: nil)
  }

  /// The range that includes all of these.
  fileprivate static func around(_ ranges: [ValueRange]) throws -> ValueRange {
    guard var around = ranges.first else { return .any }
    for range in ranges.dropFirst() {
      around.least = try ends(around.least, range.least) { try $0 < $1 }
      around.most = try ends(around.most, range.most) { try $1 < $0 }
    }
    return around
  }

  private static func ends(
    _ first: Fraction?, _ second: Fraction?, isFurther: (Fraction, Fraction) throws -> Bool
  ) throws -> Fraction? {
    guard let first, let second else { return nil }
    return try isFurther(first, second) ? first : second
  }
}

extension Fraction {
  /// `nil` if it has too many decimals.
  fileprivate var bound: Condition.Bound? {
    digits(minimumDecimals: 0).flatMap { try? DecimalNumber(parsing: $0) }.map(Condition.Bound.number)
  }
}
