import FormCells
import Support
import Workbook

/// Tables as the sheets of a workbook. Numbers, amounts, days and times become values of these types; texts stay as
/// they are.
///
/// A text that is too long for a cell is cut, and its last words say so. The last sheet has the whole text.
struct WorkbookTables {
  static let columnLimit = WorkbookWriter.columnLimit
  private static let longTextHeader = ["sheet", "id", "row", "column", "part", "text"]

  private struct Sheet {
    let name: String
    let columns: [TableColumn]
    var longTextCount = 0
  }

  private var writer: WorkbookWriter
  private var sheets: [Sheet] = []
  private let longTexts: String
  /// The words at the end of a text that was cut.
  private let mark: [UInt8]
  private var cells: [WorkbookCell] = []

  init(_ tables: [(name: String, columns: [TableColumn])], isRightToLeft: Bool) {
    writer = WorkbookWriter(isRightToLeft: isRightToLeft)
    for table in tables { sheets.append(Sheet(name: writer.reserveSheet(table.name), columns: table.columns)) }
    longTexts = writer.reserveSheet("Long Texts")
    mark = Array("… (continued in the sheet “\(longTexts)”)".utf8)
  }

  mutating func takeBytes() -> [UInt8] { writer.takeBytes() }
  mutating func finish() { writer.finish() }

  mutating func beginSheet(_ index: Int) {
    // Times in a sheet have no time zone.
    let header = sheets[index].columns.map { $0.kind == .instant ? "\($0.name) (UTC)" : $0.name }
    writer.beginSheet(sheets[index].name, header: header)
  }

  mutating func append(_ row: TableRow, of index: Int) {
    cells.removeAll(keepingCapacity: true)
    for (position, column) in sheets[index].columns.enumerated() {
      cells.append(cell(row.fields[position], of: column, in: row, of: index))
    }
    writer.append(cells)
  }

  private mutating func cell(
    _ field: TableRow.Field, of column: TableColumn, in row: TableRow, of index: Int
  ) -> WorkbookCell {
    let content = row.bytes[field.range]
    switch field.kind {
    case .nothing: return .empty
    case .flag: return .flag(content.first == UInt8(ascii: "t"))
    case .number: return .number(content)
    case .text: break
    }
    if let cell = Self.value(content, of: column, in: row) { return cell }
    let parts = WorkbookText.parts(of: content)
    guard parts.count > 1 else { return .text(content) }
    sheets[index].longTextCount += 1
    let limit = WorkbookText.unitLimit - String(decoding: mark, as: UTF8.self).utf16.count
    return .text((Array(WorkbookText.parts(of: content, unitLimit: limit)[0]) + mark)[...])
  }

  /// The value of a text with a machine-readable format; `nil` if it is free text.
  private static func value(_ content: ArraySlice<UInt8>, of column: TableColumn, in row: TableRow) -> WorkbookCell? {
    switch column.kind {
    case .text: return nil
    case .amount(let currency):
      return .amount(content, currency: row.bytes[row.fields[currency].range])
    case .day:
      return day(content).map { .day($0, content) }
    case .time:
      return minutes(content).map { .time($0) }
    case .moment:
      guard content.count == 16, content[content.startIndex + 10] == UInt8(ascii: "T"),
        let day = day(content.prefix(10)), let minutes = minutes(content.suffix(5))
      else { return nil }
      return .moment(day, minutes: minutes, content)
    case .instant:
      // `2026-01-31T12:00:00.000Z`
      guard content.count == 24, content[content.startIndex + 10] == UInt8(ascii: "T"),
        content.last == UInt8(ascii: "Z"),
        let day = day(content.prefix(10)), let minutes = minutes(content.dropFirst(11).prefix(5)),
        let second = number(content.dropFirst(17).prefix(2)), let fraction = number(content.dropFirst(20).prefix(3))
      else { return nil }
      return .instant(day, milliseconds: (minutes * 60 + second) * 1000 + fraction, content)
    case .duration:
      return DurationKind.minutes(of: String(decoding: content, as: UTF8.self)).map { .duration($0) }
    }
  }

  private static func day(_ text: ArraySlice<UInt8>) -> Int? {
    CalendarDate(parsing: String(decoding: text, as: UTF8.self))?.daysSince1970
  }

  /// The minutes since midnight of a time such as `09:30`.
  private static func minutes(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.count == 5, text[text.startIndex + 2] == UInt8(ascii: ":"), let hour = number(text.prefix(2)),
      let minute = number(text.suffix(2)), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy { ASCII.isDigit($0) } ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }

  // MARK: Long texts

  /// The first sheet, from this index, that has cut texts.
  func nextLongTexts(from index: Int) -> Int? { sheets[index...].firstIndex { $0.longTextCount > 0 } }

  mutating func beginLongTexts() { writer.beginSheet(longTexts, header: Self.longTextHeader) }

  /// Writes the texts of a row that were cut, divided into parts.
  mutating func appendLongTexts(of row: TableRow, of index: Int) {
    let sheet = sheets[index]
    for (column, field) in zip(sheet.columns, row.fields) where field.kind == .text {
      let content = row.bytes[field.range]
      guard Self.value(content, of: column, in: row) == nil else { continue }
      let parts = WorkbookText.parts(of: content)
      guard parts.count > 1 else { continue }
      // In rows of entries, a number follows the id.
      let hasNumber = sheet.columns[1].kind != .instant
      let id = row.bytes[row.fields[0].range]
      for (number, part) in parts.enumerated() {
        writer.append([
          .text(Array(sheet.name.utf8)[...]), .text(id),
          hasNumber ? .number(row.bytes[row.fields[1].range]) : .empty, .text(Array(column.name.utf8)[...]),
          .number(Array(String(number + 1).utf8)[...]), .text(part),
        ])
      }
    }
  }
}
