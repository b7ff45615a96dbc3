import Testing

@testable import Localization

@Suite("Days as people type them") struct DateReadingTests {
  private func read(_ typed: String) -> String {
    switch DateReading(typed) {
    case .day(let day): day.description
    case .ambiguous(let days): days.map(\.description).joined(separator: " or ")
    case .year(let digits): "year \(digits)"
    case .noSuchDay: "no such day"
    case .noSuchMonth: "no such month"
    case .none: "none"
    }
  }

  @Test(
    "a day with one meaning is read, and one with two meanings is ambiguous",
    arguments: [
      // The year first.
      ("2026-01-31", "2026-01-31"), ("2026/1/31", "2026-01-31"), ("2026.01.31", "2026-01-31"),
      ("2026. 1. 31.", "2026-01-31"),
      ("2026年1月31日", "2026-01-31"), ("2026년 1월 31일", "2026-01-31"), ("2026 1 31", "2026-01-31"),
      ("2026–01–31", "2026-01-31"),
      ("2026‑01‑31", "2026-01-31"), ("1000-01-01", "1000-01-01"), ("9999-12-31", "9999-12-31"),
      ("2024-02-29", "2024-02-29"),
      // Digits of other scripts, and directional marks.
      ("٢٠٢٦-٠١-٣١", "2026-01-31"), ("۲۰۲۶/۰۱/۳۱", "2026-01-31"), ("२०२६-०१-३१", "2026-01-31"),
      ("２０２６－０１－３１", "2026-01-31"), ("\u{200F}٣١\u{200F}/١/٢٠٢٦", "2026-01-31"),
      ("\u{202A}2026-01-31\u{202C}", "2026-01-31"),
      // The year last.
      ("31.01.2026", "2026-01-31"), ("1.2.2026", "2026-02-01"), ("31. 1. 2026", "2026-01-31"),
      ("31/01/2026", "2026-01-31"),
      ("01/31/2026", "2026-01-31"), ("31-01-2026", "2026-01-31"), ("1/1/2026", "2026-01-01"),
      ("05/05/2026", "2026-05-05"),
      ("1/2/2026", "2026-02-01 or 2026-01-02"), ("01-02-2026", "2026-02-01 or 2026-01-02"),
      ("5 1 2026", "2026-01-05 or 2026-05-01"), ("31 1 2026", "2026-01-31"), ("1 31 2026", "2026-01-31"),
      ("29/02/2024", "2024-02-29"),
      // Years that do not have four digits, or are below 1000.
      ("0026-01-31", "year 0026"), ("0999-12-31", "year 0999"), ("26-01-31", "year 26"), ("31.01.26", "year 26"),
      ("1/2/26", "year 26"), ("20266-01-31", "year 20266"), ("275760-09-13", "year 275760"), ("202-01-31", "year 202"),
      // Texts that are no days.
      ("2026-02-30", "no such day"), ("31.02.2026", "no such day"), ("2025-02-29", "no such day"),
      ("29.02.2025", "no such day"), ("2026/04/31", "no such day"), ("30/02/2026", "no such day"),
      ("2026-01-00", "no such day"), ("٣١/٠٤/٢٠٢٦", "no such day"), ("0026-02-30", "no such day"),
      ("2026-13-01", "no such month"), ("13/13/2026", "no such month"), ("1.13.2026", "no such month"),
      ("2026-00-10", "no such month"), ("2026年13月1日", "no such month"),
      ("2026-01", "none"), ("2026-01-31T00:00", "none"), ("2026-01/31", "none"), ("2026--01-31", "none"),
      ("20260131", "none"),
      ("tomorrow", "none"), ("", "none"), ("-2026-01-31", "none"), ("31 January 2026", "none"),
      ("2026-001-31", "none"), ("1-2-3-4", "none"), ("2026-01-31-", "none"),
    ])
  func reads(typed: String, expected: String) { #expect(read(typed) == expected) }

  @Test("a text that is longer than any day is not read") func length() {
    #expect(read(String(repeating: "1-", count: 3_000_000)) == "none")
  }

  @Test("each day is read back, whichever separators and digits write it") func roundTrip() throws {
    for offset in stride(from: 0, to: 800_000, by: 7_919) {
      let day = try #require(CalendarDate(unixSeconds: offset * 86_400))
      let text = day.description
      let arabic = String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { $0 == "-" ? $0 : Unicode.Scalar($0.value - 0x30 + 0x660) ?? $0 }))
      for typed in [text, arabic, text.replacing("-", with: "/"), "\(day.day).\(day.month).\(day.year)"] {
        #expect(read(typed) == text)
      }
    }
  }

  @Test(
    "a year with missing or extra digits is read as one near today, or within the bounds",
    arguments: [
      ("0026", 1000...9999, 2026), ("26", 1000...9999, 2026), ("46", 1000...9999, 2046), ("47", 1000...9999, 1947),
      ("85", 1000...9999, 1985), ("00", 1000...9999, 2000), ("26", 1900...2008, 1926), ("85", 2030...9999, 2085),
      ("202", 1000...9999, 2026), ("0202", 1000...9999, 2026), ("20266", 1000...9999, 2026), ("199", 1000...9999, 2026),
      ("20266", 1900...2008, 2008), ("5", 2030...2040, 2030),
    ])
  func year(digits: String, range: ClosedRange<Int>, expected: Int) {
    #expect(CalendarDate.year(meantBy: digits, in: range, today: 2026) == expected)
  }
}

/// Compared with what ICU writes for the same day and time.
@Suite("Days and times as locales write them")
struct DateFormatTests {
  @Test(
    "a day, a time, and both together are written as the locale writes them",
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
    "midnight and noon are twelve o'clock on a 12-hour clock",
    arguments: [(0, "12:00\u{202F}AM"), (9, "9:00\u{202F}AM"), (12, "12:00\u{202F}PM"), (23, "11:00\u{202F}PM")])
  func clock(hour: Int, text: String) { #expect(DateFormat.of("en").text(hour: hour, minute: 0) == text) }

  @Test("a day, and a day with a time, that a locale writes are read again in that locale")
  func readAgain() throws {
    for locale in DateFormatTable.shared.locales {
      let format = DateFormat.of(locale)
      for month in 1...12 {
        let day = try #require(CalendarDate(year: 2026, month: month, day: 28))
        #expect(DateReading(format.text(day), in: locale) == .day(day), "\(locale) \(format.text(day))")
        for hour in [9, 14] {
          let text = format.text(day, hour: hour, minute: 5)
          let read = TypedDateTime.read(text, in: locale)
          #expect(read?.day == .day(day) && read?.minute == hour * 60 + 5, "\(locale) \(text)")
        }
      }
    }
  }

  @Test("no name of a month is taken for another month")
  func monthNames() {
    for locale in DateFormatTable.shared.locales {
      let all = DateFormat.of(locale).namesOfMonths.flatMap(\.self)
      for (index, names) in DateFormat.of(locale).namesOfMonths.enumerated() {
        for name in names {
          for typed in [name, name.uppercased(), name.replacing(".", with: "")] {
            let month = TypedDatePart.month(named: typed, in: locale)
            #expect(month == index + 1, "\(locale) \(typed) \(month ?? 0)")
          }
          for length in 3..<max(3, name.count) {
            let beginning = String(name.prefix(length))
            let month = TypedDatePart.month(named: beginning, in: locale)
            // "červen" is June, and also the beginning of July; "jui." is July in Morocco.
            let isName = all.contains { $0.lowercased().replacing(".", with: "") == beginning.lowercased() }
            #expect(month == nil || month == index + 1 || isName, "\(locale) \(beginning)")
          }
        }
      }
    }
  }

  @Test(
    "days with the name of a month are read as people type and paste them",
    arguments: [
      ("en", "31 January 2026"), ("en", "Jan 31, 2026"), ("en", "january 31st 2026"), ("en-GB", "31 JAN 2026"),
      ("en", "31-Jan-2026"), ("en", "2026 January 31"), ("en", "31st of January, 2026"), ("de", "31. Jan. 2026"),
      ("de", "31.Januar 2026"), ("de-AT", "31. Januar 2026"), ("de", "31 january 2026"), ("fr", "31 janv. 2026"),
      ("fr", "31 JANVIER 2026"), ("es", "31 enero 2026"), ("es", "31 de ENERO del 2026"), ("pl", "31 styczeń 2026"),
      ("tr", "31 OCAK 2026"), ("th", "31 ม.ค. 2026"), ("he", "31 ינואר 2026"), ("ca", "31 gener 2026"),
      ("vi", "31 Tháng 1 2026"), ("ar", "٣١ يناير ٢٠٢٦"), ("ar-JO", "31 كانون الثاني 2026"),
    ])
  func named(locale: String, typed: String) throws {
    let tag = try #require(LanguageTag(parsing: locale))
    #expect(DateReading(typed, in: tag) == .day(try #require(CalendarDate(year: 2026, month: 1, day: 31))))
  }

  @Test(
    "days are read in regional and informal forms of the language",
    arguments: [
      ("de", "1. Jänner 2026", "2026-01-01"), ("de-CH", "1. Feber 2026", "2026-02-01"),
      ("de", "1. Mrz 2026", "2026-03-01"),
      ("es", "3 de setiembre de 2026", "2026-09-03"), ("es-MX", "3 setiembre 2026", "2026-09-03"),
      ("ar", "١ شباط ٢٠٢٦", "2026-02-01"), ("ar-EG", "1 كانون الأول 2026", "2026-12-01"),
      ("ar-LB", "1 فبراير 2026", "2026-02-01"), ("ar", "1 جويلية 2026", "2026-07-01"),
      ("en", "3 sept. 2026", "2026-09-03"),
      ("fr", "1er fév. 2026", "2026-02-01"), ("it", "1 genn 2026", "2026-01-01"), ("ru", "1 фев 2026", "2026-02-01"),
      ("fi", "1 Mar 2026", "2026-03-01"), ("pl", "1 października 2026 r.", "2026-10-01"),
      ("pl-PL", "1.10.2026 r.", "2026-10-01"), ("pl", "1 paź 2026 roku", "2026-10-01"),
      ("ru", "01.02.2026 г.", "2026-02-01"), ("hi", "1 सितम्बर 2026", "2026-09-01"),
      ("hi", "1 दिसम्बर 2026", "2026-12-01"), ("he", "1 מרס 2026", "2026-03-01"),
      ("ru", "1 февраля 2026 года", "2026-02-01"), ("zh", "2026年2月1号", "2026-02-01"),
    ])
  func habits(locale: String, typed: String, expected: String) throws {
    let tag = try #require(LanguageTag(parsing: locale))
    #expect(DateReading(typed, in: tag) == .day(try #require(CalendarDate(parsing: expected))))
  }

  @Test(
    "a form of another language, or an ambiguous month, is not read as a day",
    arguments: [
      ("en", "1 Jänner 2026"), ("fr", "1 jui. 2026"), ("fr", "1 ju 2026"), ("en", "1.10.2026 r."),
      ("pl", "1.10.2026 g."),
      ("pl", "r. 1.10.2026"), ("de", "1 setiembre 2026"), ("cs", "1 červe 2026"),
    ])
  func noHabits(locale: String, typed: String) throws {
    #expect(DateReading(typed, in: try #require(LanguageTag(parsing: locale))) == .none)
  }

  @Test(
    "a day that does not exist or is incomplete is not read",
    arguments: [
      ("en", "30 February 2026", DateReading.noSuchDay), ("de", "30. Feber 2026", .noSuchDay),
      ("en", "31 January 26", .year(digits: "26")),
      ("en", "January 2026", .none), ("en", "31 Janvier 2026", .none), ("en", "31 Foo January 2026", .none),
      ("en", "31 January 2026 2", .none), ("en", "1 May 2 June 2026", .none),
    ])
  func noDay(locale: String, typed: String, expected: DateReading) throws {
    let tag = try #require(LanguageTag(parsing: locale))
    #expect(DateReading(typed, in: tag) == expected)
  }

  @Test(
    "a beginning that several months share is not read, and a full or shortened name is",
    arguments: [
      ("cs", "červen", 6), ("cs", "července", 7), ("cs", "červenec", 7), ("cs", "červe", nil), ("cs", "čvc", 7),
      ("ca", "des.", 12), ("ca", "dese", 12), ("ca", "set", 9), ("tr", "EKİM", 10), ("tr", "KASIM", 11),
      ("pl", "styczeń", 1), ("fr", "aout", 8), ("fr", "fevrier", 2), ("de", "Maerz", 3), ("de", "MÄRZ", 3),
      ("nl", "mrt", 3), ("ar", "ابريل", 4), ("en", "ju", nil), ("en", "jun", 6), ("th", "ม.ค.", 1), ("de", "June", 6),
    ] as [(String, String, Int?)])
  func month(locale: String, typed: String, month: Int?) throws {
    #expect(TypedDatePart.month(named: typed, in: try #require(LanguageTag(parsing: locale))) == month)
  }

  @Test(
    "a day in a separate field may be an ordinal",
    arguments: [
      ("1er", "1"), ("1º", "1"), ("1°", "1"), ("31st", "31"), ("2 nd", "2"), ("5.", "5"), ("5日", "5"), ("x5", nil),
      ("5x", nil), ("5 6", nil),
    ] as [(String, String?)])
  func ordinals(typed: String, digits: String?) { #expect(TypedDatePart.digits(typed) == digits) }

  @Test(
    "the characters for year, month and day mark the parts, wherever the year is",
    arguments: [
      "5月1日2026年", "5月1日 2026", "5月1号2026年", "5월 1일 2026년", "2026年1日5月", "2026年5月1日", "2026년 5월 1일",
    ])
  func signs(_ typed: String) throws {
    #expect(DateReading(typed) == .day(try #require(CalendarDate(year: 2026, month: 5, day: 1))))
  }

  @Test(
    "a day of the week after a day must be the right one",
    arguments: [
      ("ja", "2026年1月2日(金)", true), ("ja", "2026年1月2日（金）", true), ("ja", "2026年1月2日 金曜日", true),
      ("ja", "2026/1/2(金)", true), ("ja", "2026年1月2日(月)", false), ("ja", "2026年1月2日月曜日", false),
      ("ko", "2026년 1월 2일 (금)", true), ("ko", "2026년 1월 2일 금요일", true), ("ko", "2026. 1. 2. (월)", false),
      ("zh", "2026年1月2日星期五", true), ("zh", "2026年1月2日周五", true), ("zh", "2026年1月2日星期一", false),
      ("ja", "2026年1月2日(X)", false),
    ])
  func weekday(locale: String, typed: String, isRead: Bool) throws {
    let tag: LanguageTag = try #require(LanguageTag(parsing: locale))
    let day = DateReading(typed, in: tag)
    #expect(day == (isRead ? .day(try #require(CalendarDate(year: 2026, month: 1, day: 2))) : .none))
    let moment = TypedDateTime.read("\(typed) 9:30", in: tag)
    #expect(moment?.day == (isRead ? day : nil))
  }
}
