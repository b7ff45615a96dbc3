import Support

/// A column of the file that provides a cell's options.
struct FileColumn: Hashable {
  let cell: String
  let name: String
}

/// Finds the cells that an expression names, and checks that its parts fit together.
struct ExpressionChecker {
  /// The maximum nesting of operators without brackets; each is evaluated by a nested call.
  private static let depthLimit = 100

  /// A cell of the form, as far as it has been read.
  struct Subject {
    let index: Int
    /// `nil` if the cell itself has errors.
    let kind: (any CellKind)?
  }

  /// All cells by id.
  let subjects: [String: Subject]
  let repeated: RepeatedCells
  /// The cell that is calculated.
  let own: Int?
  /// The content of the file columns that the expression names.
  var columns: [FileColumn: OptionColumnKind] = [:]
  /// The minimum number of decimals that the numbers in these columns are assumed to have.
  var leastColumnDecimals = 0

  /// `nil` if a cell or section that it names has errors, which are reported there.
  /// - Parameter isText: whether the result is a text; a column is then read as text, too.
  func check(
    _ syntax: ExpressionSyntax, isText: Bool
  ) throws(ExpressionError) -> (expression: Expression, type: ExpressionType)? {
    if names(wrongCellIn: syntax) { return nil }
    var checked = try part(syntax)
    if isText, let column = columnText(checked) { checked = column }
    return checked.isKnown ? (checked.expression, checked.type) : nil
  }

  private func names(wrongCellIn syntax: ExpressionSyntax) -> Bool {
    switch syntax.kind {
    case .number, .text: false
    case .name(let id, _):
      subjects[id].map { $0.kind == nil } ?? (repeated.mistake(inUnknown: id, among: subjects.keys, instead: "") == nil)
    case .call(_, let arguments): arguments.contains { names(wrongCellIn: $0) }
    case .negative(let inner), .not(let inner): names(wrongCellIn: inner)
    case .infix(_, let first, let second): names(wrongCellIn: first) || names(wrongCellIn: second)
    }
  }

  /// A part of an expression, checked.
  struct Part {
    var expression: Expression
    var type: ExpressionType
    var isKnown = true
    var depth = 1
  }

  func part(_ syntax: ExpressionSyntax) throws(ExpressionError) -> Part {
    switch syntax.kind {
    case .number(let number, let written):
      try refuseID(written, at: syntax)
      guard let fraction = try? Fraction(number) else { throw error("the number has too many digits", at: syntax) }
      return Part(
        expression: .number(fraction),
        type: ExpressionType(base: .number, decimals: number.significantDecimals, isLiteral: true))
    case .text(let text): return Part(expression: .text(text), type: ExpressionType(base: .text, isLiteral: true))
    case .name(let id, let member): return try name(id, member: member, at: syntax)
    case .call(let function, let arguments): return try call(function, arguments: arguments, at: syntax)
    case .negative(let inner):
      var part = try part(inner)
      guard part.type.isNumeric, part.type.base != .day else {
        throw error("\(part.type.name) has no sign", at: inner)
      }
      part.expression = .negative(part.expression)
      part.depth += 1
      return part
    case .not(let inner):
      var part = try flag(inner)
      part.expression = .not(part.expression)
      part.depth += 1
      return part
    case .infix(let infix, let first, let second): return try join(infix, first: first, second: second, at: syntax)
    }
  }

  // MARK: Operators

  private func join(
    _ infix: ExpressionOperator, first: ExpressionSyntax, second: ExpressionSyntax, at syntax: ExpressionSyntax
  ) throws(ExpressionError) -> Part {
    switch infix {
    case .and, .or:
      let (one, other) = (try flag(first), try flag(second))
      let make = infix == .and ? Expression.and : Expression.or
      return try joined(make(one.expression, other.expression), type: .flag, parts: [one, other], at: syntax)
    case .equals, .differs, .less, .atMost, .more, .atLeast:
      if infix == .equals || infix == .differs {
        if let part = try textComparison(infix, name: first, text: second, at: syntax) { return part }
        if let part = try textComparison(infix, name: second, text: first, at: syntax) { return part }
      }
      try checkOption(first, text: second)
      try checkOption(second, text: first)
      return try compare(infix, first: try part(first), second: try part(second), at: syntax)
    case .plus: return try add(try part(first), try part(second), at: syntax)
    case .minus: return try subtract(try part(first), try part(second), at: syntax)
    case .times: return try multiply(try part(first), try part(second), at: syntax)
    case .divided: return try divide(try part(first), try part(second), at: syntax)
    }
  }

  /// Compares a typed text with a text in the expression, by the same rules as conditions. `nil` if it is another comparison.
  private func textComparison(
    _ infix: ExpressionOperator, name: ExpressionSyntax, text: ExpressionSyntax, at syntax: ExpressionSyntax
  ) throws(ExpressionError) -> Part? {
    guard case .name(let id, let member) = name.kind, case .text(let literal) = text.kind else { return nil }
    let part = try part(name)
    if part.type.base != .flag, literal.allSatisfy(\.isWhitespace) {
      let instead = member == nil ? "; write \(infix == .equals ? "not " : "")filled(\(id))" : ""
      throw error("nothing is equal to an empty text: what is empty makes the whole result empty\(instead)", at: text)
    }
    guard part.type.base == .text, case .cell(let index, .text) = part.expression, let kind = subjects[id]?.kind,
      kind.choice == nil
    else { return nil }
    if case .text(let kind) = kind.kind, kind.bare(literal) != literal {
      throw error("no value of “\(id)” has its “prefix” or “suffix”; write '\(kind.bare(literal))'", at: text)
    }
    let holds = Expression.holds(cell: index, literal)
    return try joined(infix == .equals ? holds : .not(holds), type: .flag, parts: [part], at: syntax)
  }

  private func compare(
    _ infix: ExpressionOperator, first: Part, second: Part, at syntax: ExpressionSyntax
  ) throws(ExpressionError) -> Part {
    let (first, second, type) = try alike(first, second, what: "are not compared", at: syntax)
    let (one, other) = (first.expression, second.expression)
    if !type.isNumeric, infix != .equals, infix != .differs {
      throw error("\(type.name) is only compared by = and !=", at: syntax)
    }
    let expression: Expression =
      switch infix {
      case .differs: .not(.equal(one, other))
      case .less: .less(one, other)
      case .more: .less(other, one)
      case .atMost: .not(.less(other, one))
      case .atLeast: .not(.less(one, other))
      default: .equal(one, other)
      }
    return try joined(expression, type: .flag, parts: [first, second], at: syntax)
  }

  /// Refuses to compare a choice with a text that is not one of its options.
  private func checkOption(_ name: ExpressionSyntax, text: ExpressionSyntax) throws(ExpressionError) {
    guard case .name(let id, nil) = name.kind, case .text(let value) = text.kind,
      let choice = subjects[id]?.kind?.choice, !choice.options.isData, choice.other == nil,
      case let table = choice.options.current, table.row(of: value) == nil
    else { return }
    let values = (0..<table.count).map(table.value)
    let meant = Suggestion.nearest(to: value, among: values).map { "; did you mean '\($0)'?" } ?? ""
    throw error("“\(id)” has no option with the value “\(value)”\(meant)", at: text)
  }

  private func add(_ first: Part, _ second: Part, at syntax: ExpressionSyntax) throws(ExpressionError) -> Part {
    for (one, other) in [(first, second), (second, first)] where one.type.base == .day {
      if other.type.base == .number, other.type.decimals == 0 {
        return try joined(.plus(one.expression, other.expression), type: .day, parts: [first, second], at: syntax)
      }
      throw error("only a whole number of days is added to a date, not \(other.type.name)", at: syntax)
    }
    if first.type.base == .text, second.type.base == .text {
      throw error("texts are put together by join, as in join(' ', a, b)", at: syntax)
    }
    let (first, second, type) = try alike(first, second, what: "are not added", at: syntax)
    guard type.isNumeric else { throw error("\(type.name) is not added", at: syntax) }
    return try joined(.plus(first.expression, second.expression), type: type, parts: [first, second], at: syntax)
  }

  private func subtract(_ first: Part, _ second: Part, at syntax: ExpressionSyntax) throws(ExpressionError) -> Part {
    if first.type.base == .day {
      if second.type.base == .day { throw error("the days between two dates are days(from, to)", at: syntax) }
      guard second.type.base == .number, second.type.decimals == 0 else {
        throw error("only a whole number of days is subtracted from a date, not \(second.type.name)", at: syntax)
      }
      return try joined(.minus(first.expression, second.expression), type: .day, parts: [first, second], at: syntax)
    }
    let (first, second, type) = try alike(first, second, what: "are not subtracted", at: syntax)
    guard type.isNumeric else { throw error("\(type.name) is not subtracted", at: syntax) }
    return try joined(.minus(first.expression, second.expression), type: type, parts: [first, second], at: syntax)
  }

  private func multiply(_ first: Part, _ second: Part, at syntax: ExpressionSyntax) throws(ExpressionError) -> Part {
    for (part, place) in [(first, syntax), (second, syntax)] {
      guard part.type.isNumeric, part.type.base != .day else {
        throw error("\(part.type.name) is not multiplied", at: place)
      }
    }
    guard first.type.base == .number || second.type.base == .number else {
      let hint =
        first.type.base == .duration || second.type.base == .duration
        ? "; of a duration write hours(…), which is a number" : "; one of them is a number"
      throw error("\(first.type.name) and \(second.type.name) are not multiplied\(hint)", at: syntax)
    }
    var type = first.type.base == .number ? second.type : first.type
    type.decimals = first.type.decimals.flatMap { one in second.type.decimals.map { one + $0 } }
    type.isLiteral = first.type.isLiteral && second.type.isLiteral
    type.isOfColumn = first.type.isOfColumn || second.type.isOfColumn
    return try joined(.times(first.expression, second.expression), type: type, parts: [first, second], at: syntax)
  }

  private func divide(_ first: Part, _ second: Part, at syntax: ExpressionSyntax) throws(ExpressionError) -> Part {
    for part in [first, second] {
      guard part.type.isNumeric, part.type.base != .day else {
        throw error("\(part.type.name) is not divided", at: syntax)
      }
    }
    var type = first.type
    if first.type.base == second.type.base {
      type = ExpressionType(base: .number)
    } else if second.type.base != .number {
      throw error("\(first.type.name) is not divided by \(second.type.name)", at: syntax)
    }
    type.decimals = nil
    type.isLiteral = first.type.isLiteral && second.type.isLiteral
    type.isOfColumn = first.type.isOfColumn || second.type.isOfColumn
    return try joined(.divided(first.expression, second.expression), type: type, parts: [first, second], at: syntax)
  }

  // MARK: Functions

  private func call(
    _ function: ExpressionFunction, arguments: [ExpressionSyntax], at syntax: ExpressionSyntax
  ) throws(ExpressionError) -> Part {
    switch function {
    case .sum:
      let (parts, type) = try numbers(arguments, function: function, at: syntax, sumsColumns: true)
      if type.base == .day { throw error("dates are not added; days(from, to) are the days between two", at: syntax) }
      return try joined(.sum(parts.map(\.expression)), type: type, parts: parts, at: syntax)
    case .min, .max:
      let (parts, type) = try numbers(arguments, function: function, at: syntax)
      let expressions = parts.map(\.expression)
      return try joined(
        function == .min ? .least(expressions) : .most(expressions), type: type, parts: parts, at: syntax)
    case .average:
      var (parts, type) = try numbers(arguments, function: function, at: syntax)
      if type.base == .day { throw error("dates have no average", at: syntax) }
      type.decimals = nil
      return try joined(.average(parts.map(\.expression)), type: type, parts: parts, at: syntax)
    case .count, .filled: return try ofCell(function, argument: arguments[0])
    case .round: return try round(arguments, at: syntax)
    case .if: return try conditional(arguments, at: syntax)
    case .days:
      let parts = [try day(arguments[0]), try day(arguments[1])]
      return try joined(
        .minus(parts[1].expression, parts[0].expression), type: ExpressionType(base: .number), parts: parts, at: syntax)
    case .hours:
      let part = try part(arguments[0])
      guard part.type.base == .duration else {
        throw error("hours are those of a duration, not of \(part.type.name)", at: arguments[0])
      }
      return try joined(
        .divided(part.expression, .number(Fraction(60))), type: ExpressionType(base: .number, decimals: nil),
        parts: [part], at: syntax)
    case .join:
      var parts: [Part] = []
      for argument in arguments { parts.append(try written(argument)) }
      return try joined(
        .joined(separator: parts[0].expression, parts.dropFirst().map(\.expression)), type: .text, parts: parts,
        at: syntax)
    }
  }

  /// Checks arguments that must be numbers of one type.
  /// - Parameter sumsColumns: whether an argument may be a column of several chosen rows.
  private func numbers(
    _ arguments: [ExpressionSyntax], function: ExpressionFunction, at syntax: ExpressionSyntax,
    sumsColumns: Bool = false
  ) throws(ExpressionError) -> (parts: [Part], type: ExpressionType) {
    var parts: [Part] = []
    for argument in arguments {
      let next: Part
      if let list = try entries(argument) {
        next = list
      } else if sumsColumns, let column = try columnSum(argument) {
        next = column
      } else {
        next = try part(argument)
      }
      guard let last = parts.last else {
        parts.append(next)
        continue
      }
      let (former, later, type) = try alike(last, next, what: "do not go into one \(function.rawValue)", at: argument)
      parts[parts.count - 1] = former
      parts.append(later)
      for position in parts.indices { parts[position].type = type }
    }
    let type = parts[0].type
    guard type.isNumeric else {
      throw error("\(function.rawValue) is for numbers, not for \(type.name)", at: arguments[0])
    }
    return (parts, type)
  }

  private func round(_ arguments: [ExpressionSyntax], at syntax: ExpressionSyntax) throws(ExpressionError) -> Part {
    let part = try part(arguments[0])
    guard part.type.isNumeric, part.type.base != .day else {
      throw error("\(part.type.name) is not rounded", at: arguments[0])
    }
    guard case .number(let digits, _) = arguments[1].kind, digits.significantDecimals == 0,
      let decimals = digits.units(decimals: 0), 0...NumberKind.digitLimit ~= Int(decimals)
    else {
      throw error("write the number of decimals as a whole number from 0 to \(NumberKind.digitLimit)", at: arguments[1])
    }
    var type = part.type
    type.decimals = type.decimals.map { min($0, Int(decimals)) } ?? Int(decimals)
    return try joined(.rounded(part.expression, decimals: Int(decimals)), type: type, parts: [part], at: syntax)
  }

  private func conditional(_ arguments: [ExpressionSyntax], at syntax: ExpressionSyntax) throws(ExpressionError) -> Part
  {
    let condition = try flag(arguments[0])
    let (then, other, type) = try alike(
      try part(arguments[1]), try part(arguments[2]), what: "are not results of one if", at: arguments[2])
    return try joined(
      .conditional(if: condition.expression, then: then.expression, else: other.expression), type: type,
      parts: [condition, then, other], at: syntax)
  }

  /// `count` and `filled`, which ask about a cell, not for its value.
  private func ofCell(_ function: ExpressionFunction, argument: ExpressionSyntax) throws(ExpressionError) -> Part {
    if function == .count, case .name(let id, let member?) = argument.kind,
      let section = repeated.sections.first(where: { $0.id == id })
    {
      let cell = try cell(member, of: section, at: argument)
      return Part(
        expression: .countFilled(of: cell.index, cells: []), type: ExpressionType(base: .number),
        isKnown: cell.kind != nil)
    }
    if case .number(_, let written) = argument.kind { try refuseID(written, at: argument) }
    guard case .name(let id, nil) = argument.kind else {
      throw error("\(function.rawValue) is of a cell: write its id", at: argument)
    }
    if function == .count, let section = repeated.sections.first(where: { $0.id == id }) {
      return Part(
        expression: .countEntries(in: section.position, places: []), type: ExpressionType(base: .number))
    }
    let subject = try subject(id, at: argument)
    let expression: Expression = function == .count ? .count(cell: subject.index) : .filled(cell: subject.index)
    if function == .filled, let kind = subject.kind, Swift.type(of: kind).alwaysHasValue {
      throw error("“\(id)” is a switch, which always has a value; write \(id) alone", at: argument)
    }
    return Part(
      expression: expression, type: function == .count ? ExpressionType(base: .number) : .flag,
      isKnown: subject.kind != nil)
  }

  /// An argument of `join`.
  private func written(_ argument: ExpressionSyntax) throws(ExpressionError) -> Part {
    var part = try part(argument)
    if let text = columnText(part) { return text }
    // The leading zeros of a code are part of it.
    if case .cell(let index, .number) = part.expression, case .name(let id, nil) = argument.kind,
      case .text(let cell)? = subjects[id]?.kind?.kind, cell.isCode
    {
      return Part(expression: .cell(index, .text), type: .text)
    }
    let writing: Expression.Writing? =
      switch part.type.base {
      case .text: nil
      case .number: .number(minimumDecimals: 0)
      case .amount(let currency): .number(minimumDecimals: CurrencyKind(currency: currency).decimals)
      case .day: .day
      case .duration: .duration
      case .flag: throw error("a condition is not a text; write if(condition, 'yes', 'no')", at: argument)
      }
    guard let writing else { return part }
    if part.type.decimals == nil {
      throw error("this number may have endless decimals; write round(…, 2)", at: argument)
    }
    part.expression = .written(part.expression, writing)
    part.type = .text
    return part
  }

  // MARK: Types

  private func flag(_ syntax: ExpressionSyntax) throws(ExpressionError) -> Part {
    let part = try part(syntax)
    guard part.type.base == .flag || !part.isKnown else {
      throw error("a condition is expected here, such as a = b, not \(part.type.name)", at: syntax)
    }
    return part
  }

  private func day(_ syntax: ExpressionSyntax) throws(ExpressionError) -> Part {
    let part = try dated(try part(syntax), at: syntax)
    guard part.type.base == .day || !part.isKnown else {
      throw error("a date is expected here, not \(part.type.name)", at: syntax)
    }
    return part
  }

  /// A text in the expression, converted to the day that it names.
  private func dated(_ part: Part, at syntax: ExpressionSyntax) throws(ExpressionError) -> Part {
    guard part.type.isLiteral, case .text(let text) = part.expression else { return part }
    guard let date = CalendarDate(parsing: text) else {
      throw error("“\(text)” is not a day; write 'YYYY-MM-DD'", at: syntax)
    }
    var part = part
    part.expression = .number(Fraction(date.daysSince1970))
    part.type = .day
    return part
  }

  /// Two parts converted to one type, with the decimals of the longer one.
  private func alike(
    _ first: Part, _ second: Part, what: String, at syntax: ExpressionSyntax
  ) throws(ExpressionError) -> (Part, Part, ExpressionType) {
    var (first, second) = (first, second)
    if first.type.base == .day { second = try dated(second, at: syntax) }
    if second.type.base == .day { first = try dated(first, at: syntax) }
    let decimals = first.type.decimals.flatMap { one in second.type.decimals.map { max(one, $0) } }
    for (literal, other) in [(first, second), (second, first)]
    where (literal.type.isLiteral || literal.type.isOfColumn) && literal.type.base == .number {
      if case .amount = other.type.base {
        return (first, second, ExpressionType(base: other.type.base, decimals: decimals))
      }
    }
    guard first.type.base == second.type.base || !first.isKnown || !second.isKnown else {
      throw error("\(first.type.name) and \(second.type.name) \(what)", at: syntax)
    }
    var type = first.type
    type.decimals = decimals
    type.isLiteral = first.type.isLiteral && second.type.isLiteral
    type.isOfColumn = first.type.isOfColumn || second.type.isOfColumn
    return (first, second, type)
  }

  private func joined(
    _ expression: Expression, type: ExpressionType, parts: [Part], at syntax: ExpressionSyntax
  ) throws(ExpressionError) -> Part {
    let depth = 1 + (parts.map(\.depth).max() ?? 0)
    guard depth <= Self.depthLimit else {
      throw error("there are more than \(Self.depthLimit) operators in a row; write sum(a, b, …)", at: syntax)
    }
    return Part(expression: expression, type: type, isKnown: parts.allSatisfy(\.isKnown), depth: depth)
  }

  func error(_ message: String, at syntax: ExpressionSyntax) -> ExpressionError {
    ExpressionError(message: message, offset: syntax.offset)
  }
}
