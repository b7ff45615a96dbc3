package import FormCells

/// The words of the pages for the owners of forms.
package struct AnswersWords: Sendable {
  /// The texts without places; the names are the keys in the language's file.
  package enum Text: Int, CaseIterable, CodingKey, Sendable {
    case title, noSubmissions, filters, showResults, clearFilters, noAnswer, contains, furtherOption, least, most
    /// The label of the time at which a submission was sent.
    case sent
    case newestFirst, oldestFirst, sortBy, columns, view, pages, previous, next, download, figures, table, submission
    case version, currentVersion, earlierVersion, replaces, replacedBy, correctedBy, correctedNotice, openNewest
    case versionMissing, otherValues, correct, erase, keep, eraseQuestion, eraseText, erased
    // Forms that can no longer be filled in
    case notServed, definitionMissing
    case signIn, signOut, name, password, enterName, wrongSignIn, signInAgain
    /// The title of the list of an address's parts that were not used.
    case ignored
    case wrongRange, notApplied, noWords, noAnswerOrValue, searchHint
    /// Shown after a post without a session.
    case postKept
    // Figures
    case number, share, smallest, largest, mean, median, sum, answered, value, others, overTime

    /// The keys in the file, by `rawValue`.
    fileprivate static let keys = allCases.map(\.stringValue)
  }

  private let texts: [String]
  package let submissions: CountedPhrase
  package let newest: Phrase
  package let lastDays: Phrase
  package let mostOn: Phrase
  private let foundPhrase: CountedPhrase
  package let zone: Phrase
  package let active: CountedPhrase
  package let page: Phrase
  package let shownRows: Phrase
  package let answersErased: CountedPhrase
  package let filesErased: CountedPhrase
  package let versionsErased: CountedPhrase
  package let erasedBy: Phrase
  package let erasedByRule: Phrase
  package let signedIn: Phrase
  package let wait: CountedPhrase
  package let indexing: Phrase
  package let newestOnly: CountedPhrase
  package let unknownParameter: Phrase
  package let repeatedParameter: Phrase
  package let unknownColumn: Phrase
  package let unknownOption: Phrase
  package let noSuchPage: Phrase
  package let addressTooLong: Phrase
  /// The name of a cell that the form no longer has.
  package let earlierCell: Phrase
  package let conflictBy: Phrase
  package let conflict: ErrorWords.Page
  package let notAllowed: ErrorWords.Page
  package let busy: ErrorWords.Page
  package let unreadable: ErrorWords.Page

  init(_ reader: inout WordReader) {
    texts = Text.keys.map { reader.text($0) }
    submissions = reader.counted("submissions", places: "count")
    newest = reader.phrase("newest", places: "time")
    lastDays = reader.phrase("lastDays", places: "days", "count")
    mostOn = reader.phrase("mostOn", places: "day", "count")
    foundPhrase = reader.counted("found", places: "count", "found")
    zone = reader.phrase("zone", places: "zone")
    active = reader.counted("active", places: "count")
    page = reader.phrase("page", places: "page")
    shownRows = reader.phrase("shownRows", places: "from", "to", "count")
    answersErased = reader.counted("answersErased", places: "count")
    filesErased = reader.counted("filesErased", places: "count")
    versionsErased = reader.counted("versionsErased", places: "count")
    erasedBy = reader.phrase("erasedBy", places: "time", "name")
    erasedByRule = reader.phrase("erasedByRule", places: "time")
    signedIn = reader.phrase("signedIn", places: "name")
    wait = reader.counted("wait", places: "count")
    indexing = reader.phrase("indexing", places: "percent")
    newestOnly = reader.counted("newestOnly", places: "count")
    unknownParameter = reader.phrase("unknownParameter", places: "name")
    repeatedParameter = reader.phrase("repeatedParameter", places: "name")
    unknownColumn = reader.phrase("unknownColumn", places: "name")
    unknownOption = reader.phrase("unknownOption", places: "text")
    noSuchPage = reader.phrase("noSuchPage", places: "page")
    addressTooLong = reader.phrase("addressTooLong", places: "name")
    earlierCell = reader.phrase("earlierCell", places: "label")
    conflictBy = reader.phrase("conflictBy", places: "time", "name")
    conflict = reader.group("conflict") { ErrorWords.Page(&$0) }
    notAllowed = reader.group("notAllowed") { ErrorWords.Page(&$0) }
    busy = reader.group("busy") { ErrorWords.Page(&$0) }
    unreadable = reader.group("unreadable") { ErrorWords.Page(&$0) }
  }

  package subscript(text: Text) -> String { texts[text.rawValue] }

  /// "37 of 1,204 submissions"
  package func found(_ found: Int, of count: Int) -> String { foundPhrase(count, found) }
}

/// What is wrong with an entry in a filter. The sentences are the same as those at the cells of forms.
package enum FilterMistake: Error, Sendable, Equatable {
  case number, day, time, moment, duration
  /// The entry can be read in two ways.
  case ambiguous(String, String)
  case option(String)
  case range
  /// The search contains punctuation or symbols only.
  case words
  /// Both "no answer" and a value.
  case noAnswer
}

extension Words {
  package func message(for mistake: FilterMistake, in dates: DateFormat) -> String {
    switch mistake {
    case .number: problems.decimal(numbers.text(DecimalNumber(units: 125, decimals: 1)))
    case .day: problems.date
    case .time: problems.time
    case .moment: problems.enterDateTime(Self.exampleMoment.map { dates.text($0) } ?? "")
    case .duration: problems.enterDuration(duration(minutes: 90))
    case .ambiguous(let first, let second): problems.ambiguous(first, second)
    case .option(let text): answers.unknownOption(text)
    case .range: answers[.wrongRange]
    case .words: answers[.noWords]
    case .noAnswer: answers[.noAnswerOrValue]
    }
  }

  private static let exampleMoment = LocalDateTime(parsing: "2026-01-31T09:30")

  /// "Serial Number: Enter a value."
  package func summary(_ label: String, message: String) -> String { problems.summary(label, message) }
  package var problemsOfSignIn: (name: String, password: String) { (answers[.enterName], problems.enterPassword) }
}
