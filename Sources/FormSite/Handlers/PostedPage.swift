import FormCells
import HTTPMessage

/// What a page posted: the pressed button, what the visitor entered, and what the page had shown. Names that begin with
/// `_` are the pages' own; a cell's id never does.
struct PostedPage: Sendable {
  let data: FormData
  /// The filled-in form that the page belongs to.
  let fill: String
  /// The version of the definition that the page was made from; nil: not sent by a page.
  let version: String?
  /// What the page's text entries showed.
  let baseline: String
  /// How the visitor writes numbers.
  let numbers: NumberFormat

  init(_ data: FormData, numbers: NumberFormat) {
    self.data = data
    self.numbers = numbers
    fill = data["_fill"].flatMap { Token($0)?.text } ?? ""
    version = data["_version"]
    baseline = data["_base"] ?? ""
  }

  /// The button that was pressed.
  enum Button: Equatable {
    /// None: a client that sends a form without its default button. What was entered counts all the same.
    case none
    case submit
    case open(String)
    case choose(String)
    case undo
    /// Takes back what was entered into this cell.
    case clear(String)
    /// Reads the photo that came with the page into this cell.
    case scan(String)
    /// A button of an order picker's row.
    case order(cell: String, OrderAction, criterion: String)
    case view(ViewButton)
  }

  enum ViewButton: Equatable {
    case search, showMore, showMoreSelected, reset, deselectEverything, apply, close, discard, keepEditing
    case selectAll(Int)
    case deselectAll(Int)
  }

  /// Nil: a button that no page has.
  var button: Button? {
    if let cell = data["_open"] { return .open(cell) }
    if let cell = data["_scan"] { return .scan(cell) }
    if let cell = data["_clear"] { return .clear(cell) }
    if let value = data["_choose"] { return .choose(value) }
    if let value = data["_order"] { return Self.orderButton(value) }
    guard let name = data.values(of: "_do").last else { return Button.none }
    let parts = name.split(separator: ":", maxSplits: 1)
    let list = parts.count == 2 ? Int(parts[1]) : nil
    switch (parts.first, list) {
    case ("submit", nil): return .submit
    case ("undo", nil): return .undo
    case ("search", nil): return .view(.search)
    case ("more", nil): return .view(.showMore)
    case ("more-selected", nil): return .view(.showMoreSelected)
    case ("reset", nil): return .view(.reset)
    case ("deselect-everything", nil): return .view(.deselectEverything)
    case ("apply", nil): return .view(.apply)
    case ("close", nil): return .view(.close)
    case ("discard", nil): return .view(.discard)
    case ("keep", nil): return .view(.keepEditing)
    case ("select-all", let list?): return .view(.selectAll(list))
    case ("deselect-all", let list?): return .view(.deselectAll(list))
    default: return nil
    }
  }

  /// `cell:action:criterion`
  private static func orderButton(_ value: String) -> Button? {
    let parts = value.split(separator: ":", maxSplits: 2).map(String.init)
    guard parts.count == 3, let action = OrderAction(parts[1]) else { return nil }
    return .order(cell: parts[0], action, criterion: parts[2])
  }

  /// FNV-1a over what the visitor can have entered: tells a page that is sent twice.
  var digest: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for pair in data.pairs where !pair.name.hasPrefix("_") || pair.name.isModalSection {
      for byte in [pair.name.utf8.count, pair.value.utf8.count].flatMap({ withUnsafeBytes(of: $0, Array.init) }) {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
      }
      for byte in pair.name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
      for byte in pair.value.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }
    return hash
  }
}

extension String {
  /// `_` and digits: what is applied in a modal section.
  fileprivate var isModalSection: Bool {
    utf8.count > 1 && utf8.first == 95 && utf8.dropFirst().allSatisfy { 48...57 ~= $0 }
  }
}

extension PostedPage {
  /// How a page stands to the form that the session holds.
  enum Lineage {
    /// The page was made from it: what the page merely repeats changes nothing.
    case same
    /// The session holds another one, begun in another tab before it had a session: both are joined, an entry wins over
    /// an untouched default.
    case other
    /// Nothing is held: the page is all there is.
    case alone
  }

  /// Takes over what the visitor entered on the page.
  func record(in filling: inout Filling, as lineage: Lineage) {
    let form = filling.form
    var open: Int?
    if case .section(let section) = data["_section"].flatMap(form.innerView(named:)) { open = section }
    if lineage != .same { restoreModalSections(in: &filling, as: lineage) }
    if let open { filling.reduce(.section(open, .open)) }
    let shown = lineage == .same ? Baseline(baseline, of: form) : nil
    for cell in form.cells {
      let isInside = open != nil && form.modalSection(of: cell.index) == open
      func reduce(_ action: Action) {
        if let open, isInside { filling.reduce(.section(open, .act(action))) } else { filling.reduce(action) }
      }
      if cell.isPassword {
        if let action = passwordAction(of: cell, in: filling, as: lineage) { reduce(action) }
        continue
      }
      // The page repeats what was applied elsewhere; while the session lives, it knows better.
      if cell.isCarried, lineage == .same { continue }
      guard let posted = data.values(of: cell.id).last, let value = cell.value(posted: posted, numbers: numbers) else {
        continue
      }
      if !cell.isCarried, let shown, shown.showed(value, in: cell.index) { continue }
      if lineage == .other, value == cell.initial { continue }
      reduce(cell.isCarried ? .restore(cell: cell.index, value) : .enter(cell: cell.index, value))
    }
  }

  /// What was applied in modal sections, which the page only carries.
  private func restoreModalSections(in filling: inout Filling, as lineage: Lineage) {
    let form = filling.form
    for (section, _) in form.sections.enumerated() where form.sections[section].container == .modal {
      guard let carried = data[form.name(of: .section(section))] else { continue }
      let (values, heldPasswords) = form.values(carried: carried, ofSection: section)
      for cell in heldPasswords { filling.reduce(.losePassword(cell: cell)) }
      for (cell, value) in values {
        if lineage == .other, value == form.cells[cell].initial { continue }
        filling.reduce(.restore(cell: cell, value))
      }
    }
  }

  /// A page never shows a password, so an empty field repeats what the session holds. Where the page says that one was
  /// entered and the session is gone, the password is gone with it, and the visitor hears of it.
  private func passwordAction(of cell: Cell, in filling: Filling, as lineage: Lineage) -> Action? {
    guard let posted = data.values(of: cell.id).last else { return nil }
    if !posted.isEmpty { return .enter(cell: cell.index, .text(posted)) }
    if !data.values(of: "_held").contains(cell.id) {
      // Seen empty and sent empty: a password that was lost before is not wanted any more. Until then it is asked for.
      guard button == .submit || button == Button.none else { return nil }
      return .enter(cell: cell.index, filling.layered(for: cell.index).values[cell.index])
    }
    return lineage == .same ? nil : .losePassword(cell: cell.index)
  }

  /// Takes over what was ticked and unticked on a selection view.
  func recordTicks(of cell: Cell, in filling: inout Filling) {
    guard data.contains("_draft") else { return }
    let table = filling.selection(of: cell).table
    let carried = Selection.decoded(data["_draft"] ?? "", in: table)
    if filling.drafts[cell.index] == nil {
      filling.reduce(.open(cell: cell.index))
      if let carried { filling.reduce(.draft(cell: cell.index, .restore(carried))) }
    }
    let rows = (data["_rows"] ?? "").split(separator: ",").map { Int($0) ?? 0 }
    filling.reduce(
      .draft(
        cell: cell.index,
        .resume(
          search: data["_searched"] ?? "", shownRows: rows.first ?? 0,
          shownSelectedRows: rows.count == 2 ? rows[1] : 0)))
    let base = carried ?? filling.draft(of: cell).selection
    if cell.allowsSeveral {
      recordBoxes(of: cell, base: base, in: &filling)
    } else if let picked = data["_pick"] {
      recordRadio(picked, of: cell, base: base, in: &filling)
    }
  }

  private func recordRadio(_ picked: String, of cell: Cell, base: Selection, in filling: inout Filling) {
    if picked.isEmpty {
      if !base.isEmpty || !base.missing.isEmpty { filling.reduce(.draft(cell: cell.index, .choose(row: nil))) }
    } else if let row = base.table.row(of: picked), !base.contains(row) {
      filling.reduce(.draft(cell: cell.index, .choose(row: row)))
    }
  }

  /// A box counts as changed where it comes back otherwise than the page showed it; a value stands in "Selected" and in
  /// its own list, and unticking either takes it back (features LV39).
  private func recordBoxes(of cell: Cell, base: Selection, in filling: inout Filling) {
    let picked = Set(data.values(of: "_pick"))
    let kept = Set(data.values(of: "_keep"))
    var ticked: [Int] = []
    var unticked: [Int] = []
    var missing: [String] = []
    for value in CarriedValues.decode(data["_shown"] ?? "") {
      guard let row = base.table.row(of: value), picked.contains(value) != base.contains(row) else { continue }
      if base.contains(row) { unticked.append(row) } else { ticked.append(row) }
    }
    for value in CarriedValues.decode(data["_kept"] ?? "") {
      switch (base.table.row(of: value), kept.contains(value)) {
      case (let row?, false): unticked.append(row)
      case (nil, false): missing.append(value)
      // Unticked, drafted by a script, and ticked again since.
      case (let row?, true) where !base.contains(row): ticked.append(row)
      case (_, true): break
      }
    }
    filling.reduce(.draft(cell: cell.index, .tick(ticked, untick: unticked)))
    if !missing.isEmpty { filling.reduce(.draft(cell: cell.index, .untickMissing(missing))) }
  }
}
