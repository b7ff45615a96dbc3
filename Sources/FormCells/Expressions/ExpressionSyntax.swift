import Support

/// An expression as it is written, before its names and types are known.
struct ExpressionSyntax {
  indirect enum Kind {
    /// Exact digits.
    /// - `written`: the digits as written, which may also be the id of a cell.
    case number(DecimalNumber, written: String)
    case text(String)
    /// A cell, or a member of it: a column, an end of a range, a cell of a repeated section.
    case name(String, member: String?)
    case call(ExpressionFunction, [ExpressionSyntax])
    case negative(ExpressionSyntax)
    case not(ExpressionSyntax)
    case infix(ExpressionOperator, ExpressionSyntax, ExpressionSyntax)
  }

  let kind: Kind
  /// Where it begins, in bytes of the expression's UTF-8.
  let offset: Int
}

/// An operator between two operands.
enum ExpressionOperator: String, CaseIterable {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case equals = "="
  case differs = "!="
  case less = "<"
  case atMost = "<="
  case more = ">"
  case atLeast = ">="
  case and
  case or

  /// Operators with a higher number bind more tightly.
  fileprivate var strength: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equals, .differs, .less, .atMost, .more, .atLeast: 3
    case .plus, .minus: 4
    case .times, .divided: 5
    }
  }

  var isComparison: Bool { strength == 3 }
}

/// What an expression can call.
enum ExpressionFunction: String, CaseIterable {
  case sum, count, min, max, average, round
  case `if`
  case days, hours, join, filled

  /// How many arguments it accepts.
  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .sum, .min, .max, .average: 1...100
    case .count, .hours, .filled: 1...1
    case .round, .days: 2...2
    case .if: 3...3
    case .join: 2...100
    }
  }

  /// How it is written.
  var usage: String {
    switch self {
    case .sum, .min, .max, .average: "\(rawValue)(a, b, …)"
    case .count: "count(a)"
    case .hours: "hours(duration)"
    case .filled: "filled(a)"
    case .round: "round(number, decimals)"
    case .days: "days(from, to)"
    case .if: "if(condition, then, else)"
    case .join: "join('separator', a, b, …)"
    }
  }
}

/// What is wrong with an expression, and where.
struct ExpressionError: Error {
  let message: String
  /// In bytes of the expression's UTF-8.
  let offset: Int
}

/// Reads one line of text as an expression:
///
///     expression = operand { operator operand }
///     operand    = "-" operand | "not" operand | "(" expression ")" | number | text | name | function "(" arguments ")"
///     name       = cell [ "." ( member | text ) ]
///     text       = "'" { character | "''" } "'"
///
/// Operators from loose to tight: `or`, `and`, `not`, comparisons, `+` and `-`, `*` and `/`, the sign. Ids may contain a minus, so a minus
/// that subtracts is written between blanks.
struct ExpressionParser {
  /// In bytes; a longer expression is better split into several cells.
  static let byteLimit = 2_000
  /// How deep brackets can be nested.
  private static let depthLimit = 32

  private let bytes: [UInt8]
  /// The last comma between digits, which may be meant as a decimal point.
  private var decimalComma: Int?
  private var offset = 0
  private var depth = 0

  static func parse(_ text: String) throws(ExpressionError) -> ExpressionSyntax {
    var parser = ExpressionParser(bytes: Array(text.utf8))
    guard parser.bytes.count <= byteLimit else {
      throw ExpressionError(
        message: "the expression has more than \(byteLimit) bytes; calculate parts of it in separate cells",
        offset: byteLimit)
    }
    let expression = try parser.expression()
    guard parser.offset == parser.bytes.count else { throw parser.unexpected("an operator, such as + or *") }
    return expression
  }

  /// The columns of cells that a text names, even if the text is not an expression.
  static func members(in text: String) -> [(cell: String, member: String)] {
    var found: [(String, String)] = []
    var parser = ExpressionParser(bytes: Array(text.utf8.prefix(byteLimit)))
    while parser.skipBlanks() {
      if parser.peek == UInt8(ascii: "'") {
        guard (try? parser.text()) != nil else { break }
      } else if let word = parser.word() {
        if let member = try? parser.member() { found.append((word, member)) }
      } else {
        parser.offset += 1
      }
    }
    return found
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// - Returns: whether anything follows.
  private mutating func skipBlanks() -> Bool {
    while let byte = peek, byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) { offset += 1 }
    return peek != nil
  }

  // MARK: Grammar

  private mutating func expression(over strength: Int = 0) throws(ExpressionError) -> ExpressionSyntax {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw error("there are more than \(Self.depthLimit) brackets in brackets") }
    var first = try operand()
    while skipBlanks(), let infix = try infix(), infix.strength > strength {
      let place = offset
      offset += infix.rawValue.utf8.count
      let second = try expression(over: infix.strength)
      if infix.isComparison, case .infix(let other, _, _) = first.kind, other.isComparison {
        throw error("only two values are compared at a time; join comparisons by “and”", at: place)
      }
      first = ExpressionSyntax(kind: .infix(infix, first, second), offset: place)
    }
    return first
  }

  /// The operator that follows, without consuming it.
  private func infix() throws(ExpressionError) -> ExpressionOperator? {
    var parser = self
    if let word = parser.word() {
      if let infix = ExpressionOperator(rawValue: word), infix == .and || infix == .or { return infix }
      if word.hasPrefix("-"), word != "-" {
        throw error("a minus needs blanks around it, as in “a - b”: “\(word)” could be an id")
      }
      return word == "-" ? .minus : nil
    }
    try refuseForeignOperator()
    return ExpressionOperator.allCases.filter { bytes[offset...].starts(with: $0.rawValue.utf8) }
      .max { $0.rawValue.utf8.count < $1.rawValue.utf8.count }
  }

  /// Refuses the operators of other languages, and names the one to use here.
  private func refuseForeignOperator() throws(ExpressionError) {
    let words = [
      ("==", "="), ("<>", "!="), ("&&", "and"), ("||", "or"), ("&", "join"), ("^", "a product"), ("%", "* 0.01"),
      ("×", "*"), ("÷", "/"), ("−", "-"), ("≤", "<="), ("≥", ">="), ("≠", "!="),
    ]
    guard let (foreign, own) = words.first(where: { bytes[offset...].starts(with: $0.0.utf8) }) else { return }
    throw error("“\(foreign)” is written “\(own)” here")
  }

  private mutating func operand() throws(ExpressionError) -> ExpressionSyntax {
    guard skipBlanks(), let byte = peek else { throw error("a value is missing here: a cell's id, a number or a text") }
    let start = offset
    switch byte {
    case UInt8(ascii: "("):
      offset += 1
      let inner = try expression()
      try pass(UInt8(ascii: ")"), name: "“)”")
      return inner
    case UInt8(ascii: "'"): return ExpressionSyntax(kind: .text(try text()), offset: start)
    case UInt8(ascii: "\""): throw error("a text is written between ' and '")
    default: break
    }
    guard let word = word() else {
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { throw error("a value is missing before this sign") }
      throw unexpected("a value: a cell's id, a number or a text")
    }
    if word == "not" {
      return ExpressionSyntax(kind: .not(try expression(over: ExpressionOperator.and.strength)), offset: start)
    }
    if word.hasPrefix("-") {
      offset = start + 1
      return ExpressionSyntax(
        kind: .negative(try expression(over: ExpressionOperator.times.strength)), offset: start)
    }
    if let first = word.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
      let number = try number(word, at: start)
    {
      let written = String(decoding: bytes[start..<offset], as: UTF8.self)
      return ExpressionSyntax(kind: .number(number, written: written), offset: start)
    }
    if peek != UInt8(ascii: "."), skipBlanks(), peek == UInt8(ascii: "(") { return try call(word, at: start) }
    guard ExpressionOperator(rawValue: word) == nil else {
      offset = start
      throw error("a value is missing before “\(word)”")
    }
    return ExpressionSyntax(kind: .name(word, member: try member()), offset: start)
  }

  private mutating func call(_ name: String, at start: Int) throws(ExpressionError) -> ExpressionSyntax {
    guard let function = ExpressionFunction(rawValue: name.lowercased()) else {
      let names = ExpressionFunction.allCases.map(\.rawValue)
      let meant =
        Suggestion.nearest(to: name.lowercased(), among: names).map { "did you mean “\($0)”?" }
        ?? "there are \(names.joined(separator: ", "))"
      throw error("“\(name)” is not a function; \(meant)", at: start)
    }
    offset += 1
    var arguments: [ExpressionSyntax] = []
    if skipBlanks(), peek == UInt8(ascii: ")") {
      offset += 1
    } else {
      repeat { arguments.append(try expression()) } while passes(UInt8(ascii: ","))
      if peek == UInt8(ascii: ";") { throw error("arguments are separated by commas") }
      try pass(UInt8(ascii: ")"), name: "“)” or “,”")
    }
    guard function.argumentCounts.contains(arguments.count) else {
      if let place = decimalComma, place > start { throw decimalCommaError(at: place) }
      throw error("it has \(arguments.count) arguments; write \(function.usage)", at: start)
    }
    return ExpressionSyntax(kind: .call(function, arguments), offset: start)
  }

  // MARK: Words

  /// The next id, keyword or number; `nil` if something else follows. Ids have small letters, digits and minuses. Capitals are included, so
  /// that an error can name the whole word.
  private mutating func word() -> String? {
    let start = offset
    while let byte = peek, Self.isOfWord(byte) { offset += 1 }
    return start == offset ? nil : String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// `nil` if the word is an id that begins with a digit.
  private mutating func number(_ word: String, at start: Int) throws(ExpressionError) -> DecimalNumber? {
    guard word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    var digits = word
    if peek == UInt8(ascii: ".") {
      offset += 1
      digits += "." + (self.word() ?? "")
    }
    do {
      return try DecimalNumber(parsing: digits)
    } catch {
      switch error {
      case .notANumber: throw self.error("“\(digits)” is not a number; write digits such as 1234.5", at: start)
      case .tooManyDigits(let limit): throw self.error("the number has more than \(limit) digits", at: start)
      }
    }
  }

  /// The member after a cell's id; `nil` if there is none.
  private mutating func member() throws(ExpressionError) -> String? {
    guard peek == UInt8(ascii: ".") else { return nil }
    offset += 1
    if peek == UInt8(ascii: "'") { return try text() }
    guard let member = word() else { throw error("the name of a column is missing after the point") }
    return member
  }

  private mutating func text() throws(ExpressionError) -> String {
    let start = offset
    var content: [UInt8] = []
    offset += 1
    while let byte = peek {
      offset += 1
      if byte != UInt8(ascii: "'") {
        content.append(byte)
      } else if peek == UInt8(ascii: "'") {
        content.append(byte)
        offset += 1
      } else {
        return String(decoding: content, as: UTF8.self).nfc
      }
    }
    throw error("the text that begins here is never closed; a text is written between ' and '", at: start)
  }

  private mutating func passes(_ byte: UInt8) -> Bool {
    guard skipBlanks(), peek == byte else { return false }
    if isDecimalComma(offset) { decimalComma = offset }
    offset += 1
    return true
  }

  private func isDecimalComma(_ place: Int) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return bytes[place] == UInt8(ascii: ",") && bytes[..<place].last.map(digits.contains) ?? false
      && bytes[(place + 1)...].first.map(digits.contains) ?? false
  }

  private mutating func pass(_ byte: UInt8, name: String) throws(ExpressionError) {
    guard passes(byte) else { throw unexpected(name) }
  }

  // MARK: Mistakes

  private func error(_ message: String, at place: Int? = nil) -> ExpressionError {
    ExpressionError(message: message, offset: place ?? offset)
  }

  private func decimalCommaError(at place: Int) -> ExpressionError {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    let whole = String(decoding: bytes[..<place].reversed().prefix(while: isDigit).reversed(), as: UTF8.self)
    let decimals = String(decoding: bytes[(place + 1)...].prefix(while: isDigit), as: UTF8.self)
    return error("decimals are written after a point: write \(whole).\(decimals), not \(whole),\(decimals)", at: place)
  }

  private func unexpected(_ wanted: String) -> ExpressionError {
    guard offset < bytes.count else { return error("the expression ends where \(wanted) is expected") }
    if isDecimalComma(offset) { return decimalCommaError(at: offset) }
    let next = String(decoding: bytes[offset...], as: UTF8.self).first ?? " "
    return error("“\(next)” where \(wanted) is expected")
  }
}
