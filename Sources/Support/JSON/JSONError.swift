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
    case unexpectedEnd(expected: String)
    case unexpected(String, expected: String)
    case trailingComma
    case trailingContent
    case comment
    case literal(String)
    case leadingZero
    case number
    case controlCharacter(UInt8)
    case escape
    case loneSurrogate
    case invalidUTF8
    case duplicateKey(String)
    case tooDeep(limit: Int)
    case tooLarge(byteLimit: Int)
  }

  package var description: String { message }

  package var message: String {
    switch reason {
    case .empty: "the file is empty; a JSON value is expected"
    case .byteOrderMark: "the file begins with a byte order mark; save it as UTF-8 without one"
    case .unexpectedEnd(let expected): "the file ends where \(expected) is expected"
    case .unexpected(let found, let expected): "\(found) where \(expected) is expected"
    case .trailingComma: "a comma before the closing bracket; remove it"
    case .trailingContent: "more text after the end of the JSON value"
    case .comment: "JSON has no comments; remove this one"
    case .literal(let word): "“\(word)” is not a JSON value; a text needs double quotes"
    case .leadingZero: "a number must not begin with a superfluous zero"
    case .number: "this is not a JSON number"
    case .controlCharacter(let byte):
      "a control character in a string; write it as \\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
    case .escape: "an unknown escape; JSON has \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX"
    case .loneSurrogate: "half of a surrogate pair; both \\uXXXX halves are needed"
    case .invalidUTF8: "these bytes are not UTF-8"
    case .duplicateKey(let key): "the key “\(key)” stands here a second time; remove one of them"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .tooLarge(let limit): "larger than \(limit) bytes"
    }
  }
}
