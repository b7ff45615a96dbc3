package import Support

/// A form's submissions as a table: CSV (RFC 4180), or a workbook (XLSX) with sheets for the entries of repeated sections.
///
/// Only a few lines are in memory at a time. Therefore all lines are read several times, in the same order: first to
/// find the columns, then once for each sheet. Pass each line to `take`, and start again as long as `endPass` returns
/// true.
package struct TableExport {
  package enum Format: Sendable, Equatable { case csv, workbook }

  package enum Refusal: Error, Equatable {
    /// Labels are requested, but no definition has any.
    case noLabels
    /// The form has no repeated section with this id. The value lists the ids that it has.
    case noSection(among: [String])
    /// There are more columns than this limit of a sheet.
    case tooManyColumns(Int)
  }

  private enum Pass {
    case columns
    /// Writes the rows of the table or sheet at this position.
    case rows(Int)
    /// Writes the long texts of the sheet at this position.
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
  /// One for each sheet: the submissions, then each repeated section.
  private var tables: [TableRows] = []
  private var workbook: WorkbookTables?
  /// The number of lines of this pass that are still to be read.
  private var rest = Int.max

  /// - Parameters:
  ///   - form: the form's id.
  ///   - section: the repeated section whose entries are the rows of the only table; `nil` if submissions are the rows.
  ///   - showsAll: whether rows say what they replace, by whom, and when they were erased.
  ///   - showsLabels: whether the header has labels instead of ids.
  ///   - first: the table whose columns come first; `nil` for those of the newest version.
  ///   - definition: the columns of a version of the form; `nil` if it is not known.
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

  /// The number of lines that the first pass has read.
  package var lineCount: Int { scan.lineCount }

  /// Whether this pass only finds the columns and writes nothing.
  package var isFirstPass: Bool { if case .columns = pass { true } else { false } }

  /// Whether this is the first pass after the columns are known. Damaged lines are reported in it only.
  package var isFirstPassOfRows: Bool { if case .rows(0) = pass { true } else { false } }

  /// Cells without a column, because their values were added after the first pass.
  package var strays: Set<String> { tables.reduce(into: []) { $0.formUnion($1.strays) } }

  /// - Parameter line: the next submission.
  /// - Throws: if the line is damaged; it is left out.
  package mutating func take(_ line: [UInt8], to output: inout [UInt8]) throws(JSONError) {
    if case .columns = pass {
      do throws(JSONError) { try scan.add(line, matching: filter) } catch {}
      return
    }
    // Lines that were added after the first pass may have other columns.
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
  /// - Returns: whether another pass is needed; if not, the table is complete.
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
