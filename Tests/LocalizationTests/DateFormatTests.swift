import Localization
import Testing

/// Against what ICU writes for the same day and time.
@Suite("Days and times as locales write them")
struct DateFormatTests {
  @Test(
    "a day, a time, both",
    arguments: [
      ("en", "January 31, 2026", "2:05\u{202F}PM", "January 31, 2026, 2:05\u{202F}PM"),
      ("en-GB", "31 January 2026", "14:05", "31 January 2026, 14:05"),
      ("de-AT", "31. Jänner 2026", "14:05", "31. Jänner 2026, 14:05"),
      ("de", "31. Januar 2026", "14:05", "31. Januar 2026, 14:05"),
      ("fr", "31 janvier 2026", "14:05", "31 janvier 2026, 14:05"),
      ("es", "31 de enero de 2026", "14:05", "31 de enero de 2026, 14:05"),
      ("pt-BR", "31 de janeiro de 2026", "14:05", "31 de janeiro de 2026 14:05"),
      ("it", "31 gennaio 2026", "14:05", "31 gennaio 2026 14:05"),
      ("nl", "31 januari 2026", "14:05", "31 januari 2026, 14:05"),
      ("pl", "31 stycznia 2026", "14:05", "31 stycznia 2026 14:05"),
      ("tr", "31 Ocak 2026", "14:05", "31 Ocak 2026 14:05"),
      ("ar-EG", "٣١ يناير ٢٠٢٦", "٢:٠٥ م", "٣١ يناير ٢٠٢٦، ٢:٠٥ م"),
      ("ar-AE", "31 يناير 2026", "2:05 م", "31 يناير 2026، 2:05 م"),
      ("he", "31 בינואר 2026", "14:05", "31 בינואר 2026, 14:05"),
      ("hi", "31 जनवरी 2026", "2:05 pm", "31 जनवरी 2026, 2:05 pm"),
      ("ja", "2026年1月31日", "14:05", "2026年1月31日 14:05"),
      ("zh", "2026年1月31日", "14:05", "2026年1月31日 14:05"),
      ("zh-Hant", "2026年1月31日", "下午2:05", "2026年1月31日 下午2:05"),
      ("ko", "2026년 1월 31일", "오후 2:05", "2026년 1월 31일 오후 2:05"),
      ("eu", "2026(e)ko urtarrilaren 31(a)", "14:05", "2026(e)ko urtarrilaren 31(a) (14:05)"),
      ("tlh", "January 31, 2026", "2:05\u{202F}PM", "January 31, 2026, 2:05\u{202F}PM"),
    ])
  func format(locale: String, day: String, time: String, both: String) throws {
    let format = DateFormat.of(try #require(LanguageTag(parsing: locale)))
    let date = try #require(CalendarDate(year: 2026, month: 1, day: 31))
    #expect(format.text(date) == day)
    #expect(format.text(hour: 14, minute: 5) == time)
    #expect(format.text(date, hour: 14, minute: 5) == both)
  }

  @Test(
    "midnight and noon are twelve on a clock of twelve hours",
    arguments: [(0, "12:00\u{202F}AM"), (9, "9:00\u{202F}AM"), (12, "12:00\u{202F}PM"), (23, "11:00\u{202F}PM")])
  func clock(hour: Int, text: String) { #expect(DateFormat.of("en").text(hour: hour, minute: 0) == text) }
}
