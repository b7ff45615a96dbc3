/// Reads the grammar of ECMAScript's `Pattern[+UnicodeMode, +UnicodeSetsMode, +NamedCaptureGroups]`.
struct PatternParser {
  typealias Refusal = Pattern.Refusal

  let scalars: [Unicode.Scalar]
  var position = 0
  private var depth = 0
  private var groupNames: Set<String> = []

  /// Nesting of groups and classes; limited because the parser is recursive.
  static let depthLimit = 50
  /// The maximum of a counted repetition; more would exceed the limit of steps anyway.
  private static let countLimit = 100_000

  init(_ source: String) { scalars = Array(source.unicodeScalars) }

  mutating func parse() throws(Refusal) -> PatternNode {
    guard scalars.count <= Pattern.sourceScalarLimit else {
      throw refusal("the expression is longer than \(Pattern.sourceScalarLimit) characters", at: 0)
    }
    let node = try disjunction()
    guard position == scalars.count else { throw refusal("“)” without “(”; write “\\)” for the character itself") }
    return node
  }

  private mutating func disjunction() throws(Refusal) -> PatternNode {
    var alternatives = [try alternative()]
    while take("|") { alternatives.append(try alternative()) }
    return alternatives.count == 1 ? alternatives[0] : .alternation(alternatives)
  }

  private mutating func alternative() throws(Refusal) -> PatternNode {
    var terms: [PatternNode] = []
    while let scalar = peek, scalar != "|", scalar != ")" { terms.append(try term()) }
    return terms.count == 1 ? terms[0] : .sequence(terms)
  }

  private mutating func term() throws(Refusal) -> PatternNode {
    if let assertion = try assertion() {
      if let scalar = peek, "*+?{".unicodeScalars.contains(scalar) {
        throw refusal("nothing to repeat before “\(scalar)”")
      }
      return assertion
    }
    return try quantified(try atom())
  }

  private mutating func assertion() throws(Refusal) -> PatternNode? {
    if take("^") { return .place(.start) }
    if take("$") { return .place(.end) }
    if take("\\b") { return .place(.wordBoundary) }
    if take("\\B") { return .place(.noWordBoundary) }
    for (opening, direction, isNegated) in Self.looks where starts(with: opening) {
      let start = position
      position += opening.unicodeScalars.count
      return .look(try groupRest(from: start), direction, isNegated: isNegated)
    }
    return nil
  }

  private static let looks: [(String, PatternNode.Direction, Bool)] = [
    ("(?=", .ahead, false), ("(?!", .ahead, true), ("(?<=", .behind, false), ("(?<!", .behind, true),
  ]

  private mutating func atom() throws(Refusal) -> PatternNode {
    let start = position
    guard let scalar = next() else { throw refusal("the expression ends too early") }
    switch scalar {
    case ".": return .set(.complement(.lineTerminators))
    case "(":
      if take("?:") { return try groupRest(from: start) }
      if take("?<") {
        try groupName()
      } else if peek == "?" {
        throw refusal("“(?” is followed by none of “:”, “=”, “!”, “<=”, “<!” and “<name>”", at: start)
      }
      return try groupRest(from: start)
    case "[": return .set(try characterClass(from: start))
    case "\\": return .set(try escape(inClass: false))
    case "*", "+", "?", "{":
      throw refusal(
        scalar == "{"
          ? "nothing to repeat before “{”; write “\\{” for the character itself"
          : "nothing to repeat before “\(scalar)”", at: start)
    case "]", "}": throw refusal("a lone “\(scalar)”; write “\\\(scalar)” for the character itself", at: start)
    default: return .set(.scalar(scalar))
    }
  }

  private mutating func groupRest(from start: Int) throws(Refusal) -> PatternNode {
    try enter(at: start)
    let node = try disjunction()
    depth -= 1
    guard take(")") else { throw refusal("this “(” is never closed", at: start) }
    return node
  }

  mutating func enter(at start: Int) throws(Refusal) {
    depth += 1
    if depth > Self.depthLimit { throw refusal("nested deeper than \(Self.depthLimit) levels", at: start) }
  }

  mutating func leave() { depth -= 1 }

  private mutating func groupName() throws(Refusal) {
    let start = position
    var name = ""
    while let scalar = peek, scalar != ">" {
      let isFirst = name.isEmpty
      guard scalar == "$" || scalar == "_" || (isFirst ? scalar.properties.isIDStart : scalar.properties.isIDContinue)
      else { throw refusal("“\(scalar)” cannot be part of a group's name") }
      name.unicodeScalars.append(scalar)
      position += 1
    }
    guard !name.isEmpty, take(">") else { throw refusal("a group's name is missing or not closed by “>”", at: start) }
    guard groupNames.insert(name).inserted else {
      throw refusal("the group “\(name)” is a duplicate", at: start)
    }
  }

  private mutating func quantified(_ node: PatternNode) throws(Refusal) -> PatternNode {
    let bounds: (Int, Int?)
    if take("*") {
      bounds = (0, nil)
    } else if take("+") {
      bounds = (1, nil)
    } else if take("?") {
      bounds = (0, 1)
    } else if peek == "{" {
      bounds = try counts()
    } else {
      return node
    }
    // Lazy and greedy repetitions are equivalent if the whole text must match.
    _ = take("?")
    if let scalar = peek, "*+?{".unicodeScalars.contains(scalar) {
      throw refusal("nothing to repeat before “\(scalar)”")
    }
    return .repetition(node, least: bounds.0, most: bounds.1)
  }

  private mutating func counts() throws(Refusal) -> (Int, Int?) {
    let start = position
    position += 1
    let least = number()
    var most = least
    if take(",") { most = number() }
    let isOpen = scalars[position - 1] == ","
    guard let least, take("}") else {
      throw refusal("a repetition is written {n}, {n,} or {n,m}; write “\\{” for the character itself", at: start)
    }
    if isOpen { return (least, nil) }
    guard let most, least <= most else { throw refusal("the numbers of this repetition are out of order", at: start) }
    return (least, most)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = peek, "0"..."9" ~= scalar {
      value = min((value ?? 0) * 10 + Int(scalar.value - 0x30), Self.countLimit)
      position += 1
    }
    return value
  }

  // MARK: Scalars

  var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  mutating func next() -> Unicode.Scalar? {
    guard let scalar = peek else { return nil }
    position += 1
    return scalar
  }

  func starts(with text: String) -> Bool { scalars[position...].starts(with: text.unicodeScalars) }

  mutating func take(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  func refusal(_ message: String, at offset: Int? = nil) -> Refusal {
    Refusal(offset: offset ?? position, message: message)
  }
}

/// Character classes and escapes.
extension PatternParser {
  /// Reads a class after its opening bracket: with the flag `v` it may have sets within sets, differences and intersections.
  private mutating func characterClass(from start: Int) throws(Refusal) -> ScalarSet {
    try enter(at: start)
    if let name = nameOfPOSIXClass {
      throw refusal(
        "“[:\(name):]” is a class of POSIX, which the pattern attribute does not know; write “\\d”, “\\s” or a property such as “\\p{L}”",
        at: start)
    }
    let isNegated = take("^")
    var set = try classContents(from: start)
    leave()
    guard take("]") else { throw refusal("this “[” is never closed; write “\\[” for the character itself", at: start) }
    if isNegated { set = .complement(set) }
    return set
  }

  private mutating func classContents(from start: Int) throws(Refusal) -> ScalarSet {
    var parts: [ScalarSet] = []
    while let scalar = peek, scalar != "]" {
      for operation in ["--", "&&"] where starts(with: operation) {
        guard parts.count == 1 else {
          throw refusal("“\(operation)” belongs between two sets; put the left side in brackets")
        }
        return try classOperation(operation, first: parts[0])
      }
      let (first, atom) = try classAtom()
      guard peek == "-", position + 1 < scalars.count, scalars[position + 1] != "]", !starts(with: "--") else {
        parts.append(first)
        continue
      }
      let dash = position
      position += 1
      let (_, last) = try classAtom()
      guard let atom, let last else { throw refusal("a range needs a character at both ends; write “\\-”", at: dash) }
      guard atom.value <= last.value else { throw refusal("the range “\(atom)-\(last)” is out of order", at: dash) }
      parts.append(.ranges([atom.value...last.value]))
    }
    if peek == nil { throw refusal("this “[” is never closed; write “\\[” for the character itself", at: start) }
    return .merging(parts)
  }

  /// The name in `[:name:]`, after its opening bracket: without this check it would be read as a set of letters.
  private var nameOfPOSIXClass: String? {
    guard peek == ":" else { return nil }
    let name = scalars[(position + 1)...].prefix { "a"..."z" ~= $0 }
    guard !name.isEmpty, scalars[name.endIndex...].starts(with: ":]".unicodeScalars) else { return nil }
    return String(String.UnicodeScalarView(name))
  }

  /// Reads the rest of a class after its first operand: the same operation must follow up to the end.
  private mutating func classOperation(_ operation: String, first: ScalarSet) throws(Refusal) -> ScalarSet {
    var set = first
    while take(operation) {
      guard let scalar = peek, scalar != "]" else { throw refusal("a set is missing after “\(operation)”") }
      let (operand, _) = try classAtom()
      set = .intersection(set, operation == "--" ? .complement(operand) : operand)
    }
    guard peek == "]" else { throw refusal("only “\(operation)” and “]” can follow here; use brackets") }
    return set
  }

  /// One member of a class; also the scalar if it is a single one.
  private mutating func classAtom() throws(Refusal) -> (ScalarSet, Unicode.Scalar?) {
    let start = position
    guard let scalar = next() else { throw refusal("the expression ends within a class") }
    switch scalar {
    case "[": return (try characterClass(from: start), nil)
    case "\\":
      let set = try escape(inClass: true)
      if case .ranges(let ranges) = set, ranges.count == 1, ranges[0].count == 1, let value = ranges.first?.lowerBound {
        return (set, Unicode.Scalar(value))
      }
      return (set, nil)
    default: return (.scalar(scalar), scalar)
    }
  }

  /// Reads an escape after its backslash.
  mutating func escape(inClass: Bool) throws(Refusal) -> ScalarSet {
    let start = position - 1
    guard let scalar = next() else { throw refusal("a lone “\\” at the end", at: start) }
    switch scalar {
    case "d": return .digits
    case "D": return .complement(.digits)
    case "w": return .word
    case "W": return .complement(.word)
    case "s": return .space
    case "S": return .complement(.space)
    case "t": return .scalar("\t")
    case "n": return .scalar("\n")
    case "v": return .scalar("\u{B}")
    case "f": return .scalar("\u{C}")
    case "r": return .scalar("\r")
    case "b" where inClass: return .scalar("\u{8}")
    case "0":
      if let digit = peek, "0"..."9" ~= digit { throw refusal("octal escapes are none of ECMAScript's", at: start) }
      return .scalar("\0")
    case "1"..."9", "k": throw refusal("back references are not supported; write the pattern without them", at: start)
    case "c":
      guard let letter = next(), letter.isASCII, letter.properties.isAlphabetic else {
        throw refusal("“\\c” needs a letter", at: start)
      }
      return .scalar(Unicode.Scalar(UInt8(letter.value & 31)))
    case "x": return .scalar(try codePoint(digits: 2, from: start))
    case "u": return .scalar(try unicodeEscape(from: start))
    case "p": return try property(from: start)
    case "P": return .complement(try property(from: start))
    case "q" where inClass: throw refusal("“\\q{…}” is not supported; write an alternative", at: start)
    default:
      let allowed = inClass ? "^$\\.*+?()[]{}|/&-!#%,:;<=>@`~" : "^$\\.*+?()[]{}|/"
      guard allowed.unicodeScalars.contains(scalar) else {
        let hint = scalar.properties.isAlphabetic ? "" : "; “\(scalar)” needs no backslash here"
        throw refusal("“\\\(scalar)” is not an escape\(hint)", at: start)
      }
      return .scalar(scalar)
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(Refusal) -> Unicode.Scalar {
    if take("{") {
      var value: UInt32 = 0
      var count = 0
      while let digit = peek.flatMap(Self.hexDigit) {
        value = min(value << 4 | digit, 0x11_0000)
        count += 1
        position += 1
      }
      guard count > 0, take("}"), let scalar = Unicode.Scalar(value) else {
        throw refusal("“\\u{…}” holds the hex digits of a Unicode scalar", at: start)
      }
      return scalar
    }
    let value = try hexNumber(digits: 4, from: start)
    if 0xD800...0xDBFF ~= value, take("\\u") {
      let low = try hexNumber(digits: 4, from: start)
      if 0xDC00...0xDFFF ~= low, let scalar = Unicode.Scalar(0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)) {
        return scalar
      }
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw refusal("half of a surrogate pair matches nothing; write “\\u{…}”", at: start)
    }
    return scalar
  }

  private mutating func codePoint(digits: Int, from start: Int) throws(Refusal) -> Unicode.Scalar {
    let value = try hexNumber(digits: digits, from: start)
    return Unicode.Scalar(UInt8(truncatingIfNeeded: value))
  }

  private mutating func hexNumber(digits: Int, from start: Int) throws(Refusal) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = peek.flatMap(Self.hexDigit) else {
        throw refusal("\(digits) hex digits are missing", at: start)
      }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  private static func hexDigit(_ scalar: Unicode.Scalar) -> UInt32? {
    scalar.isASCII ? Character(scalar).hexDigitValue.map(UInt32.init) : nil
  }

  private mutating func property(from start: Int) throws(Refusal) -> ScalarSet {
    guard take("{") else { throw refusal("a property is written “\\p{…}”", at: start) }
    var text = ""
    while let scalar = peek, scalar != "}" {
      text.unicodeScalars.append(scalar)
      position += 1
    }
    guard take("}") else { throw refusal("“\\p{” is never closed", at: start) }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, ["Script", "sc", "Script_Extensions", "scx"].contains(parts[0]) {
      throw refusal("properties of scripts are not supported; write ranges, or a category such as “\\p{L}”", at: start)
    }
    guard let property = ScalarProperty(name: parts.count == 2 ? parts[0] : nil, value: parts[parts.count - 1]) else {
      throw refusal("“\(text)” is not a known property", at: start)
    }
    return .property(property)
  }
}
