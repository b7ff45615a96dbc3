import FormCells
import Templates

/// The parts that the rows of one list share, the same for every visitor.
final class RowStyle: Sendable {
  enum Control { case radio, checkbox, button }

  let control: Control
  /// The control's form name: which of two lists a box belongs to.
  let name: String
  /// The ids of a row begin with it.
  let idPrefix: String
  /// Whether the row's number follows in its ids.
  let isNumbered: Bool
  let languages: [LanguageTag]
  /// Of the labels, where it is not the page's.
  let labelLanguage: LanguageTag?
  /// The same of the texts beside them.
  let detailsLanguage: LanguageTag?
  /// Whether a visitor has entered the labels: a browser that translates the page leaves them as they are.
  let isEntered: Bool
  /// Radio buttons are counted without one.
  var isList: Bool { control != .radio }

  init(
    _ control: Control, name: String, idPrefix: String, isNumbered: Bool = true, languages: [LanguageTag],
    labelLanguage: LanguageTag? = nil, detailsLanguage: LanguageTag? = nil, isEntered: Bool = false
  ) {
    self.control = control
    self.name = name
    self.idPrefix = idPrefix
    self.isNumbered = isNumbered
    self.languages = languages
    self.labelLanguage = labelLanguage
    self.detailsLanguage = detailsLanguage
    self.isEntered = isEntered
  }
}
