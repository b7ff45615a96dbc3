import Testing

@testable import Localization

@Suite("Numbers and money as locales write them") struct NumberFormatTests {
  /// In the expected texts, `_` is a no-break space and `'` a narrow one.
  @Test(
    "TI28, TI29, TI31: amounts carry the symbol, the separators and the decimals of locale and currency",
    arguments: [
      ("en-US", "USD", "1234567.5", "$1,234,567.50"), ("en-US", "EUR", "1234.5", "€1,234.50"),
      ("en-US", "JPY", "1234567", "¥1,234,567"), ("en-US", "KWD", "1234.5", "KWD_1,234.500"),
      ("en-US", "INR", "123456.7", "₹123,456.70"), ("en-US", "USD", "-0.05", "-$0.05"),
      ("de-DE", "USD", "1234567.5", "1.234.567,50_$"), ("de-DE", "EUR", "1234.5", "1.234,50_€"),
      ("de-DE", "JPY", "1234567", "1.234.567_¥"), ("de-DE", "KWD", "1234.5", "1.234,500_KWD"),
      ("de-DE", "INR", "123456.7", "123.456,70_₹"), ("de-DE", "EUR", "-5", "-5,00_€"),
      ("fr-FR", "USD", "1234567.5", "1'234'567,50_$US"), ("fr-FR", "EUR", "1234.5", "1'234,50_€"),
      ("fr-FR", "JPY", "1234567", "1'234'567_JPY"), ("fr-FR", "KWD", "1234.5", "1'234,500_KWD"),
      ("fr-FR", "INR", "123456.7", "123'456,70_₹"),
      ("hi-IN", "USD", "1234567.5", "$12,34,567.50"), ("hi-IN", "EUR", "1234.5", "€1,234.50"),
      ("hi-IN", "JPY", "1234567", "JP¥12,34,567"), ("hi-IN", "KWD", "1234.5", "KWD_1,234.500"),
      ("hi-IN", "INR", "123456.7", "₹1,23,456.70"), ("en-IN", "INR", "123456789.7", "₹12,34,56,789.70"),
      ("en-GB", "GBP", "0.1", "£0.10"), ("de-AT", "EUR", "-1234.5", "-€_1.234,50"),
      ("de-CH", "CHF", "1234.5", "CHF_1’234.50"), ("de-CH", "CHF", "-1234.5", "CHF-1’234.50"),
      ("es-ES", "EUR", "1234.5", "1234,50_€"), ("es-ES", "EUR", "12345", "12.345,00_€"),
      ("pl-PL", "PLN", "1234", "1234,00_zł"), ("nl-NL", "EUR", "-3", "€_-3,00"), ("sv-SE", "SEK", "-3", "−3,00_kr"),
      ("pt-BR", "BRL", "1234", "R$_1.234,00"), ("tr-TR", "TRY", "1234", "₺1.234,00"),
      ("ja-JP", "JPY", "1234", "￥1,234"),
      ("zh-CN", "CNY", "1234", "¥1,234.00"), ("ko-KR", "KRW", "1234", "₩1,234"), ("da-DK", "DKK", "1", "1,00_kr."),
      ("ar-EG", "EGP", "1234.5", "\u{200F}١٬٢٣٤٫٥٠_ج.م.\u{200F}"),
      ("he-IL", "ILS", "1234", "\u{200F}1,234.00_\u{200F}₪"),
      ("ru-RU", "RUB", "12345", "12_345,00_₽"), ("fr-CH", "CHF", "1234.5", "1'234.50_CHF"),
    ])
  func amounts(tag: String, currency: String, amount: String, expected: String) throws {
    let format = NumberFormat.of(LanguageTag(stringLiteral: tag))
    let expected = expected.map { $0 == "_" ? "\u{A0}" : $0 == "'" ? "\u{202F}" : String($0) }.joined()
    #expect(format.text(try DecimalNumber(parsing: amount), currency: currency) == expected)
  }

  @Test(
    "TI30: the symbol is where the definition wants it",
    arguments: [
      ("en-US", "USD", CurrencySymbol.leading, "-$5.00"), ("en-US", "USD", .trailing, "-5.00_$"),
      ("en-US", "USD", .none, "-5.00"), ("de-DE", "EUR", .leading, "-€_5,00"), ("de-DE", "EUR", .trailing, "-5,00_€"),
      ("de-DE", "EUR", .none, "-5,00"), ("de-DE", "KWD", .leading, "-KWD_5,000"),
      ("en-US", "KWD", .trailing, "-5.000_KWD"),
      ("bn-BD", "BDT", .leading, "-৳৫.০০"),
    ])
  func symbols(tag: String, currency: String, symbol: CurrencySymbol, expected: String) throws {
    let text = NumberFormat.of(LanguageTag(stringLiteral: tag))
      .text(try DecimalNumber(parsing: "-5"), currency: currency, symbol: symbol)
    #expect(text == expected.map { $0 == "_" ? "\u{A0}" : String($0) }.joined())
  }

  @Test(
    "an unlisted locale is written like its language, and an unlisted language like English",
    arguments: [
      ("de-LU", "de"), ("en-US-x-own", "en"), ("en-Latn-IN", "en-IN"), ("zh-Hant-TW", "zh-TW"), ("zh-Hant", "zh-TW"),
      ("zh-Hans-CN", "zh"), ("DE-at", "de-AT"), ("tlh", "en"), ("sr-Latn-RS", "sr-Latn"), ("not a tag", "en"),
      ("ar-EG-u-nu-latn", "ar-EG"),
    ])
  func fallback(tag: String, line: String) {
    #expect(NumberFormat.of(LanguageTag(stringLiteral: tag)).locale.description == line)
  }

  @Test("every locale of the table has a symbol for every currency") func table() {
    let tags = NumberFormatTable.shared.tags()
    #expect(tags.count > 100)
    for tag in tags {
      let format = NumberFormat.of(LanguageTag(stringLiteral: tag))
      #expect(format.locale.description == tag)
      #expect(CurrencyUnits.codes.allSatisfy { !format.symbol(of: $0).isEmpty })
    }
  }

  @Test("a plain number has the locale's decimal separator and no groups unless they are asked for") func plain() throws
  {
    let number = try DecimalNumber(parsing: "-1234567.25")
    #expect(NumberFormat.of("de").text(number) == "-1234567,25")
    #expect(NumberFormat.of("sv").text(number, isGrouped: true) == "−1\u{A0}234\u{A0}567,25")
    #expect(NumberFormat.of("hi").text(number, minimumDecimals: 3, isGrouped: true) == "-12,34,567.250")
  }

  @Test(
    "each language of the built-in words has its own separators, groups and side of the symbol",
    arguments: [
      ("en", "1,234,567.5", "€1,234,567.50"), ("de", "1.234.567,5", "1.234.567,50_€"),
      ("fr", "1'234'567,5", "1'234'567,50_€"), ("es", "1.234.567,5", "1.234.567,50_€"),
      ("pt", "1.234.567,5", "€_1.234.567,50"), ("it", "1.234.567,5", "1.234.567,50_€"),
      ("nl", "1.234.567,5", "€_1.234.567,50"), ("pl", "1_234_567,5", "1_234_567,50_€"),
      ("tr", "1.234.567,5", "€1.234.567,50"), ("ar", "1,234,567.5", "\u{200F}1,234,567.50_€"),
      ("ar-EG", "١٬٢٣٤٬٥٦٧٫٥", "\u{200F}١٬٢٣٤٬٥٦٧٫٥٠_€"), ("ar-MA", "1.234.567,5", "\u{200F}1.234.567,50_€"),
      ("he", "1,234,567.5", "\u{200F}1,234,567.50_\u{200F}€"), ("hi", "12,34,567.5", "€12,34,567.50"),
      ("ja", "1,234,567.5", "€1,234,567.50"), ("zh", "1,234,567.5", "€1,234,567.50"),
      ("ko", "1,234,567.5", "€1,234,567.50"),
    ])
  func languages(_ locale: String, _ plain: String, _ amount: String) throws {
    let format = NumberFormat.of(LanguageTag(stringLiteral: locale))
    let number = try DecimalNumber(parsing: "1234567.5")
    func spaced(_ text: String) -> String {
      text.replacing("'", with: "\u{202F}").replacing("_", with: "\u{A0}")
    }
    #expect(format.text(number, isGrouped: true) == spaced(plain))
    #expect(format.text(number, currency: "EUR") == spaced(amount))
    #expect(format.parse(spaced(plain)) == .number(number))
    #expect(format.parse(spaced(amount), currency: "EUR") == .number(number))
  }

  @Test("digits of other scripts are read", arguments: ["١٢٣٤٫٥", "१२३४.५", "１２３４．５", "۱۲۳۴٫۵"])
  func digits(_ typed: String) throws {
    for locale in ["en", "ar", "hi", "ja"] as [LanguageTag] {
      #expect(NumberFormat.of(locale).parse(typed) == .number(try DecimalNumber(parsing: "1234.5")))
    }
  }
}

/// The format of a locale's amounts that scripts receive.
@Suite("Formats for scripts")
struct ScriptFormatTests {
  @Test(
    "a script receives the places of symbol and minus, and the separators (TI28)",
    arguments: [
      ("en-US", "USD", "$#|-$#|.|,|3|3|1|2|0"), ("de-DE", "EUR", "#\u{a0}€|-#\u{a0}€|,|.|3|3|1|2|0"),
      ("fr-FR", "JPY", "#\u{a0}JPY|-#\u{a0}JPY|,|\u{202f}|3|3|1|0|0"), ("hi-IN", "INR", "₹#|-₹#|.|,|3|2|1|2|0"),
      ("en-US", "KWD", "KWD\u{a0}#|-KWD\u{a0}#|.|,|3|3|1|3|0"), ("es-ES", "EUR", "#\u{a0}€|-#\u{a0}€|,|.|3|3|2|2|0"),
    ])
  func formats(_ locale: String, _ currency: String, _ expected: String) throws {
    let format = NumberFormat.of(LanguageTag(stringLiteral: locale))
    #expect(format.scriptFormat(currency: currency, symbol: .locale) == expected)
  }

  @Test("the symbol is where the definition wants it, or left out (TI30)")
  func symbols() throws {
    let format = NumberFormat.of("en-US")
    #expect(format.scriptFormat(currency: "USD", symbol: .none).hasPrefix("#|-#|"))
    #expect(format.scriptFormat(currency: "USD", symbol: .trailing).hasPrefix("#\u{a0}$|-#\u{a0}$|"))
  }

  @Test("a script receives the digits of a locale that has its own (TI28)")
  func digits() throws {
    #expect(NumberFormat.of("ar-EG").scriptFormat(currency: "EGP", symbol: .none).hasSuffix("|2|\u{660}"))
  }

  @Test(
    "a script receives the format of plain numbers",
    arguments: [
      ("en-US", Optional(0), "#|-#|.|,|3|3|1|0|0"), ("de-DE", nil, "#|-#|,|.|3|3|1||0"),
      ("hi-IN", nil, "#|-#|.|,|3|2|1||0"),
    ])
  func numbers(_ locale: String, _ decimals: Int?, _ expected: String) {
    #expect(NumberFormat.of(LanguageTag(stringLiteral: locale)).scriptFormat(decimals: decimals) == expected)
  }
}
