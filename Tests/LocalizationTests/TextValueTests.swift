import Localization
import Testing

@Suite("Numbers, days, languages and currencies") struct TextValueTests {
  @Test(
    "a decimal number is parsed and written in its shortest form",
    arguments: [
      ("0", "0"), ("-0", "0"), ("+1", "1"), ("007", "7"), ("1.50", "1.5"), ("-12.340", "-12.34"), ("0.000", "0"),
      ("123456789012345678901234567890", "123456789012345678901234567890"), ("00.10", "0.1"),
    ])
  func decimals(text: String, shortest: String) throws {
    #expect(try DecimalNumber(parsing: text).description == shortest)
  }

  @Test(
    "a text in another notation is not a decimal number",
    arguments: [
      "", "-", "+", ".", "1.", ".5", "1,5", "1 000", "1e3", "--1", "0x10", "NaN", "１", "1.2.3", " 1", "-.5", "∞",
    ])
  func noNumber(text: String) { #expect(throws: DecimalNumber.Refusal.notANumber) { try DecimalNumber(parsing: text) } }

  @Test("a number with more than thirty digits is refused, not counting leading zeros") func digits() throws {
    let ones = String(repeating: "1", count: 31)
    #expect(throws: DecimalNumber.Refusal.tooManyDigits(limit: 30)) { try DecimalNumber(parsing: ones) }
    #expect(throws: DecimalNumber.Refusal.tooManyDigits(limit: 30)) { try DecimalNumber(parsing: "0." + ones) }
    #expect(try DecimalNumber(parsing: "000" + ones.dropLast()).description == ones.dropLast())
  }

  @Test("decimal numbers are compared by value") func order() throws {
    let ascending = [
      "-123456789012345678901234567890", "-10", "-9.99", "-9.9", "-0.1", "-0.01", "0", "0.001", "0.01", "0.1", "0.11",
      "1", "9.99", "10", "10.000000000000000000000000001", "99999999999999999999", "100000000000000000000",
    ]
    for (i, a) in ascending.enumerated() {
      for (j, b) in ascending.enumerated() {
        let (x, y) = (try DecimalNumber(parsing: a), try DecimalNumber(parsing: b))
        #expect((x < y) == (i < j))
        #expect((x == y) == (i == j))
      }
    }
    #expect(try DecimalNumber(parsing: "1.0") == DecimalNumber(parsing: "1"))
  }

  @Test("a number is written with at least the given decimals") func amounts() throws {
    #expect(try DecimalNumber(parsing: "1234.5").description(minimumDecimals: 2) == "1234.50")
    #expect(try DecimalNumber(parsing: "1.234").description(minimumDecimals: 2) == "1.234")
    #expect(try DecimalNumber(parsing: "5").description(minimumDecimals: 0) == "5")
  }

  @Test("an existing day is parsed", arguments: ["0001-01-01", "2000-02-29", "2024-02-29", "2026-12-31", "9999-12-31"])
  func days(text: String) { #expect(CalendarDate(parsing: text)?.description == text) }

  @Test(
    "a day that does not exist, or is written differently, is refused",
    arguments: [
      "", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-1-1", "26-01-01", "2026/01/01",
      "0000-01-01", "2026-01-01 ", "10000-01-01", "２０26-01-01", "2026-01-00", "today",
    ])
  func noDays(text: String) { #expect(CalendarDate(parsing: text) == nil) }

  @Test(
    "a Unix time is converted to its day",
    arguments: [
      (0, "1970-01-01"), (86_399, "1970-01-01"), (86_400, "1970-01-02"), (-1, "1969-12-31"),
      (951_782_400, "2000-02-29"),
      (951_868_800, "2000-03-01"), (1_769_860_800, "2026-01-31"), (-62_135_596_800, "0001-01-01"),
      (253_402_300_799, "9999-12-31"),
    ])
  func clock(seconds: Int, day: String) { #expect(CalendarDate(unixSeconds: seconds)?.description == day) }

  @Test("a Unix time beyond the calendar has no day") func beyond() {
    #expect(CalendarDate(unixSeconds: 253_402_300_800) == nil)
    #expect(CalendarDate(unixSeconds: -62_135_596_801) == nil)
  }

  @Test(
    "language tags are converted to the usual case",
    arguments: [
      ("en", "en"), ("EN-us", "en-US"), ("zh-hant-tw", "zh-Hant-TW"), ("de-AT-1996", "de-AT-1996"),
      ("es-419", "es-419"),
      ("sl-rozaj-biske", "sl-rozaj-biske"), ("zh-cmn-Hans-CN", "zh-cmn-Hans-CN"),
      ("de-u-CO-phonebk", "de-u-co-phonebk"),
      ("en-x-Y", "en-x-y"), ("ast", "ast"),
    ])
  func languages(text: String, tag: String) { #expect(LanguageTag(parsing: text)?.description == tag) }

  @Test(
    "a malformed language tag is refused",
    arguments: [
      "", "e", "en_US", "en-", "-en", "english!", "en--US", "en-US-US", "x-private", "abcd", "en-a", "en-u-co-u-co",
      "en-x",
      "de-1996-1996", "日本", "en US",
    ])
  func noLanguages(text: String) { #expect(LanguageTag(parsing: text) == nil) }

  @Test(
    "a currency has its number of decimals",
    arguments: [
      ("USD", 2), ("EUR", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4), ("CHF", 2), ("usd", nil), ("XXX", nil), ("DEM", nil),
      ("", nil),
    ])
  func currencies(code: String, decimals: Int?) { #expect(CurrencyUnits.decimals(of: code) == decimals) }

  @Test("currency codes have three capital letters") func codes() {
    #expect(CurrencyUnits.codes.allSatisfy { $0.count == 3 && $0.allSatisfy { $0.isASCII && $0.isUppercase } })
    #expect(CurrencyUnits.codes.count > 150)
  }
}
