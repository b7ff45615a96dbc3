package import FormCells

/// How a form's page is asked for.
package struct PageRequest: Sendable, Hashable {
  /// The page of the form; behind a view that is open in front, the one on which its cell stands.
  package var pageID: FormPageID
  package var viewport: ViewportClass
  /// The day that bounds of `today` stand for.
  package var today: CalendarDate
  /// Page-level feedback (LP15, FO6).
  package var notice: [TextPiece]?
  /// It says that a change was undone.
  package var saysUndone = false
  /// After a refused submit: focus goes to the summary.
  package var focusesProblems: Bool
  /// Why what was asked of cells could not be done; stands as their messages.
  package var refusals: [Refusal]
  /// A cell that the visitor is typing into: what is wrong with it is not said yet. By `Cell.index`.
  package var unfinished: Int?
  /// Of the review: answers that have changed since it was shown, by `Cell.index`.
  package var changedAnswers: [Int] = []
  /// Names the draft in the links of its pages, which end with it: `?draft=`, or `&draft=` where they have a query. Empty:
  /// there is no draft yet.
  package var linkSuffix: String
  /// The level of a tree that the open selection view shows (`PickerDraft.level`); nil: the draft's.
  package var level: String?
  /// The draft that was asked for is gone: the form is blank, and says so.
  package var isGone = false
  /// The values with which a link begins the form, as the page carries them; nil: none does, or a draft has them.
  package var prefill: String?
  /// When the page was begun, with the server's seal; nil: the form needs none.
  package var seal: String?
  /// Why the answers were not taken, although nothing is wrong with them; nil: nobody has sent them so.
  package var doubt: PageDoubt?
  /// Whether the draft can be saved for later.
  package var offersSaving = false
  /// False: what was sent is filled in again, and a blank form would replace it.
  package var offersStartOver = true
  /// The secret of the link by which a submission is changed; nil: it is a new one.
  package var change: String?
  /// How the draft was saved for later; nil: it was not.
  package var saved: String?
  /// The secret of the invitation with which the form is sent; nil: it needs none.
  package var invitation: String?
  /// Says until when the form can be sent, and what it replaces.
  package var closing: String?
  /// The visitor comes for the first time, by their cookies.
  package var isNew = false
  /// A browser opens the page for the first time: what the page needs is in it.
  package var isFirst = false

  package struct Refusal: Sendable, Hashable {
    /// `Cell.index`
    package var cell: Int
    package var message: String

    package init(cell: Int, message: String) {
      self.cell = cell
      self.message = message
    }
  }

  package init(
    pageID: FormPageID = .step(0), viewport: ViewportClass = .auto, today: CalendarDate, notice: [TextPiece]? = nil,
    focusesProblems: Bool = false,
    refusals: [Refusal] = [], linkSuffix: String = "", level: String? = nil
  ) {
    self.pageID = pageID
    self.viewport = viewport
    self.today = today
    self.notice = notice
    self.focusesProblems = focusesProblems
    self.refusals = refusals
    self.linkSuffix = linkSuffix
    self.level = level
  }
}

/// Why it is not sure that a person has sent the page of a protected form.
package enum PageDoubt: Sendable, Hashable {
  /// Nobody reads and fills in a page in so short a time.
  case sentTooFast
  /// The page has no seal of this server, or an old one.
  case unknownPage
  /// The field that people do not see was filled in.
  case filledDecoy

  func text(in words: Words) -> String {
    switch self {
    case .sentTooFast: words[.sentTooFast]
    case .unknownPage: words[.unknownPage]
    case .filledDecoy: words[.filledDecoy]
    }
  }
}

/// Material's window size classes: compact below 600, medium below 840, expanded from 840 CSS pixels;
/// `auto` where nothing told the server.
package enum ViewportClass: String, Sendable, CaseIterable {
  case compact, medium, expanded, auto

  /// CSS pixels from which on a window is medium, and expanded. Style sheets and scripts have the same ones.
  static let breakpoints = (medium: 600, expanded: 840)

  /// - Parameter width: CSS pixels.
  package init(width: Int) {
    self = width < Self.breakpoints.medium ? .compact : width < Self.breakpoints.expanded ? .medium : .expanded
  }

  /// From 0 to 3.
  var number: Int {
    switch self {
    case .auto: 0
    case .compact: 1
    case .medium: 2
    case .expanded: 3
    }
  }

  /// How a selection view stands on the page (AL1, AL2).
  var presentation: Presentation {
    switch self {
    case .compact: .sheet
    case .medium, .expanded: .dialog
    case .auto: .auto
    }
  }

  enum Presentation: String { case sheet, dialog, auto }
}
