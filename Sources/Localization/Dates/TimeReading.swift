/// A time of day as people type it where there is no field for times, and as programs write it: `9:30`, `09.30`, `9h30`, `9:30 pm`,
/// `9 p.m.`, `٩:٣٠ م`, `9 Uhr`, `午後9時30分`, `09:30:00`, in digits of any script.
package enum TimeReading {
  private static let byteLimit = 64
  private static let noon = 12 * 60

  /// Minutes since midnight; nil: it is not a time, or nothing says which half of the day or what else is meant.
  package static func minutes(typed text: String) -> Int? {
    guard text.utf8.count <= byteLimit else { return nil }
    var (numbers, words) = pieces(text)
    if numbers.count == 3, numbers[2] == "00", separators.contains(words[2]) {
      numbers.removeLast()
      words.remove(at: 2)
    }
    guard let front = words.first, let behind = words.last, let hour = number(numbers.first, digits: 1...2) else {
      return nil
    }
    let half = halves[front] ?? halves[behind]
    guard front.isEmpty || halves[front] != nil && halves[behind] == nil else { return nil }
    var minute: Int?
    switch numbers.count {
    case 1:
      guard hours.contains(behind) || half != nil && (behind.isEmpty || halves[behind] != nil) else { return nil }
      minute = 0
    case 2:
      let isNamed = minutes.contains(behind)
      guard separators.contains(words[1]) || hours.contains(words[1]),
        behind.isEmpty || isNamed || hours.contains(behind) || halves[behind] != nil
      else { return nil }
      minute = number(numbers[1], digits: isNamed ? 1...2 : 2...2)
    default: return nil
    }
    guard let minute, minute < 60 else { return nil }
    guard let half else { return hour < 24 ? hour * 60 + minute : nil }
    return 1...12 ~= hour ? hour % 12 * 60 + minute + half : nil
  }

  private static func number(_ digits: String?, digits count: ClosedRange<Int>) -> Int? {
    guard let digits, count ~= digits.utf8.count else { return nil }
    return Int(digits)
  }

  /// The numbers in ASCII digits, and the words before, between and behind them in small letters, without blanks.
  private static func pieces(_ text: String) -> (numbers: [String], words: [String]) {
    var numbers: [String] = []
    var words: [String] = [""]
    var isInNumber = false
    for scalar in text.unicodeScalars where !scalar.isTypedInvisibly {
      if let digit = scalar.typedDigit {
        if !isInNumber {
          numbers.append("")
          words.append("")
        }
        numbers[numbers.count - 1].append(String(digit))
        isInNumber = true
        continue
      }
      isInNumber = false
      if !scalar.isTypedBlank { words[words.count - 1].append(scalar.inASCIIWidth.properties.lowercaseMapping) }
    }
    return (numbers, words.map { separators.contains($0) ? $0 : word($0) })
  }

  /// Without the points and quotation marks of abbreviations.
  private static func word(_ text: String) -> String {
    text.lowercased().filter { !$0.isWhitespace && !".\u{5F4}\"״".contains($0) }
  }

  private static let separators: Set<String> = [":", "."]
  /// Words for the hour, in the languages of the pages.
  private static let hours: Set<String> = [
    "h", "hr", "hrs", "hs", "uhr", "uur", "godz", "時", "时", "點", "点", "시", "बजे",
  ]
  private static let minutes: Set<String> = ["m", "min", "分", "분"]

  /// Words for the halves of the day and the minutes that they begin with: of all locales, and others that people write.
  private static let halves: [String: Int] = {
    let others = [
      ["AM", "PM"], ["午前", "午後"], ["上午", "下午"], ["ÖÖ", "ÖS"], ["לפנה״צ", "אחה״צ"], ["صباحًا", "مساءً"],
      ["صباحا", "مساء"],
      ["पूर्वाह्न", "अपराह्न"],
    ]
    var found: [String: Int] = [:]
    for pair in DateFormatTable.shared.halves + others {
      found[word(pair[0])] = 0
      found[word(pair[1])] = noon
    }
    return found
  }()
}
