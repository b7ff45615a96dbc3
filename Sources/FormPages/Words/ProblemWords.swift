/// Why an entry is refused, and how to mend it. None of them names the cell: they stand in it, and in the error summary
/// behind its label, so that they are right for any label.
struct ProblemWords: Sendable {
  // What is missing, by what the cell takes
  let enterValue: String
  let enterPassword: String
  let enterAmount: String
  let enterDate: String
  let enterTime: String
  let enterNumber: String
  let selectOption: String
  let selectOptions: String
  let selectCriteria: CountedPhrase
  let turnOn: String

  // Texts
  let tooLong: CountedPhrase
  let tooShort: CountedPhrase
  let tooManyBytes: String
  let nullCharacter: String
  let lostPassword: String
  let pattern: String
  /// With the cell's placeholder, where that is an example.
  let patternLike: Phrase
  let capitals: Phrase
  let email: String
  let url: String
  let telephone: String
  let telephoneDigits: CountedPhrase
  let missingScheme: Phrase
  let scheme: String
  let port: String
  /// The entry that is asked for, and the characters to take out of this one.
  let withoutBlanks: Phrase
  let withoutCharacter: Phrase

  // Numbers and amounts
  let integer: Phrase
  let decimal: Phrase
  let amount: Phrase
  let otherCurrency: Phrase
  let atLeast: Phrase
  let atMost: Phrase
  let wholeAmount: String
  let tooManyDecimals: CountedPhrase
  let tooManyDigits: CountedPhrase
  let tooManyWholeDigits: CountedPhrase
  /// Two readings, and how to write the one that is meant so that it has no other.
  let ambiguous: Phrase
  let ambiguousWhole: Phrase
  let ambiguousDecimals: CountedPhrase

  // Choices
  let tooFew: CountedPhrase
  let tooMany: CountedPhrase
  let unknownOptions: String
  let noLongerAvailable: Phrase
  let disabledOptions: Phrase

  // Dates
  let incompleteDate: Phrase
  let incompleteTime: Phrase
  let date: String
  let noSuchDay: String
  let noSuchMonth: String
  let otherCalendar: String
  let yearDigits: Phrase
  let notBefore: Phrase
  let notAfter: Phrase

  // Times, and steps of times and numbers
  let time: String
  let notBeforeTime: Phrase
  let notAfterTime: Phrase
  let nearest: Phrase
  let eitherNearest: Phrase

  // Elsewhere than in the cell
  /// A line of the error summary: "Serial Number: Enter a value."
  let summary: Phrase
  /// On the cell of a modal section: the labels of the cells in it that have problems.
  let check: Phrase

  init(_ reader: inout WordReader) {
    enterValue = reader.text("enterValue")
    enterPassword = reader.text("enterPassword")
    enterAmount = reader.text("enterAmount")
    enterDate = reader.text("enterDate")
    enterTime = reader.text("enterTime")
    enterNumber = reader.text("enterNumber")
    selectOption = reader.text("selectOption")
    selectOptions = reader.text("selectOptions")
    selectCriteria = reader.counted("selectCriteria", "minimum")
    turnOn = reader.text("turnOn")
    tooLong = reader.counted("tooLong", "limit", "count")
    tooShort = reader.counted("tooShort", "limit", "count")
    tooManyBytes = reader.text("tooManyBytes")
    nullCharacter = reader.text("nullCharacter")
    lostPassword = reader.text("lostPassword")
    pattern = reader.text("pattern")
    patternLike = reader.phrase("patternLike", "example")
    capitals = reader.phrase("capitals", "text")
    email = reader.text("email")
    url = reader.text("url")
    telephone = reader.text("telephone")
    telephoneDigits = reader.counted("telephoneDigits", "count", "minimum", "maximum")
    missingScheme = reader.phrase("missingScheme", "address")
    scheme = reader.text("scheme")
    port = reader.text("port")
    withoutBlanks = reader.phrase("withoutBlanks", "message")
    withoutCharacter = reader.phrase("withoutCharacter", "message", "character")
    integer = reader.phrase("integer", "example")
    decimal = reader.phrase("decimal", "example")
    amount = reader.phrase("amount", "example")
    otherCurrency = reader.phrase("otherCurrency", "currency")
    atLeast = reader.phrase("atLeast", "minimum")
    atMost = reader.phrase("atMost", "maximum")
    wholeAmount = reader.text("wholeAmount")
    tooManyDecimals = reader.counted("tooManyDecimals", "limit")
    tooManyDigits = reader.counted("tooManyDigits", "limit")
    tooManyWholeDigits = reader.counted("tooManyWholeDigits", "limit")
    ambiguous = reader.phrase("ambiguous", "first", "second")
    ambiguousWhole = reader.phrase("ambiguousWhole", "first", "second")
    ambiguousDecimals = reader.counted("ambiguousDecimals", "decimals", "first", "second")
    tooFew = reader.counted("tooFew", "minimum", "count")
    tooMany = reader.counted("tooMany", "maximum", "count")
    unknownOptions = reader.text("unknownOptions")
    noLongerAvailable = reader.phrase("noLongerAvailable", "values")
    disabledOptions = reader.phrase("disabledOptions", "values")
    incompleteDate = reader.phrase("incompleteDate", "example")
    incompleteTime = reader.phrase("incompleteTime", "example")
    date = reader.text("date")
    noSuchDay = reader.text("noSuchDay")
    noSuchMonth = reader.text("noSuchMonth")
    otherCalendar = reader.text("otherCalendar")
    yearDigits = reader.phrase("yearDigits", "year")
    notBefore = reader.phrase("notBefore", "date")
    notAfter = reader.phrase("notAfter", "date")
    time = reader.text("time")
    notBeforeTime = reader.phrase("notBeforeTime", "time")
    notAfterTime = reader.phrase("notAfterTime", "time")
    nearest = reader.phrase("nearest", "value")
    eitherNearest = reader.phrase("eitherNearest", "below", "above")
    summary = reader.phrase("summary", "label", "message")
    check = reader.phrase("check", "labels")
  }
}
