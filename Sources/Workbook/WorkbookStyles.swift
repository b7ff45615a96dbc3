/// The styles of a workbook's cells. They are numbered when they are first used, and written at the end.
struct WorkbookStyles {
  enum Style: Hashable {
    case header
    /// A text that stays a text if it is edited.
    case text
    /// A text of several lines.
    case lines
    case number(decimals: Int)
    /// - Parameter code: three capital letters.
    case amount(code: String, decimals: Int)
    case day, time, moment, instant, duration
  }

  /// The number of formats that spreadsheets are sure to keep; further amounts and numbers have none. An amount's currency is in a column
  /// as well.
  private static let formatLimit = 150
  /// The lowest number that is free for custom formats of a workbook.
  private static let firstFormat = 164

  private var numbers: [Style: Int] = [:]
  private var styles: [Style] = []
  private var formats: [String: Int] = [:]
  private var formatNames: [String] = []

  /// The number by which cells name a style; `nil` if there are too many styles.
  mutating func number(of style: Style) -> Int? {
    if let number = numbers[style] { return number }
    if let name = Self.format(of: style), formats[name] == nil {
      guard formatNames.count < Self.formatLimit else { return nil }
      formats[name] = Self.firstFormat + formatNames.count
      formatNames.append(name)
    }
    styles.append(style)
    // The first number belongs to cells without a style.
    numbers[style] = styles.count
    return styles.count
  }

  /// A custom number format; `nil` if the style has a format that every spreadsheet knows.
  private static func format(of style: Style) -> String? {
    switch style {
    case .header, .text, .lines: nil
    case .number(let decimals): "0" + fraction(decimals)
    case .amount(let code, let decimals): "[$\(code)]\\ #,##0" + fraction(decimals)
    case .day: #"yyyy\-mm\-dd"#
    case .time: "hh:mm"
    case .moment: #"yyyy\-mm\-dd\ hh:mm"#
    case .instant: #"yyyy\-mm\-dd\ hh:mm:ss"#
    case .duration: "[h]:mm"
    }
  }

  private static func fraction(_ decimals: Int) -> String {
    decimals == 0 ? "" : "." + String(repeating: "0", count: decimals)
  }

  /// `xl/styles.xml`
  var document: String {
    let format = { (style: Style) in
      switch style {
      case .header: 0
      // The format for texts.
      case .text, .lines: 49
      default: Self.format(of: style).flatMap { formats[$0] } ?? 0
      }
    }
    let own = formatNames.enumerated().map {
      #"<numFmt numFmtId="\#(Self.firstFormat + $0.offset)" formatCode="\#($0.element)"/>"#
    }
    let cells = styles.map { style in
      let font = style == .header ? #" fontId="1" applyFont="1""# : #" fontId="0""#
      let wrap = style == .lines ? #" wrapText="1""# : ""
      return #"<xf numFmtId="\#(format(style))"\#(font) fillId="0" borderId="0" xfId="0" applyNumberFormat="1""#
        + #" applyAlignment="1"><alignment vertical="top"\#(wrap)/></xf>"#
    }
    let font = #"<sz val="11"/><name val="Calibri"/><family val="2"/>"#
    return WorkbookWriter.xmlHead
      + #"<styleSheet xmlns="\#(WorkbookWriter.namespace)">"#
      + (own.isEmpty ? "" : #"<numFmts count="\#(own.count)">\#(own.joined())</numFmts>"#)
      + #"<fonts count="2"><font>\#(font)</font><font><b/>\#(font)</font></fonts>"#
      + #"<fills count="2"><fill><patternFill patternType="none"/></fill>"#
      + #"<fill><patternFill patternType="gray125"/></fill></fills>"#
      + #"<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"#
      + #"<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>"#
      + #"<cellXfs count="\#(cells.count + 1)"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>"#
      + cells.joined() + "</cellXfs>"
      + #"<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>"#
  }
}
