import FormCells
import FormPages
import Support
import Testing

@testable import Answers

/// The addresses of tables, parsed and written.
@Suite("Addresses of answers")
struct AnswerAddressTests {
  private static func address(_ query: String, _ language: LanguageTag = "en") throws -> AnswerAddress {
    try AnswersPage.address(query, of: AnswersPage.form(AnswersPage.trip), language)
  }

  private static func mistake(
    _ parameter: String, _ text: String, _ reason: AnswerAddress.Mistake.Reason
  ) -> AnswerAddress.Mistake {
    AnswerAddress.Mistake(parameter: parameter, text: text, reason: reason)
  }

  @Test(
    "an address is parsed and written back unchanged",
    arguments: [
      "", "q=two%20words", "submitted.from=2026-01-01&submitted.to=2026-01-31", "f.name=Ada",
      "f.abroad=false&f.abroad=true",
      "f.name=", "f.total=", "f.start=", "f.expenses.what=", "f.class=&f.class=%20&f.class=1",
      "f.means=Car&f.means=Train", "f.total.from=12.50", "f.distance.to=-3",
      "f.stay.from.from=2026-01-01&f.stay.from.to=2026-01-09", "f.start.from=09%3A30&f.start.to=17%3A00",
      "f.effort.from=PT1H30M", "f.call.to=2026-01-31T09%3A30", "f.service.speed=Good", "f.bills.from=1",
      "f.expenses.to=3", "f.expenses.cost.from=5", "sort=name", "sort=-total", "sort=submitted", "page=7", "at=51",
      "columns=name,total", "q=a&f.name=b&sort=-name&page=2&columns=name,expenses.what",
    ])
  func roundTrip(_ query: String) throws {
    let address = try Self.address(query)
    #expect(address.mistakes == [])
    #expect(address.query == query)
    #expect(try Self.address(address.query) == address)
  }

  @Test("each filter has the condition for its column's kind")
  func conditions() throws {
    let address = try Self.address(
      "f.name=ada&f.class=1&f.class=2&f.total.from=100&f.total.to=2000.5&f.start=9:30&f.abroad=true&f.effort.to=90%20min"
    )
    func condition(_ name: String) -> AnswerCondition? { address.filters.first { $0.column.name == name }?.condition }
    #expect(condition("name") == .contains("ada"))
    #expect(condition("class") == .anyOf(["1", "2"]))
    let (low, high) = (try DecimalNumber(parsing: "100"), try DecimalNumber(parsing: "2000.5"))
    #expect(condition("total.amount") == .range(from: .number(low), to: .number(high)))
    #expect(condition("start") == .range(from: .minutes(570), to: .minutes(570)))
    #expect(condition("abroad") == .anyOf(["true"]))
    #expect(condition("effort") == .range(from: nil, to: .minutes(90)))
    #expect(address.filters.map(\.column.name) == ["name", "abroad", "class", "total.amount", "start", "effort"])
  }

  @Test("a page's form sends numbers in its language; addresses have them as in submissions")
  func typed() throws {
    let typed = try Self.address("typed=1&q=&f.total.from=1.234,50&f.total.to=&f.name=&page=", "de")
    #expect(typed.mistakes == [] && typed.isToBeRewritten)
    #expect(typed.query == "f.total.from=1234.50")
    #expect(try !Self.address(typed.query, "de").isToBeRewritten)
    // A text that no submission contains as a number is read as typed, even without `typed`.
    #expect(try Self.address("f.total.from=1.234,50", "de").query == "f.total.from=1234.50")
    #expect(try Self.address("typed=1&f.total.from=1.234", "de").query == "f.total.from=1234")
  }

  @Test("a typed number is read as the form reads it")
  func typedAsInForm() throws {
    func typed(_ text: String, _ language: LanguageTag, _ cell: String = "total") throws -> String {
      let address = try Self.address("typed=1&f.\(cell).from=\(PercentEncoding.encode(text))", language)
      return address.mistakes.isEmpty ? address.query.replacing("f.\(cell).from=", with: "") : "?"
    }
    for (text, language, number) in [
      ("1.500", "de", "1500"), ("1.500", "en", "?"), ("1.500", "fr", "?"), ("1,500", "en", "1500"),
      ("1,500", "de", "?"),
      ("1.500 €", "de", "1500"), ("€12.50", "en", "12.50"), ("EUR 5", "en", "5"), ("£5", "en", "?"),
      ("1.2555", "en", "1.2555"), ("5-", "en", "?"), ("2.5", "de", "2.5"),
    ] as [(String, LanguageTag, String)] {
      #expect(try typed(text, language) == number, "\(text) in \(language)")
    }
    // Numbers without decimals, and counts.
    for cell in ["distance", "bills", "expenses"] {
      #expect(try typed("1.500", "en", cell) == "?" && typed("1,500", "en", cell) == "1500")
      #expect(try typed("1.500", "de", cell) == "1500" && typed("2.5", "de", cell) == "2.5")
    }
  }

  @Test("an address means the same in every language")
  func sameInEveryLanguage() throws {
    let languages: [LanguageTag] = ["en", "de", "fr", "pl", "ar", "hi"]
    for (text, number) in [
      ("12.50", "12.50"), ("1234.5", "1234.5"), ("1.2345", "1.2345"), ("0.125", "0.125"), ("1.234,50", "1234.50"),
      ("1,5", "1.5"), ("1 500", "1500"), ("12,34,567", "1234567"), ("1.500", nil), ("1,500", nil), ("-1.500", nil),
    ] as [(String, String?)] {
      for language in languages {
        let address = try Self.address("f.total.from=\(PercentEncoding.encode(text))", language)
        guard let number else {
          #expect(address.filters == [] && !address.isToBeRewritten)
          if case .filter(.ambiguous)? = address.mistakes.first?.reason { continue }
          Issue.record("\(text) is not asked about in \(language)")
          continue
        }
        #expect(address.mistakes == [] && address.query == "f.total.from=\(number)", "\(text) in \(language)")
        #expect(address.isToBeRewritten == (text != number))
        #expect(try !Self.address(address.query, language).isToBeRewritten)
      }
    }
    for query in ["f.start=9:30", "f.effort.to=90%20min", "submitted.from=31.1.2026", "f.class.label=first"] {
      #expect(try Self.address(query).isToBeRewritten)
    }
    #expect(try Self.address("submitted.from=01/02/2026").mistakes.map(\.reason) == [.filter(.day)])
  }

  @Test("parameters that cannot be read are reported, and their filters are not applied")
  func mistakes() throws {
    let address = try Self.address(
      "f.total.from=abc&f.total.to=5&f.distance.from=9&f.distance.to=3&f.nothing=1&f.name.from=1&other=2&sort=nothing"
        + "&columns=name,nothing&page=0&submitted.from=2026-02-30&f.abroad=maybe&q=a&q=b&f.call=soon&f.effort=long")
    #expect(address.filters == [])
    #expect(address.submitted == DayRange() && address.search == "" && address.sort == .newestFirst)
    #expect(address.columns?.map(\.name) == ["name"])
    #expect(
      address.mistakes == [
        Self.mistake("f.total.from", "abc", .filter(.number)),
        Self.mistake("f.distance.from", "9", .filter(.range)),
        Self.mistake("f.nothing", "1", .unknownParameter),
        Self.mistake("f.name.from", "1", .unknownParameter),
        Self.mistake("other", "2", .unknownParameter),
        Self.mistake("sort", "nothing", .unknownColumn),
        Self.mistake("columns", "nothing", .unknownColumn),
        Self.mistake("page", "0", .noSuchPage),
        Self.mistake("submitted.from", "2026-02-30", .filter(.day)),
        Self.mistake("f.abroad", "maybe", .filter(.option("maybe"))),
        Self.mistake("q", "a", .repeated),
        Self.mistake("f.call", "soon", .filter(.moment)),
        Self.mistake("f.effort", "long", .filter(.duration)),
      ])
    #expect(!address.isToBeRewritten)
    #expect(address.query == "page=1000000&columns=name")
  }

  @Test("a column has one condition; a second one is reported")
  func repeated() throws {
    let address = try Self.address("f.distance=5&f.distance.from=3&f.start.from=09:00&f.start.from=10:00")
    #expect(address.query == "f.distance.from=5&f.distance.to=5")
    #expect(
      address.mistakes == [
        Self.mistake("f.distance.from", "3", .repeated), Self.mistake("f.start.from", "09:00", .repeated),
      ])
  }

  @Test("“no answer” can be searched for in every kind of column, but not combined with a value")
  func noAnswer() throws {
    for name in ["name", "abroad", "class", "total", "distance", "start", "effort", "call", "bills", "expenses"] {
      let address = try Self.address("f.\(name)=")
      #expect(address.filters.map(\.condition) == [.anyOf([""])], "\(name)")
      #expect(address.mistakes == [] && address.query == "f.\(name)=")
    }
    // An empty field of a page's form is no filter; the box "none" is one.
    #expect(try Self.address("typed=1&f.name=&f.total.from=").filters == [])
    #expect(try Self.address("typed=1&f.name=&f.name.none=1&f.total=").query == "f.name=&f.total=")
    #expect(
      try Self.address("f.distance=&f.distance.from=3&f.name=Ada&f.name.none=1").mistakes == [
        Self.mistake("f.distance.from", "3", .filter(.noAnswer)), Self.mistake("f.name.none", "1", .filter(.noAnswer)),
      ])
  }

  @Test("a search of punctuation alone is reported", arguments: ["%", "_", "!!!", "%%", "\"", "- -"])
  func signs(_ signs: String) throws {
    let text = PercentEncoding.encode(signs)
    let address = try Self.address("q=\(text)&f.name=\(text)")
    #expect(!address.isNarrowed)
    #expect(
      address.mistakes == [
        Self.mistake("q", signs, .filter(.words)), Self.mistake("f.name", signs, .filter(.words)),
      ])
    #expect(try Self.address("q=\(text)a").search == "\(signs)a")
  }

  @Test("a filter that would make links too long is left out and reported")
  func tooLong() throws {
    let values = (0..<300).map { "f.class=option-with-a-long-name-\($0)" }.joined(separator: "&")
    let address = try Self.address("q=a&f.name=Ada&\(values)&sort=name")
    #expect(address.query == "q=a&f.name=Ada&sort=name")
    #expect(address.mistakes == [Self.mistake("f.class", "", .tooLong)])
    let fewer = (0..<90).map { "f.class=option-with-a-long-name-\($0)" }.joined(separator: "&")
    let known = try Self.address(fewer)
    #expect(known.mistakes == [] && known.filters.count == 1)
    // The longest search, in characters of four bytes.
    let search = String(repeating: "𝒜", count: 200)
    #expect(try Self.address("q=\(PercentEncoding.encode(search))").search == search)
  }

  @Test(
    "a reference is found as the receipt shows it, and in other spellings",
    arguments: [
      "0123456789abcdef0123456789abcdef", "0123 4567 89ab cdef 0123 4567 89ab cdef",
      "0123-4567-89AB-CDEF-0123-4567-89ab-cdef", " 0123456789ABCDEF 0123456789ABCDEF ",
    ])
  func reference(_ text: String) throws {
    let address = try Self.address("q=\(PercentEncoding.encode(text))")
    #expect(address.reference == "0123456789abcdef0123456789abcdef")
    #expect(try Self.address("q=\(PercentEncoding.encode(text + "0"))").reference == nil)
    #expect(try Self.address("q=0123").reference == nil)
  }

  @Test("an option is found by its label too")
  func labels() throws {
    #expect(try Self.address("f.class.label=FÍRST").query == "f.class=1")
    #expect(try Self.address("f.class.label=second&typed=1").query == "f.class=2")
    #expect(
      try Self.address("f.class.label=third").mistakes == [
        Self.mistake("f.class.label", "third", .filter(.option("third")))
      ])
  }

  @Test("a page number beyond the last page gives the last page")
  func settle() throws {
    var address = try Self.address("page=9")
    var isOther = address.limitPage(to: 120)
    #expect(isOther && address.page == 3 && address.range == 100..<150)
    #expect(address.mistakes == [Self.mistake("page", "9", .noSuchPage)])
    isOther = address.limitPage(to: 120)
    #expect(!isOther)
    for text in ["0", "-1", "99999999999999999999", "x"] {
      var address = try Self.address("page=\(text)")
      isOther = address.limitPage(to: 120)
      #expect(isOther && address.page == 3)
      #expect(address.mistakes == [Self.mistake("page", text, .noSuchPage)])
    }
    var blank = try Self.address("")
    isOther = blank.limitPage(to: 0)
    #expect(!isOther && blank.range == 0..<50)
  }

  @Test("the query sorts in the order of the options, and has the form's time zone")
  func query() throws {
    let form = try AnswersPage.form(AnswersPage.trip)
    let columns = try AnswersPage.context().columns(of: form)
    let zone = try #require(form.timeZone)
    let query = try Self.address("q=train&f.class=1&sort=-class").answerQuery(of: columns, zone: zone)
    #expect(query.filters == [AnswerFilter(AnswerColumn("class", kind: .choice), condition: .anyOf(["1"]))])
    #expect(query.sort == .column(AnswerColumn("class", kind: .choice), isDescending: true, ranks: ["1": 0, "2": 1]))
    #expect(query.zone == zone)
    #expect(query.search.words.count == 1)
  }

  @Test("links remove single filters or all of them, and lead to the first page")
  func links() throws {
    let address = try Self.address("q=a&submitted.to=2026-01-09&f.name=b&f.class=1&sort=name&page=3")
    #expect(address.withoutSearch.query == "submitted.to=2026-01-09&f.name=b&f.class=1&sort=name")
    #expect(address.withoutDays.query == "q=a&f.name=b&f.class=1&sort=name")
    #expect(
      address.without(AnswerColumn("name", kind: .text)).query == "q=a&submitted.to=2026-01-09&f.class=1&sort=name")
    #expect(address.withoutFilters.query == "sort=name")
    #expect(address.at(place: 120).ofTable.page == 3)
    #expect(address.at(place: 1).rangeAroundPlace == 0..<12 && address.at(place: 17).rangeAroundPlace == 5..<28)
  }
}
