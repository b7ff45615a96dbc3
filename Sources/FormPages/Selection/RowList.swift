import FormCells
import Templates

/// Rows of an option table as one list of a page shows them. They are written straight from the table, one after the
/// other; nothing is made of them before.
final class RowList: Sendable {
  let style: RowStyle
  let table: OptionTable
  /// In the order of the list, in parts of which all are ticked or none is.
  private let parts: [ViewRun]
  /// In the order of the list.
  let rows: RowRuns
  let languages: [LanguageTag]
  /// The address of an image that an option names, or nil where there is none. Nil itself: the list shows no pictures.
  let image: (@Sendable (String) -> String?)?
  /// The terms of a search; none: nothing is searched for.
  let terms: [SearchTerm]
  /// The texts that any row has.
  let texts: OptionTexts

  /// Rows of which all are ticked, or none is.
  convenience init(
    _ style: RowStyle, _ table: OptionTable, _ rows: RowRuns, areTicked: Bool,
    image: (@Sendable (String) -> String?)? = nil
  ) {
    self.init(style, table, rows, rows.ranges.map { ViewRun($0, isPlain: !areTicked) }, image: image)
  }

  /// Rows of which those are ticked that are chosen.
  convenience init(
    _ style: RowStyle, _ rows: RowRuns, of selection: Selection, terms: [SearchTerm] = [],
    image: (@Sendable (String) -> String?)? = nil
  ) {
    self.init(
      style, selection.table, rows, selection.parts(of: rows).map { ViewRun($0.rows, isPlain: !$0.areChosen) },
      terms: terms, image: image)
  }

  private init(
    _ style: RowStyle, _ table: OptionTable, _ rows: RowRuns, _ parts: [ViewRun], terms: [SearchTerm] = [],
    image: (@Sendable (String) -> String?)?
  ) {
    self.style = style
    self.table = table
    self.rows = rows
    self.parts = parts
    self.terms = terms
    languages = style.languages
    self.image = table.hasPictures ? image : nil
    texts = table.texts
  }

  func fragment(_ template: Template<RowView>) -> Fragment {
    style.variants.fragment(template, parts, kept: kept) { [self] row, isPlain in
      RowView(of: row, isChecked: !isPlain, in: self)
    } key: {
      $0.shape.rawValue
    }
  }

  /// The rows that nobody has chosen are the same for everyone, as long as the table is; its pictures may come and go, and
  /// each search marks others of their letters.
  private var kept: KeptSource? {
    guard let views = style.kept, table.isWhole, image == nil, terms.isEmpty else { return nil }
    return KeptSource(views, source: table.serial)
  }

  /// An image that is not under `Public` gives way to initials. Where some rows have a face, those without one show the
  /// first letters of their label, so that the texts line up.
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

/// The picture beside the text of an object or contact row (LV24, LV25). It says nothing that the text does not.
enum RowPicture: Sendable {
  /// The address of an image.
  case image(String, isContact: Bool)
  case initials(String)
}
