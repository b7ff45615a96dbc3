package import Localization

/// The chosen rows of one table, in the order of selection. Neighbouring rows that were chosen in sequence are one run,
/// so that "Select All" over a million rows costs a few bytes.
package struct Selection: Sendable {
  /// A chosen value that is no longer among the options.
  package struct Missing: Sendable, Hashable {
    package var value: String
    /// The label as last shown; the value if no label is known.
    package var label: String
    package init(value: String, label: String) {
      self.value = value
      self.label = label
    }
  }

  /// `length` ascending rows from `start`.
  struct Run: Sendable, Hashable {
    var start: UInt32
    var length: UInt32
    var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
  }

  /// Missing values that are kept by name: more than a page can show, but few enough for every draft.
  package static let missingLimit = 200
  /// Up to this number of runs are searched one by one (a microsecond); with more, a bitmap is kept in addition, which is
  /// then not much larger than the runs themselves.
  static let scannedRunsLimit = 1024

  /// Up to this number of runs are sorted to look for rows in them; with more, bits are used.
  private static let sortedRunsLimit = 64

  package let table: OptionTable
  /// Missing values, at most `missingLimit`.
  package internal(set) var missing: [Missing] = []
  /// The number of further missing values.
  package internal(set) var furtherMissing = 0
  /// The number of chosen rows, without missing values and the text of `other`.
  package internal(set) var count = 0
  /// The text of `other`, one line. Empty: chosen, but not entered yet. `nil`: not chosen.
  package internal(set) var other: String?
  /// Adjacent runs are always joined, so that the same order of rows always has the same runs.
  var runs: [Run] = []
  /// The chosen rows as bits, if there are more than `scannedRunsLimit` runs.
  var members: Bitmap?

  /// A selection without any chosen rows.
  package init(in table: OptionTable) { self.table = table }

  /// A selection of these values in this order. A value that is not in the table goes to `missing`; a repeated one counts once.
  package init(values: some Sequence<String>, in table: OptionTable) {
    self.init(in: table)
    var unknown: Set<String> = []
    for value in values {
      if let row = table.row(of: value) {
        insert(row)
      } else if unknown.insert(value).inserted {
        addMissing(Missing(value: value, label: value))
      }
    }
  }

  /// Whether neither a row nor the text of `other` is chosen; an empty text does not count.
  package var isEmpty: Bool { count == 0 && other?.isEmpty ?? true }

  /// The number of chosen values: rows, and the text of `other`.
  package var valueCount: Int { other == nil ? count : count + 1 }

  package func contains(_ row: Int) -> Bool {
    if let members { return row >= 0 && row < table.count && members.contains(row) }
    return runs.contains { $0.range.contains(row) }
  }

  /// These rows split into parts in which either all are chosen or none is.
  package func parts(of rows: RowRuns) -> [(rows: Range<Int>, areChosen: Bool)] {
    var parts: [(rows: Range<Int>, areChosen: Bool)] = []
    let members = runs.count > Self.sortedRunsLimit ? membership() : nil
    if members == nil { parts.reserveCapacity(rows.ranges.count + 2 * runs.count) }
    let chosen = members == nil ? runs.map(\.range).sorted { $0.lowerBound < $1.lowerBound } : []
    for range in rows.ranges {
      var row = range.lowerBound
      while row < range.upperBound {
        let (isChosen, end) =
          members.map { Self.part(from: row, in: range, $0) } ?? Self.part(from: row, in: range, chosen)
        parts.append((row..<end, isChosen))
        row = end
      }
    }
    return parts
  }

  /// - Parameter chosen: ascending ranges.
  private static func part(from row: Int, in range: Range<Int>, _ chosen: [Range<Int>]) -> (isChosen: Bool, end: Int) {
    // The first range that does not end before the row.
    var (low, high) = (0, chosen.count)
    while low < high {
      let middle = (low + high) / 2
      if chosen[middle].upperBound <= row { low = middle + 1 } else { high = middle }
    }
    guard low < chosen.count else { return (false, range.upperBound) }
    let isChosen = chosen[low].lowerBound <= row
    return (isChosen, min(range.upperBound, isChosen ? chosen[low].upperBound : chosen[low].lowerBound))
  }

  private static func part(from row: Int, in range: Range<Int>, _ members: Bitmap) -> (isChosen: Bool, end: Int) {
    let isChosen = members.contains(row)
    return (isChosen, members.first(!isChosen, in: row..<range.upperBound))
  }

  /// The number of these rows that are chosen.
  package func count(in rows: RowSet) -> Int {
    switch rows.storage {
    case .run(let range):
      if let members { return members.count(in: range.clamped(to: 0..<table.count)) }
      return runs.reduce(0) { $0 + $1.range.clamped(to: range).count }
    case .scattered(let scattered):
      let members = membership()
      return scattered.reduce(0) { $0 + (Int($1) < table.count && members.contains(Int($1)) ? 1 : 0) }
    }
  }

  /// The number of these rows that are chosen.
  package func count(in rows: RowRuns) -> Int {
    parts(of: rows).reduce(0) { $0 + ($1.areChosen ? $1.rows.count : 0) }
  }

  /// Whether all of these rows that can be chosen are chosen, so that their button is "Deselect All".
  package func containsAll(_ rows: RowSet) -> Bool {
    guard let unavailable = table.unavailable else { return count(in: rows) == rows.count }
    let members = membership()
    return rows.allSatisfy { members.contains($0) || unavailable.contains($0) }
  }

  /// The chosen rows as bits.
  func membership() -> Bitmap {
    if let members { return members }
    var bitmap = Bitmap(count: table.count)
    for run in runs { bitmap.insert(run.range) }
    return bitmap
  }

  /// - Parameter value: not in the selection yet.
  mutating func addMissing(_ value: Missing) {
    if missing.count < Self.missingLimit { missing.append(value) } else { furtherMissing += 1 }
  }
}

extension Selection: Equatable {
  /// Whether both have the same values, chosen and missing, in the same order.
  package static func == (a: Selection, b: Selection) -> Bool {
    guard a.count == b.count, a.other == b.other, a.furtherMissing == b.furtherMissing else { return false }
    guard a.missing.elementsEqual(b.missing, by: { $0.value == $1.value }) else { return false }
    return a.table.hasSameRows(as: b.table) ? a.runs == b.runs : a.values.elementsEqual(b.values)
  }
}

extension Selection {
  /// Hashes everything: selections that are equal by `==` may hash differently if their rows are of other tables.
  package func combine(into hasher: inout Hasher) {
    hasher.combine(table.serial)
    hasher.combine(runs)
    hasher.combine(missing)
    hasher.combine(furtherMissing)
    hasher.combine(other)
  }
}

extension OptionTable {
  /// Whether every row has the same value in both tables.
  fileprivate func hasSameRows(as other: OptionTable) -> Bool {
    self === other || (digest == other.digest && count == other.count)
  }
}

extension Selection {
  /// The chosen rows in the order of selection.
  package struct Rows: Sequence, Sendable {
    let runs: [Run]

    package struct Iterator: IteratorProtocol {
      fileprivate var runs: ArraySlice<Run>
      fileprivate var rest: Range<Int> = 0..<0

      package mutating func next() -> Int? {
        if rest.isEmpty {
          guard let run = runs.popFirst() else { return nil }
          rest = run.range
        }
        return rest.removeFirst()
      }
    }

    package func makeIterator() -> Iterator { Iterator(runs: runs[...]) }
    package var underestimatedCount: Int { runs.reduce(0) { $0 + Int($1.length) } }
  }

  /// The chosen values in the order of selection.
  package struct Values: Sequence, Sendable {
    let rows: Rows
    let table: OptionTable

    package struct Iterator: IteratorProtocol {
      fileprivate var rows: Rows.Iterator
      fileprivate let table: OptionTable
      package mutating func next() -> String? { rows.next().map(table.value(at:)) }
    }

    package func makeIterator() -> Iterator { Iterator(rows: rows.makeIterator(), table: table) }
    package var underestimatedCount: Int { rows.underestimatedCount }
  }

  package var rows: Rows { Rows(runs: runs) }
  package var values: Values { Values(rows: rows, table: table) }

  /// The rows at these positions in the order of selection: a page of the "Selected" list.
  package func rows(at positions: Range<Int>) -> RowRuns {
    var rows = RowRuns(expecting: min(runs.count, positions.count))
    var position = 0
    for run in runs {
      let part = positions.clamped(to: position..<position + Int(run.length))
      rows.append(part.lowerBound - position + Int(run.start)..<part.upperBound - position + Int(run.start))
      position += Int(run.length)
      if position >= positions.upperBound { break }
    }
    return rows
  }
}

extension Selection {
  /// The same choice in another version of the table. Values that no longer exist are kept in `missing` with their last label, so that
  /// none is lost silently; missing values that exist again are chosen again, at the end.
  /// - `languages`: of the labels that are kept.
  package func rebased(onto table: OptionTable, in languages: [LanguageTag] = []) -> Selection {
    // Options that were not requested are not known to be gone.
    if self.table === table || table.isUnasked { return self }
    var selection = Selection(in: table)
    selection.other = other
    // A value is not known to be gone before it was looked up in a provider's part.
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
        selection.append(UInt32(newRow), length: 1)
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

  /// Gives missing values the labels that they had, if only the value is known.
  /// - `former`: the former tables, the last one first.
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
