package import FormCells

/// The built-in words in one language, read from its file below `Templates/locales`. A missing key is
/// reported at start.
package final class Words: Sendable {
  package let language: LanguageTag
  private let direction: TextDirection
  /// How numbers are written; those of the page have the same digits.
  package let numbers: NumberFormat
  /// The file with what scripts insert in this language (`Pages.madeAssets`).
  let partsFile: String

  /// The texts, by `Word.rawValue`.
  private let texts: [String]

  // Phrases with places, or with a number that decides on the form.
  package let results: CountedPhrase
  private let shownPhrase: CountedPhrase
  private let numberedPhrase: Phrase
  private let ofAtMostPhrase: Phrase
  /// The number of chosen values.
  let selectedCount: CountedPhrase
  private let ownTextPhrase: Phrase
  /// What screen readers say instead of "12/40".
  let characterLimit: CountedPhrase
  /// "and 2 more": the number of items that a list leaves out.
  package let andMore: CountedPhrase
  /// Contains the first and the last day.
  package let range: Phrase
  /// Contains the ends of a slider's scale; the second contains its steps too.
  let scale: Phrase
  let scaleInSteps: Phrase
  private let hours: Phrase
  private let minutes: Phrase
  private let lastSevenDays: Phrase
  private let lastThirtyDays: Phrase
  private let nextSevenDays: Phrase
  private let nextThirtyDays: Phrase
  let moveUp: Phrase
  let moveDown: Phrase
  let addItem: Phrase
  let changeItem: Phrase
  package let removeItem: Phrase
  private let itemPhrase: Phrase
  let itemAdded: Phrase
  let itemRemoved: Phrase
  let entryLimit: Phrase
  private let directionPhrase: Phrase
  private let positionPhrase: Phrase
  /// A cell and its value, in a line with several of them.
  package let entry: Phrase
  private let stepPhrase: Phrase
  private let pageTitlePhrase: Phrase
  package let problemCount: CountedPhrase
  private let answeredPhrase: Phrase
  let savedAt: Phrase
  /// For a page whose button names the page that it leads to.
  package let formChangedOnTheWay: Phrase
  package let alreadySent: Phrase
  package let applied: Phrase
  package let cleared: Phrase
  let clearedWith: Phrase
  let fillInFirst: Phrase
  let entriesBelow: Phrase
  package let discarded: Phrase
  private let bytes: CountedPhrase
  private let kilobytes: CountedPhrase
  private let megabytes: CountedPhrase

  let problems: ProblemWords
  let scripts: ScriptWords
  package let scan: ScanWords
  package let attachment: AttachmentWords
  package let availability: AvailabilityWords
  package let savedDraft: SavedDraftWords
  package let changing: ChangingWords
  package let offline: OfflineWords
  package let answers: AnswersWords
  package let errors: ErrorWords

  init(_ language: LanguageTag, from reader: inout WordReader) {
    self.language = language
    direction = language.direction
    numbers = reader.numbers
    partsFile = Pages.partsFile(of: language, reader.numbers)
    texts = Word.keys.map { reader.text($0) }
    results = reader.counted("results", places: "count")
    shownPhrase = reader.counted("shown", places: "count", "shown")
    numberedPhrase = reader.phrase("numbered", places: "label", "count")
    ofAtMostPhrase = reader.phrase("ofAtMost", places: "count", "maximum")
    selectedCount = reader.counted("selectedCount", places: "count")
    ownTextPhrase = reader.phrase("ownText", places: "label")
    characterLimit = reader.counted("characterLimit", places: "count")
    andMore = reader.counted("andMore", places: "count")
    range = reader.phrase("range", places: "from", "to")
    scale = reader.phrase("scale", places: "minimum", "maximum")
    scaleInSteps = reader.phrase("scaleInSteps", places: "minimum", "maximum", "step")
    hours = reader.phrase("hours", places: "count")
    minutes = reader.phrase("minutes", places: "count")
    lastSevenDays = reader.phrase("lastSevenDays", places: "count")
    lastThirtyDays = reader.phrase("lastThirtyDays", places: "count")
    nextSevenDays = reader.phrase("nextSevenDays", places: "count")
    nextThirtyDays = reader.phrase("nextThirtyDays", places: "count")
    moveUp = reader.phrase("moveUp", places: "label")
    moveDown = reader.phrase("moveDown", places: "label")
    addItem = reader.phrase("addItem", places: "item")
    changeItem = reader.phrase("changeItem", places: "label")
    removeItem = reader.phrase("removeItem", places: "label")
    itemPhrase = reader.phrase("item", places: "item", "number")
    itemAdded = reader.phrase("itemAdded", places: "label")
    itemRemoved = reader.phrase("itemRemoved", places: "label")
    entryLimit = reader.phrase("entryLimit", places: "maximum")
    directionPhrase = reader.phrase("direction", places: "label", "direction")
    positionPhrase = reader.phrase("position", places: "position", "count")
    entry = reader.phrase("entry", places: "label", "value")
    stepPhrase = reader.phrase("step", places: "position", "count")
    pageTitlePhrase = reader.phrase("pageTitle", places: "page", "form")
    problemCount = reader.counted("problemCount", places: "count")
    answeredPhrase = reader.phrase("answered", places: "filled", "count")
    savedAt = reader.phrase("savedAt", places: "time")
    formChangedOnTheWay = reader.phrase("formChangedOnTheWay", places: "button")
    alreadySent = reader.phrase("alreadySent", places: "reference")
    applied = reader.phrase("applied", places: "label")
    cleared = reader.phrase("cleared", places: "label")
    clearedWith = reader.phrase("clearedWith", places: "cleared", "label")
    fillInFirst = reader.phrase("fillInFirst", places: "label")
    entriesBelow = reader.phrase("entriesBelow", places: "label")
    discarded = reader.phrase("discarded", places: "label")
    bytes = reader.counted("bytes", places: "count")
    kilobytes = reader.counted("kilobytes", places: "count")
    megabytes = reader.counted("megabytes", places: "count")

    problems = reader.group("problems") { ProblemWords(&$0) }
    scripts = reader.group("scripts") { ScriptWords(&$0) }
    scan = reader.group("scan") { ScanWords(&$0) }
    attachment = reader.group("attachment") { AttachmentWords(&$0) }
    availability = reader.group("availability") { AvailabilityWords(&$0) }
    savedDraft = reader.group("savedDraft") { SavedDraftWords(&$0) }
    changing = reader.group("changing") { ChangingWords(&$0) }
    offline = reader.group("offline") { OfflineWords(&$0) }
    answers = reader.group("answers") { AnswersWords(&$0) }
    errors = reader.group("errors") { ErrorWords(&$0) }
  }
}

/// A word or sentence of pages without places; the names are the keys in the language's file. A page uses it as
/// `words[.apply]`.
package enum Word: Int, CaseIterable, CodingKey, Sendable {
  // Selection views and modal sections
  case apply, close, dismiss, done, reset, search, selectAll, deselectAll, selected, all, none, other, backToTop,
    noResults, noResultsHint, showMore, discardQuestion, discardChanges, keepEditing, noLongerAvailable
  /// Why a choice cannot be applied.
  case nothingChanged

  // Cells
  case selectAnOption, selectAnOptionBelow, readOnlyField, calculated, clear, remove, on, off, yes, no, ascending,
    descending,
    optional
  /// What screen readers say where others see an asterisk or no mark.
  case required
  case passwordEntered
  /// Shown instead of the password in lists of answers.
  case passwordKept
  /// For a link to another site.
  case otherSite
  case nothingEntered, showPassword, hidePassword, passwordShown, passwordHidden, characterLimitReached, decrease,
    increase
  /// The fields of a date.
  case day, month, year
  /// Buttons that enter a day.
  case today, tomorrow, yesterday, nextWeek, nextMonth
  /// The fields of a range.
  case from, to
  /// Buttons that enter a range.
  case thisWeek, lastWeek, thisMonth, lastMonth, thisYear, lastYear
  /// Between the items of a list.
  case listSeparator
  /// Between the entries of a summary.
  case entrySeparator

  // Pages
  case forms, noForms, back, change, checkAnswers, submit, undo, errorPrefix, successPrefix, warningPrefix,
    infoPrefix, update, problemTitle
  /// The name of the list of sections.
  case sections
  /// For a section in which nothing is left to do.
  case complete
  case requiredNote, optionalNote, receiptTitle, receiptText, reference, print, copy, copyLink, copied

  // Drafts
  /// On a form's page, and on a draft in the list of forms.
  case `continue`
  case startNew, startOver

  // Feedback on a completed action
  case undone, undonePartly, notUndone, itemGone, startedOver, selectionReset, selectionCleared, formChanged,
    cellsAppeared,
    resultsChanged,
    answersChanged,
    sessionEnded, notSaved, gone
  /// Why the page of a protected form was not accepted.
  case sentTooFast, unknownPage, filledDecoy
  /// The label of the decoy.
  case leaveEmpty
  /// Shown beside an answer.
  case answerChanged

  /// The keys in the file, by `rawValue`.
  fileprivate static let keys = allCases.map(\.stringValue)
}

extension Words {
  /// "Expense 2"
  func item(_ item: String, number: Int) -> String { itemPhrase(item, numbers.text(count: number)) }

  package subscript(word: Word) -> String { texts[word.rawValue] }

  func name(of part: DateParts.Part) -> String {
    switch part {
    case .day: self[.day]
    case .month: self[.month]
    case .year: self[.year]
    }
  }
  func name(of day: QuickDay) -> String {
    switch day {
    case .today: self[.today]
    case .tomorrow: self[.tomorrow]
    case .yesterday: self[.yesterday]
    case .nextWeek: self[.nextWeek]
    case .nextMonth: self[.nextMonth]
    }
  }

  func name(of end: RangeTexts.End) -> String { self[end == .from ? .from : .to] }
  func name(of range: QuickRange) -> String {
    switch range {
    case .today: self[.today]
    case .thisWeek: self[.thisWeek]
    case .nextWeek: self[.nextWeek]
    case .lastWeek: self[.lastWeek]
    case .thisMonth: self[.thisMonth]
    case .nextMonth: self[.nextMonth]
    case .lastMonth: self[.lastMonth]
    case .thisYear: self[.thisYear]
    case .lastYear: self[.lastYear]
    case .last7Days: lastSevenDays(plain(7))
    case .last30Days: lastThirtyDays(plain(30))
    case .next7Days: nextSevenDays(plain(7))
    case .next30Days: nextThirtyDays(plain(30))
    }
  }

  /// "1 h 30 min"
  package func duration(minutes count: Int) -> String {
    let parts = [
      count >= 60 ? hours(plain(count / 60)) : nil, count % 60 > 0 || count == 0 ? minutes(plain(count % 60)) : nil,
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  /// "50 of 1,200 shown".
  package func shown(_ shown: Int, of count: Int) -> String { shownPhrase(count, shown) }
  /// "Select All (12)", with the number of values that it would select (LV7).
  func numbered(_ label: String, count: Int) -> String {
    numberedPhrase(label, numbers.text(count: count))
  }
  /// The same for scripts, which insert the number.
  func numbered(_ label: String) -> String { numberedPhrase(label, "{count}") }
  /// "3 selected".
  func selected(_ count: Int) -> String { selectedCount(count) }
  /// The name of the text entry that belongs to the choice with this label.
  func ownText(_ label: String) -> String { ownTextPhrase(label) }
  /// "3 of at most 20".
  func chosen(_ count: Int, ofAtMost maximum: Int) -> String {
    ofAtMostPhrase(numbers.text(count: count), numbers.text(count: maximum))
  }
  /// The same for scripts.
  var chosenOfAtMost: String { ofAtMostPhrase("{count}", "{maximum}") }
  func counter(_ typed: Int, of limit: Int) -> String { plain(typed) + "/" + plain(limit) }
  /// A number without grouped thousands.
  private func plain(_ count: Int) -> String { numbers.text(DecimalNumber(units: Int128(count), decimals: 0)) }
  /// The button that turns a criterion's direction round.
  package func direction(_ direction: String, of label: String) -> String { directionPhrase(label, direction) }
  /// The place of a criterion in its order; 1 is the highest priority.
  func position(_ position: Int, of count: Int) -> String { positionPhrase(plain(position), plain(count)) }
  /// "5 of 11 answered".
  func answered(_ filled: Int, of count: Int) -> String { answeredPhrase(plain(filled), plain(count)) }
  /// "Step 2 of 3".
  func step(_ position: Int, of count: Int) -> String { stepPhrase(plain(position), plain(count)) }
  /// The title of one of a form's pages.
  package func pageTitle(_ page: String, form: String) -> String { pageTitlePhrase(page, form) }
  /// Appends an item to a list. It is isolated if it is written in the other direction.
  func append(_ item: some Collection<UInt8>, to list: inout [UInt8]) {
    // In all scripts that run from right to left, the first byte of a letter is at least this.
    if direction == .leftToRight, !item.contains(where: { $0 >= 0xD6 }) {
      list.append(contentsOf: item)
    } else {
      list += direction.isolating(String(decoding: item, as: UTF8.self)).utf8
    }
  }
  package func list(_ items: some Sequence<String>) -> String {
    items.lazy.map(direction.isolating).joined(separator: self[.listSeparator])
  }

  /// The same for items that each keep their language.
  func list(_ items: [TextPiece]) -> [TextPiece] {
    let isolated = items.map {
      [TextPiece(text: direction.isolating($0.text), language: $0.language, isEntered: $0.isEntered)]
    }
    return Array(isolated.joined(separator: [TextPiece(text: self[.listSeparator])]))
  }

  /// - `losesPassword`: whether a password has to be entered again.
  package func sessionEnded(losesPassword: Bool) -> String {
    losesPassword ? problems.lostPassword : self[.sessionEnded]
  }

  /// "8 MB", for people; in the next smaller unit if it is not a whole number of the larger.
  package func size(_ count: Int) -> String {
    if count >= 1 << 20, count.isMultiple(of: 1 << 20) { return megabytes(count >> 20) }
    return count >= 1 << 10 ? kilobytes(count >> 10) : bytes(count)
  }

  /// "{count} KB" and "{count} MB", into which scripts insert the numbers.
  var sizeTemplates: (kilobytes: String, megabytes: String) {
    let other = PluralCategory.other.index
    return (kilobytes.forms[other]("{count}"), megabytes.forms[other]("{count}"))
  }

  /// "2.4 MB", from the number of tenths.
  func megabytes(tenths: Int) -> String {
    if tenths.isMultiple(of: 10) { return megabytes(tenths / 10) }
    return megabytes.forms[PluralCategory.other.index](numbers.text(DecimalNumber(units: Int128(tenths), decimals: 1)))
  }
}

/// Pages that explain why the requested page is not shown: a title, and what a person can do about it.
package struct ErrorWords: Sendable {
  package struct Page: Sendable {
    package let title: String
    package let text: String

    init(title: String, text: String) { (self.title, self.text) = (title, text) }

    init(_ reader: inout WordReader) {
      title = reader.text("title")
      text = reader.text("text")
    }
  }

  package let badRequest: Page
  package let notUTF8: Page
  package let otherCharset: Page
  package let forbidden: Page
  /// For a form that accepts answers only from its own page.
  package let pageNeeded: Page
  package let notFound: Page
  package let methodNotAllowed: Page
  package let requestTimeout: Page
  package let contentTooLarge: Page
  /// Replaces the text of `contentTooLarge` if the limit is known.
  package let contentTooLargeFor: Phrase
  package let uriTooLong: Page
  package let unsupportedMediaType: Page
  package let misdirectedRequest: Page
  package let tooManyRequests: Page
  package let requestHeaderFieldsTooLarge: Page
  package let notImplemented: Page
  package let serviceUnavailable: Page
  package let httpVersionNotSupported: Page
  package let internalServerError: Page
  package let requestID: Phrase
  /// Says where entries are that did not arrive.
  let pageBefore: String
  let tryAgain: String
  let backToForm: String

  init(_ reader: inout WordReader) {
    badRequest = reader.group("badRequest") { Page(&$0) }
    notUTF8 = reader.group("notUTF8") { Page(&$0) }
    otherCharset = reader.group("otherCharset") { Page(&$0) }
    forbidden = reader.group("forbidden") { Page(&$0) }
    pageNeeded = reader.group("pageNeeded") { Page(&$0) }
    notFound = reader.group("notFound") { Page(&$0) }
    methodNotAllowed = reader.group("methodNotAllowed") { Page(&$0) }
    requestTimeout = reader.group("requestTimeout") { Page(&$0) }
    contentTooLarge = reader.group("contentTooLarge") { Page(&$0) }
    contentTooLargeFor = reader.phrase("contentTooLargeFor", places: "size")
    uriTooLong = reader.group("uriTooLong") { Page(&$0) }
    unsupportedMediaType = reader.group("unsupportedMediaType") { Page(&$0) }
    misdirectedRequest = reader.group("misdirectedRequest") { Page(&$0) }
    tooManyRequests = reader.group("tooManyRequests") { Page(&$0) }
    requestHeaderFieldsTooLarge = reader.group("requestHeaderFieldsTooLarge") { Page(&$0) }
    notImplemented = reader.group("notImplemented") { Page(&$0) }
    serviceUnavailable = reader.group("serviceUnavailable") { Page(&$0) }
    httpVersionNotSupported = reader.group("httpVersionNotSupported") { Page(&$0) }
    internalServerError = reader.group("internalServerError") { Page(&$0) }
    requestID = reader.phrase("requestId", places: "id")
    pageBefore = reader.text("pageBefore")
    tryAgain = reader.text("tryAgain")
    backToForm = reader.text("backToForm")
  }
}

/// The words of the scan action (TI18 to TI23).
package struct ScanWords: Sendable {
  let action: String
  /// Names the file input, which has no visible label.
  let photoOfCode: Phrase
  /// Shown where people aim the camera.
  let hint: String
  let cameraRefused: String
  private let read: Phrase
  private let readFirstOfSeveral: Phrase
  package let noPhoto: String
  package let noCode: String
  package let noPicture: String
  /// Contains the largest allowed size of a picture.
  package let pictureTooLarge: Phrase
  package let tookTooLong: String
  package let busy: String
  package let failed: String

  init(_ reader: inout WordReader) {
    action = reader.text("action")
    photoOfCode = reader.phrase("photoOfCode", places: "label")
    hint = reader.text("hint")
    cameraRefused = reader.text("cameraRefused")
    read = reader.phrase("read", places: "label")
    readFirstOfSeveral = reader.phrase("readFirstOfSeveral", places: "label")
    noPhoto = reader.text("noPhoto")
    noCode = reader.text("noCode")
    noPicture = reader.text("noPicture")
    pictureTooLarge = reader.phrase("pictureTooLarge", places: "size")
    tookTooLong = reader.text("tookTooLong")
    busy = reader.text("busy")
    failed = reader.text("failed")
  }
}

extension ScanWords {
  /// The announcement after a code was read into the cell with this label.
  package func read(_ label: String, isFirstOfSeveral: Bool) -> String {
    isFirstOfSeveral ? readFirstOfSeveral(label) : read(label)
  }
}
