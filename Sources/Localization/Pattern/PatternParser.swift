/// Reads the grammar of ECMAScript's `Pattern[+UnicodeMode, +UnicodeSetsMode, +NamedCaptureGroups]`.
struct PatternParser {
  typealias Refusal = Pattern.Refusal

  let scalars: [Unicode.Scalar]
  var position = 0
  private var depth = 0
  private var groupNames: Set<String> = []

  /// Groups and classes within each other: nobody can read more, and the parser is recursive.
  static let depthLimit = 50
  /// Of a counted repetition; more would exceed the steps anyway.
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
    // Lazy or greedy is one for a match of the whole text.
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
