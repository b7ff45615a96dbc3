// Form values use texts, numbers and option tables, so importing this module also imports theirs.
@_exported public import Options
@_exported public import Localization
import Support

/// A form definition, decoded and checked. Immutable: a changed file is a new `Form` with a new `version`, and visitors finish
/// the version in which they began. A class, so that passing it costs one reference count.
public final class Form: Sendable, Identifiable {
  /// The URL part, `[a-z0-9-]{1,64}`.
  public let id: String
  package let title: Localized
  package let description: Localized?
  /// BCP 47 tag of the language of texts that are plain strings, and of numbers and amounts unless the visitor's language
  /// says otherwise.
  package let locale: LanguageTag
  /// The languages in which the form can be shown, its own first; each visitor gets one of them.
  package let languages: [LanguageTag]
  package let marking: Marking
  package let submitLabel: Localized?
  package let lint: LintSettings
  /// `"review": true`: a page that shows all answers before sending.
  package let hasReview: Bool
  /// The time zone of its dates and times; `nil` for the server's.
  package let timeZone: TimeZone?
  package let receipt: Receipt
  /// Whether it accepts answers only from its page, and only after the page has been open for a while.
  package let isProtected: Bool
  /// Days after which its submissions are erased; `nil` if they are kept.
  package let retentionDays: Int?
  package let availability: Availability
  /// `"save": true`: a draft can be saved for later.
  package let savesDrafts: Bool
  /// How long after sending visitors can change their answers; `nil` if they cannot.
  package let changeMinutes: Int?
  package let sections: [FormSection]
  /// In the order of the definition.
  package let rules: [FormRule]
  /// All cells of all sections, in order; `cells[i].index == i`.
  package let cells: [Cell]
  /// Its pages: at least one, and every section is on one.
  package let steps: [FormStep]
  /// 16 hex digits of the SHA-256 of the definition's meaning: its JSON without white space, with sorted keys. Stored with each
  /// submission.
  public let version: String
  /// The definition's meaning as JSON, from which the version is computed.
  package let definition: [UInt8]

  private let declaredStates: [CellState]
  /// The values that the cells begin with, unless these may change with their options.
  let declaredValues: DigestedValues
  /// Digests of the definition's values (`FormState.digests`), by `Cell.index`.
  package var declaredDigests: [UInt64] { declaredValues.digests }
  /// Whether a cell's first value may change with its options.
  let beginsByOptions: Bool
  /// Cells that begin with the day on which the form is opened, by index.
  package let cellsBeginningToday: [Int]
  /// Whether any cell's value is checked against the clocks of the form's time zone.
  package let asksForMoment: Bool
  /// Whether a page of the form may send files.
  package let takesFiles: Bool
  /// The digests of the values that a draft does not store (`DigestedValues`).
  let unpackedDigests: [UInt64]
  /// The cells with a field on the form, by `Cell.index`.
  let cellsWithField: [Int]
  /// The position of each cell in `cellsWithField`, by `Cell.index`; `nil` for a cell without a field.
  let fieldPlaces: [Int?]
  /// The cells whose options change while the form is served, by `Cell.index`: options from a file, or with places.
  let cellsOfChangingOptions: [Int]
  /// Whether any option has a number of places.
  package let hasPlaces: Bool
  /// The cells with the choice `other`.
  package let cellsWithOther: [Cell]
  /// Whether the state of any cell depends on the values of others.
  let hasConditions: Bool
  /// The cells whose values are calculated from others, by `Cell.index`.
  package let calculatedCells: [Int]
  /// Whether the values of cells decide more than states: bounds of other cells, or rules.
  let hasDemands: Bool
  /// The cells whose answers appear in texts of the form, by `Cell.index`, each once.
  package let cellsOfTexts: [Int]
  /// Whether files can be added to any cell.
  package let hasAttachments: Bool
  /// Whether any cell can be read-only or is disabled.
  let hasLocks: Bool
  /// What follows from each cell's value, by `Cell.index`; `nil` if no other part of the form refers to the cell.
  package let followings: [Following?]
  /// The cells, each after those that decide whether it is visible or read-only, and what it offers.
  let evaluationOrder: [Int]
  /// The cells whose values filter the options of others, by index.
  let followedCells: [Int]
  /// Whether the values of some cells decide what others offer or accept.
  package let hasFollowers: Bool
  /// The position of each cell's modal section, by `Cell.index`; `nil` if its section is not modal.
  let modalSections: [Int?]
  /// The position of each cell's section, by `Cell.index`.
  package let sectionOfCell: [Int]
  /// The step of each cell, by `Cell.index`; empty if there is only one step.
  let stepOfCell: [Int]
  private let indexByID: [String: Int]
  /// The number of places for entries that each repeated section has.
  package let room: Int
  /// The same form with more room, by the amount of room. Each is made when first needed, and kept alive by whoever shows it.
  let forms = Lock<[Int: WeakForm]>([:])
  /// The positions of the repeated sections.
  package let repeatedSections: [Int]
  /// The entries shown in a form that has none; `nil` if the form cannot have entries.
  let noEntries: ShownEntries?
  /// The form without room that this one extends; `nil` if this form is that one.
  let base: Form?

  /// The same form with places for this number of entries.
  convenience init(_ form: Form, room: Int) {
    let (sections, rules) = form.sections(withRoom: room)
    self.init(
      id: form.id, title: form.title, description: form.description, locale: form.locale, marking: form.marking,
      submitLabel: form.submitLabel, lint: form.lint, hasReview: form.hasReview, timeZone: form.timeZone,
      receipt: form.receipt, isProtected: form.isProtected, retentionDays: form.retentionDays,
      availability: form.availability, savesDrafts: form.savesDrafts, changeMinutes: form.changeMinutes,
      sections: sections, rules: rules,
      languages: form.languages,
      definition: form.definition, room: room, base: form.base ?? form)
  }

  /// - `languages`: only the locale if left out.
  /// - `room`: for each repeated section, this number of the `sections` are places of entries.
  init(
    id: String, title: Localized, description: Localized? = nil, locale: LanguageTag = "en-US",
    marking: Marking = .required, submitLabel: Localized? = nil, lint: LintSettings = LintSettings(),
    hasReview: Bool = false, timeZone: TimeZone? = nil, receipt: Receipt = Receipt(), isProtected: Bool = false,
    retentionDays: Int? = nil,
    availability: Availability = Availability(), savesDrafts: Bool = false, changeMinutes: Int? = nil,
    sections: [FormSection],
    rules: [FormRule] = [],
    languages: [LanguageTag] = [], definition: [UInt8], room: Int = 0,
    base: Form? = nil
  ) {
    self.id = id
    self.room = room
    self.base = base
    self.title = title
    self.description = description
    self.locale = locale
    self.languages = languages.isEmpty ? [locale] : languages
    self.marking = marking
    self.submitLabel = submitLabel
    self.lint = lint
    self.hasReview = hasReview
    self.timeZone = timeZone
    self.receipt = receipt
    self.isProtected = isProtected
    self.retentionDays = retentionDays
    self.availability = availability
    self.savesDrafts = savesDrafts
    self.changeMinutes = changeMinutes
    self.definition = definition
    self.rules = rules
    version = Self.version(of: definition)
    var cells: [Cell] = []
    self.sections = sections.map { section in
      var section = section
      section.cells = section.cells.enumerated().map { Cell($1, index: cells.count + $0) }
      cells += section.cells
      return section
    }
    self.cells = cells
    self.modalSections = sections.enumerated().flatMap { position, section in
      section.cells.map { _ in section.container == .modal ? position : nil }
    }
    sectionOfCell = sections.enumerated().flatMap { position, section in section.cells.map { _ in position } }
    let steps = FormStep.steps(of: sections.filter { $0.entry == nil }.map { ($0.container, $0.cells.count) })
    self.steps = steps
    stepOfCell =
      steps.count == 1
      ? []
      : sections.enumerated().flatMap { position, section in
        let step = steps.firstIndex { $0.sections.contains(section.entry?.section ?? position) } ?? 0
        return section.cells.map { _ in step }
      }
    let isRepeated = sections.map { $0.repeated != nil }
    repeatedSections = isRepeated.indices.filter { isRepeated[$0] }
    hasConditions =
      isRepeated.contains(true)
      || cells.contains {
        !$0.visibilityConditions.isEmpty || !$0.filters.isEmpty || $0.requiredWhen != nil || $0.readOnlyWhen != nil
          || !$0.notes.isEmpty
      }
    calculatedCells = cells.indices.filter { cells[$0].isCalculated }
    let cellsOfTexts = cells.flatMap(\.settings.cellsOfTexts) + sections.flatMap(\.cellsOfTexts)
    self.cellsOfTexts = Set(cellsOfTexts + rules.flatMap(\.cellsOfTexts)).sorted()
    hasDemands = !rules.isEmpty || cells.contains { $0.followedBounds != nil }
    hasAttachments = cells.contains { $0.type == .attachment }
    hasLocks = cells.contains { $0.isReadOnly || $0.isDisabled || $0.readOnlyWhen != nil }
    self.evaluationOrder = Condition.evaluationOrder(of: cells, sections: sections.map(\.entriesShownWhen))
    self.indexByID = Dictionary(cells.map { ($0.id, $0.index) }, uniquingKeysWith: { first, _ in first })
    // The cells of the repeated section itself, which its entries copy, are on no page.
    let sectionOfCell = sectionOfCell
    let placesOfCells = zip(modalSections, sectionOfCell).map { isRepeated[$1] ? $1 : $0 }
    let stepOfCell = stepOfCell
    followings = Following.all(of: cells, in: evaluationOrder, rules: rules, texts: self.cellsOfTexts) {
      PageOfCell(step: stepOfCell.isEmpty ? 0 : stepOfCell[$0], modalSection: placesOfCells[$0])
    }
    unpackedDigests = DigestedValues(cells.map(\.unpackedValue)).digests
    // Of all entries, only the open one has fields on a page.
    let cellsWithField = self.sections.filter { $0.entry == nil }.flatMap(\.cells).filter(\.hasField).map(\.index)
    self.cellsWithField = cellsWithField
    var fieldPlaces = [Int?](repeating: nil, count: cells.count)
    for (place, cell) in cellsWithField.enumerated() { fieldPlaces[cell] = place }
    self.fieldPlaces = fieldPlaces
    followedCells = Set(cells.flatMap(\.filters).map(\.cell)).sorted()
    hasFollowers = cells.contains { !$0.filters.isEmpty || $0.followedBounds != nil }
    cellsOfChangingOptions = cells.indices.filter { cells[$0].optionSource?.isChanging == true }
    hasPlaces = cells.contains { $0.optionSource?.places.isEmpty == false }
    cellsWithOther = cells.filter { $0.other != nil }
    beginsByOptions = cells.contains(where: \.beginsByOptions)
    asksForMoment = cells.contains { $0.behaviour.asksForMoment }
    takesFiles = cells.contains { $0.behaviour.takesFiles }
    cellsBeginningToday = cells.indices.filter { cells[$0].behaviour.beginsToday }
    let noEntries = ShownEntries([], of: sections, sectionOfCell: sectionOfCell)
    self.noEntries = noEntries
    let beginning = Evaluation(of: cells, in: evaluationOrder, values: cells.map(\.initial), entries: noEntries)
    declaredValues = DigestedValues(beginning.values)
    declaredStates = beginning.states
  }

  /// The version for a definition's meaning.
  package static func version(of definition: [UInt8]) -> String { String(SHA256.hex(of: definition).prefix(16)) }

  /// The states of the cells of a blank form.
  package var initialStates: [CellState] {
    guard beginsByOptions, hasConditions else { return declaredStates }
    return Evaluation(of: cells, in: evaluationOrder, values: initialValues, entries: noEntries).states
  }

  /// The cell of this id, or nil.
  package func cell(_ id: String) -> Cell? { indexByID[id].map { cells[$0] } }
}

/// A reference to a form that is freed when nobody shows it any more.
struct WeakForm: Sendable {
  weak let form: Form?
}

/// How a form marks what is required (C1).
public enum Marking: String, Sendable, CaseIterable {
  /// Cells are optional unless `required: true`; required labels carry `*`.
  case required
  /// Cells are required unless `required: false`; optional labels carry "(optional)".
  case optional
  /// Marks whichever is fewer; cells are optional unless `required: true`.
  case auto
}

package struct FormSection: Sendable {
  package var title: Localized?
  package var footer: Localized?
  package var container: Section.Container
  package var label: Localized?
  /// Set for a section that is filled in any number of times.
  package var repeated: RepeatedSection?
  /// Set for a section that is the place of one entry.
  package var entry: EntryPlace?
  /// When its cells are visible; for a step, all cells up to the next step. Each cell has a copy (`Cell.sectionVisibleWhen`).
  package var visibleWhen: Condition?
  /// The cells whose answers appear in its texts, by index.
  var cellsOfTexts: [Int] = []
  package var cells: [Cell]

  /// For a repeated section and its entries: when the entries are shown.
  var entriesShownWhen: Condition? { repeated != nil || entry != nil ? cells.first?.sectionVisibleWhen : nil }

  package init(
    title: Localized? = nil, footer: Localized? = nil, container: Section.Container = .page, label: Localized? = nil,
    cells: [Cell]
  ) {
    self.title = title
    self.footer = footer
    self.container = container
    self.label = label
    self.cells = cells
  }
}
