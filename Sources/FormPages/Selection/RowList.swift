import FormCells
import Templates

/// The rows of an option table that one list of a page shows. They are written straight from the table, in sequence,
/// without intermediate values.
final class RowList: Sendable {
  let style: RowStyle
  let table: OptionTable
  /// The rows in the order of the list, in runs that are ticked or not as a whole.
  private let parts: [Part]
  /// The rows in the order of the list.
  let rows: RowRuns
  let languages: [LanguageTag]
  /// The address of an image that an option names, or `nil` if there is no such image. The closure is `nil` if the list
  /// shows no pictures.
  let image: (@Sendable (String) -> String?)?
  /// The terms of a search; empty if nothing is searched for.
  let terms: [SearchTerm]
  /// How rows of a tree show which rows they are below.
  let paths: Paths
  /// The kinds of text that at least one row has.
  let texts: OptionTexts
  /// The cache of rendered rows that nobody has chosen; `nil` if the list cannot use it.
  private let cache: RowCache?

  enum Paths {
    /// The rows are on the top level, or in no tree.
    case none
    /// All rows are on one level, whose path the view shows.
    case ofLevel
    /// Each row shows its path.
    case ofRows
  }

  /// Consecutive rows of the table.
  private typealias Part = (rows: Range<Int>, areTicked: Bool)

  /// Rows that are all ticked, or all unticked.
  convenience init(
    _ style: RowStyle, table: OptionTable, rows: RowRuns, areTicked: Bool, paths: Paths = .none,
    image: (@Sendable (String) -> String?)? = nil
  ) {
    self.init(style, table: table, rows: rows, parts: rows.ranges.map { ($0, areTicked) }, paths: paths, image: image)
  }

  /// Rows of which the chosen ones are ticked.
  convenience init(
    _ style: RowStyle, rows: RowRuns, of selection: Selection, terms: [SearchTerm] = [], paths: Paths = .none,
    image: (@Sendable (String) -> String?)? = nil, cache: RowCache? = nil
  ) {
    self.init(
      style, table: selection.table, rows: rows, parts: selection.parts(of: rows).map { ($0.rows, $0.areChosen) },
      terms: terms,
      paths: paths, image: image, cache: cache)
  }

  /// Chosen values that are no longer options.
  convenience init(_ style: RowStyle, of missing: [Selection.Missing], words: Words) {
    let about = Localized(words[.noLongerAvailable])
    let table = OptionTable(
      options: missing.map { Option(value: $0.value, label: Localized($0.label), description: about) })
    self.init(style, table: table, rows: RowRuns(0..<table.count), areTicked: true)
  }

  private init(
    _ style: RowStyle, table: OptionTable, rows: RowRuns, parts: [Part], terms: [SearchTerm] = [],
    paths: Paths, image: (@Sendable (String) -> String?)?, cache: RowCache? = nil
  ) {
    self.style = style
    self.table = table
    self.rows = rows
    self.parts = parts
    self.terms = terms
    self.paths = paths
    languages = style.languages
    self.image = table.hasPictures ? image : nil
    texts = table.texts
    // Pictures may come and go, each search marks other letters, and the rows of a tree are on many levels.
    self.cache = table.isWhole && table.tree == nil && self.image == nil && terms.isEmpty ? cache : nil
  }

  func fragments(_ template: Template<RowView>) -> [Fragment] {
    let wanted = parts.reduce(0) { $1.areTicked ? $0 : max($0, $1.rows.upperBound) }
    let held = cache?.rows(of: table, wanted: wanted, template) { RowView(of: $0, isChecked: false, in: self) }
    var fragments: [Fragment] = []
    fragments.reserveCapacity(2 * parts.count)
    for part in parts {
      let ready = part.areTicked ? 0..<0 : part.rows.clamped(to: 0..<(held?.count ?? 0))
      if let held, !ready.isEmpty { fragments.append(held.fragment(ready)) }
      let rest = part.rows.dropFirst(ready.count)
      if !rest.isEmpty {
        fragments.append(
          template.fragment(each: rest) { [self] in RowView(of: $0, isChecked: part.areTicked, in: self) })
      }
    }
    return fragments
  }

  /// The picture of a row. An image that is not under `Public` is replaced by initials. If some rows have a picture,
  /// the others show the first letters of their label, so that the texts line up.
  func picture(of row: Int) -> RowPicture? {
    guard let image else { return nil }
    let isContact = table.hasContacts
    if let name = table.image(at: row), let link = image(name) { return .image(link, isContact: isContact) }
    if let initials = table.initials(at: row) { return .initials(initials) }
    return isContact ? .initials(Self.initials(of: table.label(at: row, in: languages))) : nil
  }

  private static func initials(of label: String) -> String {
    let words = label.split(whereSeparator: \.isWhitespace)
    return [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first?.uppercased() }.joined()
  }
}

/// The picture beside the text of an object or contact row (LV24, LV25). It adds no information to the text.
enum RowPicture: Sendable {
  /// The address of an image.
  case image(String, isContact: Bool)
  case initials(String)
}

/// The parts that the rows of one list share, the same for every visitor.
final class RowStyle: Sendable {
  enum Control { case radio, checkbox, button }

  let control: Control
  /// The control's name in the form, which tells to which of two lists a box belongs.
  let name: String
  /// The beginning of the ids of a row.
  let idPrefix: String
  /// Whether the row's number follows in its ids.
  let isNumbered: Bool
  let languages: [LanguageTag]
  /// The language of the labels, if it is not the page's.
  let labelLanguage: LanguageTag?
  /// The language of the texts beside them, if it is not the page's.
  let detailsLanguage: LanguageTag?
  /// Whether visitors entered the labels. A browser that translates the page then leaves them unchanged.
  let isEntered: Bool
  /// Whether each row is an item of a list. Radio buttons do not need one, because browsers count them.
  let isList: Bool
  /// The status of a row without places left.
  let full: String
  /// The label of the button that leads to the rows below a row; `nil` if rows that can be chosen have no such button.
  let below: Phrase?

  init(
    _ control: Control, name: String, idPrefix: String, isNumbered: Bool = true, languages: [LanguageTag],
    labelLanguage: LanguageTag? = nil, detailsLanguage: LanguageTag? = nil, isEntered: Bool = false,
    isList: Bool? = nil, full: String = "", below: Phrase? = nil
  ) {
    self.full = full
    self.control = control
    self.name = name
    self.idPrefix = idPrefix
    self.isNumbered = isNumbered
    self.languages = languages
    self.labelLanguage = labelLanguage
    self.detailsLanguage = detailsLanguage
    self.isEntered = isEntered
    self.isList = isList ?? (control != .radio)
    self.below = below
  }
}
