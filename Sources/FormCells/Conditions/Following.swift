/// How a page goes on when the visitor changes a cell of which conditions speak.
package struct Following: Sendable, Equatable {
  /// Whether it shows in other cells of its page; else only in its own notes, or on pages further on.
  package var showsElsewhere: Bool
  /// Whether a half-typed entry already tells something: conditions ask only whether there is one, or how much it is.
  package var whileTyping: Bool

  package init(showsElsewhere: Bool = false, whileTyping: Bool = true) {
    self.showsElsewhere = showsElsewhere
    self.whileTyping = whileTyping
  }
}

extension Following {
  /// By `Cell.index`; nil for a cell of which no condition speaks, and for one that changes by buttons alone: each press
  /// of those brings a page that is up to date.
  /// - `page`: of a cell, by index: equal for two cells that stand on one page.
  static func all(of cells: [Cell], page: (Int) -> PageOfCell) -> [Following?] {
    var followings = [Following?](repeating: nil, count: cells.count)
    for cell in cells {
      for condition in cell.conditions {
        for (subject, isGradual) in condition.subjects where cells.indices ~= subject && !cells[subject].isHiddenField {
          var following = followings[subject] ?? Following()
          if subject != cell.index, page(subject).shows(page(cell.index)) { following.showsElsewhere = true }
          if !isGradual { following.whileTyping = false }
          followings[subject] = following
        }
      }
    }
    return followings
  }
}

/// Where a cell stands: on a page of the form, or in the view of a modal section of it.
struct PageOfCell {
  let step: Int
  let modalSection: Int?

  /// Whether a change of a cell here shows at once in one that stands there: a view's entries count on the form only when
  /// they are applied.
  func shows(_ other: PageOfCell) -> Bool {
    modalSection == nil ? step == other.step : modalSection == other.modalSection
  }
}

extension Cell {
  /// All that its definition makes depend on what cells hold.
  fileprivate var conditions: [Condition] {
    [visibleWhen, requiredWhen, readOnlyWhen].compactMap(\.self) + notes.map(\.when)
  }
}
