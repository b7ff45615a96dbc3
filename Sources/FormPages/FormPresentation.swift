public import FormCells
import Markup

/// A form version in one list of languages, with its links: all that its pages show to every visitor alike, made once.
public final class FormPresentation: Sendable {
  public let form: Form
  public let words: Words
  /// In order of preference; the form's locale is the last.
  public let languages: [LanguageTag]
  public let links: FormLinks
  /// How numbers and amounts are written and read (contract, `locale`).
  public let numbers: NumberFormat

  let title: String
  let description: String?
  let submitLabel: String
  /// "Fields marked with an asterisk are required", where it applies (features C1).
  let note: String?
  let marking: MarkingScheme
  let cells: [CellPresentation]
  let sections: [SectionPresentation]

  /// - Parameters:
  ///   - languages: what the visitor prefers; the form's locale is added at the end.
  ///   - offersScan: whether there is a reader for the photos of cells with `scan`.
  ///   - numbers: left out: those of the form's locale.
  public init(
    _ form: Form, languages: [LanguageTag], words: Words, links: FormLinks, numbers: NumberFormat? = nil,
    offersScan: Bool = true
  ) {
    let numbers = numbers ?? .of(form.locale)
    self.numbers = numbers
    self.form = form
    self.words = words
    self.languages = languages + [form.locale]
    self.links = links
    let languages = self.languages
    title = form.title.text(in: languages)
    description = form.description?.text(in: languages)
    submitLabel = form.submitLabel?.text(in: languages) ?? words.submit
    let scheme = MarkingScheme(of: form)
    marking = scheme
    note = scheme.note(in: words)
    cells = form.cells.map {
      CellPresentation(
        $0, languages: languages, words: words, scheme: scheme, links: links, numbers: numbers,
        offersScan: offersScan)
    }
    sections = form.sections.enumerated().map { index, section in
      let modal = ModalSectionPresentation(index, of: form, languages: languages, links: links)
      // A modal section's footer stands in its view; its title, without a label, is the name of its cell.
      let title = modal != nil && section.label == nil ? nil : section.title
      return SectionPresentation(
        headingID: "_section_\(index)", title: title?.text(in: languages),
        footer: modal == nil ? section.footer?.text(in: languages) : nil, cells: section.cells.map(\.index),
        modal: modal)
    }
  }
}

extension FormPresentation {
  /// The URL of what opens in front of the form.
  func link(to view: InnerView) -> String {
    switch view {
    case .cell(let cell): links.cells[cell]
    case .section(let section): links.sections[section]
    }
  }
}

/// The URLs that a form's pages name. The pages know no routes; whoever serves them prints these.
public struct FormLinks: Sendable {
  public var home: String
  /// What `home` is called; nil: "Forms".
  public var homeTitle: String?
  public var form: String
  /// The selection views, by `Cell.index`.
  public var cells: [String]
  /// The views of modal sections, by position among `Form.sections`.
  public var sections: [String]
  public var assets: PageAssets

  /// - Parameters:
  ///   - homeTitle: what `home` is called, where it is not the list of forms.
  ///   - view: the URL of what opens in front of the form, by its name (`Form.name(of:)`).
  public init(
    to target: Form, home: String, homeTitle: String? = nil, form: String, assets: PageAssets,
    view: (String) -> String
  ) {
    self.home = home
    self.homeTitle = homeTitle
    self.form = form
    cells = target.cells.map { view(target.name(of: .cell($0.index))) }
    sections = target.sections.indices.map { view(target.name(of: .section($0))) }
    self.assets = assets
  }
}

struct SectionPresentation: Sendable {
  let headingID: String
  let title: String?
  let footer: String?
  let cells: [Int]
  let modal: ModalSectionPresentation?
}

/// Which labels carry a mark: one scheme for the whole form (features C1, FO2).
struct MarkingScheme {
  let marksRequired: Bool
  let marksOptional: Bool
  private let cellCount: Int

  init(of form: Form) {
    cellCount = form.cells.count
    let required = form.cells.count(where: \.isRequired)
    switch form.marking {
    case .required: (marksRequired, marksOptional) = (true, false)
    case .optional: (marksRequired, marksOptional) = (false, true)
    case .auto: (marksRequired, marksOptional) = (required * 2 <= cellCount, required * 2 > cellCount)
    }
    hasRequired = required > 0 || form.cells.contains { $0.requiredWhen != nil }
  }

  private let hasRequired: Bool

  func note(in words: Words) -> String? {
    if marksRequired { return hasRequired ? words.requiredNote : nil }
    return cellCount > 1 ? words.optionalNote : nil
  }
}

/// One cell's texts and names, the same for every visitor.
final class CellPresentation: Sendable {
  let cell: Cell
  let id: String
  let label: String
  let helper: String?
  let placeholder: String?
  let success: String?
  let marksRequired: Bool
  let marksOptional: Bool
  let optionalWord: String
  let words: Words
  let languages: [LanguageTag]
  let numbers: NumberFormat
  let kind: Kind

  /// What only a cell of one kind has.
  enum Kind: Sendable {
    case text(TextPresentation)
    case currency(CurrencyPresentation)
    case note(NotePresentation)
    case `switch`(SwitchPresentation)
    case radioGroup(RadioGroupPresentation)
    case date(DateCell)
    case password(PasswordPresentation)
    case listPicker(SelectionPresentation)
    case select(SelectionPresentation, SelectCell.Style)
    case orderPicker(OrderPickerPresentation)
  }
  /// What its selection view offers; nil for the kinds that open none.
  var selection: SelectionPresentation? {
    switch kind {
    case .listPicker(let selection), .select(let selection, _): selection
    default: nil
    }
  }

  let link: String

  let errorID: String
  let references: CellReferences
  /// The cell's template as far as it is the same for everyone who sees the cell in the same state.
  let variants = TemplateVariants()

  init(
    _ cell: Cell, languages: [LanguageTag], words: Words, scheme: MarkingScheme, links: FormLinks,
    numbers: NumberFormat,
    offersScan: Bool
  ) {
    self.cell = cell
    id = cell.id
    label = cell.label.text(in: languages)
    helper = cell.helper?.text(in: languages)
    success = cell.messages.success?.text(in: languages)
    placeholder =
      switch cell.kind {
      case .text(let text): text.placeholder?.text(in: languages)
      case .currency(let money): money.placeholder?.text(in: languages)
      case .note(let note): note.placeholder?.text(in: languages)
      case .password(let password): password.placeholder?.text(in: languages)
      case .listPicker(let picker): picker.placeholder?.text(in: languages) ?? words.selectAnOption
      case .select(let select): select.placeholder?.text(in: languages) ?? words.selectAnOption
      default: nil
      }
    marksRequired = scheme.marksRequired
    marksOptional = scheme.marksOptional
    optionalWord = words.optional
    self.words = words
    self.languages = languages
    self.numbers = numbers
    kind =
      switch cell.kind {
      case .text(let text):
        .text(
          TextPresentation(
            text, scan: offersScan && text.hasScan ? ScanPresentation(cell, label: label, words) : nil, words: words))
      case .currency(let money): .currency(CurrencyPresentation(money, label: label, numbers: numbers))
      case .note(let note): .note(NotePresentation(note, words: words))
      case .switch(let cell): .switch(SwitchPresentation(cell, languages: languages, words: words))
      case .radioGroup(let group):
        .radioGroup(RadioGroupPresentation(group, of: cell, languages: languages, words: words))
      case .date(let date): .date(date)
      case .password(let password): .password(PasswordPresentation(password))
      case .listPicker(let picker):
        .listPicker(SelectionPresentation(picker, languages: languages, words: words))
      case .select(let select): .select(SelectionPresentation(select, words: words), select.style)
      case .orderPicker(let picker):
        .orderPicker(OrderPickerPresentation(picker, cell: cell.id, languages: languages, words: words))
      }
    link = links.cells[cell.index]
    errorID = "\(cell.id)_error"
    references =
      switch cell.kind {
      case .listPicker, .select: .labelling(cell.id)
      default: .describing(cell.id)
      }
  }
}
