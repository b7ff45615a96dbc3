import TestSupport
import Testing

@testable import Localization

@Suite("Numbers as people type them") struct NumberParseTests {
  private func read(_ typed: String, _ tag: String, _ currency: String?) -> String {
    let decimals = currency.map { CurrencyUnits.decimals(of: $0)! }
    let reading = NumberFormat.of(LanguageTag(stringLiteral: tag))
      .parse(typed, decimalLimit: decimals, currency: currency, digitLimit: 20)
    return switch reading {
    case .number(let number): number.description
    case .ambiguous(let readings): readings.map(\.description).joined(separator: " or ")
    case .refused(let refusal): "\(refusal)"
    }
  }

  @Test(
    "F11, B30: both conventions are read in every locale, and a number with two meanings is ambiguous",
    arguments: [
      // Numbers that are well formed in the locale are read by its convention.
      ("1,234.56", "en-US", "USD", "1234.56"), ("1.234,56", "de-DE", "EUR", "1234.56"),
      ("1,234", "en-US", "USD", "1234"),
      ("1.234", "de-DE", "EUR", "1234"), ("1.234", "en-US", "KWD", "1.234"), ("1,234", "de-DE", "KWD", "1.234"),
      ("1,234", "en-US", nil, "1234"), ("1,234", "de-DE", nil, "1.234"), ("1,23,456.70", "hi-IN", "INR", "123456.7"),
      ("1’234.50", "de-CH", "CHF", "1234.5"), ("1 234,5", "fr-FR", "EUR", "1234.5"),
      ("1234,5", "fr-FR", "EUR", "1234.5"),
      // Numbers that fit only the other convention are read by that.
      ("1.234,56", "en-US", "USD", "1234.56"), ("1,234.56", "de-DE", "EUR", "1234.56"),
      ("12,5", "en-US", "USD", "12.5"),
      ("12.50", "de-DE", "EUR", "12.5"), ("1.234.567", "en-US", "USD", "1234567"),
      ("1,234,567", "fr-FR", "EUR", "1234567"),
      ("1234.567", "de-DE", "KWD", "1234.567"), ("0,125", "en-US", nil, "0.125"),
      ("12,34,567", "en-US", "USD", "1234567"),
      ("12.34", "fr-CH", nil, "12.34"),
      // More decimals than the currency has. The separator cannot be one of thousands: it follows a zero or four digits,
      // or four digits follow it.
      ("1.2345", "en-US", "USD", "1.2345"), ("0.125", "en-US", "USD", "0.125"),
      ("1234.567", "en-US", "USD", "1234.567"),
      // Both readings are possible.
      ("1.234", "en-US", "USD", "1234 or 1.234"), ("1,234", "de-DE", "EUR", "1234 or 1.234"),
      ("1.234", "fr-FR", "EUR", "1234 or 1.234"), ("1,234", "de-CH", "CHF", "1234 or 1.234"),
      ("-1.234", "en-US", "JPY", "-1234 or -1.234"), ("12,345", "fr-FR", nil, "12.345"),
      // Spaces of all kinds, and apostrophes.
      (" 1 234 567.5 ", "en-US", "USD", "1234567.5"), ("1\u{202F}234,5", "en-US", "USD", "1234.5"),
      ("1\u{A0}234\u{2009}567", "en-US", "USD", "1234567"), ("1'234'567.5", "de-DE", "EUR", "1234567.5"),
      // Symbols and codes on either side.
      ("$1,234.50", "en-US", "USD", "1234.5"), ("1.234,50 €", "de-DE", "EUR", "1234.5"), ("usd 5", "de-DE", "USD", "5"),
      ("5USD", "en-US", "USD", "5"), ("US$ 5", "en-US", "USD", "5"), ("CA$5", "en-US", "CAD", "5"),
      ("$5", "en-US", "CAD", "5"), ("5 kr", "en-US", "SEK", "5"), ("kr. 5", "en-US", "DKK", "5"),
      ("Rs 5", "en-US", "INR", "5"),
      ("5 zł", "en-US", "PLN", "5"), ("-$5", "en-US", "USD", "-5"), ("$-5", "en-US", "USD", "-5"),
      ("−5", "sv-SE", "SEK", "-5"), ("+5", "en-US", nil, "5"),
      ("ー5", "ja-JP", "JPY", "-5"), ("－5", "zh-CN", "CNY", "-5"), ("‒5", "en-US", nil, "-5"),
      ("€ -5,00", "nl-NL", "EUR", "-5"),
      // Parentheses for negative numbers, as in bookkeeping.
      ("($1,234.50)", "en-US", "USD", "-1234.5"), ("$(1,234.50)", "en-US", "USD", "-1234.5"),
      ("(1.234,50) €", "de-DE", "EUR", "-1234.5"), ("GBP (53,180.08)", "en-GB", "GBP", "-53180.08"),
      ("（5）", "ja-JP", "JPY", "-5"), ("( 5 )", "en-US", nil, "-5"), ("($5,-)", "de-DE", "USD", "-5"),
      // Names of currencies, and two different symbols in one amount.
      ("5 Euro", "de-DE", "EUR", "5"), ("20 EUROS", "fr-FR", "EUR", "20"), ("Fr. 5.50", "de-CH", "CHF", "5.5"),
      ("Rs. 1,50,000", "en-IN", "INR", "150000"), ("Rs.500", "en-IN", "INR", "500"), ("1,234円", "ja-JP", "JPY", "1234"),
      ("￥1,234", "ja-JP", "JPY", "1234"), ("100元", "zh-CN", "CNY", "100"), ("50 ₪", "he-IL", "ILS", "50"),
      ("50 ש״ח", "he-IL", "ILS", "50"), ("50 TL", "tr-TR", "TRY", "50"), ("R$ 1.234,50", "pt-BR", "BRL", "1234.5"),
      ("US$5 USD", "en-US", "USD", "5"), ("CAD $5", "en-CA", "CAD", "5"),
      // Dashes instead of cents; these are no signs.
      ("12,-", "de-DE", "EUR", "12"), ("12.–", "de-CH", "CHF", "12"), ("5,- €", "en-US", "EUR", "5"),
      ("5,– €", "en-US", "EUR", "5"), ("1.234,– €", "en-US", "EUR", "1234"), ("5.- €", "en-US", "EUR", "5"),
      ("5,--", "de-DE", "EUR", "5"), ("€ 5,=", "nl-NL", "EUR", "5"), ("CHF 5.—", "de-CH", "CHF", "5"),
      ("CHF 1’234.-", "de-CH", "CHF", "1234"), ("5,−", "nb-NO", "NOK", "5"), ("1 234,-", "nb-NO", "NOK", "1234"),
      ("5:-", "sv-SE", "SEK", "5"), ("1.234:-", "en-US", "SEK", "1234"), ("500/-", "en-IN", "INR", "500"),
      ("Rs. 1,500/-", "en-IN", "INR", "1500"), ("500/=", "en-KE", "KES", "500"), ("-5,- €", "de-DE", "EUR", "-5"),
      ("٥٫-", "ar-EG", "EGP", "5"), ("5.ー", "ja-JP", "JPY", "5"),
      // A dash that may be a sign or not.
      ("5-", "en-US", "USD", "5 or -5"), ("5.00-", "de-DE", "EUR", "5 or -5"),
      ("1,234.50-", "en-US", nil, "1234.5 or -1234.5"),
      ("$5-", "en-US", "USD", "5 or -5"), ("0-", "en-US", "USD", "0"), ("-,50 €", "de-DE", "EUR", "0.5 or -0.5"),
      ("–.50", "de-CH", "CHF", "0.5 or -0.5"), ("-.50", "en-US", "USD", "-0.5"), ("-,5", "de-DE", nil, "-0.5"),
      // Zeros after the separator may be decimals too.
      ("1.000", "en-US", "USD", "1000 or 1"), ("1,000", "de-DE", "EUR", "1000 or 1"),
      ("12,000", "fr-FR", "EUR", "12000 or 12"),
      ("1,000", "fr-FR", "JPY", "1000 or 1"), ("1234.500", "en-US", "USD", "1234.5"), ("1.0000", "en-US", "USD", "1"),
      ("1,0000", "en-US", "USD", "tooManyDecimals(limit: 2)"), ("1.00", "en-US", "JPY", "1"),
      // Groups of two digits, if the locale separates groups with commas.
      ("1,23,456", "en-IN", nil, "123456"), ("१,२३,४५६", "mr-IN", nil, "123456"),
      ("1,23,45,678", "hi", "INR", "12345678"),
      ("1,23,456.70", "en-GB", "INR", "123456.7"),
      // Digits of other scripts.
      ("١٬٢٣٤٫٥٠", "ar-EG", "EGP", "1234.5"), ("١٢٫٥", "en-US", "USD", "12.5"), ("1234.5", "ar-EG", "EGP", "1234.5"),
      ("१,२३,४५६.७०", "hi-IN", "INR", "123456.7"), ("１２３", "ja-JP", "JPY", "123"),
      ("１，２３４．５０", "ja-JP", "USD", "1234.5"), ("12。5", "zh-CN", "CNY", "12.5"), ("۱٬۲۳۴", "fa-IR", "IRR", "1234"),
      // Separators at either end, and leading zeros.
      (".5", "en-US", "USD", "0.5"), (",5", "en-US", "USD", "0.5"), ("5.", "en-US", "USD", "5"),
      ("5,", "en-US", "USD", "5"),
      ("007", "en-US", nil, "7"), ("-0", "en-US", nil, "0"),
    ] as [(String, String, String?, String)])
  func reads(typed: String, tag: String, currency: String?, expected: String) {
    #expect(read(typed, tag, currency) == expected)
  }

  @Test(
    "a text that is no number is refused, and nothing is left out to make it one",
    arguments: [
      ("", nil), ("abc", nil), ("-", nil), (".", nil), ("1..2", nil), ("1,.2", nil), ("1.2.3", nil), ("1,23,4", nil),
      ("1-2", nil), ("--1", nil), ("1e3", nil), ("0x10", nil), ("12 5", nil), ("$5", nil), ("$5$", "USD"),
      ("5 %", "USD"),
      ("1,234.567,8", "USD"), ("1 234,567 8", "USD"), ("½", nil), ("1_000", nil), ("five", "USD"), ("\u{200F}", "USD"),
      ("0,123,456", nil), ("1234,567,890", nil), ("1.5k", "USD"), ("1e3", "USD"), ("100%", "USD"), ("5+", nil),
      ("(5", "USD"), ("5)", "USD"), ("-(5)", "USD"), ("(-5)", "USD"), ("((5))", "USD"), ("(5)-", "USD"), ("5 -", "USD"),
      ("5 $ -", "USD"), ("-5-", "USD"), ("--5", "USD"), ("5-10", "USD"), ("5--", "USD"), ("5=", "USD"),
      ("1.234.-", "USD"),
      ("5 $ 5", "USD"), ("$$5", "USD"), ("〜5", "USD"), ("1 2", "USD"), ("1/2", "USD"), ("/-", "USD"), (",-", "USD"),
    ] as [(String, String?)])
  func refuses(typed: String, currency: String?) {
    for tag in ["en-US", "de-DE", "fr-FR", "ar-EG"] { #expect(read(typed, tag, currency) == "notANumber", "\(tag)") }
  }

  @Test(
    "groups that no language writes are refused in every language",
    arguments: [
      ("1.23.456", ["de-DE", "es-ES", "en-US", "hi-IN", "id"]), ("12.34.567,5", ["de-DE", "it-IT", "nl-NL"]),
      ("1 23 456", ["fr-FR", "de-DE", "en-IN"]), ("1’23’456", ["de-CH", "en-US"]), ("1,23,456", ["de-DE", "fr-FR"]),
      ("١٬٢٣٬٤٥٦", ["ar-EG", "fa"]), ("12,345,67", ["en-US", "en-IN", "de-DE"]), ("1.2345.678", ["de-DE", "ja-JP"]),
      ("123,45,678", ["en-IN", "hi"]),
    ])
  func groups(typed: String, tags: [String]) {
    for tag in tags { #expect(read(typed, tag, nil) == "notANumber", "\(tag)") }
  }

  @Test(
    "a unit is removed whichever characters it is typed with",
    arguments: [
      ("5 m²", "m²", "5"), ("5 m2", "m²", "5"), ("5㎡", "m²", "5"), ("5 m²", "m2", "5"), ("52 m2", "m²", "52"),
      ("5 kg/㎥", "kg/m³", "5"), ("5 ℃", "°C", "5"), ("5°", "°C", "5"), ("5 °c", "°C", "5"), ("5º", "°F", "5"),
      ("5 ㎏", "kg", "5"), ("5 µg", "μg", "5"), ("5 μg", "µg", "5"), ("5％", "%", "5"), ("5 Ω", "\u{2126}", "5"),
      ("5 ｋｍ", "km", "5"), ("5²", "m²", "notANumber"), ("5 m3", "m²", "notANumber"), ("5 °F", "°C", "notANumber"),
      ("5°", "kg", "notANumber"), ("5 m", "m²", "notANumber"),
    ])
  func units(typed: String, unit: String, expected: String) {
    switch NumberFormat.of("en-US").parse(typed, marks: [unit]) {
    case .number(let number): #expect(number.description == expected)
    case .ambiguous, .refused: #expect(expected == "notANumber")
    }
  }

  @Test(
    "an amount in another currency is refused, and that currency is named",
    arguments: [
      ("€5", "USD", "EUR"), ("5 GBP", "USD", "GBP"), ("eur 5", "USD", "EUR"), ("£5", "EUR", "GBP"),
      ("RUB 5", "ZAR", "RUB"), ("US$5", "CAD", "USD"), ("5 Euro", "USD", "EUR"), ("Rs. 500/-", "USD", "INR"),
      ("5,- €", "USD", "EUR"), ("$5 USD", "EUR", "USD"),
      ("($5.00)", "EUR", "USD"), ("(£5)", "USD", "GBP"), ("$(5)", "EUR", "USD"), ("(5 GBP)", "USD", "GBP"),
    ])
  func otherCurrency(typed: String, currency: String, other: String) {
    #expect(read(typed, "en-US", currency) == "otherCurrency(\"\(other)\")")
  }

  @Test(
    "a name that several currencies share is accepted for each of them",
    arguments: [
      ("5 pesos", "ARS"), ("5 pesos", "PHP"), ("5 dirhams", "MAD"), ("5 DH", "MAD"), ("5 درهم", "MAD"),
      ("5000 FCFA", "XOF"),
      ("5000 F CFA", "XOF"), ("5000 francs", "XAF"), ("5 kr", "ISK"), ("5 ريال", "QAR"), ("5 ريال", "OMR"),
      ("Rs. 5", "LKR"),
      ("5 rupees", "NPR"), ("5 pounds", "EGP"), ("5 pounds", "LBP"), ("5 dollars", "TWD"), ("5 دينار", "KWD"),
      ("5 dinars", "TND"), ("5 د.ك", "KWD"), ("₦5", "NGN"), ("5 د.إ", "AED"), ("5 د.إ.", "AED"),
      ("د.ب 5", "BHD"), ("5 د.ت", "TND"), ("5 د.ع", "IQD"), ("5 ر.ع", "OMR"), ("5 د.أ", "JOD"), ("5 ر.س", "SAR"),
    ])
  func sharedNames(typed: String, currency: String) {
    #expect(read(typed, "en-US", currency) == "5" || read(typed, "en-US", currency) == "5000")
  }

  @Test("a number with too many digits is refused for that reason, however it is grouped") func digits() {
    let thirty = "123456789012345678901234567890"
    #expect(read(thirty, "en-US", "USD") == "tooManyDigits(limit: 20)")
    #expect(read("123.456.789.012.345.678.901.234.567.890", "de-DE", "EUR") == "tooManyDigits(limit: 20)")
    #expect(read("12345678901234567890", "en-US", "USD") == "12345678901234567890")
    #expect(read("123456789012345678901234567890.5", "de-DE", nil) == "tooManyDigits(limit: 20)")
  }

  @Test("a text that is longer than any number is refused") func length() {
    let limit = DecimalNumber.textByteLimit
    #expect(read(String(repeating: "0", count: limit - 1) + "1", "en-US", nil) == "1")
    for text in [String(repeating: ",", count: 6_000_000), String(repeating: "0", count: limit) + "1"] {
      #expect(read(text, "en-US", "USD") == "notANumber")
    }
    #expect(throws: DecimalNumber.Refusal.tooManyDigits(limit: DecimalNumber.digitLimit)) {
      try DecimalNumber(parsing: String(repeating: "0", count: limit + 1))
    }
  }

  @Test("a formatted amount is read as itself, in every locale and currency") func roundTrip()
    throws
  {
    var generator = SeededGenerator(seed: 29)
    // In a usual run, each currency in every fourth locale.
    let step = TestExtent.isFull ? 1 : 4
    for (number, tag) in NumberFormatTable.shared.tags().enumerated() {
      let format = NumberFormat.of(LanguageTag(stringLiteral: tag))
      for (place, currency) in CurrencyUnits.codes.enumerated() where (place + number) % step == 0 {
        let decimals = CurrencyUnits.decimals(of: currency)!
        let digits = Int.random(in: 1...(19 - decimals), using: &generator)
        var text = Bool.random(using: &generator) ? "-" : ""
        for _ in 0..<digits { text += String(Int.random(in: 0...9, using: &generator)) }
        if decimals > 0 { text += "." }
        for _ in 0..<decimals { text += String(Int.random(in: 0...9, using: &generator)) }
        let amount = try DecimalNumber(parsing: text)
        for symbol in [.locale, CurrencySymbol.allCases.randomElement(using: &generator)!] {
          let shown = format.text(amount, currency: currency, symbol: symbol)
          let reading = format.parse(shown, decimalLimit: decimals, currency: currency, digitLimit: 20)
          #expect(reading == .number(amount), "\(tag) \(currency) \(symbol): \(shown)")
        }
        let plain = format.text(amount, minimumDecimals: amount.decimals)
        #expect(format.parse(plain) == .number(amount), "\(tag): \(plain)")
      }
    }
  }

  @Test("random text never stops the reader, and a number that is read has the typed digits") func robustness() {
    var generator = SeededGenerator(seed: 11)
    let alphabet = Array("0123456789.,'’ \u{A0}\u{202F}-−+$€kr٫٬٣३\u{200F}".unicodeScalars)
    for _ in 0..<4_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...12, using: &generator) { text.append(alphabet.randomElement(using: &generator)!) }
      let typed = String(text)
      let digits = typed.unicodeScalars.compactMap { Character($0).wholeNumberValue }.drop { $0 == 0 }.map(String.init)
        .joined()
      for tag in ["en-US", "de-DE", "fr-FR", "ar-EG"] as [LanguageTag] {
        let reading = NumberFormat.of(tag).parse(typed, decimalLimit: 2, currency: "USD")
        let numbers: [DecimalNumber] =
          switch reading {
          case .number(let number): [number]
          case .ambiguous(let readings): readings
          case .refused: []
          }
        for number in numbers {
          let kept = number.description(minimumDecimals: number.decimals).filter(\.isNumber).drop { $0 == "0" }
          #expect(kept == digits, "\(typed) in \(tag)")
        }
      }
    }
  }
}
