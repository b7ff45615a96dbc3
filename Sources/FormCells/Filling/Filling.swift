/// What one visitor has filled in of one form so far. A pure value: `reduce` is the only thing that changes it.
///
/// Applied values and drafts are two things: a selection view that is closed, left by Back or lost on the way leaves
/// `values` as they were (features LV5, anchors F2).
public struct Filling: Sendable {
  /// The version that he began on, and finishes on.
  public let form: Form
  /// Names this filled-in form for as long as it lives; a form sent twice under one id is one submission.
  public let id: String
  /// By `Cell.index`.
  public internal(set) var values: [CellValue]
  /// The open selection views, by `Cell.index`.
  public internal(set) var drafts: [Int: PickerDraft] = [:]
  /// The open modal sections, by position.
  public internal(set) var sectionDrafts: [Int: SectionDraft] = [:]
  /// Holds a section's draft in place of what is applied.
  var isLayer = false
  /// The last change that can be taken back.
  public internal(set) var undo: UndoStep?
  /// A submit was refused: problems are shown until they are mended.
  public internal(set) var showsProblems = false
  /// Cells whose selection view was applied.
  var applied: Set<Int> = []
  /// Cells whose password went with a session that is gone: asked for again, so that none is left out in silence.
  var lostPasswords: Set<Int> = []

  /// - Parameter values: by `Cell.index`; left out: the definition's own.
  public init(form: Form, id: String, values: [CellValue]? = nil) {
    self.form = form
    self.id = id
    self.values = values ?? form.initialValues
  }

  /// The draft of this cell's selection view over the options now in force; where none is open, the one that opening it
  /// would make.
  public func draft(of cell: Cell) -> PickerDraft {
    guard var draft = drafts[cell.index] else { return PickerDraft(of: selection(of: cell)) }
    if let source = cell.optionSource, draft.selection.table !== source.current {
      draft.selection = draft.selection.rebased(onto: source.current)
    }
    return draft
  }

  /// The selection over the options now in force: the applied one, or, where the cell stands in an open modal section,
  /// the one that the section shows.
  public func selection(of cell: Cell) -> Selection {
    if !isLayer, let section = form.modalSection(of: cell.index), let draft = sectionDrafts[section],
      let first = form.sections[section].cells.first
    {
      return selection(draft.values[cell.index - first.index], of: cell)
    }
    return appliedSelection(of: cell)
  }

  /// The applied selection over the options now in force.
  public func appliedSelection(of cell: Cell) -> Selection { selection(values[cell.index], of: cell) }

  private func selection(_ value: CellValue, of cell: Cell) -> Selection {
    guard let source = cell.optionSource else { preconditionFailure("\(cell.id) has no options") }
    return value.selection.rebased(onto: source.current)
  }
}
