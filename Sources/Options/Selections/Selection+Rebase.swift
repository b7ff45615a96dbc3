package import Localization

extension Selection {
  /// The same choice in a table read again. Values that are gone are kept in `missing` with their last label, so that
  /// nothing is lost in silence; missing values that are back are chosen again, at the end.
  /// - `languages`: of the labels that are kept.
  package func rebased(onto table: OptionTable, in languages: [LanguageTag] = []) -> Selection {
    // Of options that were not asked for, nothing is known to be gone.
    if self.table === table || table.isUnasked { return self }
    var selection = Selection(in: table)
    selection.other = other
    // A part of a provider's options does not say that a value is gone before that value was looked up in it.
    if self.table.hasSameRows(as: table), missing.isEmpty || table.part == nil {
      selection.runs = runs
      selection.members = members
      selection.count = count
      selection.missing = missing
      selection.furtherMissing = furtherMissing
      return selection
    }
    var lost: [Missing] = []
    for row in rows {
      if let newRow = table.row(ofValueAt: row, of: self.table) {
        selection.append(UInt32(newRow), 1)
      } else if missing.count + lost.count < Self.missingLimit {
        lost.append(Missing(value: self.table.value(at: row), label: self.table.label(at: row, in: languages)))
      } else {
        selection.furtherMissing += 1
      }
    }
    selection.recount()
    selection.furtherMissing += furtherMissing
    for value in missing {
      if let row = table.row(of: value.value) { selection.insert(row) } else { selection.addMissing(value) }
    }
    for value in lost { selection.addMissing(value) }
    return selection
  }

  /// Gives missing values of which only the value is known the labels that they had.
  /// - `former`: the tables before, the last one first.
  package mutating func labelMissing(by former: [OptionTable]) {
    for position in missing.indices where missing[position].label == missing[position].value {
      let value = missing[position].value
      for table in former {
        guard let row = table.row(of: value) else { continue }
        missing[position].label = table.label(at: row, in: [])
        break
      }
    }
  }
}
