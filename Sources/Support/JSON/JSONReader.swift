/// A strict pull parser for RFC 8259 over bytes. It is used in two ways:
///
/// - For whole documents, `JSONReader.document(bytes)` returns a tree of `JSONNode` with the offset of every key and value.
/// - Long arrays, such as a source file of a million options, are read element by element without a tree: `beginArray()`, then
///   `while try reader.nextElement() { … }`, and in it `beginObject()` and `while let key = try reader.nextKey() { … }`. Each
///   value is read with `node()`, `string()` or `appendString(to:)`, or skipped (and still checked) with `skip()`.
///   `endDocument()` comes at the end.
///
/// It moves forward only, and allocates only what it returns. `nextKey()` leaves duplicate keys to the caller; `node()` and
/// `skip()` refuse them.
package struct JSONReader {
  /// Nesting of arrays and objects. Definitions need about 12; the limit keeps the recursion from overflowing the stack.
  package static let depthLimit = 64
  /// A definition of this size has tens of thousands of cells. That many options belong in a source file.
  package static let documentByteLimit = 8 << 20

  package let bytes: [UInt8]
  /// In bytes.
  package internal(set) var offset: Int
  /// The end of the document in the bytes.
  let end: Int
  private var open: [Opening] = []
  /// The byte range of the value that was read last.
  var last = 0..<0
  private var duplicates: [JSONError] = []

  /// An array or object that is open.
  private struct Opening {
    let offset: Int
    var hasElement = false
  }

  /// - `range`: of the document in the bytes; by default all of them.
  package init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    self.bytes = bytes
    offset = range?.lowerBound ?? 0
    end = min(range?.upperBound ?? bytes.count, bytes.count)
  }

  /// The tree of a whole document.
  package static func document(
    _ bytes: [UInt8], byteLimit: Int = documentByteLimit
  ) throws(JSONError) -> JSONNode {
    let (root, duplicates) = try documentKeepingDuplicates(bytes, byteLimit: byteLimit)
    if let first = duplicates.first { throw first }
    return root
  }

  /// The tree of a stored line. Its size is not limited, because it was when the line arrived.
  package static func storedLine(_ line: [UInt8]) throws(JSONError) -> JSONNode {
    try document(line, byteLimit: line.count)
  }

  /// The tree of a whole document, for a caller that continues after duplicate keys: the tree has both members.
  package static func documentKeepingDuplicates(
    _ bytes: [UInt8], byteLimit: Int = documentByteLimit
  ) throws(JSONError) -> (root: JSONNode, duplicates: [JSONError]) {
    guard bytes.count <= byteLimit else { throw JSONError(.tooLarge(byteLimit: byteLimit), at: 0) }
    var reader = JSONReader(bytes)
    try reader.beginDocument()
    let root = try reader.tree()
    try reader.endDocument()
    return (root, reader.duplicates)
  }

  /// Refuses a byte order mark and an empty document.
  package mutating func beginDocument() throws(JSONError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONError(.byteOrderMark, at: 0) }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { throw JSONError(.utf16, at: 0) }
    skipWhiteSpace()
    if offset == end { throw JSONError(.empty, at: offset) }
  }

  /// Only white space may follow.
  package mutating func endDocument() throws(JSONError) {
    skipWhiteSpace()
    guard let byte = peek else { return }
    if beginsComment { throw JSONError(.comment, at: offset) }
    if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
      throw JSONError(.superfluousBracket(Self.text(of: byte)), at: offset)
    }
    throw JSONError(.trailingContent, at: offset)
  }

  // MARK: Arrays and objects

  package mutating func beginArray() throws(JSONError) {
    try begin(UInt8(ascii: "["), expected: "an array")
  }

  /// Moves to the next element; `false` at the end of the array.
  package mutating func nextElement() throws(JSONError) -> Bool {
    try next(closing: UInt8(ascii: "]"), expected: "“,” or “]”")
  }

  package mutating func beginObject() throws(JSONError) {
    try begin(UInt8(ascii: "{"), expected: "an object")
  }

  /// The next member's key, whose value must be read next; `nil` at the end of the object.
  package mutating func nextKey() throws(JSONError) -> (key: String, offset: Int)? {
    guard try next(closing: UInt8(ascii: "}"), expected: "“,” or “}”") else { return nil }
    let keyOffset = offset
    guard peek == UInt8(ascii: "\"") else { throw misplacedKey() }
    let key = try string()
    let keyEnd = offset
    skipWhiteSpace()
    guard peek == UInt8(ascii: ":") else { throw missingColon(after: keyOffset..<keyEnd) }
    offset += 1
    return (key, keyOffset)
  }

  private mutating func begin(_ bracket: UInt8, expected: String) throws(JSONError) {
    skipWhiteSpace()
    guard peek == bracket else { throw unexpected(expected) }
    guard open.count < Self.depthLimit else { throw JSONError(.tooDeep(limit: Self.depthLimit), at: offset) }
    open.append(Opening(offset: offset))
    offset += 1
  }

  private mutating func next(closing: UInt8, expected: String) throws(JSONError) -> Bool {
    skipWhiteSpace()
    if peek == closing {
      last = open.removeLast().offset..<offset + 1
      offset += 1
      return false
    }
    guard peek != nil else { throw JSONError(.unclosed(bracket), at: open[open.count - 1].offset) }
    if open[open.count - 1].hasElement {
      guard peek == UInt8(ascii: ",") else { throw missingComma(expected) }
      let comma = offset
      offset += 1
      skipWhiteSpace()
      if peek == closing { throw JSONError(.trailingComma, at: comma) }
      guard peek != nil else { throw JSONError(.unclosed(bracket), at: open[open.count - 1].offset) }
    }
    open[open.count - 1].hasElement = true
    return true
  }

  // MARK: Values

  /// The next value as a tree.
  package mutating func node() throws(JSONError) -> JSONNode {
    let node = try tree()
    if let first = duplicates.first { throw first }
    return node
  }

  /// Skips the next value, but checks it.
  package mutating func skip() throws(JSONError) {
    try pass()
    if let first = duplicates.first { throw first }
  }

  private mutating func pass() throws(JSONError) {
    skipWhiteSpace()
    let start = offset
    switch peek {
    case UInt8(ascii: "{"):
      var keys = KeySet()
      try beginObject()
      while let (key, keyOffset) = try nextKey() {
        if !keys.insert(key) { duplicates.append(JSONError(.duplicateKey(key), at: keyOffset)) }
        try pass()
      }
    case UInt8(ascii: "["):
      try beginArray()
      while try nextElement() { try pass() }
    case UInt8(ascii: "\""): try passString()
    default: _ = try value()
    }
    last = start..<offset
  }

  private mutating func tree() throws(JSONError) -> JSONNode {
    skipWhiteSpace()
    let node = try value()
    last = node.offset..<offset
    return node
  }

  private mutating func value() throws(JSONError) -> JSONNode {
    let start = offset
    guard let byte = peek else { throw unexpected("a value") }
    switch byte {
    case UInt8(ascii: "{"): return JSONNode(offset: start, content: .object(try members()))
    case UInt8(ascii: "["):
      var elements: [JSONNode] = []
      try beginArray()
      while try nextElement() { elements.append(try tree()) }
      return JSONNode(offset: start, content: .array(elements))
    case UInt8(ascii: "\""): return JSONNode(offset: start, content: .string(try string()))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONNode(offset: start, content: .number(try number()))
    case UInt8(ascii: "."), UInt8(ascii: "+"): throw JSONError(.number, at: start)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      return JSONNode(offset: start, content: try literal())
    default: throw unexpected("a value")
    }
  }

  private mutating func members() throws(JSONError) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    members.reserveCapacity(4)
    var keys = KeySet()
    try beginObject()
    while let (key, keyOffset) = try nextKey() {
      if !keys.insert(key) { duplicates.append(JSONError(.duplicateKey(key), at: keyOffset)) }
      members.append(JSONNode.Member(key: key, keyOffset: keyOffset, value: try tree()))
    }
    return members
  }

  /// The keys of an object so far. A few are compared one by one, which is faster than a hash table.
  private struct KeySet {
    private var few: [String] = []
    private var many: Set<String> = []
    private static let fewLimit = 8

    /// - Returns: `false` if the key was there.
    mutating func insert(_ key: String) -> Bool {
      if many.isEmpty {
        if few.contains(key) { return false }
        if few.isEmpty { few.reserveCapacity(Self.fewLimit) }
        few.append(key)
        if few.count == Self.fewLimit { many = Set(few) }
        return true
      }
      return many.insert(key).inserted
    }
  }

  private mutating func literal() throws(JSONError) -> JSONNode.Content {
    let start = offset
    while let byte = peek, isLetterOrDigit(byte) { offset += 1 }
    let word = String(decoding: bytes[start..<offset], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default: throw JSONError(.literal(word), at: start)
    }
  }

  /// Reads a number (RFC 8259 §6) and returns its exact text.
  private mutating func number() throws(JSONError) -> String {
    let start = offset
    if peek == UInt8(ascii: "-") { offset += 1 }
    if peek == UInt8(ascii: "0") {
      offset += 1
      if let byte = peek, isDigit(byte) { throw JSONError(.leadingZero, at: start) }
    } else {
      try digits(from: start)
    }
    if peek == UInt8(ascii: ".") {
      offset += 1
      try digits(from: start)
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      offset += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
      try digits(from: start)
    }
    if let byte = peek, isLetterOrDigit(byte) || byte == UInt8(ascii: ".") { throw JSONError(.number, at: start) }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func digits(from start: Int) throws(JSONError) {
    guard let byte = peek, isDigit(byte) else { throw JSONError(.number, at: start) }
    while let byte = peek, isDigit(byte) { offset += 1 }
  }

  // MARK: Bytes

  package var peek: UInt8? { offset < end ? bytes[offset] : nil }

  package mutating func skipWhiteSpace() {
    while offset < end {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return
      }
    }
  }

  func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  // MARK: What is wrong at this place

  /// The error where a comma or a closing bracket should be. If a string ends right before a letter, it lacks a quote further
  /// left. If a value follows, the comma after the previous value is missing.
  private func missingComma(_ expected: String) -> JSONError {
    guard let byte = peek else { return unexpected(expected) }
    if beginsComment { return JSONError(.comment, at: offset) }
    if last.upperBound == offset, endsAsString, isLetterOrDigit(byte) {
      return JSONError(.strayQuote, at: last.lowerBound)
    }
    if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
      let opening = open[open.count - 1].offset
      return JSONError(
        .wrongBracket(Self.text(of: byte), opening: bracket, line: line(of: opening)), at: offset)
    }
    if last.upperBound > 0, beginsValue(byte) { return JSONError(.missingComma, at: last.upperBound) }
    return unexpected(expected)
  }

  private func missingColon(after key: Range<Int>) -> JSONError {
    guard let byte = peek else { return unexpected("“:”") }
    if key.upperBound == offset, isLetterOrDigit(byte) { return JSONError(.strayQuote, at: key.lowerBound) }
    return unexpected("“:”")
  }

  private func misplacedKey() -> JSONError {
    guard let byte = peek, !beginsComment else { return unexpected("a key in double quotes") }
    if isDigit(byte), offset > 0, bytes[offset - 1] == UInt8(ascii: ","), last.upperBound == offset - 1 {
      return JSONError(.decimalComma, at: last.lowerBound)
    }
    var word = offset
    while word < end,
      isLetterOrDigit(bytes[word]) || bytes[word] == UInt8(ascii: "_") || bytes[word] == UInt8(ascii: "$")
    {
      word += 1
    }
    guard word > offset else { return unexpected("a key in double quotes") }
    return JSONError(.bareKey(String(decoding: bytes[offset..<word], as: UTF8.self)), at: offset)
  }

  private var beginsComment: Bool {
    guard let byte = peek else { return false }
    return byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#")
  }

  private func beginsValue(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || "\"{[-".utf8.contains(byte) }

  private var endsAsString: Bool { last.upperBound > 0 && bytes[last.upperBound - 1] == UInt8(ascii: "\"") }

  /// The innermost bracket that is open.
  private var bracket: String { open.last.map { Self.text(of: bytes[$0.offset]) } ?? "" }

  /// From 1. It counts line ends, so it is only for messages.
  private func line(of offset: Int) -> Int { bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1 }

  private static func text(of byte: UInt8) -> String { String(Unicode.Scalar(byte)) }

  func unexpected(_ expected: String) -> JSONError {
    guard let byte = peek else { return JSONError(.unexpectedEnd(expected: expected), at: offset) }
    if beginsComment { return JSONError(.comment, at: offset) }
    guard byte >= 0x20, byte != 0x7F else {
      return JSONError(.unexpected("byte 0x\(String(byte, radix: 16))", expected: expected), at: offset)
    }
    let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    guard let text = String(validating: bytes[offset..<min(offset + length, end)], as: UTF8.self) else {
      return JSONError(.invalidUTF8(byte), at: offset)
    }
    if ["'", "‘", "’", "“", "”", "„", "«", "»", "`"].contains(text) { return JSONError(.otherQuote(text), at: offset) }
    return JSONError(.unexpected("“\(text)”", expected: expected), at: offset)
  }
}
