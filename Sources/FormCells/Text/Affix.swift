/// The texts beside a text field, where they are typed along with its text (B31).
enum Affix {
  /// The text without them; removed as often as they stand there, so that what is left can be posted again.
  static func removing(_ prefix: Localized?, _ suffix: Localized?, from text: String) -> String {
    var rest = text[...]
    while let shorter = removingOnce(prefix, suffix, from: rest) { rest = shorter }
    return String(rest)
  }

  private static func removingOnce(_ prefix: Localized?, _ suffix: Localized?, from text: Substring) -> Substring? {
    for affix in prefix?.texts ?? [] where isAlike(text.prefix(affix.count), affix) {
      let rest = text.dropFirst(affix.count)
      if !continues(affix, affix.last, rest.first) { return rest.drop(while: \.isWhitespace) }
    }
    for affix in suffix?.texts ?? [] where isAlike(text.suffix(affix.count), affix) {
      let rest = text.dropLast(affix.count)
      if !continues(affix, affix.first, rest.last) {
        return rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? ""
      }
    }
    return nil
  }

  private static func isAlike(_ typed: Substring, _ affix: String) -> Bool {
    typed == affix || typed.lowercased() == affix.lowercased()
  }

  /// Whether the text runs on in the same word or number: "m" is no unit in "team".
  private static func continues(_ affix: String, _ edge: Character?, _ next: Character?) -> Bool {
    guard let edge, let next, affix.allSatisfy({ $0.isLetter || $0.isNumber }) else { return false }
    return edge.isLetter && next.isLetter || edge.isNumber && next.isNumber
  }
}
