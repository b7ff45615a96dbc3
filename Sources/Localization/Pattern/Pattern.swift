/// An anchored ECMAScript regular expression, like `pattern` of HTML's `input`: the whole text must match, characters are
/// Unicode scalars, `\d` and `\w` are ASCII.
///
/// Accepted is what ECMAScript (2024) accepts with the flag `v`. In character classes, what it accepts only with `u` (an unescaped `(`,
/// or `-` at an end) is accepted too, unless `--`, `&&` or `[` mean something else with `v`. Refused, besides invalid expressions, are
/// back references, which cannot be matched in linear time, and `\p{Script=…}`, properties of strings and `\q{…}`, for which Swift has
/// no tables.
///
/// A visitor's text cannot make matching slow: all alternatives are followed at once (Thompson's simulation), and look-arounds are
/// evaluated beforehand for all places. So the time is at most `textScalarLimit` times `stepLimit` small steps, whatever the
/// expression.
package struct Pattern: Sendable, Equatable {
  /// Longer texts do not match. Inputs with a pattern are codes or names.
  package static let textScalarLimit = 10_000
  /// Steps of the compiled expression, in which counted repetitions are written out.
  package static let stepLimit = 2_000
  /// Unicode scalars of the expression itself.
  package static let sourceScalarLimit = 4_000

  /// The expression as in the definition, without anchors.
  package let source: String
  /// Unicode scalars of the shortest text that can match.
  package let leastCount: Int
  /// A matching text, as short as is easily found; `nil` if none is found.
  package let example: String?
  private let program: PatternProgram
  /// Whether it accepts ASCII capital letters but no small ones.
  package let wantsCapitals: Bool

  /// Why an expression is refused, and where.
  package struct Refusal: Error, Sendable, Equatable {
    /// The place in the expression, in Unicode scalars from 0.
    package var offset: Int
    package var message: String
  }

  package init(_ source: String) throws(Refusal) {
    self.source = source
    var parser = PatternParser(source)
    let node = try parser.parse()
    leastCount = node.leastCount
    let program = try PatternProgram(node)
    self.program = program
    example = node.example.flatMap { program.matches(Array($0.unicodeScalars)) ? $0 : nil }
    wantsCapitals = program.takes("A"..."Z") && !program.takes("a"..."z")
  }

  /// Whether the whole text matches.
  package func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars.prefix(Self.textScalarLimit + 1))
    return scalars.count <= Self.textScalarLimit && program.matches(scalars)
  }

  package static func == (a: Pattern, b: Pattern) -> Bool { a.source == b.source }
}

extension Pattern {
  /// A regular expression as a JavaScript literal, `/^[0-9]+$/i`, which definitions don't accept.
  package struct Literal: Sendable, Equatable {
    /// The expression between the slashes.
    package let pattern: String
    package let flags: String

    /// `nil` if the text is not a literal. In a pattern, slashes can be written as `[/]` or `\/`.
    package init?(_ text: String) {
      guard text.count > 2, text.hasPrefix("/"), let slash = text.lastIndex(of: "/"), slash > text.startIndex else {
        return nil
      }
      let flags = text[text.index(after: slash)...]
      guard flags.allSatisfy({ "dgimsuvy".contains($0) }) else { return nil }
      let pattern = text[text.index(after: text.startIndex)..<slash]
      guard !pattern.isEmpty, !pattern.hasSuffix("\\") else { return nil }
      self.pattern = String(pattern)
      self.flags = String(flags)
    }
  }
}

extension Pattern {
  /// The expression without anchors at its ends, if it has the same meaning in all implementations, with any flags (recommended by JSON
  /// Schema §6.4); otherwise `nil`.
  ///
  /// Such expressions have only ASCII literals and classes, groups, alternatives and repetitions.
  package var portableSource: String? {
    var bytes = Array(source.utf8)[...]
    if bytes.first == UInt8(ascii: "^") { bytes.removeFirst() }
    if bytes.last == UInt8(ascii: "$"), bytes.dropLast().last != UInt8(ascii: "\\") { bytes.removeLast() }
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"): guard Self.takeEscape(&rest) else { return nil }
      case UInt8(ascii: "["): guard Self.takeClass(&rest) else { return nil }
      case UInt8(ascii: "("):
        guard rest.first != UInt8(ascii: "?") || rest.starts(with: "?:".utf8) else { return nil }
      case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "."): return nil
      case 0x20...0x7E: break
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Takes a digit class, or a character that has another meaning without the backslash.
  private static func takeEscape(_ rest: inout ArraySlice<UInt8>) -> Bool {
    rest.popFirst().map { "d^$\\.*+?()[]{}|/-".utf8.contains($0) } ?? false
  }

  /// Takes the rest of a character class, up to its bracket.
  private static func takeClass(_ rest: inout ArraySlice<UInt8>) -> Bool {
    var last: UInt8 = 0
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "]"): return last != 0
      case UInt8(ascii: "\\"): guard takeEscape(&rest) else { return false }
      case UInt8(ascii: "-") where last == byte: return false
      case UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ","),
        UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "+"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        break
      default: return false
      }
      last = byte
    }
    return false
  }
}
