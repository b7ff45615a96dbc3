import Localization

extension Selection {
  /// Adds one row at the end, even if it is disabled; validation decides what is allowed.
  /// - Returns: false if it was already chosen or is not a row of the table.
  @discardableResult package mutating func insert(_ row: Int) -> Bool {
    guard row >= 0, row < table.count, !contains(row) else { return false }
    append(UInt32(row), length: 1)
    count += 1
    members?.insert(row)
    updateMembers()
    return true
  }

  /// Adds those rows that are not chosen, not disabled and not full, ascending, at the end.
  package mutating func insert(_ rows: Range<Int>) {
    let rows = rows.clamped(to: 0..<table.count)
    guard !rows.isEmpty else { return }
    if runs.isEmpty, table.unavailable == nil {
      append(UInt32(rows.lowerBound), length: UInt32(rows.count))
    } else {
      let taken = takenRows()
      var row = taken.first(false, in: rows)
      while row < rows.upperBound {
        let end = taken.first(true, in: row..<rows.upperBound)
        append(UInt32(row), length: UInt32(end - row))
        row = taken.first(false, in: end..<rows.upperBound)
      }
    }
    recount()
  }

  /// Adds those rows that are not chosen, not disabled and not full, ascending, at the end.
  package mutating func insert(_ rows: RowSet) {
    switch rows.storage {
    case .run(let range): insert(range)
    case .scattered(let rows):
      let taken = takenRows()
      for row in rows where row < table.count && !taken.contains(Int(row)) { append(row, length: 1) }
      recount()
    }
  }

  /// The selection without the rows that are full: for the initial choice of a form or a link.
  package var withoutFull: Selection {
    guard table.full != nil else { return self }
    var selection = self
    for row in rows where table.isFull(at: row) { selection.remove(row) }
    return selection
  }

  /// - Returns: false if it was not chosen.
  @discardableResult package mutating func remove(_ row: Int) -> Bool {
    guard contains(row), let index = runs.firstIndex(where: { $0.range.contains(row) }) else { return false }
    let range = runs[index].range
    if range.count == 1 {
      runs.remove(at: index)
      if index > 0, index < runs.count, runs[index - 1].range.upperBound == runs[index].range.lowerBound {
        runs[index - 1].length += runs[index].length
        runs.remove(at: index)
      }
    } else if row == range.lowerBound {
      runs[index] = Run(start: UInt32(row + 1), length: UInt32(range.count - 1))
    } else {
      runs[index].length = UInt32(row - range.lowerBound)
      let rest = range.upperBound - row - 1
      if rest > 0 {
        runs.insert(Run(start: UInt32(row + 1), length: UInt32(rest)), at: index + 1)
      }
    }
    count -= 1
    members?.remove(row)
    updateMembers()
    return true
  }

  package mutating func remove(_ rows: Range<Int>) {
    let old = runs
    runs.removeAll(keepingCapacity: true)
    for run in old {
      let range = run.range
      let gone = range.clamped(to: rows)
      if gone.isEmpty {
        append(run.start, length: run.length)
      } else {
        append(run.start, length: UInt32(gone.lowerBound - range.lowerBound))
        append(UInt32(gone.upperBound), length: UInt32(range.upperBound - gone.upperBound))
      }
    }
    recount()
  }

  package mutating func remove(_ rows: RowSet) {
    guard case .scattered(let rows) = rows.storage else {
      if let first = rows.first { remove(first..<first + rows.count) }
      return
    }
    var gone = Bitmap(count: table.count)
    for row in rows where row < table.count { gone.insert(Int(row)) }
    let old = runs
    runs.removeAll(keepingCapacity: true)
    for run in old {
      let range = run.range
      var row = gone.first(false, in: range)
      while row < range.upperBound {
        let end = gone.first(true, in: row..<range.upperBound)
        append(UInt32(row), length: UInt32(end - row))
        row = gone.first(false, in: end..<range.upperBound)
      }
    }
    recount()
  }

  /// Removes a missing value.
  /// - Returns: false if it was not missing.
  @discardableResult package mutating func remove(missing value: String) -> Bool {
    guard let index = missing.firstIndex(where: { $0.value == value }) else { return false }
    missing.remove(at: index)
    return true
  }

  /// The same values in the order of the options.
  package var inTableOrder: Selection {
    var sorted = Selection(in: table)
    for row in rows.sorted() { sorted.insert(row) }
    (sorted.missing, sorted.furtherMissing, sorted.other) = (missing, furtherMissing, other)
    return sorted
  }

  /// Sets the text of `other`, read as a line; `nil` removes it.
  package mutating func setOther(_ text: String?) { other = text.map(TextReading.line.read) }

  /// The same choice without anything that is not among these rows. Missing values are removed too; the text of `other` stays.
  package func keeping(_ subset: OptionSubset) -> Selection {
    if missing.isEmpty, count(in: subset.rows) == count { return self }
    var kept = Selection(in: table)
    for row in rows where subset.contains(row) { kept.insert(row) }
    kept.setOther(other)
    return kept
  }

  /// Removes all values that are not in the table.
  package mutating func removeMissing() { (missing, furtherMissing) = ([], 0) }

  /// Removes everything, also missing values.
  package mutating func removeAll() { self = Selection(in: table) }

  /// Replaces the selection by this row, for a single choice.
  package mutating func replace(with row: Int) {
    removeAll()
    insert(row)
  }

  /// Adds rows that are not chosen; joins them with the last run if they follow it.
  mutating func append(_ start: UInt32, length: UInt32) {
    guard length > 0 else { return }
    if let last = runs.last, last.start + last.length == start {
      runs[runs.count - 1].length += length
    } else {
      runs.append(Run(start: start, length: length))
    }
  }

  /// Call this after changing `runs` directly.
  mutating func recount() {
    count = runs.reduce(0) { $0 + Int($1.length) }
    members = nil
    updateMembers()
    if runs.capacity > 64, runs.capacity > runs.count * 4 { runs = Array(runs[...]) }
  }

  private mutating func updateMembers() {
    if runs.count <= Self.scannedRunsLimit { members = nil } else if members == nil { members = membership() }
  }

  private func takenRows() -> Bitmap {
    var taken = membership()
    if let unavailable = table.unavailable { taken.formUnion(unavailable) }
    return taken
  }
}
