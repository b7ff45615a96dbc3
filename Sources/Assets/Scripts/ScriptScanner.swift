import Support

/// Reads the code of a script line by line, just enough to tell code from literals and comments, and finds the
/// quoted names of imports (ECMA-262 §12, §16.2.2, §13.3.10).
///
/// Whether `/` begins a regular expression or divides is decided by what precedes it: after a word that is not a keyword, a
/// number, a literal, `)`, `]`, `}`, `++` or `--` it divides.
struct ScriptScanner {
  private let source: [UInt8]
  private let path: String
  /// The last two tokens, across line ends.
  private var previous = Token.none
  private var beforePrevious = Token.none
  private var found: [Specifier] = []

  /// The name of another module, without its quotes.
  struct Specifier {
    let range: Range<Int>
    /// Whether it is from `import("./x.mjs")`.
    let isLate: Bool
  }

  private enum Token: Equatable {
    case none
    /// Its range in the source.
    case word(Range<Int>)
    case mark(UInt8)
    case literal
    /// `++` or `--`.
    case step
  }

  init(_ source: [UInt8], path: String) {
    self.source = source
    self.path = path
  }

  /// The ranges of the names of imports in this line, without their quotes. Lines must be read in order.
  mutating func specifiers(inLine line: Range<Int>) throws(Diagnostic) -> [Specifier] {
    found = []
    _ = try code(line.lowerBound, to: line.upperBound)
    return found
  }

  /// Reads code up to the end of the line or, in a template that begins at `template`, to after the `}` that ends the substitution.
  /// Returns where the code ends.
  private mutating func code(_ start: Int, to end: Int, in template: Int? = nil) throws(Diagnostic) -> Int {
    var at = start
    var depth = 0
    while at < end {
      let byte = source[at]
      switch byte {
      case ...0x20:
        at += 1
      case UInt8(ascii: "/") where source.has("//", at: at):
        if let template { throw error(at: template, Self.templateReason) }
        return end
      case UInt8(ascii: "/") where source.has("/*", at: at):
        guard let close = source.firstIndex(of: "*/", from: at + 2), close < end else {
          throw error(at: at, "a block comment after code has to end on its line")
        }
        at = close + 2
      case UInt8(ascii: "/") where !canBeDivided:
        at = try regularExpression(at, to: end)
        take(.literal)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let close = try string(at, to: end)
        if isNameOfImport {
          found.append(Specifier(range: at + 1..<close - 1, isLate: previous == .mark(UInt8(ascii: "("))))
        }
        at = close
        take(.literal)
      case UInt8(ascii: "`"):
        at = try self.template(at, to: end)
        take(.literal)
      case UInt8(ascii: "}") where template != nil && depth == 0:
        return at + 1
      case _ where Self.isOfWord(byte):
        var close = at + 1
        while close < end, Self.isOfWord(source[close]) { close += 1 }
        take(.word(at..<close))
        at = close
      case UInt8(ascii: "+") where source.has("++", at: at), UInt8(ascii: "-") where source.has("--", at: at):
        take(.step)
        at += 2
      default:
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") { depth -= 1 }
        take(.mark(byte))
        at += 1
      }
    }
    if let template { throw error(at: template, Self.templateReason) }
    return end
  }

  private static let templateReason = "a template literal has to end on its line: lines lose their indentation"

  private mutating func take(_ token: Token) { (beforePrevious, previous) = (previous, token) }

  private var isNameOfImport: Bool {
    isWord(previous, text: "from") || isWord(previous, text: "import")
      || (previous == .mark(UInt8(ascii: "(")) && isWord(beforePrevious, text: "import"))
  }

  private func isWord(_ token: Token, text: StaticString) -> Bool {
    guard case .word(let range) = token else { return false }
    return range.count == text.utf8CodeUnitCount && source.has(text, at: range.lowerBound)
  }

  private var canBeDivided: Bool {
    switch previous {
    case .none: false
    case .word(let range): !Self.keywordsBeforeExpression.contains(String(decoding: source[range], as: UTF8.self))
    case .mark(let byte): [UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(byte)
    case .literal, .step: true
    }
  }

  private static let keywordsBeforeExpression: Set = [
    "await", "case", "delete", "do", "else", "in", "instanceof", "new", "of", "return", "throw", "typeof", "void",
    "yield",
  ]

  /// Whether it is part of a word: letters, digits, `_`, `$`, the `#` of private names, everything that is not ASCII.
  static func isOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "#")
  }

  /// The end of the string that begins here.
  private func string(_ start: Int, to end: Int) throws(Diagnostic) -> Int {
    var at = start + 1
    while at < end {
      if source[at] == source[start] { return at + 1 }
      at += source[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    throw error(at: start, "a string has to end on its line")
  }

  private mutating func template(_ start: Int, to end: Int) throws(Diagnostic) -> Int {
    var at = start + 1
    while at < end {
      if source[at] == UInt8(ascii: "`") { return at + 1 }
      if source.has("${", at: at) {
        take(.mark(UInt8(ascii: "{")))
        at = try code(at + 2, to: end, in: start)
      } else {
        at += source[at] == UInt8(ascii: "\\") ? 2 : 1
      }
    }
    throw error(at: start, Self.templateReason)
  }

  private func regularExpression(_ start: Int, to end: Int) throws(Diagnostic) -> Int {
    var at = start + 1
    var isInClass = false
    while at < end {
      switch source[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass: return at + 1
      default: break
      }
      at += 1
    }
    throw error(at: start, "a regular expression has to end on its line")
  }

  private func error(at offset: Int, _ reason: String) -> Diagnostic {
    Diagnostic(path: path, source: source, at: offset, asset: reason)
  }
}
