/// Why a document is not JSON, and where.
package struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
  /// In bytes.
  package var offset: Int
  package var reason: Reason

  package init(_ reason: Reason, at offset: Int) {
    self.offset = offset
    self.reason = reason
  }

  package enum Reason: Sendable, Equatable {
    case empty
    case byteOrderMark
    case utf16
    case unexpectedEnd(expected: String)
    case unexpected(String, expected: String)
    case trailingComma
    case trailingContent
    case comment
    case literal(String)
    case leadingZero
    case number
    case decimalComma
    case controlCharacter(UInt8)
    /// The backslash and the character after it.
    case escape(String)
    case loneSurrogate
    /// The first byte that is not.
    case invalidUTF8(UInt8)
    case duplicateKey(String)
    case tooDeep(limit: Int)
    case tooLarge(byteLimit: Int)

    // Missing or superfluous quotes, commas and brackets, reported where the mistake is.
    case unclosedString
    /// The string that begins here ends right before a letter.
    case strayQuote
    case otherQuote(String)
    case bareKey(String)
    case missingComma
    case unclosed(String)
    case wrongBracket(String, opening: String, line: Int)
    case superfluousBracket(String)
  }

  package var description: String { message }

  package var message: String {
    switch reason {
    case .empty: "the file is empty; a JSON value is expected"
    case .byteOrderMark: "the file begins with a byte order mark; save it as UTF-8 without one"
    case .utf16: "the file is UTF-16; save it as UTF-8"
    case .unexpectedEnd(let expected): "the file ends where \(expected) is expected"
    case .unexpected(let found, let expected): "\(found) where \(expected) is expected"
    case .trailingComma: "a comma before the closing bracket; remove it"
    case .trailingContent: "more text after the end of the JSON value; remove it, or the bracket that ends it too early"
    case .comment: "JSON has no comments; remove this one"
    case .literal(let word): Self.message(ofWord: word)
    case .leadingZero: "a number must not have leading zeros"
    case .number: "this is not a JSON number; write digits, such as 12, -3 or 0.5"
    case .decimalComma: "a decimal comma; JSON has a point: write 1.5, not 1,5"
    case .controlCharacter(0x09): "a tab in a string; write it as \\t"
    case .controlCharacter(let byte):
      "a control character in a string; write it as \\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
    case .escape("\\u"): "\\u needs four hexadecimal digits, as in \\u00e9"
    case .escape(let found):
      "“\(found)” is not a JSON escape; write “\\\(found)” for a backslash, and “/” between the parts of a path"
    case .loneSurrogate: "half of a surrogate pair; both \\uXXXX halves are needed"
    case .invalidUTF8(let byte): Self.message(ofByte: byte)
    case .duplicateKey(let key): "the key “\(key)” is a duplicate; remove one of them"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .unclosedString:
      "the string that begins here is not closed on its line; end it with a double quote (a line break in it is \\n)"
    case .strayQuote:
      "the string that begins here ends in the middle of a text; a double quote is missing or too many (one in a text is "
        + "\\\")"
    case .otherQuote(let quote): "“\(quote)” is not a JSON quote; write a straight double quote: \""
    case .bareKey(let key): "the key “\(key)” needs double quotes: \"\(key)\""
    case .missingComma: "a comma is missing here, before the next value"
    case .unclosed(let bracket):
      "this “\(bracket)” is never closed; a “\(bracket == "{" ? "}" : "]")” is missing before the end of the file"
    case .wrongBracket(let found, let opening, let line):
      "“\(found)” does not close the “\(opening)” of line \(line); a “\(opening == "{" ? "}" : "]")” is missing before it"
    case .superfluousBracket(let bracket): "this “\(bracket)” closes nothing; remove it, or one before it"
    }
  }

  /// Recognizes other languages' words for the three of JSON.
  private static func message(ofWord word: String) -> String {
    switch word.lowercased() {
    case "true", "yes", "on": "“\(word)” is not a JSON value; write true"
    case "false", "no", "off": "“\(word)” is not a JSON value; write false"
    case "null", "nil", "none", "undefined": "“\(word)” is not a JSON value; write null, or leave the key out"
    default: "“\(word)” is not a JSON value; a text needs double quotes"
    }
  }

  private static func message(ofByte byte: UInt8) -> String {
    let hex = String(byte, radix: 16, uppercase: true)
    // In Latin-1 and Windows-1252, these bytes are the letters of western Europe.
    let letter = byte >= 0xC0 ? " (“\(Unicode.Scalar(byte))” in Latin-1)" : ""
    return "the byte \(hex)\(letter) is not UTF-8; save the file in the encoding UTF-8"
  }
}
