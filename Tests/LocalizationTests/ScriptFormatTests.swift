import Localization
import Testing

/// The format of a locale's amounts, as scripts get it.
@Suite("Formats for scripts")
struct ScriptFormatTests {
  @Test(
    "a script is told where symbol, minus and separators stand (TI28)",
    arguments: [
      ("en-US", "USD", "$#|-$#|.|,|3|3|1|2|0"), ("de-DE", "EUR", "#\u{a0}€|-#\u{a0}€|,|.|3|3|1|2|0"),
      ("fr-FR", "JPY", "#\u{a0}JPY|-#\u{a0}JPY|,|\u{202f}|3|3|1|0|0"), ("hi-IN", "INR", "₹#|-₹#|.|,|3|2|1|2|0"),
      ("en-US", "KWD", "KWD\u{a0}#|-KWD\u{a0}#|.|,|3|3|1|3|0"), ("es-ES", "EUR", "#\u{a0}€|-#\u{a0}€|,|.|3|3|2|2|0"),
    ])
  func formats(_ locale: String, _ currency: String, _ expected: String) throws {
    let format = NumberFormat.of(LanguageTag(stringLiteral: locale))
    #expect(format.scriptFormat(currency: currency, symbol: .locale) == expected)
  }

  @Test("the symbol stands where the definition wants it, or nowhere (TI30)")
  func symbols() throws {
    let format = NumberFormat.of("en-US")
    #expect(format.scriptFormat(currency: "USD", symbol: .none).hasPrefix("#|-#|"))
    #expect(format.scriptFormat(currency: "USD", symbol: .trailing).hasPrefix("#\u{a0}$|-#\u{a0}$|"))
  }

  @Test("the digits of a locale that has its own are told too (TI28)")
  func digits() throws {
    #expect(NumberFormat.of("ar-EG").scriptFormat(currency: "EGP", symbol: .none).hasSuffix("|2|\u{660}"))
  }

  @Test(
    "a script is told how a number is written",
    arguments: [
      ("en-US", Optional(0), "#|-#|.|,|3|3|1|0|0"), ("de-DE", nil, "#|-#|,|.|3|3|1||0"),
      ("hi-IN", nil, "#|-#|.|,|3|2|1||0"),
    ])
  func numbers(_ locale: String, _ decimals: Int?, _ expected: String) {
    #expect(NumberFormat.of(LanguageTag(stringLiteral: locale)).scriptFormat(decimals: decimals) == expected)
  }
}
