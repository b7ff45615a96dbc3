public import FormCells

/// How a form's page is asked for.
public struct PageRequest: Sendable {
  public var viewport: ViewportClass
  /// The day that bounds of `today` stand for.
  public var today: CalendarDate
  /// Page-level feedback (LP15, FO6).
  public var notice: String?
  /// After a refused submit: focus goes to the summary.
  public var focusesProblems: Bool
  /// Why what was asked of a cell could not be done; stands as its message. By `Cell.index`.
  public var refusal: (cell: Int, message: String)?

  public init(
    viewport: ViewportClass = .auto, today: CalendarDate, notice: String? = nil, focusesProblems: Bool = false,
    refusal: (cell: Int, message: String)? = nil
  ) {
    self.viewport = viewport
    self.today = today
    self.notice = notice
    self.focusesProblems = focusesProblems
    self.refusal = refusal
  }
}
