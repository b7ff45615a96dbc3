public import Localization
import Support

/// `text`: one line (TI-b, TI-c).
package struct TextKind: Sendable {
  package var placeholder: Localized?
  /// In grapheme clusters.
  package var maxLength: Int?
  package var overflow: Overflow = .allow
  package var showsCounter: Bool = false
  package var pattern: Pattern?
  package var format: TextCell.Format?
  package var minimum: DecimalNumber?
  package var maximum: DecimalNumber?
  /// Shown beside the field, and removed from the text if typed.
  package var prefix: Localized?
  package var suffix: Localized?
  /// Whether small letters become capitals when the text is read.
  package var isInCapitals = false
  package var hasScan: Bool = false
  /// HTML's autofill tokens.
  package var autocomplete: String?
  package init() {}
}

extension TextKind: InputKind {
  static let type = CellType.text
  var kind: Cell.Kind { .text(self) }
  /// A photo of the code.
  var takesFiles: Bool { hasScan }
  /// The number of characters of the shortest text that it may accept.
  package var leastCount: Int { max(pattern?.leastCount ?? 0, format.map(TextFormat.leastCount) ?? 0) }
  var measure: Condition.Measure? { format == .integer || format == .decimal ? .number : nil }

  var lengthLimit: Int? { maxLength }

  var numberRules: NumberRules? {
    switch format {
    case .integer: isCode ? nil : NumberRules(decimalLimit: 0, isGrouped: true, affixes: affixes)
    case .decimal: NumberRules(isGrouped: isGrouped, affixes: affixes)
    case .email, .url, .tel, nil: nil
    }
  }

  /// Whether a number's thousands are separated: not if it has a limited length or a pattern.
  package var isGrouped: Bool { maxLength == nil && pattern == nil }

  /// Whether it is a code: its digits are kept as typed, with leading zeros.
  var isCode: Bool { format == .integer && !isGrouped }

  private var affixes: [Localized] { [prefix, suffix].compactMap(\.self) }

  func entered(_ text: String, in numbers: NumberFormat) -> String {
    if let numberRules { return numberRules.entered(text, in: numbers) }
    if isCode { return code(bare(text)) }
    if isInCapitals { return fitting(bare(text).uppercased()) }
    return fitting(TextFormat.entered(bare(text), as: format))
  }

  /// Whether it is a one-time code from a message or an app, which is written in groups, `123-456`, and typed as digits.
  package var isOneTimeCode: Bool { autocomplete == "one-time-code" }

  /// With ASCII digits; unchanged if it is not a whole number.
  private func code(_ text: String) -> String {
    [Self.inASCII(text), joined(text)].first { (try? DecimalNumber(parsing: $0))?.decimals == 0 } ?? text
  }

  /// A one-time code without the characters that group its digits.
  private func joined(_ text: String) -> String {
    let plain = Self.inASCII(text)
    return isOneTimeCode ? plain.filter { $0 != " " && $0 != "-" } : plain
  }

  /// Converts digits, dashes and blanks to ASCII if the pattern matches only then, as for a code pasted from a document.
  private func fitting(_ text: String) -> String {
    guard let pattern, text.unicodeScalars.count <= Pattern.textScalarLimit, !pattern.matches(text) else { return text }
    let plain = Self.inASCII(text)
    let words = plain.split(separator: " ").joined(separator: " ")
    return [plain, words, joined(text)].first(where: pattern.matches) ?? text
  }

  /// Converts digits, dashes, blanks and characters of other widths to ASCII.
  private static func inASCII(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { typed in
      typed.typedDigit.map { Unicode.Scalar(UInt8(ascii: "0") + $0) }
        ?? (typed.isTypedDash ? "-" : typed.isTypedBlank ? " " : typed.inASCIIWidth)
    }
    return String(String.UnicodeScalarView(scalars))
  }

  var reading: TextReading? { textReading }
  private var textReading: TextReading {
    switch format {
    case .email, .url, .tel: .code
    // A number that could not be read carries an invisible mark.
    case .integer, .decimal: isCode ? .code : .line
    case nil: pattern == nil ? .line : .code
    }
  }
  func equals(_ operand: String, text: String) -> Bool {
    if numberRules != nil, let number = try? DecimalNumber(parsing: operand) {
      return (try? DecimalNumber(parsing: text)) == number
    }
    return recorded(isInCapitals ? operand.uppercased() : operand) == recorded(text)
  }

  var keeping: TextKeeping? { format == nil && prefix == nil && suffix == nil && !isInCapitals ? .asLine : nil }

  func bare(_ text: String) -> String {
    prefix == nil && suffix == nil ? text : Affix.removing(prefix: prefix, suffix: suffix, from: text)
  }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    if let problem = Problem.ofLength(text, maximum: maxLength) ?? formatProblem(text) { return problem }
    guard let pattern else { return nil }
    let limit = Pattern.textScalarLimit
    if text.unicodeScalars.count > limit { return .tooLong(limit: limit, count: text.count) }
    // Joiners are part of words in some scripts, and no pattern expects them.
    if pattern.matches(text) || pattern.matches(text.withoutInvisible) { return nil }
    let capitals = pattern.wantsCapitals ? text.uppercased() : text
    return capitals != text && pattern.matches(capitals) ? .capitals(capitals) : .pattern
  }

  private func formatProblem(_ text: String) -> Problem? {
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

  func json(of value: CellValue) -> JSONValue? { .string(recorded(value.text)) }

  private func recorded(_ text: String) -> String {
    switch format {
    case .email: EmailAddress.recorded(text)
    case .tel: TelephoneNumber.recorded(text)
    case .url, .integer, .decimal, nil: text
    }
  }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    var patterns: [String] = []
    // A pattern applies to the text after numbers are read and affixes removed.
    if affixes.isEmpty, numberRules == nil, !isInCapitals, let source = pattern?.portableSource {
      patterns.append(source)
    }
    if isCode, affixes.isEmpty { patterns.append("[+-]?[0-9]+") }
    // A number as the language writes it.
    if numberRules != nil { patterns.append(".*[0-9].*") }
    // White space around it is removed, a blank text is empty, and some characters outside ASCII are invisible.
    patterns = patterns.map { "^\\s*(?:(?:\($0))\\s*)?$|[^ -~]" }
    return typedSchema(demand, patterns: patterns)
  }
}

extension TextKind {
  static let about = "One line of text."
  static let value: Shape? = .anyString

  private static let numeric = KeyRequirement.value(
    "format", of: [TextCell.Format.integer.rawValue, TextCell.Format.decimal.rawValue], byDefault: false)
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooLong, .tooSmall, .tooLarge]
  static let keys =
    [Key.placeholder] + Key.limited + [
      Key("pattern", .string, "An ECMAScript regular expression that the whole text must match."),
      Key("format", .choice(TextCell.Format.self), "What kind of text it is."),
      Key("minimum", .number.orCell(), needs: numeric, "The smallest number."),
      Key("maximum", .number.orCell(), needs: numeric, "The largest number."),
      Key("prefix", .text, "Text in front of the field; removed if typed."),
      Key("suffix", .text, "Text after the field; removed if typed."),
      Key(
        "capitals", .boolean, needs: .no("format"),
        "Whether small letters are changed to capitals before the pattern is checked; false if left out."),
      Key("scan", .boolean, "Whether a barcode or QR code can be scanned into it."),
      .autocomplete,
      .calculate,
    ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    placeholder = reader.text("placeholder")
    maxLength = reader.count("maxLength")
    overflow = reader.choice("overflow", Overflow.self) ?? .allow
    showsCounter = reader.showsCounter()
    pattern = reader.pattern("pattern")
    if pattern != nil, let length = maxLength, length > Pattern.textScalarLimit {
      reader.add(
        .badValue, key: "maxLength",
        message: "a text with a “pattern” has at most \(Pattern.textScalarLimit) characters")
    }
    format = reader.choice("format", TextCell.Format.self)
    minimum = reader.bound("minimum", read: reader.number)
    maximum = reader.bound("maximum", read: reader.number)
    reader.checkOrder("minimum", low: minimum, highKey: "maximum", high: maximum)
    prefix = reader.text("prefix")
    suffix = reader.text("suffix")
    checkAffixes(reader)
    isInCapitals = reader.flag("capitals") ?? false
    checkPattern(reader)
    hasScan = reader.flag("scan") ?? false
    autocomplete = reader.autocomplete()
  }

  /// Refuses a pattern that no text can match after affixes are removed, letters are capitalized, or a number is read.
  private func checkPattern(_ reader: ObjectReader) {
    guard let pattern else { return }
    func refuse(_ why: String, instead: String) {
      reader.add(
        .badValue, key: "pattern", message: "no entry can match: \(why) before the pattern is checked; \(instead)")
    }
    for (key, affix, end) in [("prefix", prefix, Pattern.End.start), ("suffix", suffix, .end)] {
      guard let affix, !pattern.mayMatch(from: end, fate: { Affix.fate(of: $0, taking: affix, from: end) }) else {
        continue
      }
      let texts = affix.texts.sorted().map { "“\($0)”" }.joined(separator: ", ")
      refuse("\(texts), the “\(key)”, is removed", instead: "write the pattern without it, or remove “\(key)”")
    }
    if isInCapitals, !pattern.mayMatch(only: { String($0).uppercased() == String($0) }) {
      refuse(
        "small letters are changed to capitals (“capitals”)",
        instead: "write capitals in the pattern, or remove “capitals”")
    }
    if format == .integer || format == .decimal, !pattern.mayMatch(only: "+-.0123456789".unicodeScalars.contains) {
      let point = format == .decimal ? #", decimals after a point, as in "\\d+\\.\\d{2}""# : ""
      refuse(
        "a number is reduced to its digits, 1,234 to 1234,", instead: "write the pattern for digits\(point)")
    }
  }

  /// Refuses a prefix or suffix that can be part of an address: it is removed from what is typed, and an address must be complete.
  private func checkAffixes(_ reader: ObjectReader) {
    for (key, affix) in [("prefix", prefix), ("suffix", suffix)] {
      guard let text = affix?.texts.sorted().first(where: { isTakenOffAddresses($0, isPrefix: key == "prefix") })
      else { continue }
      reader.add(
        .badValue, key: key,
        message:
          "“\(text)” can be part of the address, but it is removed from what is typed, so the address would be incomplete; show "
          + "it in “placeholder” instead, or remove “format” to ask for the rest of the address only")
    }
  }

  /// Whether removing this prefix or suffix breaks some address.
  private func isTakenOffAddresses(_ affix: String, isPrefix: Bool) -> Bool {
    let addresses: [String] =
      switch (format, isPrefix) {
      case (.url, true): ["https://example.com", "http://example.com", affix + "example.com"]
      case (.url, false): ["https://example" + affix]
      case (.email, true): [affix + "a@example.com"]
      case (.email, false): ["a" + affix, "a@example" + affix]
      case (.tel, _), (.integer, _), (.decimal, _), (nil, _): []
      }
    return addresses.contains { formatProblem($0) == nil && bare($0) != $0 }
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    guard let text = decoder.typedText(node, at: path, as: textReading) else { return nil }
    let isExact = numberRules != nil && (try? DecimalNumber(parsing: text)) != nil
    guard let numbers = isExact ? .of("en") : decoder.numbers else {
      return .text(isInCapitals ? text.uppercased() : TextFormat.entered(text, as: format))
    }
    return .text(entered(text, in: numbers))
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    if case .string(let text) = node.content, bare(text) != text {
      decoder.report.add(
        .badValue, at: node.offset, path: path,
        message:
          "no value of “\(id)” has its “prefix” or “suffix”; \(bare(text).isEmpty ? "remove it" : "write \"\(bare(text))\"")"
      )
      return nil
    }
    if numberRules != nil, case .string(let text) = node.content, !text.allSatisfy(\.isWhitespace),
      (try? DecimalNumber(parsing: text)) == nil
    {
      decoder.report.add(
        .badValue, at: node.offset, path: path,
        message:
          "“\(text)” is not a number as “\(id)” records it; write digits alone, such as \"\(format == .integer ? "1234" : "1234.5")\""
      )
      return nil
    }
    return decoder.textOperand(node, at: path)
  }
}

/// `text` in a form written in Swift: one line.
public struct TextCell: WrittenCell, QuantityCell, CalculatedCell {
  /// Kinds of text.
  public enum Format: String, Sendable, CaseIterable {
    /// An e-mail address.
    case email
    /// A web address.
    case url
    /// A phone number.
    case tel
    /// A whole number.
    case integer
    /// A decimal number with exact digits.
    case decimal
  }

  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(
    _ id: String, label: Localized, file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(.text, id: id, label: label, line: SwiftLine(file: file, line: line))
  }
}

extension TextCell {
  /// An ECMAScript regular expression that the whole text has to match.
  public func pattern(_ expression: String) -> Self { with("pattern", .string(expression)) }

  /// The kind of text that it is.
  public func format(_ format: Format) -> Self { with("format", .string(format.rawValue)) }

  /// The text before the field; it is removed if typed.
  public func prefix(_ text: Localized) -> Self { with("prefix", text.definition) }

  /// The text after the field; it is removed if typed.
  public func suffix(_ text: Localized) -> Self { with("suffix", text.definition) }

  /// Whether small letters become capitals before the pattern is checked; false if left out.
  public func capitals(_ areMade: Bool = true) -> Self { with("capitals", .bool(areMade)) }

  /// Whether a barcode or QR code can be scanned into it.
  public func scan(_ isOffered: Bool = true) -> Self { with("scan", .bool(isOffered)) }

  /// HTML's autofill tokens.
  public func autocomplete(_ tokens: String) -> Self { with("autocomplete", .string(tokens)) }
}

/// Removes a prefix or suffix that was typed with the text (B31).
private enum Affix {
  /// What removing an affix does to texts that begin, or end, with this text.
  static func fate(of text: String, taking affix: Localized, from end: Pattern.End) -> Pattern.Fate {
    let isPrefix = end == .start
    let rest = removing(prefix: isPrefix ? affix : nil, suffix: isPrefix ? nil : affix, from: text)
    let typed = Array(text.compatible.unicodeScalars)
    for affix in affix.texts.flatMap(\.affixes).map({ Array($0.compatible.unicodeScalars) }) {
      let isOpen = isPrefix ? affix.starts(with: typed) : affix.reversed().starts(with: typed.reversed())
      if isOpen { return .open(isLeftAlone: rest == text) }
    }
    return rest == text ? .stays : .changes
  }

  /// The text without them. They are removed repeatedly, so that the result stays the same when it is posted again.
  static func removing(prefix: Localized?, suffix: Localized?, from text: String) -> String {
    var rest = text[...]
    while let shorter = removingOnce(prefix: prefix, suffix: suffix, from: rest) { rest = shorter }
    return String(rest)
  }

  private static func removingOnce(prefix: Localized?, suffix: Localized?, from text: Substring) -> Substring? {
    for affix in prefix?.texts.flatMap(\.affixes) ?? [] {
      guard let count = count(of: affix, { text.prefix($0) }) else { continue }
      let rest = text.dropFirst(count)
      if !continues(affix, edge: affix.last, next: rest.first) { return rest.drop(while: \.isWhitespace) }
    }
    for affix in suffix?.texts.flatMap(\.affixes) ?? [] {
      guard let count = count(of: affix, { text.suffix($0) }) else { continue }
      let rest = text.dropLast(count)
      if !continues(affix, edge: affix.first, next: rest.last) {
        return rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? ""
      }
    }
    return nil
  }

  /// How many characters at one end are this affix, in a compatible form; `nil` if the affix is not there.
  private static func count(of affix: String, _ end: (Int) -> Substring) -> Int? {
    let compatible = affix.compatible
    // No spelling is longer than its compatible form.
    return (1...max(1, compatible.count)).first { String(end($0)).compatible == compatible }
  }

  /// Whether the affix is part of a longer word or number: "m" is not a unit in "team".
  private static func continues(_ affix: String, edge: Character?, next: Character?) -> Bool {
    guard let edge, let next, affix.allSatisfy({ $0.isLetter || $0.isNumber }) else { return false }
    return edge.isLetter && next.isLetter || edge.isNumber && next.isNumber
  }
}
