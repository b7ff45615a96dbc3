/// A form definition, decoded and checked. Immutable: a changed file is a new `Form` with a new
/// `version`, and whoever began on the old one finishes on the old one. A class only so that handing it around costs one
/// reference count.
public final class Form: Sendable, Identifiable {
  /// The URL part, `[a-z0-9-]{1,64}`.
  public let id: String
  public let title: Localized
  public let description: Localized?
  /// BCP 47 tag of number formats and built-in words unless the visitor's languages say otherwise.
  public let locale: LanguageTag
  public let marking: Marking
  public let submitLabel: Localized?
  public let lint: LintSettings
  /// `"review": true`: a page that shows all answers before sending.
  public let hasReview: Bool
  public let sections: [Section]
  /// All cells of all sections, in order; `cells[i].index == i`.
  public let cells: [Cell]
  /// 16 hex digits of the SHA-256 of the definition's bytes; stored with each submission.
  public let version: String

  /// How the cells stand as long as nothing is entered.
  package let initialStates: [CellState]
  /// Whether how a cell stands depends on what others hold.
  let hasConditions: Bool
  /// The cells so that each comes behind those on which its visibility and its being read-only depend.
  let evaluationOrder: [Int]
  /// By `Cell.index`: the position of its section, where that is a modal one.
  let modalSections: [Int?]
  private let indexByID: [String: Int]

  public init(
    id: String, title: Localized, description: Localized? = nil, locale: LanguageTag = "en-US",
    marking: Marking = .required, submitLabel: Localized? = nil, lint: LintSettings = LintSettings(),
    hasReview: Bool = false, sections: [Section], version: String
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.locale = locale
    self.marking = marking
    self.submitLabel = submitLabel
    self.lint = lint
    self.hasReview = hasReview
    self.version = version
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
    hasConditions = cells.contains { $0.visibleWhen != nil || $0.requiredWhen != nil || $0.readOnlyWhen != nil }
    self.evaluationOrder = Condition.evaluationOrder(of: cells)
    self.indexByID = Dictionary(cells.map { ($0.id, $0.index) }, uniquingKeysWith: { first, _ in first })
    self.initialStates = Evaluation(of: cells, in: evaluationOrder, cells.map(\.initial)).states
  }

  /// The cell of this id, or nil.
  public func cell(_ id: String) -> Cell? { indexByID[id].map { cells[$0] } }
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

public struct Section: Sendable {
  public enum Container: String, Sendable, CaseIterable { case page, modal, step }
  public var title: Localized?
  public var footer: Localized?
  public var container: Container
  public var label: Localized?
  public var cells: [Cell]

  public init(
    title: Localized? = nil, footer: Localized? = nil, container: Container = .page, label: Localized? = nil,
    cells: [Cell]
  ) {
    self.title = title
    self.footer = footer
    self.container = container
    self.label = label
    self.cells = cells
  }
}

/// Settings of the guideline checker (`formcells check`).
public struct LintSettings: Sendable, Equatable {
  public enum LabelCase: String, Sendable, CaseIterable { case title, sentence, off }
  public var labelCase: LabelCase
  /// Ids of rules that are not reported, such as "LP7".
  public var ignore: [String]
  public init(labelCase: LabelCase = .title, ignore: [String] = []) {
    self.labelCase = labelCase
    self.ignore = ignore
  }
}
