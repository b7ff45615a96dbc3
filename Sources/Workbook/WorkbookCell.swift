import Support

/// The content of one cell of a sheet. What a spreadsheet cannot hold exactly stays a text: days before March 1900, which programs count
/// differently, and numbers with more than fifteen digits.
package enum WorkbookCell {
  case empty
  /// UTF-8, at most `WorkbookText.unitLimit` units of UTF-16. Never a formula, whatever it begins with.
  case text(ArraySlice<UInt8>)
  /// A number in JSON's format, shown with its decimals.
  case number(ArraySlice<UInt8>)
  /// Digits with the code of a currency (ISO 4217).
  case amount(ArraySlice<UInt8>, currency: ArraySlice<UInt8>)
  case flag(Bool)
  /// A day, as days since 1970-01-01; and the text to use if that cannot be a day.
  case day(Int, ArraySlice<UInt8>)
  /// Minutes since midnight.
  case time(Int)
  /// A day, minutes since its midnight, and the text for both.
  case moment(Int, minutes: Int, ArraySlice<UInt8>)
  /// A day in UTC, milliseconds since its midnight, and the text for both.
  case instant(Int, milliseconds: Int, ArraySlice<UInt8>)
  /// A duration in minutes.
  case duration(Int)
}

/// Texts as a workbook writes them (ISO/IEC 29500-1 §22.9.2.19, `ST_Xstring`).
package enum WorkbookText {
  /// The maximum length of a cell in UTF-16 code units, as spreadsheets accept it.
  package static let unitLimit = 32_767

  /// A text in parts that fit into cells. Most texts have one part.
  package static func parts(of text: ArraySlice<UInt8>, unitLimit: Int = unitLimit) -> [ArraySlice<UInt8>] {
    // No character has more units than bytes.
    guard text.count > unitLimit else { return [text] }
    var parts: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var units = 0
    for (index, byte) in zip(text.indices, text) where byte & 0xC0 != 0x80 {
      let width = byte >= 0xF0 ? 2 : 1
      if units + width > unitLimit {
        parts.append(text[start..<index])
        (start, units) = (index, 0)
      }
      units += width
    }
    parts.append(text[start...])
    return parts
  }

  /// Appends a text to a document. Characters that XML cannot hold, and what looks like such an escape, are written as `_xHHHH_`.
  static func append(_ text: ArraySlice<UInt8>, to xml: inout [UInt8]) {
    var start = text.startIndex
    for (index, byte) in zip(text.indices, text) where isSpecial(byte) {
      guard let (escape, length) = escape(at: index, of: text) else { continue }
      xml += text[start..<index]
      xml += escape.utf8
      start = index + length
    }
    xml += text[start...]
  }

  @inline(__always)
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "_"), 0xEF:
      true
    default: false
    }
  }

  /// - Returns: the replacement of a character, and the number of its bytes; `nil`: it is not replaced.
  private static func escape(at index: Int, of text: ArraySlice<UInt8>) -> (String, length: Int)? {
    switch text[index] {
    case UInt8(ascii: "&"): return ("&amp;", 1)
    case UInt8(ascii: "<"): return ("&lt;", 1)
    case UInt8(ascii: ">"): return ("&gt;", 1)
    case UInt8(ascii: "\""): return ("&quot;", 1)
    case 9, 10: return nil
    case let byte where byte < 0x20:
      return ("_x00\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))_", 1)
    case UInt8(ascii: "_"):
      let rest = text[index...].prefix(7)
      let isEscape =
        rest.count == 7 && rest[index + 1] == UInt8(ascii: "x") && rest[index + 6] == UInt8(ascii: "_")
        && rest[index + 2..<index + 6].allSatisfy { ASCII.hexValue($0) != nil }
      return isEscape ? ("_x005F_", 1) : nil
    case 0xEF:
      // U+FFFE and U+FFFF are not characters in XML.
      guard text.distance(from: index, to: text.endIndex) > 2, text[index + 1] == 0xBF, text[index + 2] >= 0xBE else {
        return nil
      }
      return (text[index + 2] == 0xBE ? "_xFFFE_" : "_xFFFF_", 3)
    default: return nil
    }
  }

  /// The approximate width of a text's longest line, in digits.
  static func width(of text: ArraySlice<UInt8>) -> Int {
    var (longest, width) = (0, 0)
    for byte in text.prefix(widthByteLimit) {
      switch byte {
      case 10:
        longest = max(longest, width)
        width = 0
      case 0x80...0xBF: break
      // Chinese, Japanese, Korean, emoji.
      case 0xE3...0xED, 0xF0...: width += 2
      default: width += 1
      }
    }
    return max(longest, width)
  }

  /// Longer texts are as wide as a column can be.
  private static let widthByteLimit = 400
}

/// A number in JSON's format, with what a sheet needs to know about it.
struct WorkbookNumber {
  /// Digits that spreadsheets keep: those of a 64-bit binary number.
  static let digitLimit = 15
  static let decimalLimit = 30

  /// The number of decimals; `nil` if it has an exponent.
  let decimals: Int?

  /// `nil` if a spreadsheet would change the number, or if the text is not a number.
  init?(_ text: ArraySlice<UInt8>) {
    var digits = 0
    var zeros = 0
    var decimals = 0
    var hasPoint = false
    var exponent: ArraySlice<UInt8>?
    for (index, byte) in zip(text.indices, text) {
      switch byte {
      case UInt8(ascii: "-") where index == text.startIndex: break
      case UInt8(ascii: ".") where !hasPoint: hasPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if hasPoint { decimals += 1 }
        if byte == UInt8(ascii: "0") {
          if digits > 0 { zeros += 1 }
        } else {
          digits += zeros + 1
          zeros = 0
        }
      case UInt8(ascii: "e"), UInt8(ascii: "E"): exponent = text[(index + 1)...]
      default: return nil
      }
      if exponent != nil { break }
    }
    guard let last = text.last, ASCII.isDigit(last), digits <= Self.digitLimit, decimals <= Self.decimalLimit else {
      return nil
    }
    if let exponent {
      guard let power = Int(String(decoding: exponent, as: UTF8.self)), -290...290 ~= power else { return nil }
      self.decimals = nil
    } else {
      guard text.count <= 290 else { return nil }
      self.decimals = decimals
    }
  }
}
