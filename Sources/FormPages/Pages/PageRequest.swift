package import FormCells

/// Which page of a form is requested, and what it shows besides the form state.
package struct PageRequest: Sendable, Hashable {
  /// The page of the form; if a view is open in front of it, the page that contains the view's cell.
  package var pageID: FormPageID
  package var viewport: ViewportClass
  /// The day that a bound of `today` means.
  package var today: CalendarDate
  /// Page-level feedback (LP15, FO6).
  package var notice: [TextPiece]?
  /// Whether the feedback says that a change was undone.
  package var saysUndone = false
  /// Whether focus goes to the error summary, after a submit was rejected.
  package var focusesProblems: Bool
  /// Why requested changes of cells could not be made; shown as the cells' messages.
  package var refusals: [Refusal]
  /// The cell into which the visitor is typing, by `Cell.index`. Its problems are not shown yet.
  package var unfinished: Int?
  /// For the review: the answers that have changed since it was shown, by `Cell.index`.
  package var changedAnswers: [Int] = []
  /// The end of all links to the draft's pages, which names the draft: `?draft=`, or `&draft=` after a query. Empty if
  /// there is no draft yet.
  package var linkSuffix: String
  /// The level of a tree that the open selection view shows (`PickerDraft.level`); `nil` for the draft's level.
  package var level: String?
  /// Whether the requested draft no longer exists. The form is then blank and says so.
  package var isGone = false
  /// The values with which a link begins the form, as a hidden field value; `nil` if there are none or a draft has
  /// them.
  package var prefill: String?
  /// When the page was begun, with the server's seal; `nil` if the form needs none.
  package var seal: String?
  /// Why the answers were not accepted although all are valid; `nil` if there is no doubt.
  package var doubt: PageDoubt?
  /// Whether the draft can be saved for later.
  package var offersSaving = false
  /// False if the form shows sent answers again, which a blank form would replace.
  package var offersStartOver = true
  /// The secret of the link for changing a submission; `nil` for a new submission.
  package var change: String?
  /// The mark of how the draft was saved for later; `nil` if it was not.
  package var saved: String?
  /// The secret of the invitation for this form; `nil` if none is needed.
  package var invitation: String?
  /// Words on until when the form can be sent, and what it replaces.
  package var closing: String?
  /// Whether the visitor is here for the first time, judging by their cookies.
  package var isNew = false
  /// Whether a browser opens the page for the first time; style and script are then inlined.
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

/// Why a person may not have sent the page of a protected form.
package enum PageDoubt: Sendable, Hashable {
  /// The page was sent faster than anyone can read it and fill it in.
  case sentTooFast
  /// The page has no seal of this server, or an expired one.
  case unknownPage
  /// The decoy was filled in.
  case filledDecoy

  func text(in words: Words) -> String {
    switch self {
    case .sentTooFast: words[.sentTooFast]
    case .unknownPage: words[.unknownPage]
    case .filledDecoy: words[.filledDecoy]
    }
  }
}

/// Material's window size classes, in CSS pixels: compact below 600, medium below 840, expanded from 840. `auto` means
/// that the width is not known.
package enum ViewportClass: String, Sendable, CaseIterable {
  case compact, medium, expanded, auto

  /// The widths, in CSS pixels, from which a window is medium and expanded. Style sheets and scripts use the same
  /// widths.
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

  /// How a selection view is presented (AL1, AL2).
  var presentation: Presentation {
    switch self {
    case .compact: .sheet
    case .medium, .expanded: .dialog
    case .auto: .auto
    }
  }

  enum Presentation: String { case sheet, dialog, auto }
}
