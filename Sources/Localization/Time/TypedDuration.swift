/// Reads a duration in hours and minutes as people type it: `1:30`, `1 h 30`, `1h30m`, `90 min`, `1.5 h`, `1,5 Std.`, `1½ h`,
/// `1時間30分`, in digits of any script and words of the languages of the pages; also the form that programs write, `PT1H30M`
/// (ISO 8601).
package enum TypedDuration: Sendable, Equatable {
  case minutes(Int)
  /// A number without a unit, or with a separator that may be for decimals, minutes or thousands; holds the minutes that it can mean.
  case ambiguous([Int])
  case none

  private static let byteLimit = 64
  /// Digits of a number: more than the longest duration has.
  private static let digitLimit = 7
  /// The longest duration, 9999:59.
  package static let lastMinute = 10_000 * 60 - 1

  package init(_ typed: String) {
    guard typed.utf8.count <= Self.byteLimit else {
      self = .none
      return
    }
    let reading = Self.program(typed).map(TypedDuration.minutes) ?? Self.read(Self.tokens(typed))
    let isShort =
      switch reading {
      case .minutes(let minutes): minutes <= Self.lastMinute
      case .ambiguous(let readings): readings.allSatisfy { $0 <= Self.lastMinute }
      case .none: true
      }
    self = isShort ? reading : .none
  }

  /// The minutes of `P1DT1H30M`; `nil` if the text does not have this form.
  package static func program(_ text: String) -> Int? {
    guard let found = text.uppercased().wholeMatch(of: /P(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:0+S)?)?/)
    else { return nil }
    let counts = [found.output.1, found.output.2, found.output.3].map { $0.flatMap { Int($0) } }
    guard counts.contains(where: { $0 != nil }), text.last?.uppercased() != "T" else { return nil }
    return (counts[0] ?? 0) * 24 * 60 + (counts[1] ?? 0) * 60 + (counts[2] ?? 0)
  }

  private enum Token {
    /// ASCII digits before and after the decimal separator.
    case number(String, String)
    case colon
    case hours, minutes
    case unknown
  }

  private static func read(_ tokens: [Token]) -> TypedDuration {
    var numbers: [(digits: String, decimals: String)] = []
    // Each token is represented by one letter.
    var shape = ""
    for token in tokens {
      switch token {
      case .number(let digits, let decimals):
        numbers.append((digits, decimals))
        shape += "n"
      case .colon: shape += ":"
      case .hours: shape += "h"
      case .minutes: shape += "m"
      case .unknown: return .none
      }
    }
    guard let first = numbers.first, numbers.count <= 2,
      numbers.allSatisfy({ $0.digits.count <= digitLimit && $0.decimals.count <= digitLimit })
    else { return .none }
    let isWhole = numbers.allSatisfy(\.decimals.isEmpty)
    switch shape {
    case "n": return ambiguous(digits: first.digits, decimals: first.decimals)
    case "nh": return hours(digits: first.digits, decimals: first.decimals)
    case "nm": return isWhole ? whole(minutes: Int(first.digits)) : .none
    case "n:n", "n:nh", "nhn", "nhnm":
      guard isWhole, let hours = Int(first.digits), let minute = Int(numbers[1].digits), minute < 60,
        !shape.contains(":") || numbers[1].digits.count == 2
      else { return .none }
      return whole(minutes: hours * 60 + minute)
    default: return .none
    }
  }

  /// The meaning of decimal hours. Three decimals may be thousands: "1,500 h". Two may be minutes, "1.30 h", unless they are quarters of an
  /// hour.
  private static func hours(digits: String, decimals: String) -> TypedDuration {
    guard let read = minutes(ofHours: digits, decimals) else { return .none }
    if decimals.count == 3, Int(digits) != 0, let thousands = Int(digits + decimals) {
      return .ambiguous([read, thousands * 60])
    }
    if decimals.count == 2, read % 15 != 0, let minute = Int(decimals), minute < 60 {
      return ambiguous(digits: digits, decimals: decimals)
    }
    return .minutes(read)
  }

  private static func whole(minutes: Int?) -> TypedDuration { minutes.map(TypedDuration.minutes) ?? .none }

  /// `nil` if these are not whole minutes.
  private static func minutes(ofHours digits: String, _ decimals: String) -> Int? {
    guard decimals.count <= 4, let units = Int(digits + decimals) else { return nil }
    let scale = repeatElement(10, count: decimals.count).reduce(1, *)
    return units * 60 % scale == 0 ? units * 60 / scale : nil
  }

  /// `90` may be minutes or hours, `1.30` hours with minutes or with decimals.
  private static func ambiguous(digits: String, decimals: String) -> TypedDuration {
    let asMinutes = decimals.count == 2 ? Int(decimals).flatMap { $0 < 60 ? (Int(digits) ?? 0) * 60 + $0 : nil } : nil
    let first = decimals.isEmpty ? Int(digits) : asMinutes
    let readings = [first, minutes(ofHours: digits, decimals)].compactMap(\.self)
    if readings.isEmpty { return .none }
    return Set(readings).count == 1 && readings.count == 2 ? .minutes(readings[0]) : .ambiguous(readings)
  }

  private static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    var word = ""
    func endWord() {
      // A capital İ becomes an i with a dot.
      let name = String(word.lowercased().unicodeScalars.filter { $0 != "\u{307}" }).filter { !marks.contains($0) }
      if case .hours? = tokens.last, joiners.contains(name) {
        word = ""
        return
      }
      if !name.isEmpty { tokens.append(hours.contains(name) ? .hours : minutes.contains(name) ? .minutes : .unknown) }
      word = ""
    }
    let scalars = Array(text.unicodeScalars.filter { !$0.isTypedInvisibly })
    for (place, original) in scalars.enumerated() {
      let scalar = original.inASCIIWidth
      if let digit = scalar.typedDigit {
        endWord()
        add(String(digit), to: &tokens, startsAnew: place == 0 || !belongs(scalars[place - 1].inASCIIWidth))
      } else if let decimals = fractions[scalar] {
        endWord()
        if case .number(let digits, "")? = tokens.last {
          tokens[tokens.count - 1] = .number(digits, decimals)
        } else {
          tokens.append(.number("0", decimals))
        }
      } else if scalar == ":" {
        endWord()
        tokens.append(.colon)
      } else if isDecimalSeparator(scalar), place > 0, place + 1 < scalars.count,
        scalars[place - 1].inASCIIWidth.typedDigit != nil, scalars[place + 1].inASCIIWidth.typedDigit != nil,
        case .number(let digits, "")? = tokens.last, !digits.hasSuffix(".")
      {
        tokens[tokens.count - 1] = .number(digits + ".", "")
      } else if scalar.isTypedBlank {
        endWord()
      } else {
        word.unicodeScalars.append(scalar)
      }
    }
    endWord()
    return tokens.map { token in
      guard case .number(let digits, _) = token, digits.contains(".") else { return token }
      let pieces = digits.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      return pieces.count == 2 ? .number(pieces[0], pieces[1]) : .unknown
    }
  }

  private static func add(_ digit: String, to tokens: inout [Token], startsAnew: Bool) {
    if !startsAnew, case .number(let digits, let decimals)? = tokens.last {
      tokens[tokens.count - 1] = .number(digits + digit, decimals)
    } else {
      tokens.append(.number(digit, ""))
    }
  }

  /// Whether a digit after this scalar belongs to the same number.
  private static func belongs(_ scalar: Unicode.Scalar) -> Bool {
    scalar.typedDigit != nil || isDecimalSeparator(scalar)
  }

  private static func isDecimalSeparator(_ scalar: Unicode.Scalar) -> Bool { [".", ",", "٫"].contains(scalar) }

  private static let fractions: [Unicode.Scalar: String] = ["½": "5", "¼": "25", "¾": "75"]
  /// Marks of abbreviations.
  private static let marks: Set<Character> = [".", ",", "、", "،", "׳", "'", "’", "״", "॰"]

  /// Words as in "1 hour and 30 minutes".
  private static let joiners: Set<String> = ["and", "und", "et", "e", "ed", "y", "en", "i", "ve", "و", "और"]

  /// Words of the languages of the pages.
  private static let hours: Set<String> = [
    "h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "uur", "uren", "u", "heure", "heures", "hora",
    "horas", "ora", "ore", "godz", "godzina", "godziny", "godzin", "g", "saat", "sa", "ساعة", "ساعات", "ساعه", "س",
    "שעה", "שעות", "שע", "घंटा", "घंटे", "घण्टा", "घण्टे", "घं", "時間", "时", "時", "小时", "小時", "个小时", "個小時", "시간", "시",
  ]
  private static let minutes: Set<String> = [
    "m", "mn", "min", "mins", "minute", "minutes", "minuten", "minuut", "minuto", "minutos", "minuti", "minuta",
    "minuty",
    "minut", "dakika", "dk", "دقيقة", "دقائق", "دقيقه", "د", "דקה", "דקות", "דק", "मिनट", "मि", "分", "分間", "分钟", "分鐘",
    "분",
  ]
}
