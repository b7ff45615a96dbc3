import Support

/// A kind whose value is a text: as typed, or as it was read.
protocol InputKind: CellKind {
  /// How a posted text is normalised before it is stored and counted; `nil` stores it unchanged.
  var reading: TextReading? { get }
  /// The text that is stored for a posted text.
  /// - `numbers`: how the visitor writes numbers.
  func entered(_ text: String, in numbers: NumberFormat) -> String
  /// How a posted text becomes the value if normalising is enough; `nil` if it has to be read.
  var keeping: TextKeeping? { get }
  /// The names of its fields if it is typed into several, `CELL.NAME`. Until the value can be read, it is the texts of these fields, one a
  /// line, in this order. Empty if it has one field, under the cell's id.
  var parts: [String] { get }
  /// A text without its prefix and suffix.
  func bare(_ text: String) -> String
  /// Its maximum length in grapheme clusters; `nil` for any length.
  var lengthLimit: Int? { get }
  /// The numbers that it accepts; `nil` if it accepts none.
  var numberRules: NumberRules? { get }
  /// How a page shows a stored text: numbers as the visitor's locale writes them.
  func shown(_ kept: String, in numbers: NumberFormat) -> String
  /// Why the text is not a number that it accepts; `nil` if it is one, or the kind accepts none.
  func readingProblem(of kept: String, in numbers: NumberFormat) -> Problem?
  /// The first problem of a text, normalised and not blank.
  func problem(with text: String, today: CalendarDate?) -> Problem?
  /// Whether a normalised text equals what a condition compares it with.
  func equals(_ operand: String, text: String) -> Bool
}

/// How a posted text that only needs normalising (`InputKind.reading`) is stored.
enum TextKeeping {
  /// As one line.
  case asLine
  /// As lines that end in LF.
  case asLines

  /// Whether a posted text certainly has the stored value. It is decided without reading the text; if false, the text has to be read.
  func isKept(_ posted: SentTexts.Place, in sent: SentTexts, as held: String) -> Bool {
    switch self {
    case .asLine: TextReading.line.surelyKeeps(held) && sent.isText(held, at: posted)
    case .asLines: TextReading.lines.surelyKeeps(held) && sent.isText(held, at: posted, joinsLineEnds: true)
    }
  }
}

extension InputKind {
  var input: (any InputKind)? { self }
  var keeping: TextKeeping? { nil }
  var parts: [String] { [] }
  var lengthLimit: Int? { nil }
  var numberRules: NumberRules? { nil }
  func bare(_ text: String) -> String { text }

  func shown(_ kept: String, in numbers: NumberFormat) -> String { numberRules?.shown(kept, in: numbers) ?? kept }
  func readingProblem(of kept: String, in numbers: NumberFormat) -> Problem? {
    numberRules?.readingProblem(of: kept, in: numbers)
  }

  // A number that could not be read carries an invisible mark.
  var reading: TextReading? { numberRules == nil ? .code : .line }
  func normalised(_ text: String) -> String { reading?.read(text) ?? text }

  static var place: PlaceOnPages { .field }

  var empty: CellValue { .text("") }
  func isEmpty(_ value: CellValue) -> Bool { value.text.isBlank }

  func problem(with value: CellValue, today: CalendarDate?) -> Problem? {
    problem(with: normalised(value.text), today: today)
  }

  func equals(_ operand: String, text: String) -> Bool { operand == text }

  func holds(_ operand: Condition.Operand, in value: CellValue) -> Bool {
    if case .text(let operand) = operand { equals(operand, text: normalised(value.text)) } else { false }
  }

  func entered(_ text: String, in numbers: NumberFormat) -> String { numberRules?.entered(text, in: numbers) ?? text }

  func value(posted: String, numbers: NumberFormat) -> CellValue? { .text(entered(normalised(posted), in: numbers)) }

  func value(plain texts: [String], numbers: NumberFormat) -> CellValue? {
    guard let text = texts.last else { return nil }
    if let numberRules { return .text(numberRules.entered(written: normalised(text), in: numbers)) }
    return value(posted: text, numbers: numbers)
  }

  func hiddenFieldValue(_ value: CellValue) -> String? { value.text }
  func value(hiddenFieldValue: String) -> CellValue? { .text(normalised(hiddenFieldValue)) }
}

extension InputKind {
  /// The schema of a typed text.
  /// - `minimum`: in grapheme clusters. A schema counts code points, and each cluster has one or more, so it cannot limit the length.
  /// - `patterns`: all of them must match; they accept blank texts.
  func typedSchema(_ demand: SentDemand, minimum: Int = 1, patterns: [String] = []) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [.init("type", "string")]
    if demand == .filled { members.append(.init("minLength", .number(String(minimum)))) }
    guard demand.isChecked else { return members }
    if let limit = lengthLimit {
      members.append(.init("$comment", .string("at most \(limit) characters, as people count them")))
    }
    if let pattern = patterns.first { members.append(.init("pattern", .string(pattern))) }
    if patterns.count > 1 {
      members.append(.init("allOf", .array(patterns.dropFirst().map { ["pattern": .string($0)] })))
    }
    return members
  }
}

extension Cell {
  /// A posted text as it is stored and counted (`TextReading`); a password is unchanged.
  package func normalised(_ text: String) -> String { input?.normalised(text) ?? text }

  /// The number of characters of a text as it is stored.
  package func characterCount(of text: String) -> Int { normalised(text).characterCount }

  /// The maximum number of grapheme clusters; `nil` for any number.
  var lengthLimit: Int? { input?.lengthLimit }
}

extension Problem {
  /// - `minimum`: in grapheme clusters.
  /// - `maximum`: in grapheme clusters.
  static func ofLength(_ text: String, minimum: Int? = nil, maximum: Int?) -> Problem? {
    if minimum == nil, maximum == nil { return nil }
    let count = text.characterCount
    if let minimum, count < minimum { return .tooShort(limit: minimum, count: count) }
    if let maximum, count > maximum { return .tooLong(limit: maximum, count: count) }
    return nil
  }
}

extension FormDecoder {
  /// Reads a text of a definition, a submission or a host. In a definition, a text that cannot be typed into the cell is reported, and the
  /// result is `nil`.
  func typedText(_ node: JSONNode, at path: String, as reading: TextReading) -> String? {
    guard case .string(let text) = node.content else { return wrongType(node, at: path, expected: "a string") }
    let isFine = { (scalar: Unicode.Scalar) in reading == .lines && (scalar == "\n" || scalar == "\r") }
    if isDefinition, let scalar = text.firstUntypeable(but: isFine) {
      let what = scalar.isLineEnd ? "a line end" : "a control character"
      report.add(
        .badValue, at: node.offset, path: path, message: "the text has \(what), which cannot be typed into the cell")
      return nil
    }
    return reading.read(text)
  }

  /// Reads the text that a condition compares with.
  func textOperand(_ node: JSONNode, at path: String) -> Condition.Operand? {
    switch node.content {
    case .null: .null
    case .string(let text): .text(text.nfc)
    default: wrongType(node, at: path, expected: "a string or null")
    }
  }
}
