/// The orders that options may have, and what stands out of them.
enum OptionOrder {
  enum Order: String, CustomStringConvertible {
    case numbers, days = "the days of the week", months = "the months", alphabet = "the alphabet"
    var description: String { rawValue }
  }

  /// The first option out of the order that all others have; nil: there is no such order, or nothing is out of it.
  static func exception(among labels: [Wording]) -> (index: Int, order: Order)? {
    let texts = labels.map(\.text)
    if let numbers = numbers(texts) { return firstDescent(numbers).map { ($0, .numbers) } }
    if labels.first?.isEnglish == true {
      if let days = positions(texts, in: days) { return firstDescent(inRound: days).map { ($0, .days) } }
      if let months = positions(texts, in: months) { return firstDescent(inRound: months).map { ($0, .months) } }
    }
    return outOfAlphabet(texts).map { ($0, .alphabet) }
  }

  // MARK: Numbers

  /// The number of each text where they differ in nothing else; nil: they do.
  private static func numbers(_ texts: [String]) -> [Int]? {
    guard texts.count > 2 else { return nil }
    var numbers: [Int] = []
    var frame: String?
    for text in texts {
      // Times, dates and shares are not compared by their first number.
      if text.contains(where: { ":/.".contains($0) }) { return nil }
      guard let start = text.firstIndex(where: \.isNumber) else { return nil }
      let digits = text[start...].prefix { ("0"..."9").contains($0) || $0 == "," }
      guard let number = Int(digits.filter { $0 != "," }) else { return nil }
      let rest = text.filter(\.isLetter).lowercased()
      // One word in the singular.
      if let frame, frame != rest, frame + "s" != rest, frame != rest + "s" { return nil }
      // “A4” is a name.
      if start != text.startIndex, (1...2).contains(rest.count) { return nil }
      frame = frame ?? rest
      numbers.append(number)
    }
    return numbers
  }

  /// Nil: they ascend, or descend all the way.
  private static func firstDescent(_ numbers: [Int]) -> Int? {
    if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 >= $1 }) { return nil }
    return zip(numbers, numbers.dropFirst()).enumerated().first { $0.element.0 > $0.element.1 }.map { $0.offset + 1 }
  }

  // MARK: The calendar

  private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  private static func positions(_ texts: [String], in names: [String]) -> [Int]? {
    let positions = texts.compactMap { names.firstIndex(of: $0.lowercased()) }
    return positions.count == texts.count && texts.count > 2 ? positions : nil
  }

  /// A round may begin anywhere, so one descent is none.
  private static func firstDescent(inRound positions: [Int]) -> Int? {
    let descents = zip(positions, positions.dropFirst()).enumerated().filter { $0.element.0 > $0.element.1 }
    guard let first = descents.first else { return nil }
    if descents.count == 1, let begin = positions.first, let end = positions.last, end < begin { return nil }
    return first.offset + 1
  }

  // MARK: The alphabet

  /// Of fewer, an order may be the alphabet's by chance.
  private static let alphabetMinimum = 8

  /// The one text but for which all follow the alphabet. The first and the last may stand out of it: the usual one, and
  /// “Other”. Letters beyond ASCII have a place of their own in each language.
  private static func outOfAlphabet(_ texts: [String]) -> Int? {
    guard texts.count >= alphabetMinimum, texts.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return nil }
    let keys = texts.map { $0.lowercased() }
    guard let descent = keys.indices.dropFirst().first(where: { keys[$0 - 1] > keys[$0] }) else { return nil }
    func isOrdered(without index: Int) -> Bool {
      let rest = keys[..<index] + keys[(index + 1)...]
      return zip(rest, rest.dropFirst()).allSatisfy { $0 <= $1 }
    }
    guard let odd = [descent, descent - 1].first(where: isOrdered), odd > 0, odd < keys.count - 1 else { return nil }
    return odd
  }
}
