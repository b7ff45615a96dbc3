package import FormCells

/// The built-in words in one language, read from its file below `Templates/locales`. A missing key is
/// reported at start; a page takes a stored property.
package final class Words: Sendable {
  package let language: LanguageTag
  private let direction: TextDirection
  /// How they write numbers: those of the page have the same digits.
  let numbers: NumberFormat
  /// What scripts show in it (`Pages.madeAssets`).
  let partsFile: String

  // Selection views and modal sections
  let apply: String
  let close: String
  let dismiss: String
  let done: String
  let reset: String
  let search: String
  let selectAll: String
  let deselectAll: String
  let selected: String
  let all: String
  let none: String
  let other: String
  let backToTop: String
  let noResults: String
  let noResultsHint: String
  let showMore: String
  let discardQuestion: String
  let discardChanges: String
  let keepEditing: String
  let noLongerAvailable: String
  let results: CountedPhrase
  private let shownPhrase: CountedPhrase
  private let numberedPhrase: Phrase
  private let ofAtMostPhrase: Phrase
  /// Why a choice cannot be applied.
  let nothingChanged: String
  /// How many are chosen.
  let selectedCount: CountedPhrase
  private let ownTextPhrase: Phrase

  // Cells
  let selectAnOption: String
  let selectAnOptionBelow: String
  let readOnlyField: String
  let clear: String
  let on: String
  let off: String
  let ascending: String
  let descending: String
  let optional: String
  /// Where a sign is seen, or nothing.
  let required: String
  let passwordEntered: String
  /// In place of the password, where the answers are listed.
  let passwordKept: String
  let nothingEntered: String
  let showPassword: String
  let hidePassword: String
  let passwordShown: String
  let passwordHidden: String
  let characterLimitReached: String
  /// Spoken in place of "12/40".
  let characterLimit: CountedPhrase
  /// "and 2 more": what a list leaves out.
  let andMore: CountedPhrase
  let moveUp: Phrase
  let moveDown: Phrase
  let decrease: String
  let increase: String
  private let directionPhrase: Phrase
  private let positionPhrase: Phrase
  /// Between the items of a list.
  let listSeparator: String
  /// A cell and its value, where several stand in a line.
  let entry: Phrase
  /// Between such entries.
  let entrySeparator: String

  // Pages
  let forms: String
  let noForms: String
  let back: String
  let change: String
  let checkAnswers: String
  private let stepPhrase: Phrase
  private let pageTitlePhrase: Phrase
  let submit: String
  let undo: String
  let errorPrefix: String
  let successPrefix: String
  let warningPrefix: String
  let infoPrefix: String
  let update: String
  let problemTitle: String
  let problemCount: CountedPhrase
  /// The name of the list of them.
  let sections: String
  /// Of a section in which nothing is left to do.
  let complete: String
  let requiredNote: String
  let optionalNote: String
  let receiptTitle: String
  let receiptText: String
  let reference: String
  let print: String
  let copy: String
  let copied: String

  // Drafts
  /// Of a form's page, and of a draft in the list of forms.
  package let resume: String
  let startNew: String
  let startOver: String
  private let answeredPhrase: Phrase
  let savedAt: Phrase

  // What is told of something done
  package let undone: String
  let startedOver: String
  package let selectionReset: String
  package let selectionCleared: String
  package let formChanged: String
  /// On a page whose button leads to another one, which it names.
  package let formChangedOnTheWay: Phrase
  package let cellsAppeared: String
  private let sessionEnded: String
  package let notSaved: String
  let gone: String
  package let alreadySent: Phrase
  package let applied: Phrase
  package let cleared: Phrase
  package let discarded: Phrase

  private let bytes: CountedPhrase
  private let kilobytes: CountedPhrase
  private let megabytes: CountedPhrase

  let problems: ProblemWords
  let scripts: ScriptWords
  package let scan: ScanWords
  package let errors: ErrorWords

  init(_ language: LanguageTag, _ reader: inout WordReader) {
    self.language = language
    direction = language.direction
    numbers = reader.numbers
    partsFile = Pages.partsFile(of: language, reader.numbers)
    apply = reader.text("apply")
    close = reader.text("close")
    dismiss = reader.text("dismiss")
    done = reader.text("done")
    reset = reader.text("reset")
    search = reader.text("search")
    selectAll = reader.text("selectAll")
    deselectAll = reader.text("deselectAll")
    selected = reader.text("selected")
    all = reader.text("all")
    none = reader.text("none")
    other = reader.text("other")
    backToTop = reader.text("backToTop")
    noResults = reader.text("noResults")
    noResultsHint = reader.text("noResultsHint")
    showMore = reader.text("showMore")
    discardQuestion = reader.text("discardQuestion")
    discardChanges = reader.text("discardChanges")
    keepEditing = reader.text("keepEditing")
    noLongerAvailable = reader.text("noLongerAvailable")
    results = reader.counted("results", "count")
    shownPhrase = reader.counted("shown", "count", "shown")
    numberedPhrase = reader.phrase("numbered", "label", "count")
    ofAtMostPhrase = reader.phrase("ofAtMost", "count", "maximum")
    selectedCount = reader.counted("selectedCount", "count")
    ownTextPhrase = reader.phrase("ownText", "label")
    nothingChanged = reader.text("nothingChanged")

    selectAnOption = reader.text("selectAnOption")
    selectAnOptionBelow = reader.text("selectAnOptionBelow")
    readOnlyField = reader.text("readOnlyField")
    clear = reader.text("clear")
    on = reader.text("on")
    off = reader.text("off")
    ascending = reader.text("ascending")
    descending = reader.text("descending")
    optional = reader.text("optional")
    required = reader.text("required")
    passwordKept = reader.text("passwordKept")
    passwordEntered = reader.text("passwordEntered")
    nothingEntered = reader.text("nothingEntered")
    showPassword = reader.text("showPassword")
    hidePassword = reader.text("hidePassword")
    passwordShown = reader.text("passwordShown")
    passwordHidden = reader.text("passwordHidden")
    characterLimitReached = reader.text("characterLimitReached")
    characterLimit = reader.counted("characterLimit", "count")
    andMore = reader.counted("andMore", "count")
    moveUp = reader.phrase("moveUp", "label")
    moveDown = reader.phrase("moveDown", "label")
    decrease = reader.text("decrease")
    increase = reader.text("increase")
    directionPhrase = reader.phrase("direction", "label", "direction")
    positionPhrase = reader.phrase("position", "position", "count")
    listSeparator = reader.text("listSeparator")
    entry = reader.phrase("entry", "label", "value")
    entrySeparator = reader.text("entrySeparator")

    forms = reader.text("forms")
    noForms = reader.text("noForms")
    back = reader.text("back")
    change = reader.text("change")
    checkAnswers = reader.text("checkAnswers")
    stepPhrase = reader.phrase("step", "position", "count")
    pageTitlePhrase = reader.phrase("pageTitle", "page", "form")
    submit = reader.text("submit")
    undo = reader.text("undo")
    errorPrefix = reader.text("errorPrefix")
    successPrefix = reader.text("successPrefix")
    warningPrefix = reader.text("warningPrefix")
    infoPrefix = reader.text("infoPrefix")
    update = reader.text("update")
    problemTitle = reader.text("problemTitle")
    problemCount = reader.counted("problemCount", "count")
    sections = reader.text("sections")
    complete = reader.text("complete")
    requiredNote = reader.text("requiredNote")
    optionalNote = reader.text("optionalNote")
    receiptTitle = reader.text("receiptTitle")
    receiptText = reader.text("receiptText")
    reference = reader.text("reference")
    print = reader.text("print")
    copy = reader.text("copy")
    copied = reader.text("copied")

    resume = reader.text("continue")
    startNew = reader.text("startNew")
    startOver = reader.text("startOver")
    answeredPhrase = reader.phrase("answered", "filled", "count")
    savedAt = reader.phrase("savedAt", "time")

    undone = reader.text("undone")
    startedOver = reader.text("startedOver")
    selectionReset = reader.text("selectionReset")
    selectionCleared = reader.text("selectionCleared")
    formChanged = reader.text("formChanged")
    formChangedOnTheWay = reader.phrase("formChangedOnTheWay", "button")
    cellsAppeared = reader.text("cellsAppeared")
    sessionEnded = reader.text("sessionEnded")
    notSaved = reader.text("notSaved")
    gone = reader.text("gone")
    alreadySent = reader.phrase("alreadySent", "reference")
    applied = reader.phrase("applied", "label")
    cleared = reader.phrase("cleared", "label")
    discarded = reader.phrase("discarded", "label")

    bytes = reader.counted("bytes", "count")
    kilobytes = reader.counted("kilobytes", "count")
    megabytes = reader.counted("megabytes", "count")

    problems = reader.group("problems") { ProblemWords(&$0) }
    scripts = reader.group("scripts") { ScriptWords(&$0) }
    scan = reader.group("scan") { ScanWords(&$0) }
    errors = reader.group("errors") { ErrorWords(&$0) }
  }
}

extension Words {
  /// "50 of 1,200 shown".
  func shown(_ shown: Int, of count: Int) -> String { shownPhrase(count, shown) }
  /// "Select All (12)": what it would take (LV7).
  func numbered(_ label: String, _ count: Int) -> String {
    numberedPhrase(label, numbers.text(count: count))
  }
  /// The same for scripts, which put the number in.
  func numbered(_ label: String) -> String { numberedPhrase(label, "{count}") }
  /// "3 selected".
  func selected(_ count: Int) -> String { selectedCount(count) }
  /// The name of the entry beside a choice of this label, for a text that is not among the options.
  func ownText(_ label: String) -> String { ownTextPhrase(label) }
  /// "3 of at most 20".
  func chosen(_ count: Int, ofAtMost maximum: Int) -> String {
    ofAtMostPhrase(numbers.text(count: count), numbers.text(count: maximum))
  }
  /// The same for scripts.
  var chosenOfAtMost: String { ofAtMostPhrase("{count}", "{maximum}") }
  func counter(_ typed: Int, of limit: Int) -> String { plain(typed) + "/" + plain(limit) }
  /// Without thousands set apart.
  private func plain(_ count: Int) -> String { numbers.text(DecimalNumber(units: Int128(count), decimals: 0)) }
  /// The button that turns a criterion's direction round.
  func direction(_ direction: String, of label: String) -> String { directionPhrase(label, direction) }
  /// Where a criterion stands in its order; 1 is the highest priority.
  func position(_ position: Int, of count: Int) -> String { positionPhrase(plain(position), plain(count)) }
  /// "5 of 11 answered".
  func answered(_ filled: Int, of count: Int) -> String { answeredPhrase(plain(filled), plain(count)) }
  /// "Step 2 of 3".
  func step(_ position: Int, of count: Int) -> String { stepPhrase(plain(position), plain(count)) }
  /// The title of one of a form's pages.
  func pageTitle(_ page: String, _ form: String) -> String { pageTitlePhrase(page, form) }
  /// Appends an item of a list, kept apart where it is written the other way.
  func append(_ item: some Collection<UInt8>, to list: inout [UInt8]) {
    // The letters of all scripts that run from right to left begin with a byte from here on.
    if direction == .leftToRight, !item.contains(where: { $0 >= 0xD6 }) {
      list.append(contentsOf: item)
    } else {
      list += direction.isolating(String(decoding: item, as: UTF8.self)).utf8
    }
  }
  func list(_ items: some Sequence<String>) -> String {
    items.lazy.map(direction.isolating).joined(separator: listSeparator)
  }

  /// The same of items each of which keeps its language.
  func list(_ items: [TextPiece]) -> [TextPiece] {
    let isolated = items.map {
      [TextPiece(text: direction.isolating($0.text), language: $0.language, isEntered: $0.isEntered)]
    }
    return Array(isolated.joined(separator: [TextPiece(text: listSeparator)]))
  }

  /// - `losesPassword`: a password that was entered is asked for again.
  package func sessionEnded(losesPassword: Bool) -> String { losesPassword ? problems.lostPassword : sessionEnded }

  /// "8 MB", for people: in the next smaller unit where it is not a whole number of them.
  package func size(_ count: Int) -> String {
    if count >= 1 << 20, count.isMultiple(of: 1 << 20) { return megabytes(count >> 20) }
    return count >= 1 << 10 ? kilobytes(count >> 10) : bytes(count)
  }
}
