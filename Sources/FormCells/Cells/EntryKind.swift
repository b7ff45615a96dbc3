import Support

/// A kind whose value is a text: what was typed, or what it comes to.
protocol EntryKind: CellKind {
  /// How a posted text becomes the one that is kept and counted; nil: it is kept as it came.
  var reading: TextReading? { get }
  /// The text that the form keeps of a posted one, normalised.
  /// - `numbers`: how the visitor writes numbers.
  func entered(_ text: String, in numbers: NumberFormat) -> String
  /// How a posted text is kept, where that is all that comes of it; nil: it is read.
  var keeping: TextKeeping? { get }
  /// A text without what stands beside its field.
  func bare(_ text: String) -> String
  /// Grapheme clusters that it may have; nil: any number.
  var lengthLimit: Int? { get }
  /// The numbers that it takes; nil: it takes none.
  var numberRules: NumberRules? { get }
  /// The first problem of a text, normalised and not blank.
  func problem(with text: String, today: CalendarDate?) -> Problem?
  /// Whether a text, normalised, is what a condition compares it with.
  func equals(_ operand: String, _ text: String) -> Bool
}

/// How a posted text that need only be read (`EntryKind.reading`) is kept.
enum TextKeeping {
  /// In one line.
  case asLine
  /// In lines that end in LF.
  case asLines

  /// Whether a posted text is the one that is held: then it need not be read. False: it has to be.
  func isKept(_ posted: SentTexts.Place, in sent: SentTexts, as held: String) -> Bool {
    switch self {
    case .asLine: sent.isText(held, at: posted)
    case .asLines: sent.isText(held, at: posted, joinsLineEnds: true)
    }
  }
}

extension EntryKind {
  var entry: (any EntryKind)? { self }
  var keeping: TextKeeping? { nil }
  var lengthLimit: Int? { nil }
  var numberRules: NumberRules? { nil }
  func bare(_ text: String) -> String { text }

  // A number that was not read has an invisible mark.
  var reading: TextReading? { numberRules == nil ? .code : .line }
  func normalised(_ text: String) -> String { reading?.read(text) ?? text }

  static var place: PlaceOnPages { .field }

  var empty: CellValue { .text("") }
  func isEmpty(_ value: CellValue) -> Bool { value.text.isBlank }

  func problem(with value: CellValue, today: CalendarDate?) -> Problem? {
    problem(with: normalised(value.text), today: today)
  }

  func equals(_ operand: String, _ text: String) -> Bool { operand == text }

  func holds(_ operand: Condition.Operand, _ value: CellValue) -> Bool {
    if case .text(let operand) = operand { equals(operand, normalised(value.text)) } else { false }
  }

  func entered(_ text: String, in numbers: NumberFormat) -> String { numberRules?.entry(text, in: numbers) ?? text }

  func value(posted: String, numbers: NumberFormat) -> CellValue? { .text(entered(normalised(posted), in: numbers)) }

  func value(plain texts: [String], numbers: NumberFormat) -> CellValue? {
    guard let text = texts.last else { return nil }
    if let numberRules { return .text(numberRules.entry(written: normalised(text), in: numbers)) }
    return value(posted: text, numbers: numbers)
  }

  func hiddenFieldValue(_ value: CellValue) -> String? { value.text }
  func value(hiddenFieldValue: String) -> CellValue? { .text(normalised(hiddenFieldValue)) }
}

extension EntryKind {
  /// The schema of a text as it is typed.
  /// - `minimum`: grapheme clusters, of which each takes a code point at least. Those are what a schema counts, so that it
  ///   cannot say how long a text may be.
  /// - `patterns`: as they have to match, blank texts among what they do.
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
  /// A posted text as it is kept and counted (`TextReading`); a password untouched.
  package func normalised(_ text: String) -> String { entry?.normalised(text) ?? text }

  /// Characters of a text as it is kept.
  package func characterCount(of text: String) -> Int { normalised(text).characterCount }

  /// Grapheme clusters that may be typed; nil: any number.
  var lengthLimit: Int? { entry?.lengthLimit }
}

extension Problem {
  /// - `minimum`: grapheme clusters.
  /// - `maximum`: grapheme clusters.
  static func ofLength(_ text: String, minimum: Int? = nil, maximum: Int?) -> Problem? {
    if minimum == nil, maximum == nil { return nil }
    let count = text.characterCount
    if let minimum, count < minimum { return .tooShort(limit: minimum, count: count) }
    if let maximum, count > maximum { return .tooLong(limit: maximum, count: count) }
    return nil
  }
}

extension FormDecoder {
  /// A text as a definition, a submission or a host writes it. In a definition, what cannot be typed into the cell is
  /// reported, and nil.
  func typedText(_ node: JSONNode, at path: String, _ reading: TextReading) -> String? {
    guard case .string(let text) = node.content else { return wrongType(node, at: path, expected: "a string") }
    let isFine = { (scalar: Unicode.Scalar) in reading == .lines && (scalar == "\n" || scalar == "\r") }
    if isDefinition, let scalar = text.firstUntypeable(but: isFine) {
      let what = scalar.isLineEnd ? "a line end" : "a control character"
      report.add(.badValue, at: node.offset, path, "the text has \(what), which cannot be typed into the cell")
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
