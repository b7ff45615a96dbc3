import Support

/// A workbook (XLSX: ISO/IEC 29500-1 §12 and §18) that is written front to back, row by row: only some rows are in memory, however
/// many there are. Take what was written with `takeBytes` from time to time.
///
/// Texts are written in their cells, as a shared table would have to be in memory. Styles, and the list of the sheets, come last.
package struct WorkbookWriter {
  static let xmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  static let namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships"
  private static let mediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml"

  /// The number of columns that spreadsheets have.
  package static let columnLimit = 16_384
  /// The number of rows that spreadsheets have, including the header.
  package static let rowLimit = 1_048_576
  /// The number of rows whose contents determine the widths of columns.
  private static let measuredRowCount = 200
  /// Bytes of rows that are kept before they are compressed.
  private static let bufferByteLimit = 64 << 10
  /// Widths of columns, in digits.
  private static let widths = 8...60

  private struct Sheet {
    let name: String
    let columnCount: Int
    var rowCount = 0
  }

  private let rowLimit: Int
  private let isRightToLeft: Bool
  private var zip: ZIPWriter
  private var styles = WorkbookStyles()
  private var names = SheetNames()
  /// Names that no other sheet may get.
  private var reserved: Set<String> = []
  private var sheets: [Sheet] = []
  // The sheet that is being written. Its name gets a number if its rows continue on further sheets.
  private var wantedName = ""
  private var header: [String] = []
  private var columnNames: [[UInt8]] = []
  private var columnWidths: [Int] = []
  private var isMeasuring = false
  /// Rows of the sheet that are not compressed yet.
  private var xml: [UInt8] = []
  private var column = 0

  /// - Parameters:
  ///   - isRightToLeft: the first column is the rightmost one.
  ///   - rowLimit: rows of a sheet, at least 2; further rows are on further sheets.
  ///   - offset: bytes of the file before the workbook.
  package init(isRightToLeft: Bool = false, rowLimit: Int = rowLimit, at offset: UInt64 = 0) {
    (self.isRightToLeft, self.rowLimit) = (isRightToLeft, rowLimit)
    zip = ZIPWriter(at: offset)
    // Programs recognize the format by the first entry.
    write(
      #"<Relationships xmlns="\#(Self.packageRelations)"><Relationship Id="rId1" Type="\#(Self.relations)/officeDocument" "#
        + #"Target="xl/workbook.xml"/></Relationships>"#, as: "_rels/.rels")
  }

  /// What was written since the last call.
  package mutating func takeBytes() -> [UInt8] { zip.takeBytes() }

  private mutating func write(_ document: String, as name: String) {
    zip.beginEntry(name)
    zip.append(Array((document.hasPrefix("<?") ? document : Self.xmlHead + document).utf8))
    zip.endEntry()
  }

  // MARK: Sheets

  /// The name that a sheet will have, for texts that refer to it.
  /// - Parameter wanted: as in `beginSheet`.
  package mutating func reserveSheet(_ wanted: String) -> String {
    let name = names.name(for: wanted)
    reserved.insert(name)
    return name
  }

  /// Ends the previous sheet. The new one begins with a bold row that stays visible and filters the others.
  /// - Parameters:
  ///   - name: for people, or a reserved one. Characters that spreadsheets refuse are left out, and a name that is taken gets a number.
  ///   - header: one to `columnLimit` names.
  package mutating func beginSheet(_ name: String, header: [String]) {
    endSheet()
    (wantedName, self.header) = (name, header)
    columnNames = header.indices.map(Self.columnName)
    columnWidths = [Int](repeating: 0, count: header.count)
    isMeasuring = true
    openSheet()
  }

  private mutating func openSheet() {
    let name = reserved.remove(wantedName) ?? names.name(for: wantedName)
    sheets.append(Sheet(name: name, columnCount: header.count))
    zip.beginEntry("xl/worksheets/sheet\(sheets.count).xml")
    if !isMeasuring { appendHead() }
    beginRow()
    for name in header { append(text: Array(name.utf8)[...], style: .header) }
    endRow()
  }

  /// Writes the part of a sheet before its rows.
  private mutating func appendHead() {
    let direction = isRightToLeft ? #" rightToLeft="1""# : ""
    let selected = sheets.count == 1 ? #" tabSelected="1""# : ""
    let columns = columnWidths.enumerated().map { index, width in
      // Adds room for the button of the filter.
      let width = min(max(width + 3, Self.widths.lowerBound), Self.widths.upperBound)
      return #"<col min="\#(index + 1)" max="\#(index + 1)" width="\#(width)" customWidth="1"/>"#
    }
    let head =
      Self.xmlHead + #"<worksheet xmlns="\#(Self.namespace)"><sheetViews><sheetView\#(direction)\#(selected) "#
      + #"workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>"#
      + #"</sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>\#(columns.joined())</cols><sheetData>"#
    zip.append(Array(head.utf8))
  }

  private mutating func endMeasuring() {
    isMeasuring = false
    appendHead()
  }

  private mutating func endSheet() {
    guard let sheet = sheets.last else { return }
    if isMeasuring { endMeasuring() }
    let all = Self.range(of: sheet)
    xml += "</sheetData><autoFilter ref=\"\(all)\"/><ignoredErrors><ignoredError sqref=\"\(all)\" ".utf8
    xml += "numberStoredAsText=\"1\"/></ignoredErrors></worksheet>".utf8
    flush()
    zip.endEntry()
  }

  private mutating func flush() {
    zip.append(xml)
    xml.removeAll(keepingCapacity: true)
  }

  /// The range of a sheet, such as `A1:C12`.
  private static func range(of sheet: Sheet, fixed: String = "") -> String {
    let last = String(decoding: columnName(sheet.columnCount - 1), as: UTF8.self)
    return "\(fixed)A\(fixed)1:\(fixed)\(last)\(fixed)\(sheet.rowCount)"
  }

  /// The name of a column: `A`, …, `Z`, `AA`, …
  private static func columnName(_ index: Int) -> [UInt8] {
    var name: [UInt8] = []
    var rest = index + 1
    while rest > 0 {
      name.insert(UInt8(ascii: "A") + UInt8((rest - 1) % 26), at: 0)
      rest = (rest - 1) / 26
    }
    return name
  }

  // MARK: Rows

  /// Writes a row of the current sheet.
  /// - Parameter cells: by column; those left out at the end are empty.
  package mutating func append(_ cells: [WorkbookCell]) {
    if sheets[sheets.count - 1].rowCount == rowLimit || zip.entryByteCount + xml.count > ZIPWriter.entryByteLimit {
      endSheet()
      openSheet()
    }
    beginRow()
    for cell in cells { append(cell) }
    endRow()
    if isMeasuring, sheets[sheets.count - 1].rowCount > Self.measuredRowCount || xml.count > Self.bufferByteLimit {
      endMeasuring()
    }
    if !isMeasuring, xml.count > Self.bufferByteLimit { flush() }
  }

  private mutating func beginRow() {
    sheets[sheets.count - 1].rowCount += 1
    column = 0
    xml += "<row r=\"".utf8
    xml += String(sheets[sheets.count - 1].rowCount).utf8
    xml += "\">".utf8
  }

  private mutating func endRow() { xml += "</row>".utf8 }

  private mutating func append(_ cell: WorkbookCell) {
    switch cell {
    case .empty: column += 1
    case .text(let text): append(text: text, style: text.contains(10) ? .lines : .text)
    case .number(let digits):
      guard let number = WorkbookNumber(digits) else { return append(.text(digits)) }
      append(value: digits, style: number.decimals.map { .number(decimals: $0) })
    case .amount(let digits, let currency):
      guard let number = WorkbookNumber(digits) else { return append(.text(digits)) }
      let isCode = currency.count == 3 && currency.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
      let code = isCode ? String(decoding: currency, as: UTF8.self) : nil
      append(
        value: digits,
        style: number.decimals.map { decimals in
          code.map { .amount(code: $0, decimals: decimals) } ?? .number(decimals: decimals)
        })
    case .flag(let isTrue): append(value: [isTrue ? 0x31 : 0x30], type: "b", style: nil, width: 5)
    case .day(let day, let text):
      guard let serial = Self.serial(of: day) else { return append(.text(text)) }
      append(value: Array(String(serial).utf8)[...], style: .day, width: 10)
    case .time(let minutes): append(days: Double(minutes) / Self.dayMinutes, style: .time, width: 5)
    case .duration(let minutes): append(days: Double(minutes) / Self.dayMinutes, style: .duration, width: 6)
    case .moment(let day, let minutes, let text):
      guard let serial = Self.serial(of: day) else { return append(.text(text)) }
      append(days: Double(serial) + Double(minutes) / Self.dayMinutes, style: .moment, width: 16)
    case .instant(let day, let milliseconds, let text):
      guard let serial = Self.serial(of: day) else { return append(.text(text)) }
      append(days: Double(serial) + Double(milliseconds) / Self.dayMilliseconds, style: .instant, width: 19)
    }
  }

  private static let dayMinutes = 1440.0
  private static let dayMilliseconds = 86_400_000.0

  /// Days from 1899-12-30 on. `nil` before March 1900, as some programs have a day there that never existed, and after 9999.
  private static func serial(of day: Int) -> Int? {
    let serial = day + 25_569
    return 61...2_958_465 ~= serial ? serial : nil
  }

  private mutating func append(days: Double, style: WorkbookStyles.Style, width: Int) {
    append(value: Array("\(days)".utf8)[...], style: style, width: width)
  }

  private mutating func append(
    value: ArraySlice<UInt8>, type: String? = nil, style: WorkbookStyles.Style?, width: Int? = nil
  ) {
    beginCell(type: type, style: style)
    xml += "><v>".utf8
    xml += value
    xml += "</v></c>".utf8
    // Room for a currency and for marks between thousands.
    measure(width ?? value.count + value.count / 3 + 4)
    column += 1
  }

  private mutating func append(text: ArraySlice<UInt8>, style: WorkbookStyles.Style) {
    if text.isEmpty {
      column += 1
      return
    }
    beginCell(type: "inlineStr", style: style)
    let isBlankAround = [text.first, text.last].contains { $0.map { $0 <= 0x20 } ?? false }
    xml += (isBlankAround || style == .lines ? "><is><t xml:space=\"preserve\">" : "><is><t>").utf8
    WorkbookText.append(text, to: &xml)
    xml += "</t></is></c>".utf8
    if isMeasuring { measure(WorkbookText.width(of: text)) }
    column += 1
  }

  private mutating func beginCell(type: String?, style: WorkbookStyles.Style?) {
    xml += "<c r=\"".utf8
    xml += columnNames[column]
    xml += String(sheets[sheets.count - 1].rowCount).utf8
    xml.append(UInt8(ascii: "\""))
    if let type {
      xml += " t=\"".utf8
      xml += type.utf8
      xml.append(UInt8(ascii: "\""))
    }
    if let number = style.flatMap({ styles.number(of: $0) }) {
      xml += " s=\"".utf8
      xml += String(number).utf8
      xml.append(UInt8(ascii: "\""))
    }
  }

  private mutating func measure(_ width: Int) {
    if isMeasuring { columnWidths[column] = max(columnWidths[column], width) }
  }

  // MARK: The end

  /// Ends the workbook; at least one sheet must have been begun.
  package mutating func finish() {
    endSheet()
    write(styles.document, as: "xl/styles.xml")
    var listed: [UInt8] = []
    var defined: [UInt8] = []
    for (index, sheet) in sheets.enumerated() {
      listed += "<sheet name=\"".utf8
      WorkbookText.append(Array(sheet.name.utf8)[...], to: &listed)
      listed += "\" sheetId=\"\(index + 1)\" r:id=\"rId\(index + 1)\"/>".utf8
      // Some programs find the filter only by this name.
      defined += "<definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"\(index)\" hidden=\"1\">".utf8
      WorkbookText.append(Array("'\(sheet.name.replacing("'", with: "''"))'!".utf8)[...], to: &defined)
      defined += "\(Self.range(of: sheet, fixed: "$"))</definedName>".utf8
    }
    write(
      #"<workbook xmlns="\#(Self.namespace)" xmlns:r="\#(Self.relations)"><workbookPr/><bookViews><workbookView/></bookViews><sheets>"#
        + String(decoding: listed, as: UTF8.self) + "</sheets><definedNames>"
        + String(decoding: defined, as: UTF8.self) + "</definedNames></workbook>", as: "xl/workbook.xml")
    let links = sheets.indices.map {
      #"<Relationship Id="rId\#($0 + 1)" Type="\#(Self.relations)/worksheet" Target="worksheets/sheet\#($0 + 1).xml"/>"#
    }
    write(
      #"<Relationships xmlns="\#(Self.packageRelations)">\#(links.joined())<Relationship Id="rId\#(sheets.count + 1)" "#
        + #"Type="\#(Self.relations)/styles" Target="styles.xml"/></Relationships>"#, as: "xl/_rels/workbook.xml.rels")
    let types =
      [("workbook", "sheet.main"), ("styles", "styles")].map { (path: "/xl/\($0.0).xml", type: $0.1) }
      + sheets.indices.map { (path: "/xl/worksheets/sheet\($0 + 1).xml", type: "worksheet") }
    write(
      #"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">"#
        + #"<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>"#
        + #"<Default Extension="xml" ContentType="application/xml"/>"#
        + types.map { #"<Override PartName="\#($0.path)" ContentType="\#(Self.mediaType).\#($0.type)+xml"/>"# }.joined()
        + "</Types>", as: "[Content_Types].xml")
    zip.finish()
  }
}

/// Names of sheets that spreadsheets accept, each once.
struct SheetNames {
  /// In UTF-16 code units.
  private static let lengthLimit = 31
  private var taken: Set<String> = []

  /// - Parameter wanted: for people.
  mutating func name(for wanted: String) -> String {
    let scalars = wanted.unicodeScalars.map { scalar in
      "[]:*?/\\".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .control ? " " : scalar
    }
    var stem = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    // Names that begin or end with an apostrophe, and this name in any case, are refused.
    while stem.first == "'" { stem.removeFirst() }
    while stem.last == "'" { stem.removeLast() }
    if stem.isEmpty { stem = "Sheet" }
    if stem.lowercased() == "history" { stem += "_" }
    var number = 1
    while true {
      let mark = number == 1 ? "" : " (\(number))"
      var short = stem
      while short.utf16.count + mark.utf16.count > Self.lengthLimit { short.unicodeScalars.removeLast() }
      while short.last == "'" || short.last == " " { short.unicodeScalars.removeLast() }
      if taken.insert((short + mark).lowercased()).inserted { return short + mark }
      number += 1
    }
  }
}
