public import FormCells

/// The built-in words in one language (contract, section 5). A language that the product carries is one value of this
/// type; English is the first.
public final class Words: Sendable {
  public let language: LanguageTag

  public let apply = "Apply"
  public let close = "Close"
  public let reset = "Reset"
  public let search = "Search"
  public let selectAll = "Select All"
  public let deselectAll = "Deselect All"
  public let selected = "Selected"
  public let all = "All"
  public let backToTop = "Back to top"
  public let selectAnOption = "Select an option"
  public let selectAnOptionBelow = "Select an option below"
  public let back = "Back"
  public let done = "Done"
  public let ascending = "Ascending"
  public let descending = "Descending"
  public let readOnlyField = "Read-only field"
  public let none = "None"
  public let clear = "Clear"
  public let passwordEntered = "A password was entered. Leave the field empty to keep it."
  public let on = "On"
  public let off = "Off"
  public let noResults = "No Results Found"
  public let noResultsHint = "Check the spelling or try a different word."
  public let showMore = "Show more"
  public let discardQuestion = "Discard changes?"
  public let discardChanges = "Discard Changes"
  public let keepEditing = "Keep Editing"
  public let undo = "Undo"
  public let undone = "The change was undone."
  public let selectionReset = "The selection was reset."
  public let selectionCleared = "The selection was cleared."
  public let nothingEntered = "Nothing entered"
  public let submit = "Submit"
  public let errorPrefix = "Error: "
  public let successPrefix = "Correct: "
  public let problemTitle = "There is a problem"
  public let optional = "(optional)"
  public let requiredNote = "Fields marked with an asterisk are required"
  public let optionalNote = "All fields are required unless marked optional"
  public let characterLimitReached = "Character limit reached"
  public let reduceCharacters = "Reduce the number of characters"
  public let forms = "Forms"
  public let noForms = "There is no form here yet"
  public let receiptTitle = "Sent"
  public let receiptText = "Your answers have been saved."
  public let reference = "Reference"
  public let fillInAgain = "Fill in another one"
  public let formChanged = "This form has changed since you opened it. Check your answers and send them again."
  public let cellsAppeared = "Your answers have added to this form. Fill in what is new and send it again."
  public let sessionEnded = "Your session ended. Nothing was lost: check your answers and send them again."
  public let noLongerAvailable = "No longer available"
  public let showPassword = "Show password"
  public let hidePassword = "Hide password"
  public let passwordShown = "The password is shown."
  public let passwordHidden = "The password is hidden."
  /// For scripts: `#` is the number, `|` stands between one and several.
  public let charactersLeft = "# character left|# characters left"
  public let charactersOver = "# character too many|# characters too many"
  /// For scripts: the limit, then what was entered.
  public let reduceCharactersTo = "Reduce the number of characters: # allowed, # entered."
  public let unreachable =
    "The server cannot be reached. Nothing was lost: press again when the network is back."
  public let failed = "That did not work. Nothing was lost: try again in a moment."
  public let notSaved = "Your answers could not be saved. Nothing was lost: please send them again."

  public init(language: LanguageTag) { self.language = language }

  public static let english = Words(language: "en")

  /// The languages that the product carries.
  public static let carried: [Words] = [.english]

  /// The visitor's first language that the product carries, else the form's (contract, `locale`).
  /// - Parameter languages: the visitor's, in order of preference.
  public static func preferred(by languages: some Sequence<LanguageTag>, locale: LanguageTag) -> Words {
    for tag in languages {
      if let words = carried.first(where: { $0.language.language == tag.language }) { return words }
    }
    return carried.first { $0.language.language == locale.language } ?? .english
  }

  /// Whose numbers and amounts a page is written in: the visitor's where the product carries his language, else the
  /// form's (contract, `locale`). A language without a region says nothing of one: "en" keeps the form's "en-IN".
  public static func numberLocale(preferring languages: some Sequence<LanguageTag>, locale: LanguageTag) -> LanguageTag
  {
    for tag in languages where carried.contains(where: { $0.language.language == tag.language }) {
      return tag.language == tag.description && tag.language == locale.language ? locale : tag
    }
    return locale
  }

  /// "3 selected and 2 more": what the cell cannot show (anchors B9).
  public func andMore(_ count: Int) -> String { "and \(count) more" }
  /// "Select All (12)": what it would take (features C22).
  public func numbered(_ label: String, _ count: Int) -> String { "\(label) (\(count))" }
  /// A modal section with several problems: which of its cells to look at; nil for none.
  public func check(_ labels: [String]) -> String? {
    switch labels.count {
    case 0: nil
    case 1: "Check \(labels[0])."
    case 2: "Check \(labels[0]) and \(labels[1])."
    default: "Check \(labels[0]), \(labels[1]) and \(labels.count - 2) more."
    }
  }
  /// After Apply.
  public func applied(_ label: String) -> String { "\(label): changes applied." }
  /// After Clear.
  public func cleared(_ label: String) -> String { "\(label): entry cleared." }
  /// After "Discard Changes".
  public func discarded(_ label: String) -> String { "\(label): changes discarded." }
  /// The button that turns a criterion's direction round.
  public func direction(_ direction: String, of label: String) -> String { "\(label), \(direction)" }
  public func moveUp(_ label: String) -> String { "Move \(label) up" }
  public func moveDown(_ label: String) -> String { "Move \(label) down" }
  /// Where a criterion stands in its order.
  public func position(_ position: Int, of count: Int) -> String { "\(position) of \(count)" }
  public func selectCriteria(_ minimum: Int) -> String {
    minimum > 1 ? "Select at least \(minimum) criteria." : "Select at least one criterion."
  }
  public func results(_ count: Int) -> String { count == 1 ? "1 result" : "\(count) results" }
  public func shown(_ shown: Int, of count: Int) -> String { "\(shown) of \(count) shown" }
  public func selectedCount(_ count: Int) -> String { "\(count) selected" }
  public func counter(_ typed: Int, of limit: Int) -> String { String(typed) + "/" + String(limit) }
  /// Spoken in place of "12/40" (anchors B27).
  public func characterLimit(_ limit: Int) -> String { "You can enter up to \(limit) characters" }
}
