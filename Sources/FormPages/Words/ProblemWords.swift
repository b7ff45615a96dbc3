/// Why an entry is rejected, and how to correct it. The sentences do not name the cell. They are shown at the cell, and
/// after its label in the error summary, so they have to fit any label.
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
  let missingRows: Phrase
  let selectCriteria: CountedPhrase
  let turnOn: String
  let tickBox: String

  // Texts
  let tooLong: CountedPhrase
  let tooShort: CountedPhrase
  let tooManyBytes: String
  let nullCharacter: String
  let lostPassword: String
  let pattern: String
  /// Includes the cell's placeholder, if that is an example.
  let patternLike: Phrase
  let capitals: Phrase
  let email: String
  let url: String
  let telephone: String
  let telephoneDigits: CountedPhrase
  let oneTelephone: String
  let missingScheme: Phrase
  let scheme: String
  let port: String
  /// The expected entry, and the characters to remove from the present one.
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
  /// The two readings, and an unambiguous way to write the number that is meant.
  let ambiguous: Phrase
  let ambiguousWhole: Phrase
  let ambiguousDecimals: CountedPhrase

  // Choices
  let tooFew: CountedPhrase
  let tooMany: CountedPhrase
  let unknownOptions: String
  let noLongerAvailable: Phrase
  let disabledOptions: Phrase
  let unfittingOptions: Phrase

  // Dates
  let incompleteDate: Phrase
  let incompleteTime: Phrase
  let date: String
  let noSuchDay: String
  let noSuchMonth: String
  let otherCalendar: String
  let yearDigits: Phrase
  /// For a date in three fields.
  let gregorianYear: String
  let missingParts: Phrase
  let partRange: Phrase
  let enterRange: String
  let enterFirstDay: String
  let enterLastDay: String
  let endsBeforeItBegins: String
  let tooFewDays: Phrase
  let tooManyDays: Phrase
  let enterDateTime: Phrase
  let skippedTime: Phrase
  let repeatedTime: Phrase
  let enterDuration: Phrase
  let notBefore: Phrase
  let notAfter: Phrase

  // Times, and steps of times and numbers
  let time: String
  let notBeforeTime: Phrase
  let notAfterTime: Phrase
  let nearest: Phrase
  let eitherNearest: Phrase

  // Calculated values
  let incalculable: String

  // Repeated sections
  let tooFewEntries: Phrase
  let tooManyEntries: Phrase

  // Outside the cell
  /// A line of the error summary: "Serial Number: Enter a value."
  let summary: Phrase
  /// Shown at the cell of a modal section: the labels of its cells that have problems.
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
    missingRows = reader.phrase("missingRows", places: "rows")
    selectCriteria = reader.counted("selectCriteria", places: "minimum")
    turnOn = reader.text("turnOn")
    tickBox = reader.text("tickBox")
    tooLong = reader.counted("tooLong", places: "limit", "count")
    tooShort = reader.counted("tooShort", places: "limit", "count")
    tooManyBytes = reader.text("tooManyBytes")
    nullCharacter = reader.text("nullCharacter")
    lostPassword = reader.text("lostPassword")
    pattern = reader.text("pattern")
    patternLike = reader.phrase("patternLike", places: "example")
    capitals = reader.phrase("capitals", places: "text")
    email = reader.text("email")
    url = reader.text("url")
    telephone = reader.text("telephone")
    telephoneDigits = reader.counted("telephoneDigits", places: "count", "minimum", "maximum")
    oneTelephone = reader.text("oneTelephone")
    missingScheme = reader.phrase("missingScheme", places: "address")
    scheme = reader.text("scheme")
    port = reader.text("port")
    withoutBlanks = reader.phrase("withoutBlanks", places: "message")
    withoutCharacter = reader.phrase("withoutCharacter", places: "message", "character")
    integer = reader.phrase("integer", places: "example")
    decimal = reader.phrase("decimal", places: "example")
    amount = reader.phrase("amount", places: "example")
    otherCurrency = reader.phrase("otherCurrency", places: "currency")
    atLeast = reader.phrase("atLeast", places: "minimum")
    atMost = reader.phrase("atMost", places: "maximum")
    wholeAmount = reader.text("wholeAmount")
    tooManyDecimals = reader.counted("tooManyDecimals", places: "limit")
    tooManyDigits = reader.counted("tooManyDigits", places: "limit")
    tooManyWholeDigits = reader.counted("tooManyWholeDigits", places: "limit")
    ambiguous = reader.phrase("ambiguous", places: "first", "second")
    ambiguousWhole = reader.phrase("ambiguousWhole", places: "first", "second")
    ambiguousDecimals = reader.counted("ambiguousDecimals", places: "decimals", "first", "second")
    tooFew = reader.counted("tooFew", places: "minimum", "count")
    tooMany = reader.counted("tooMany", places: "maximum", "count")
    unknownOptions = reader.text("unknownOptions")
    noLongerAvailable = reader.phrase("noLongerAvailable", places: "values")
    disabledOptions = reader.phrase("disabledOptions", places: "values")
    unfittingOptions = reader.phrase("unfittingOptions", places: "values")
    incompleteDate = reader.phrase("incompleteDate", places: "example")
    incompleteTime = reader.phrase("incompleteTime", places: "example")
    date = reader.text("date")
    noSuchDay = reader.text("noSuchDay")
    noSuchMonth = reader.text("noSuchMonth")
    otherCalendar = reader.text("otherCalendar")
    yearDigits = reader.phrase("yearDigits", places: "year")
    gregorianYear = reader.text("gregorianYear")
    missingParts = reader.phrase("missingParts", places: "parts")
    partRange = reader.phrase("partRange", places: "part", "first", "last")
    enterRange = reader.text("enterRange")
    enterFirstDay = reader.text("enterFirstDay")
    enterLastDay = reader.text("enterLastDay")
    endsBeforeItBegins = reader.text("endsBeforeItBegins")
    tooFewDays = reader.phrase("tooFewDays", places: "minimum", "count")
    tooManyDays = reader.phrase("tooManyDays", places: "maximum", "count")
    enterDateTime = reader.phrase("enterDateTime", places: "example")
    skippedTime = reader.phrase("skippedTime", places: "before", "after")
    repeatedTime = reader.phrase("repeatedTime", places: "before", "after")
    enterDuration = reader.phrase("enterDuration", places: "example")
    notBefore = reader.phrase("notBefore", places: "date")
    notAfter = reader.phrase("notAfter", places: "date")
    time = reader.text("time")
    notBeforeTime = reader.phrase("notBeforeTime", places: "time")
    notAfterTime = reader.phrase("notAfterTime", places: "time")
    nearest = reader.phrase("nearest", places: "value")
    eitherNearest = reader.phrase("eitherNearest", places: "below", "above")
    incalculable = reader.text("incalculable")
    tooFewEntries = reader.phrase("tooFewEntries", places: "minimum", "count")
    tooManyEntries = reader.phrase("tooManyEntries", places: "maximum", "count")
    summary = reader.phrase("summary", places: "label", "message")
    check = reader.phrase("check", places: "labels")
  }
}
