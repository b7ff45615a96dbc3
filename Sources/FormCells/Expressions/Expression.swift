/// How a cell's value is calculated: an expression whose names and types were checked.
indirect enum Expression: Sendable {
  case number(Fraction)
  case text(String)
  /// A cell, by `Cell.index`.
  case cell(Int, Operand)
  /// A column of a file, in the row that is chosen in a cell (by `Cell.index`).
  case column(cell: Int, String, isNumber: Bool)
  /// The sum of a column over all chosen rows; an empty text counts as 0.
  case columnSum(cell: Int, String)
  case negative(Expression)
  case plus(Expression, Expression)
  case minus(Expression, Expression)
  case times(Expression, Expression)
  case divided(Expression, Expression)
  /// The sum, in which an empty value counts as 0.
  case sum([Expression])
  case least([Expression])
  case most([Expression])
  case average([Expression])
  case rounded(Expression, decimals: Int)
  case conditional(if: Expression, then: Expression, else: Expression)
  case equal(Expression, Expression)
  case less(Expression, Expression)
  case and(Expression, Expression)
  case or(Expression, Expression)
  case not(Expression)
  /// The values of a repeated section's cell in all entries; empty ones are left out. Used only as an argument of functions of several
  /// values.
  /// - `cells`: the cell's copies in the places of entries.
  case entries(of: Int, cells: [Int], Operand)
  /// The value of a cell is this text, as conditions compare it.
  case holds(cell: Int, String)
  /// A cell has a value.
  case filled(cell: Int)
  /// The number of values chosen in a cell; for a cell with a typed value, 1 or 0.
  case count(cell: Int)
  /// The number of entries of a repeated section in which a cell has a value.
  case countFilled(of: Int, cells: [Int])
  /// The number of entries of a repeated section.
  /// - `places`: the sections that are places of its entries.
  case countEntries(in: Int, places: [Int])
  /// The joined texts; empty ones are left out.
  case joined(separator: Expression, [Expression])
  /// The text of a number, as a submission writes it.
  case written(Expression, Writing)

  /// What is read from a cell's value.
  enum Operand: Sendable, Equatable {
    /// The number or amount that was entered.
    case number
    /// Days since 1970.
    case day
    /// One end of a date range, in days since 1970.
    case end(RangeTexts.End)
    /// Minutes.
    case duration
    /// A text, or the chosen value.
    case text
    /// Whether a switch is on.
    case flag
  }

  /// How a submission writes a number.
  enum Writing: Sendable, Equatable {
    case number(minimumDecimals: Int)
    case day
    case duration
  }

  /// Numbers, days and minutes are all numbers here; their types were checked when the form was read.
  enum Value: Equatable {
    case number(Fraction)
    case text(String)
    case flag(Bool)
  }
}

extension Expression {
  /// The cells that it refers to, by index.
  var cells: [Int] {
    switch self {
    case .cell(let cell, _), .filled(let cell), .count(let cell), .column(let cell, _, _), .columnSum(let cell, _),
      .holds(let cell, _):
      [cell]
    case .entries(let cell, let cells, _), .countFilled(let cell, let cells): [cell] + cells
    default: parts.flatMap(\.cells)
    }
  }

  /// The sections whose entries it counts, by position.
  var countedSections: [Int] {
    if case .countEntries(let section, _) = self { [section] } else { parts.flatMap(\.countedSections) }
  }

  /// The names of the columns of files whose numbers it calculates with.
  var numberColumns: Set<String> {
    switch self {
    case .column(_, let name, let isNumber): isNumber ? [name] : []
    case .columnSum(_, let name): [name]
    default: parts.reduce(into: []) { $0.formUnion($1.numberColumns) }
    }
  }

  var parts: [Expression] {
    switch self {
    case .number, .text, .cell, .holds, .filled, .count, .column, .columnSum, .entries, .countFilled, .countEntries: []
    case .negative(let part), .not(let part), .rounded(let part, _), .written(let part, _): [part]
    case .plus(let first, let second), .minus(let first, let second), .times(let first, let second),
      .divided(let first, let second), .equal(let first, let second), .less(let first, let second),
      .and(let first, let second), .or(let first, let second):
      [first, second]
    case .sum(let parts), .least(let parts), .most(let parts), .average(let parts): parts
    case .conditional(let condition, let then, let other): [condition, then, other]
    case .joined(let separator, let parts): [separator] + parts
    }
  }

  /// - Parameter operand: returns a cell by its index, and its value; `nil` if the cell is hidden or disabled.
  /// - Returns: `nil` if a part of it is empty or divided by 0.
  /// - Throws: `Fraction.Overflow`, `UnreadOperand`.
  /// - Parameter isEntry: whether a section is an entry, by position.
  func value(
    _ operand: (Int) throws -> (cell: Cell, value: CellValue)?, isEntry: (Int) -> Bool
  ) throws -> Value? {
    try withoutActuallyEscaping(operand) { operand in
      try withoutActuallyEscaping(isEntry) { try Evaluator(operand: operand, isEntry: $0).value(self) }
    }
  }
}

/// A cell's value is not a number, day or duration that the cell accepts, or it is calculated from such a value. The problem is reported at
/// the cell where the value was entered.
package struct UnreadOperand: Error {}

private struct Evaluator {
  let operand: (Int) throws -> (cell: Cell, value: CellValue)?
  let isEntry: (Int) -> Bool

  func value(_ expression: Expression) throws -> Expression.Value? {
    switch expression {
    case .text(let text): return .text(text)
    case .entries: return nil
    case .cell(let cell, let reading): return try read(cell, as: reading)
    case .column(let cell, let name, let isNumber):
      guard let text = try texts(of: name, at: cell).first else { return nil }
      return isNumber ? try Self.number(text).map { .number($0) } : .text(text)
    case .equal(let first, let second):
      guard let first = try value(first), let second = try value(second) else { return nil }
      return .flag(first == second)
    case .less(let first, let second):
      guard let first = try number(first), let second = try number(second) else { return nil }
      return .flag(try first < second)
    case .and(let first, let second): return try join(first, second, decidedBy: false)
    case .or(let first, let second): return try join(first, second, decidedBy: true)
    case .not(let part): return try flag(part).map { .flag(!$0) }
    case .holds(let cell, let text):
      guard let (cell, value) = try operand(cell), !cell.isEmpty(value) else { return nil }
      return .flag(cell.behaviour.holds(.text(text), in: value))
    case .filled(let cell): return .flag(try operand(cell).map { !$0.cell.isEmpty($0.value) } ?? false)
    case .conditional(let condition, let then, let other):
      guard let holds = try flag(condition) else { return nil }
      return try value(holds ? then : other)
    case .joined(let separator, let parts):
      guard let separator = try text(separator) else { return nil }
      var texts: [String] = []
      for part in parts { if let text = try text(part) { texts.append(text) } }
      return texts.isEmpty ? nil : .text(texts.joined(separator: separator))
    case .written(let part, let writing): return try number(part).flatMap(writing.text).map { .text($0) }
    case .number, .negative, .plus, .minus, .times, .divided, .sum, .least, .most, .average, .rounded, .count,
      .countEntries, .countFilled, .columnSum:
      return try number(expression).map { .number($0) }
    }
  }

  private func number(_ expression: Expression) throws -> Fraction? {
    switch expression {
    case .number(let number): return number
    case .negative(let part): return try number(part).map { try -$0 }
    case .plus(let first, let second): return try both(first, second) { try $0 + $1 }
    case .minus(let first, let second): return try both(first, second) { try $0 - $1 }
    case .times(let first, let second): return try both(first, second) { try $0 * $1 }
    case .divided(let first, let second):
      return try both(first, second) { try $0 / $1 }
    case .sum(let parts):
      return try total(of: parts.flatMap { try numbers(in: $0) ?? [] })
    case .least(let parts): return try numbers(parts).flatMap { try extreme(of: $0) { try $0 < $1 } }
    case .most(let parts): return try numbers(parts).flatMap { try extreme(of: $0) { try $1 < $0 } }
    case .average(let parts):
      guard let numbers = try numbers(parts) else { return nil }
      return try total(of: numbers) / Fraction(numbers.count)
    case .rounded(let part, let decimals):
      return try number(part).map { try $0.rounded(decimals: decimals) }
    case .columnSum(let cell, let name):
      var sum = Fraction.zero
      for text in try texts(of: name, at: cell) { sum = try sum + (try Self.number(text) ?? .zero) }
      return sum
    case .count(let cell): return Fraction(try operand(cell).map(count) ?? 0)
    case .cell, .column, .conditional:
      guard case .number(let number)? = try value(expression) else { return nil }
      return number
    case .countEntries(_, let places): return Fraction(places.count(where: isEntry))
    case .countFilled(_, let cells):
      return Fraction(try cells.count { try operand($0).map { !$0.cell.isEmpty($0.value) } ?? false })
    case .text, .equal, .less, .and, .or, .not, .holds, .filled, .joined, .written, .entries: return nil
    }
  }

  private func both(
    _ first: Expression, _ second: Expression,
    combine: (Fraction, Fraction) throws -> Fraction?
  ) throws -> Fraction? {
    guard let first = try number(first), let second = try number(second) else { return nil }
    return try combine(first, second)
  }

  /// `nil` if one of them is empty.
  private func numbers(_ expressions: [Expression]) throws -> [Fraction]? {
    var all: [Fraction] = []
    for expression in expressions {
      guard let numbers = try numbers(in: expression) else { return nil }
      all += numbers
    }
    return all
  }

  /// One number, or those of all entries; `nil` if it is empty.
  private func numbers(in expression: Expression) throws -> [Fraction]? {
    guard case .entries(_, let cells, let reading) = expression else { return try number(expression).map { [$0] } }
    return try cells.compactMap { cell in
      guard case .number(let number)? = try read(cell, as: reading) else { return nil }
      return number
    }
  }

  private func total(of numbers: [Fraction]) throws -> Fraction {
    try numbers.reduce(.zero) { try $0 + $1 }
  }

  /// The texts of a column in the chosen rows that have one.
  private func texts(of column: String, at cell: Int) throws -> [String] {
    guard case .selection(let selection)? = try operand(cell)?.value else { return [] }
    return selection.rows.compactMap { selection.table.text(column: column, at: $0) }
  }

  private static func number(_ text: String) throws -> Fraction? {
    try (try? DecimalNumber(parsing: text)).map(Fraction.init)
  }

  private func count(in cell: Cell, of value: CellValue) -> Int {
    if cell.behaviour.measure == .count { return cell.count(in: value) }
    return cell.isEmpty(value) ? 0 : 1
  }

  private func extreme(of numbers: [Fraction], _ isBetter: (Fraction, Fraction) throws -> Bool) rethrows -> Fraction? {
    try numbers.dropFirst().reduce(numbers.first) { best, number in
      try best.map { try isBetter(number, $0) ? number : $0 }
    }
  }

  private func text(_ expression: Expression) throws -> String? {
    if case .text(let text)? = try value(expression) { text } else { nil }
  }

  private func flag(_ expression: Expression) throws -> Bool? {
    if case .flag(let flag)? = try value(expression) { flag } else { nil }
  }

  /// - Parameter decisive: if one operand has this value, the other is not needed.
  private func join(
    _ first: Expression, _ second: Expression, decidedBy decisive: Bool
  ) throws -> Expression.Value? {
    let first = Result { try flag(first) }
    if case .success(decisive) = first { return .flag(decisive) }
    let second = try flag(second)
    if second == decisive { return .flag(decisive) }
    return try first.get() == nil || second == nil ? nil : .flag(!decisive)
  }

  private func read(_ index: Int, as reading: Expression.Operand) throws -> Expression.Value? {
    guard let (cell, value) = try operand(index) else { return reading == .flag ? .flag(false) : nil }
    if case .flag(let isOn) = value { return .flag(isOn) }
    if cell.isEmpty(value) { return nil }
    switch reading {
    case .number:
      guard let number = cell.exactNumber(of: value) else { throw UnreadOperand() }
      return .number(try Fraction(number))
    case .day: return try Self.day(cell.normalised(value.text))
    case .end(let end):
      let text = RangeTexts(value.text)[end]
      return text.isBlank ? nil : try Self.day(text)
    case .duration:
      guard let minutes = DurationKind.minutes(of: cell.normalised(value.text)), minutes <= TypedDuration.lastMinute
      else { throw UnreadOperand() }
      return .number(Fraction(minutes))
    case .text: return cell.filterText(of: value).map { .text($0) }
    case .flag: return nil
    }
  }

  private static func day(_ text: String) throws(UnreadOperand) -> Expression.Value {
    guard let day = CalendarDate(parsing: text), day.year >= CalendarDate.firstTypedYear else { throw UnreadOperand() }
    return .number(Fraction(day.daysSince1970))
  }
}

extension Expression.Writing {
  /// `nil` if the number cannot be written.
  func text(of number: Fraction) -> String? {
    switch self {
    case .number(let decimals): return number.digits(minimumDecimals: decimals)
    case .day:
      // Only days in four-digit years.
      guard let days = number.wholeNumber, abs(days) < 4_000_000 else { return nil }
      return CalendarDate(unixSeconds: days * 86_400)?.description
    case .duration:
      guard let minutes = number.wholeNumber, minutes >= 0 else { return nil }
      return DurationKind.text(minutes: minutes)
    }
  }
}
