/// Reads a time of day as people type it without a time field, and as programs write it: `9:30`, `09.30`, `9h30`, `9:30 pm`,
/// `9 p.m.`, `٩:٣٠ م`, `9 Uhr`, `午後9時30分`, `09:30:00`, in digits of any script.
package enum TimeReading {
  private static let byteLimit = 64
  private static let noon = 12 * 60

  /// Minutes since midnight; `nil` if the text is not a time, or is ambiguous.
  package static func minutes(typed text: String) -> Int? {
    read(text).flatMap { $0 < 2 * noon ? $0 : nil }
  }

  /// Whether the time is `24:00`, which is 00:00 of the next day.
  package static func isEndOfDay(typed text: String) -> Bool { read(text) == 2 * noon }

  private static func read(_ text: String) -> Int? {
    guard text.utf8.count <= byteLimit else { return nil }
    var (numbers, words) = pieces(text)
    if numbers.count == 3, numbers[2] == "00", separators.contains(words[2]) {
      numbers.removeLast()
      words.remove(at: 2)
    }
    guard var front = words.first, let last = words.last, let hour = number(numbers.first, digits: 1...2) else {
      return nil
    }
    var isHour = hoursInFront.contains(front)
    if isHour || introductions.contains(front) { front = "" }
    let (hasHourBehind, behind) = withoutHour(last)
    if hasHourBehind { isHour = true }
    guard front.isEmpty || isPartOfDay(front) && !isPartOfDay(behind) else { return nil }
    let part = front.isEmpty ? behind : front
    var minute: Int?
    switch numbers.count {
    case 1:
      guard behind.isEmpty || isPartOfDay(behind), isHour || isPartOfDay(part) else { return nil }
      minute = 0
    case 2:
      let isNamed = minutes.contains(behind)
      guard separators.contains(words[1]) || hours.contains(words[1]),
        behind.isEmpty || isNamed || isPartOfDay(behind)
      else { return nil }
      minute = number(numbers[1], digits: isNamed ? 1...2 : 2...2)
    default: return nil
    }
    guard let minute, minute < 60 else { return nil }
    // In Japan this means noon by law, but midnight on clocks.
    if hour == 12, minute == 0, ["午前", "午後"].contains(part) { return nil }
    if let half = halves[part] {
      // In Japanese, the hour after midnight and the one after noon are 0.
      return (front.isEmpty ? 1 : 0)...12 ~= hour ? hour % 12 * 60 + minute + half : nil
    }
    if let hours = partsOfDay[part] {
      let readings = hour == 12 ? [12, 0] : 1..<12 ~= hour ? [hour, hour + 12] : [hour]
      let meant = readings.filter(hours.contains)
      return meant.count == 1 ? meant[0] * 60 + minute : nil
    }
    return hour < 24 || hour == 24 && minute == 0 ? hour * 60 + minute : nil
  }

  private static func isPartOfDay(_ word: String) -> Bool { halves[word] != nil || partsOfDay[word] != nil }

  /// The words after a number, without the word for the hour: `Uhr nachmittags`.
  private static func withoutHour(_ word: String) -> (hasHour: Bool, rest: String) {
    if hours.contains(word) { return (true, "") }
    if isPartOfDay(word) { return (false, word) }
    let rest = hours.lazy.filter(word.hasPrefix).map { String(word.dropFirst($0.count)) }.first(where: isPartOfDay)
    return rest.map { (true, $0) } ?? (false, word)
  }

  private static func number(_ digits: String?, digits count: ClosedRange<Int>) -> Int? {
    guard let digits, count ~= digits.utf8.count else { return nil }
    return Int(digits)
  }

  /// The numbers of a text in ASCII digits, and the words before, between and after them in lower case, without blanks.
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

  /// A word without the points and quotation marks of abbreviations, and without Arabic vowel signs.
  private static func word(_ text: String) -> String {
    let letters = String.UnicodeScalarView(text.unicodeScalars.filter { !("\u{64B}"..."\u{652}").contains($0) })
    return String(letters).lowercased().filter { !$0.isWhitespace && !".\u{5F4}\"״".contains($0) }
  }

  private static let separators: Set<String> = [":", "."]
  /// Words for the hour, in the languages of the pages.
  private static let hours: Set<String> = [
    "h", "hr", "hrs", "hs", "uhr", "uur", "godz", "heure", "heures", "hora", "horas", "ora", "ore", "น", "時", "时", "點",
    "点", "시", "बजे", "ч", "час", "часа", "часов", "год", "hod",
  ]
  private static let minutes: Set<String> = ["m", "min", "мин", "хв", "分", "분"]
  /// Words before a time, without blanks, that add no meaning: `um 9:30 Uhr`, `at 9:30 PM`, `a las 9:30`.
  private static let introductions: Set<String> = [
    "at", "um", "à", "às", "alas", "ala", "alle", "om", "o", "v", "ve", "в", "о",
  ]
  /// Words before a time, without blanks, which say that the number after them is an hour.
  private static let hoursInFront: Set<String> = [
    "ore", "alleore", "kl", "klockan", "klokken", "klo", "kello", "godz", "ogodz", "saat",
  ]

  /// Words for parts of the day, with the hours that they can mean: `晚上9:30`, `3 Uhr nachmittags`. An hour that may belong to either of
  /// two days, as in "12 at night", is left out.
  private static let partsOfDay: [String: Range<Int>] = [
    "凌晨": 0..<6, "清晨": 4..<9, "早晨": 4..<12, "早上": 4..<12, "中午": 11..<14, "傍晚": 16..<20, "晚上": 17..<24, "晚间": 17..<24,
    "晚間": 17..<24, "朝": 4..<12, "夕方": 15..<19, "夜": 18..<24, "晩": 18..<24, "새벽": 1..<7, "아침": 5..<12, "낮": 11..<17,
    "저녁": 17..<23, "밤": 18..<24, "morgens": 3..<12, "vorm": 6..<12, "vormittags": 6..<12, "mittags": 11..<15,
    "nachm": 12..<19, "nachmittags": 12..<19, "abends": 16..<24, "inthemorning": 1..<12, "intheafternoon": 12..<18,
    "intheevening": 16..<24, "delamañana": 1..<12, "delatarde": 12..<21, "delanoche": 19..<24, "damanhã": 1..<12,
    "datarde": 12..<20, "danoite": 18..<24, "утра": 3..<12, "дня": 12..<18, "вечера": 16..<24, "ночи": 1..<5,
    // 12 in the evening is noon to some, and midnight to others.
    "صباحا": 0..<12, "مساء": 13..<24,
  ]

  /// Words for the halves of the day, with the minutes at which these begin: those of all locales, and others in use.
  private static let halves: [String: Int] = {
    let others = [
      ["AM", "PM"], ["午前", "午後"], ["上午", "下午"], ["ÖÖ", "ÖS"], ["לפנה״צ", "אחה״צ"],
      ["पूर्वाह्न", "अपराह्न"], ["fm", "em"], ["de", "du"], ["SA", "CH"], ["ق.ظ.", "ب.ظ."], ["ap", "ip"], ["dop", "odp"],
    ]
    var found: [String: Int] = [:]
    for pair in DateFormatTable.shared.halves + others {
      found[word(pair[0])] = 0
      found[word(pair[1])] = noon
    }
    return found
  }()
}
