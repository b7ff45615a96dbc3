import Support

/// `text`: one line (TI-b, TI-c).
package struct TextKind: Sendable {
  package var placeholder: Localized?
  /// Grapheme clusters.
  package var maxLength: Int?
  package var overflow: Overflow = .allow
  package var showsCounter: Bool = false
  package var pattern: Pattern?
  package var format: TextCell.Format?
  package var minimum: DecimalNumber?
  package var maximum: DecimalNumber?
  /// Beside the field; typed along, they are taken off.
  package var prefix: Localized?
  package var suffix: Localized?
  package var hasScan: Bool = false
  /// HTML's autofill tokens.
  package var autocomplete: String?
  package init() {}
}

extension TextKind: EntryKind {
  static let type = CellType.text
  var kind: Cell.Kind { .text(self) }
  var measure: Condition.Measure? { format == .integer || format == .decimal ? .number : nil }

  var lengthLimit: Int? { maxLength }

  var numberRules: NumberRules? {
    switch format {
    case .integer: isCode ? nil : NumberRules(decimalLimit: 0, isGrouped: true, affixes: affixes)
    case .decimal: NumberRules(isGrouped: isGrouped, affixes: affixes)
    case .email, .url, .tel, nil: nil
    }
  }

  /// Whether a number's thousands are set apart: not where it has a certain length or form.
  package var isGrouped: Bool { maxLength == nil && pattern == nil }

  /// Whether it is a code: its digits stay as they are typed, zeros in front with them.
  private var isCode: Bool { format == .integer && !isGrouped }

  private var affixes: [Localized] { [prefix, suffix].compactMap(\.self) }

  func entered(_ text: String, in numbers: NumberFormat) -> String {
    if let numberRules { return numberRules.entry(text, in: numbers) }
    if isCode { return Self.code(bare(text)) }
    return TextFormat.entered(bare(text), as: format)
  }

  /// With ASCII digits; as it was typed where that is not a whole number.
  private static func code(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { typed in
      typed.typedDigit.map { Unicode.Scalar(UInt8(ascii: "0") + $0) } ?? (typed.isTypedDash ? "-" : typed.inASCIIWidth)
    }
    let code = String(String.UnicodeScalarView(scalars))
    return (try? DecimalNumber(parsing: code))?.decimals == 0 ? code : text
  }

  var reading: TextReading? { textReading }
  var textReading: TextReading {
    switch format {
    case .email, .url, .tel: .code
    // A number that was not read has an invisible mark.
    case .integer, .decimal: isCode ? .code : .line
    case nil: pattern == nil ? .line : .code
    }
  }
  var keeping: TextKeeping? { format == nil && prefix == nil && suffix == nil ? .asLine : nil }

  func bare(_ text: String) -> String {
    prefix == nil && suffix == nil ? text : Affix.removing(prefix, suffix, from: text)
  }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    if let problem = Problem.ofLength(text, maximum: maxLength) ?? formatProblem(text) { return problem }
    guard let pattern else { return nil }
    let limit = Pattern.textScalarLimit
    if text.unicodeScalars.count > limit { return .tooLong(limit: limit, count: text.count) }
    // A name in a script that joins its letters is one of letters all the same.
    if pattern.matches(text) || pattern.matches(text.withoutInvisible) { return nil }
    let capitals = pattern.wantsCapitals ? text.uppercased() : text
    return capitals != text && pattern.matches(capitals) ? .capitals(capitals) : .pattern
  }

  func formatProblem(_ text: String) -> Problem? {
    switch format {
    case nil: return nil
    case .email: return EmailAddress.problem(text)
    case .url: return TextFormat.problemOfURL(text)
    case .tel: return TelephoneNumber.problem(text)
    case .integer, .decimal:
      switch DecimalNumber.read(text) {
      case .failure(let problem): return problem
      case .success(let number):
        if format == .integer, number.decimals > 0 { return .notANumber }
        return number.problem(minimum: minimum, maximum: maximum)
      }
    }
  }

  func json(of value: CellValue) -> JSONValue? {
    switch format {
    case .email: .string(EmailAddress.recorded(value.text))
    case .tel: .string(TelephoneNumber.recorded(value.text))
    case .url, .integer, .decimal, nil: .string(value.text)
    }
  }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    var patterns: [String] = []
    // A number is read before a pattern looks, and what may be typed along is taken off.
    if affixes.isEmpty, numberRules == nil, let source = pattern?.portableSource { patterns.append(source) }
    if isCode, affixes.isEmpty { patterns.append("[+-]?[0-9]+") }
    // As the language writes it.
    if numberRules != nil { patterns.append(".*[0-9].*") }
    // White space around it is taken off, a blank text is none, and of what is not ASCII some is not seen.
    patterns = patterns.map { "^\\s*(?:(?:\($0))\\s*)?$|[^ -~]" }
    return typedSchema(demand, patterns: patterns)
  }
}
