/// The boxes of a posted selection view, and what the view says of itself.
public struct PageTicks: Sendable {
  /// The draft that the view was made from, as the page carries it.
  public var draft: String
  /// The search in force, as typed.
  public var search: String
  /// How many rows of the lists and of the "Selected" list the view shows at most.
  public var shownRows: Int
  public var shownSelectedRows: Int
  /// Values whose box in the lists came back ticked; in a single selection the chosen one, empty for "None".
  public var picked: [String]
  /// Values whose box in the "Selected" list came back ticked.
  public var kept: [String]
  /// All values that the lists and the "Selected" list showed, as the page carries them (`CarriedValues`).
  public var shown: String
  public var shownSelected: String

  public init(
    draft: String, search: String, shownRows: Int, shownSelectedRows: Int, picked: [String], kept: [String],
    shown: String, shownSelected: String
  ) {
    self.draft = draft
    self.search = search
    self.shownRows = shownRows
    self.shownSelectedRows = shownSelectedRows
    self.picked = picked
    self.kept = kept
    self.shown = shown
    self.shownSelected = shownSelected
  }
}

extension Filling {
  /// Takes over the boxes that were ticked and unticked on a selection view; other tabs may have gone on since.
  public mutating func merge(_ page: PageTicks, of cell: Cell) {
    let index = cell.index
    let carried = Selection.decoded(page.draft, in: selection(of: cell).table)
    if drafts[index] == nil {
      reduce(.open(.cell(index)))
      if let carried { drafts[index]?.restore(carried) }
    }
    guard drafts[index] != nil else { return }
    drafts[index] = draft(of: cell)
    drafts[index]?.resume(search: page.search, shownRows: page.shownRows, shownSelectedRows: page.shownSelectedRows)
    let base = carried ?? draft(of: cell).selection
    if cell.allowsSeveral {
      mergeBoxes(of: page, base: base, in: index)
    } else if let picked = page.picked.first {
      mergeRadio(picked, base: base, in: index)
    }
  }

  private mutating func mergeRadio(_ picked: String, base: Selection, in cell: Int) {
    if picked.isEmpty {
      if !base.isEmpty || !base.missing.isEmpty { reduce(.pick(cell: cell, .choose(row: nil))) }
    } else if let row = base.table.row(of: picked), !base.contains(row) {
      reduce(.pick(cell: cell, .choose(row: row)))
    }
  }

  /// A box counts as changed where it comes back otherwise than the page showed it; a value stands in "Selected" and in
  /// its own list, and unticking either takes it back (LV39).
  private mutating func mergeBoxes(of page: PageTicks, base: Selection, in cell: Int) {
    let picked = Set(page.picked)
    let kept = Set(page.kept)
    var ticked: [Int] = []
    var unticked: [Int] = []
    var missing: [String] = []
    for value in CarriedValues.decode(page.shown) {
      guard let row = base.table.row(of: value), picked.contains(value) != base.contains(row) else { continue }
      if base.contains(row) { unticked.append(row) } else { ticked.append(row) }
    }
    for value in CarriedValues.decode(page.shownSelected) {
      switch (base.table.row(of: value), kept.contains(value)) {
      case (let row?, false): unticked.append(row)
      case (nil, false): missing.append(value)
      // Unticked, drafted by a script, and ticked again since.
      case (let row?, true) where !base.contains(row): ticked.append(row)
      case (_, true): break
      }
    }
    reduce(.pick(cell: cell, .tick(ticked, untick: unticked)))
    if !missing.isEmpty { reduce(.pick(cell: cell, .untickMissing(missing))) }
  }
}
