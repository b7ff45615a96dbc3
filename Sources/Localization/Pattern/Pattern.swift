/// An anchored ECMAScript regular expression, as `pattern` of HTML's `input`: the whole text must match, characters are
/// Unicode scalars, `\d` and `\w` are ASCII.
///
/// Taken is what ECMAScript (2024) takes with the flag `v`, and in character classes also what it takes with `u` alone
/// (an unescaped `(`, or `-` at an end), unless `--`, `&&` or `[` mean something else with `v`. Refused, beside what is not an expression there: back references, which cannot be
/// matched in linear time, and `\p{Script=…}`, properties of strings and `\q{…}`, of which Swift has no tables.
///
/// A visitor's text cannot make it slow: all alternatives are followed at once (Thompson's simulation), look-arounds are
/// worked out beforehand for all places, so that the time is at most `textScalarLimit` times `stepLimit` small steps,
/// whatever the expression.
package struct Pattern: Sendable, Equatable {
  /// Longer texts do not match. A line of input that has a pattern is a code or a name, not a book.
  package static let textScalarLimit = 10_000
  /// Steps of the compiled expression, counted repetitions written out.
  package static let stepLimit = 2_000
  /// Scalars of the expression itself.
  package static let sourceScalarLimit = 4_000

  /// As the definition has it, without anchors.
  package let source: String
  /// Unicode scalars of the shortest text that can match.
  package let leastCount: Int
  private let program: PatternProgram
  /// Whether it takes capitals of ASCII, and small letters nowhere.
  package let wantsCapitals: Bool

  /// Why an expression is refused, and where.
  package struct Refusal: Error, Sendable, Equatable {
    /// In Unicode scalars, from 0.
    package var offset: Int
    package var message: String
  }

  package init(_ source: String) throws(Refusal) {
    self.source = source
    var parser = PatternParser(source)
    let node = try parser.parse()
    leastCount = node.leastCount
    program = try PatternProgram(node)
    wantsCapitals = program.takes("A"..."Z") && !program.takes("a"..."z")
  }

  /// Whether the whole text matches.
  package func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars.prefix(Self.textScalarLimit + 1))
    return scalars.count <= Self.textScalarLimit && program.matches(scalars)
  }

  package static func == (a: Pattern, b: Pattern) -> Bool { a.source == b.source }
}
