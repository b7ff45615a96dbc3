package import Support

/// A form's submissions as a table: CSV (RFC 4180), or a workbook (XLSX) with sheets for the entries of repeated sections.
///
/// No more than some lines are in memory. So all of them are read several times, in the same order: first to find the columns, then for
/// each sheet. Give each line to `take`, and begin again while `endPass` says so.
package struct TableExport {
  package enum Format: Sendable, Equatable { case csv, workbook }

  package enum Refusal: Error, Equatable {
    /// Labels are wanted, but there is no definition that has them.
    case noLabels
    /// The form has no repeated section of this id; those that it has.
    case noSection(among: [String])
    /// A sheet has fewer columns than this.
    case tooManyColumns(Int)
  }

  private enum Pass {
    case columns
    /// Writes the rows of the table or sheet of this position.
    case rows(Int)
    /// Writes the long texts of the sheet of this position.
    case longTexts(Int)
  }

  private let form: String
  private let format: Format
  private let section: String?
  private let showsAll: Bool
  private let showsLabels: Bool
  private let filter: SubmissionFilter
  private var pass = Pass.columns
  private var scan: TableScan
  /// One for each sheet: that of the submissions, then those of repeated sections.
  private var tables: [TableRows] = []
  private var workbook: WorkbookTables?
  /// Lines of this pass that were not read.
  private var rest = Int.max

  /// - Parameters:
  ///   - form: its id.
  ///   - section: the repeated section whose entries are the rows of the only table; nil: the submissions are.
  ///   - showsAll: the rows say what they replace, by whom, and when they were erased.
  ///   - showsLabels: the header has labels in place of ids.
  ///   - first: its columns come first; nil: those of the newest version.
  ///   - definition: the form of a version; nil: nobody knows.
  package init(
    of form: String, as format: Format, entriesOf section: String? = nil, showsAll: Bool = false,
    showsLabels: Bool = false,
    filter: SubmissionFilter = SubmissionFilter(since: nil), first: TableColumns?,
    definition: @escaping (_ version: String) -> TableColumns?
  ) {
    self.form = form
    self.format = format
    self.section = section
    self.showsAll = showsAll
    self.showsLabels = showsLabels
    self.filter = filter
    scan = TableScan(of: form, first: first, definition: definition)
  }

  /// Lines that the first pass has read.
  package var lineCount: Int { scan.lineCount }

  /// Whether the columns are being found, and nothing is written.
  package var isFirstPass: Bool { if case .columns = pass { true } else { false } }

  /// Whether each line is read for the first time after the columns are known, so that damaged ones are told once.
  package var isFirstPassOfRows: Bool { if case .rows(0) = pass { true } else { false } }

  /// Cells whose values came after the first pass, and have no column.
  package var strays: Set<String> { tables.reduce(into: []) { $0.formUnion($1.strays) } }

  /// - Parameter line: the next submission.
  /// - Throws: the line is damaged and left out.
  package mutating func take(_ line: [UInt8], to output: inout [UInt8]) throws(JSONError) {
    if case .columns = pass {
      do throws(JSONError) { try scan.add(line, matching: filter) } catch {}
      return
    }
    // Lines that came since the first pass may have other columns.
    guard rest > 0 else { return }
    rest -= 1
    switch pass {
    case .columns: break
    case .rows(let index):
      if workbook == nil {
        return try tables[index].forEachRow(of: line, matching: filter) { CSV.append($0, to: &output) }
      }
      try tables[index].forEachRow(of: line, matching: filter) { row in workbook?.append(row, of: index) }
    case .longTexts(let index):
      try tables[index].forEachRow(of: line, matching: filter) { row in workbook?.appendLongTexts(of: row, of: index) }
    }
    if let bytes = workbook?.takeBytes() { output += bytes }
  }

  /// Ends a pass over all lines.
  /// - Returns: whether another one is needed; else the table is whole.
  package mutating func endPass(to output: inout [UInt8]) throws(Refusal) -> Bool {
    rest = scan.lineCount
    let next = try nextPass(to: &output)
    if let next {
      pass = next
    } else {
      workbook?.finish()
    }
    if let bytes = workbook?.takeBytes() { output += bytes }
    return next != nil
  }

  private mutating func nextPass(to output: inout [UInt8]) throws(Refusal) -> Pass? {
    switch pass {
    case .columns:
      try makeTables()
      if workbook == nil { CSV.append(header: tables[0].columns.map(\.name), to: &output) }
      workbook?.beginSheet(0)
      return .rows(0)
    case .rows(let index):
      guard let book = workbook else { return nil }
      if index + 1 < tables.count {
        workbook?.beginSheet(index + 1)
        return .rows(index + 1)
      }
      guard let first = book.nextLongTexts(from: 0) else { return nil }
      workbook?.beginLongTexts()
      return .longTexts(first)
    case .longTexts(let index):
      return workbook?.nextLongTexts(from: index + 1).map { .longTexts($0) }
    }
  }

  private mutating func makeTables() throws(Refusal) {
    let columns = scan.columns
    let sections = columns.sections
    if let section, !sections.contains(section) { throw .noSection(among: sections) }
    if showsLabels, !scan.hasLabels { throw .noLabels }
    var shown = [section]
    if section == nil, format == .workbook { shown += sections }
    tables = shown.map { TableRows(columns, entriesOf: $0, showsAll: showsAll, showsLabels: showsLabels) }
    guard format == .workbook else { return }
    let widest = tables.map(\.columns.count).max() ?? 0
    guard widest <= WorkbookTables.columnLimit else { throw .tooManyColumns(widest) }
    let names = shown.map { section in
      guard let section else { return showsLabels ? columns.title ?? form : form }
      return showsLabels ? columns.label(of: section) ?? section : section
    }
    workbook = WorkbookTables(
      zip(names, tables).map { (name: $0, columns: $1.columns) },
      isRightToLeft: showsLabels && columns.isRightToLeft)
  }
}
