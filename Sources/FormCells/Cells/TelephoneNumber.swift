import Localization

/// A telephone number as people write it: digits of any script with any dashes and blanks between them, `(+44) 20 7946 0958`, and an
/// extension after it: `ext. 89`, `x89`, `#89`, `;ext=89` (RFC 3966).
package enum TelephoneNumber {
  /// Three digits (short codes) to twenty (a number of E.164 with an access code).
  package static let digitRange = 3...20
  private static let extensionDigits = 1...10
  /// The maximum number of digits of an extension without a word before it; more digits are another number.
  private static let bareExtensionLimit = 6

  /// The number with ASCII digits, plain blanks and hyphens, without invisible characters and `tel:`; unchanged if it is not a number.
  static func entered(_ text: String) -> String {
    let plain = plain(text)
    return problem(plain) == nil ? plain : text
  }

  /// The text without the full stop that ends a sentence.
  static func recorded(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

  /// Why a text is not a number; `nil` if it is one.
  static func problem(_ text: String) -> Problem? {
    let scalars = Array(recorded(plain(text)).unicodeScalars)
    let number = scalars.prefix { !startsExtension($0) }
    var count = 0
    for (index, scalar) in number.enumerated() {
      switch scalar {
      case "0"..."9": count += 1
      case "+":
        guard number[..<index].allSatisfy({ $0 == "(" || $0 == " " }) else { return .formatCharacter(.tel, "+") }
      case " ", "-", ".", "/", "(", ")", "*", "#": continue
      default: return .formatCharacter(.tel, Character(scalar))
      }
    }
    if let problem = problem(ofExtension: scalars[number.endIndex...]) { return problem }
    if joinsNumbers(number) { return .oneTelephone }
    return digitRange ~= count ? nil : .telephoneDigits(count: count)
  }

  /// Whether the text joins two numbers. Either a slash follows enough digits for a whole number: `030 12345-67/68`; an area code
  /// (`030/123456`) has at most six digits after those of the country. Or a blank separates two whole numbers.
  private static func joinsNumbers(_ number: ArraySlice<Unicode.Scalar>) -> Bool {
    func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }
    let digits = number.filter(isDigit)
    let access = ["00", "011"].first { digits.starts(with: $0.unicodeScalars) }
    let country = number.contains("+") ? 2 : access.map { $0.utf8.count + 2 } ?? 0
    var before = 0
    for scalar in number {
      switch scalar {
      case "/": if before > 6 + country { return true }
      case " ": if before > 7 + country, digits.count - before > 6 { return true }
      default: if isDigit(scalar) { before += 1 }
      }
    }
    return false
  }

  private static func startsExtension(_ scalar: Unicode.Scalar) -> Bool {
    scalar == ";" || scalar == "," || scalar.properties.isAlphabetic
  }

  private static func problem(ofExtension text: ArraySlice<Unicode.Scalar>) -> Problem? {
    guard let first = text.first else { return nil }
    let separators: Set<Unicode.Scalar> = [" ", ".", ":", "=", ";", ",", "-", "#"]
    var rest = text.drop { separators.contains($0) }
    let word = rest.prefix { $0.properties.isAlphabetic || $0.properties.generalCategory == .nonspacingMark }
    let name = String(String.UnicodeScalarView(word)).lowercased()
    guard word.isEmpty || words.contains(name) else { return .formatCharacter(.tel, Character(word.first ?? first)) }
    rest = rest.dropFirst(word.count).drop { separators.contains($0) }
    if word.isEmpty, rest.count(where: { "0"..."9" ~= $0 }) > bareExtensionLimit { return .oneTelephone }
    let digits = rest.prefix { "0"..."9" ~= $0 }
    guard extensionDigits ~= digits.count else { return .formatCharacter(.tel, Character(first)) }
    let tail = rest.dropFirst(digits.count).drop { $0 == " " || $0 == ")" }
    return tail.first.map { .formatCharacter(.tel, Character($0)) }
  }

  private static func plain(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for typed in text.unicodeScalars where !typed.isTypedInvisibly {
      let scalar = typed.inASCIIWidth
      if let digit = scalar.typedDigit {
        plain.append(Unicode.Scalar(UInt8(ascii: "0") + digit))
      } else if scalar.isTypedDash {
        plain.append("-")
      } else if scalar.isTypedBlank {
        plain.append(" ")
      } else if dots.contains(scalar) {
        plain.append(".")
      } else {
        plain.append(scalar)
      }
    }
    let text = String(plain).trimmed
    let number = text.lowercased().hasPrefix("tel:") ? text.dropFirst(4) : text[...]
    // Remove what was between the number and a removed prefix: `+49-30-…`.
    return String(number.drop { " -./".contains($0) })
  }

  private static let dots: Set<Unicode.Scalar> = ["\u{B7}", "\u{2022}", "\u{2027}", "\u{2219}", "\u{22C5}", "\u{30FB}"]

  /// Words before an extension, in the languages of the pages.
  private static let words: Set<String> = [
    "x", "ext", "extn", "xtn", "extension", "extensión", "anexo", "int", "interno", "interne", "poste", "ramal", "dw",
    "durchwahl", "nst", "nebenstelle", "app", "apparat", "tst", "toestel", "wew", "wewn", "wewnętrzny", "dahili", "dah",
    "доб", "内線", "內線", "分机", "分機", "转", "轉", "내선", "구내", "שלוחה", "تحويلة", "داخلي", "एक्सटेंशन",
    "विस्तार",
  ]
}
