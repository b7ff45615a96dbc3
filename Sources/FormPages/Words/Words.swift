public import FormCells

/// The built-in words in one language (contract, section 5). A language that the product carries is one value of this
/// type; English is the first.
public struct Words: Sendable {
  public var language: LanguageTag

  public var apply = "Apply"
  public var close = "Close"
  public var reset = "Reset"
  public var search = "Search"
  public var selectAll = "Select All"
  public var deselectAll = "Deselect All"
  public var selected = "Selected"
  public var all = "All"
  public var backToTop = "Back to top"
  public var selectAnOption = "Select an option"
  public var readOnlyField = "Read-only field"
  public var none = "None"
  public var noResults = "No Results Found"
  public var noResultsHint = "Check the spelling or try a different word."
  public var showMore = "Show more"
  public var discardQuestion = "Discard changes?"
  public var discardChanges = "Discard Changes"
  public var keepEditing = "Keep Editing"
  public var submit = "Submit"
  public var errorPrefix = "Error: "
  public var problemTitle = "There is a problem"
  public var optional = "(optional)"
  public var requiredNote = "Fields marked with an asterisk are required"
  public var optionalNote = "All fields are required unless marked optional"
  public var characterLimitReached = "Character limit reached"
  public var reduceCharacters = "Reduce the number of characters"
  public var forms = "Forms"
  public var noForms = "There is no form here yet"
  public var receiptTitle = "Sent"
  public var receiptText = "Your answers have been saved."
  public var reference = "Reference"
  public var fillInAgain = "Fill in another one"
  public var sessionEnded = "Your session ended. Nothing was lost: check your answers and send them again."
  public var noLongerAvailable = "No longer available"
  public var notSaved = "Your answers could not be saved. Nothing was lost: please send them again."

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

  /// "3 selected and 2 more": what the cell cannot show (anchors B9).
  public func andMore(_ count: Int) -> String { "and \(count) more" }
  /// "Select All (12)": what it would take (features C22).
  public func numbered(_ label: String, _ count: Int) -> String { "\(label) (\(count))" }
  public func results(_ count: Int) -> String { count == 1 ? "1 result" : "\(count) results" }
  public func shown(_ shown: Int, of count: Int) -> String { "\(shown) of \(count) shown" }
  public func selectedCount(_ count: Int) -> String { "\(count) selected" }
  public func counter(_ typed: Int, of limit: Int) -> String { "\(typed)/\(limit)" }
  /// Spoken in place of "12/40" (anchors B27).
  public func characterLimit(_ limit: Int) -> String { "You can enter up to \(limit) characters" }
}
