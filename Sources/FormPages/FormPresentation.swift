package import FormCells
import Support
import Templates
import Synchronization

/// A version of a form in one list of languages, with its links: everything that its pages show to all visitors alike,
/// made once.
package final class FormPresentation: Sendable {
  package let form: Form
  package let words: Words
  /// In order of preference; the form's locale is last.
  package let languages: [LanguageTag]
  /// The language of the pages' texts.
  package var language: LanguageTag { languages[0] }
  package let links: FormLinks
  /// How numbers and amounts are written and read.
  package let numbers: NumberFormat
  /// How days and times are written.
  package let dates: DateFormat
  /// The display state before anything is entered.
  package let initialDisplayState: DisplayState

  /// Whether its pages show options that a provider is asked for at each request.
  let asksProviders: Bool
  /// Whether later requests get the same presentation. Otherwise its cells are not cached, because nobody would find
  /// them.
  let isKept: Bool
  /// What the documents of its pages share.
  let document: DocumentContext

  /// Distinguishes presentations as long as the process runs.
  let serial: UInt64
  private static let lastSerial = Atomic<UInt64>(0)

  let title: String
  let description: String?
  package let submitLabel: String
  /// The receipt's words on what happens next.
  let receiptText: String
  /// The address to which a copy of the answers goes.
  let receiptCopy: String?
  let receiptLinkLabel: String
  /// "Fields marked with an asterisk are required", if it applies (C1).
  let note: String?
  let marking: MarkingScheme
  let cells: [CellPresentation]
  let sections: [SectionPresentation]
  /// Whether a wide window shows a list of its sections, which needs at least three.
  let listsSections: Bool
  /// By position in `Form.steps`.
  let stepNames: [String?]
  private let offersScan: Bool
  private let fileByteLimit: Int?
  /// Whether its texts contain answers.
  let hasAnswers: Bool

  /// - `languages`: the languages of the pages; the form's locale is appended.
  /// - `offersScan`: whether photos for cells with `scan` can be read.
  /// - `fileByteLimit`: the largest file that can be added; `nil` if it is not known.
  /// - `numbers`: by default, the format of the form's locale.
  /// - `dates`: by default, the format of the form's locale.
  package convenience init(
    _ form: Form, languages: [LanguageTag], words: Words, links: FormLinks, numbers: NumberFormat? = nil,
    dates: DateFormat? = nil, offersScan: Bool = true, fileByteLimit: Int? = nil, isKept: Bool = true
  ) {
    self.init(
      form, languages: languages + [form.locale], words: words, links: links, numbers: numbers ?? .of(form.locale),
      dates: dates ?? .of(form.locale), offersScan: offersScan, fileByteLimit: fileByteLimit, isKept: isKept,
      answers: nil)
  }

  /// The same presentation with the answers inserted into its texts, for one page.
  convenience init(_ other: FormPresentation, answers: ShownAnswers) {
    self.init(
      other.form, languages: other.languages, words: other.words, links: other.links, numbers: other.numbers,
      dates: other.dates, offersScan: other.offersScan, fileByteLimit: other.fileByteLimit, isKept: false,
      answers: answers)
  }

  /// - `languages`: with the form's locale at the end.
  /// - `answers`: `nil` if the texts are as in the definition.
  private init(
    _ form: Form, languages: [LanguageTag], words: Words, links: FormLinks, numbers: NumberFormat, dates: DateFormat,
    offersScan: Bool, fileByteLimit: Int?, isKept: Bool, answers: ShownAnswers?
  ) {
    self.isKept = isKept
    self.numbers = numbers
    self.dates = dates
    self.form = form
    self.words = words
    self.languages = languages
    self.links = links
    self.offersScan = offersScan
    self.fileByteLimit = fileByteLimit
    hasAnswers = answers != nil
    func text(_ text: Localized?) -> String? {
      (text?.text(in: languages)).map(answers.filled)
    }
    document = DocumentContext(language: languages[0], words: words, assets: links.assets, form: form)
    title = form.title.text(in: languages)
    description = form.description?.text(in: languages)
    submitLabel = form.submitLabel?.text(in: languages) ?? words[.submit]
    receiptText = form.receipt.text?.text(in: languages) ?? words[.receiptText]
    receiptCopy = form.receipt.copy?.text(in: languages)
    receiptLinkLabel = form.receipt.link?.label.text(in: languages) ?? ""
    let scheme = MarkingScheme(of: form)
    marking = scheme
    note = scheme.note(in: words)
    cells = form.cells.map {
      CellPresentation(
        $0, following: form.followings[$0.index], languages: languages, words: words, scheme: scheme, links: links,
        modalSection: form.modalSection(of: $0.index).map { form.name(of: .section($0)) }, numbers: numbers,
        dates: dates, offersScan: offersScan, fileByteLimit: fileByteLimit, answers: answers)
    }
    sections = form.sections.enumerated().map { index, section in
      let modal = ModalSectionPresentation(index, of: form, links: links, text: text)
      // A modal section's footer is shown in its view. If the section has no label, its title names its cell. Likewise
      // the title of a step names its page.
      let isName = (modal != nil || section.container == .step && form.hasSteps) && section.label == nil
      return SectionPresentation(
        headingID: "_section_\(index)", title: isName ? nil : text(section.title),
        name: text(section.title ?? section.label),
        footer: modal == nil ? text(section.footer) : nil, cells: section.cells.map(\.index),
        modal: modal, hasAnswers: answers != nil,
        repeated: RepeatedPresentation(section, words: words, text: text))
    }
    listsSections = !form.hasSteps && sections.count { $0.listTitle != nil } > 2
    stepNames = form.steps.map { step in
      guard form.hasSteps, let section = step.sections.first.map({ form.sections[$0] }) else { return nil }
      return text(section.label ?? section.title)
    }
    asksProviders = form.cells.contains { $0.optionSource?.isProvided == true }
    serial = Self.lastSerial.wrappingAdd(1, ordering: .relaxed).newValue
    initialDisplayState = DisplayState(of: FormState(form: form), cells, serial: serial, today: nil)
  }
}

extension FormPresentation {
  /// The label of a cell, by its index.
  package func label(of cell: Int) -> String { cells[cell].label }

  /// The labels of cells and repeated sections, by their ids in a submission; ids that the form does not have are left
  /// out.
  package func labels(ofSubmitted ids: [String]) -> [String] {
    ids.compactMap { id in
      form.sentCell(id).map { label(of: $0.index) } ?? form.repeatedSection(id).flatMap { sections[$0].name }
    }
  }

  /// Whether title and description together contain every term of a search, in any spelling.
  func matches(_ search: String) -> Bool {
    var searched: [UInt8] = []
    "\(title) \(description ?? "")".withBytes { _ = Folding.appendSearched($0, to: &searched) }
    return SearchTerm.terms(of: search).allSatisfy { term in
      term.spellings.contains { searched.firstRange(of: $0) != nil }
    }
  }

  /// The label of the decoy; `nil` if the form is not protected or the page has no seal.
  func decoy(where seal: String?) -> String? { form.isProtected && seal != nil ? words[.leaveEmpty] : nil }

  /// The URL of a view in front of the form.
  package func link(to view: Overlay) -> String {
    switch view {
    case .cell(let cell): links.cells[cell]
    case .section(let section): links.sections[section]
    }
  }

  /// The URL of a view in front of the form, at a level of its options.
  /// - Parameters:
  ///   - level: `PickerDraft.level`; ignored for a modal section.
  package func link(to view: Overlay, level: String, _ suffix: String) -> String {
    let link = link(to: view)
    guard !level.isEmpty, case .cell(let cell) = view, form.cells[cell].optionSource?.isTree == true else {
      return link + suffix
    }
    var value: [UInt8] = []
    level.withBytes { PercentEncoding.append($0, to: &value) }
    let query = (link.contains("?") ? "&in=" : "?in=") + String(decoding: value, as: UTF8.self)
    return link + query + (suffix.isEmpty ? "" : "&" + suffix.dropFirst())
  }

  /// The URL of a page of the form.
  /// - `suffix`: `PageRequest.linkSuffix`.
  package func link(to pageID: FormPageID, _ suffix: String) -> String {
    let link: String
    switch pageID {
    case .step(let step): link = links.steps[step]
    case .review: link = links.review
    }
    // After a query that the form's own address does not have, the draft is one more parameter.
    return suffix.isEmpty || link == links.form ? link + suffix : "\(link)&\(suffix.dropFirst())"
  }
}

/// The URLs in a form's pages. The pages do not know the routes; the site makes the URLs.
package struct FormLinks: Sendable {
  package var home: String
  /// The title of `home`; `nil` for "Forms".
  package var homeTitle: String?
  package var form: String
  /// A blank form, even if a draft exists.
  package var blankForm: String
  /// The pages of its steps, by position in `Form.steps`, and the review.
  package var steps: [String]
  package var review: String
  /// The selection views, by `Cell.index`.
  package var cells: [String]
  /// The views of modal sections, by position in `Form.sections`.
  package var sections: [String]
  package var assets: PageAssets

  /// - `homeTitle`: the title of `home`, if it is not the list of forms.
  /// - `blankForm`: by default, the form's URL.
  /// - `view`: the URL of a view in front of the form, by its name in addresses (`Form.address(of:)`).
  /// - `pageID`: what is appended to the form's URL for one of its pages; nothing for the first step. By default, all
  ///   pages are at the form's URL.
  package init(
    to target: Form, home: String, homeTitle: String? = nil, form: String, blankForm: String? = nil, assets: PageAssets,
    view: (String) -> String, pageID: (FormPageID) -> String = { _ in "" }
  ) {
    self.home = home
    self.homeTitle = homeTitle
    self.form = form
    self.blankForm = blankForm ?? form
    steps = target.steps.indices.map { form + pageID(.step($0)) }
    review = form + pageID(.review)
    cells = target.cells.map { view(target.address(of: .cell($0.index))) }
    sections = target.sections.indices.map { view(target.address(of: .section($0))) }
    self.assets = assets
  }
}

struct SectionPresentation: Sendable {
  let headingID: String
  /// The title above its cells.
  let title: String?
  /// The name above its answers where they are listed.
  let name: String?
  let footer: String?
  let cells: [Int]
  let modal: ModalSectionPresentation?
  /// Whether its texts contain answers.
  let hasAnswers: Bool
  let repeated: RepeatedPresentation?

  /// The title in the list of sections; `nil` for a modal section, which is a cell.
  var listTitle: String? { modal == nil ? title : nil }
}

/// Which labels carry a mark: one scheme for the whole form (C1, FO2).
struct MarkingScheme {
  let marksRequired: Bool
  let marksOptional: Bool
  private let cellCount: Int

  init(of form: Form) {
    cellCount = form.cells.count(where: \.hasValue)
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
    if marksRequired { return hasRequired ? words[.requiredNote] : nil }
    return cellCount > 1 ? words[.optionalNote] : nil
  }
}
