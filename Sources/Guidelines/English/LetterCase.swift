/// Title and sentence case of English texts.
enum LetterCase {
  /// The first word that title case would capitalise, or the text itself where it is all capitals; nil: it is in title
  /// case, or a sentence.
  static func wordAgainstTitleCase(_ text: String) -> String? {
    guard let last = text.last, !"?.!…".contains(last), !text.hasPrefix("I ") else { return nil }
    if isShouted(text) { return text }
    let words = EnglishWord.words(of: text)
    for (index, word) in words.enumerated() where word.isSmall && !word.hasOwnForm {
      if index == 0 || !word.isMinor { return word.text }
    }
    return nil
  }

  /// The first word that sentence case would not capitalise, as far as can be told: names look the same.
  static func wordAgainstSentenceCase(ofLabel text: String) -> String? {
    if isShouted(text) { return text }
    let words = EnglishWord.words(of: text)
    if let first = words.first, first.isSmall, !first.hasOwnForm { return first.text }
    return words.first {
      $0.isCapitalised && !$0.beginsSentence && !$0.hasOwnForm
        && (English.commonNouns.contains($0.lowercased) || English.sentenceWords.contains($0.lowercased))
    }?.text
  }

  /// The same of a longer text, in which a single capital is not a proof.
  static func wordAgainstSentenceCase(_ text: String) -> String? {
    if isShouted(text) { return text }
    let words = EnglishWord.words(of: English.withoutQuotations(text)).filter { !$0.beginsSentence && !$0.hasOwnForm }
    let capitals = words.filter(\.isCapitalised)
    let small = words.count { !$0.isCapitalised && !$0.isMinor }
    guard capitals.count >= 2, capitals.count >= 3 * small else { return nil }
    let telling = capitals.filter { English.sentenceWords.contains($0.lowercased) }
    if let word = telling.first { return word.text }
    let nouns = capitals.filter { English.commonNouns.contains($0.lowercased) }
    return nouns.count >= 2 ? nouns[0].text : nil
  }

  /// The word with which a text begins small; nil: it begins as a sentence does, or with a word of its own form.
  static func smallBeginning(_ text: String) -> String? {
    guard text.first?.isLowercase == true, let token = text.split(separator: " ").first else { return nil }
    // An abbreviation, an address.
    if token.contains(".") || token.contains("@") || token.contains(":") || token.contains("/") { return nil }
    guard let word = EnglishWord.words(of: text).first, !word.hasOwnForm else { return nil }
    return word.text
  }

  /// Whether it is all capitals and too long for an abbreviation.
  static func isShouted(_ text: String) -> Bool {
    let letterLimit = 9
    let words = EnglishWord.words(of: text)
    guard words.allSatisfy({ word in !word.text.contains { $0.isLowercase || $0.isNumber } }) else { return false }
    return words.reduce(0) { $0 + $1.text.count { $0.isLetter } } >= letterLimit
  }
}
