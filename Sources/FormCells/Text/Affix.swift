/// The texts beside a text field, where they are typed along with its text (B31).
enum Affix {
  /// The text without them; removed as often as they stand there, so that what is left can be posted again.
  static func removing(_ prefix: Localized?, _ suffix: Localized?, from text: String) -> String {
    var rest = text[...]
    while let shorter = removingOnce(prefix, suffix, from: rest) { rest = shorter }
    return String(rest)
  }

  private static func removingOnce(_ prefix: Localized?, _ suffix: Localized?, from text: Substring) -> Substring? {
    for affix in prefix?.texts.flatMap(\.affixes) ?? [] {
      guard let count = count(of: affix, { text.prefix($0) }) else { continue }
      let rest = text.dropFirst(count)
      if !continues(affix, affix.last, rest.first) { return rest.drop(while: \.isWhitespace) }
    }
    for affix in suffix?.texts.flatMap(\.affixes) ?? [] {
      guard let count = count(of: affix, { text.suffix($0) }) else { continue }
      let rest = text.dropLast(count)
      if !continues(affix, affix.first, rest.last) {
        return rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? ""
      }
    }
    return nil
  }

  /// How many characters at an end are this affix, in a compatible form; nil: it does not stand there.
  private static func count(of affix: String, _ end: (Int) -> Substring) -> Int? {
    let compatible = affix.compatible
    // No form is longer than the compatible one.
    return (1...max(1, compatible.count)).first { String(end($0)).compatible == compatible }
  }

  /// Whether the text runs on in the same word or number: "m" is not a unit in "team".
  private static func continues(_ affix: String, _ edge: Character?, _ next: Character?) -> Bool {
    guard let edge, let next, affix.allSatisfy({ $0.isLetter || $0.isNumber }) else { return false }
    return edge.isLetter && next.isLetter || edge.isNumber && next.isNumber
  }
}
