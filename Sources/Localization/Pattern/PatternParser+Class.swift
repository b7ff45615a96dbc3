/// Character classes and escapes.
extension PatternParser {
  /// Behind the opening bracket: with the flag `v` sets within sets, differences and intersections.
  mutating func characterClass(from start: Int) throws(Refusal) -> ScalarSet {
    try enter(at: start)
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
        return try classOperation(operation, parts[0])
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

  /// Behind the first operand: the same operation up to the end of the class.
  private mutating func classOperation(_ operation: String, _ first: ScalarSet) throws(Refusal) -> ScalarSet {
    var set = first
    while take(operation) {
      guard let scalar = peek, scalar != "]" else { throw refusal("a set is missing after “\(operation)”") }
      let (operand, _) = try classAtom()
      set = .intersection(set, operation == "--" ? .complement(operand) : operand)
    }
    guard peek == "]" else { throw refusal("only “\(operation)” and “]” can follow here; use brackets") }
    return set
  }

  /// One member of a class; the scalar where it is a single one.
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

  /// Behind the backslash.
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
