import FormCells
import FormController
import Support

/// What the index stores of a line. This needs no definition, because the shape of each value shows its type.
struct IndexedLine {
  var id: Token?
  /// Milliseconds since 1970; 0 if the time is unknown.
  var milliseconds = 0
  /// The submission that it replaces.
  var replaces: Token?
  var isErased = false
  /// The values by column. A column with several values occurs several times.
  var values: [(column: Int, slot: IndexSlot)] = []
  /// The folded texts (`IndexTexts`).
  var texts: [UInt8] = []
}

/// The names of columns, in the order in which they were found.
struct ColumnNames {
  /// The number of columns that are indexed; no form has as many.
  static let limit = 4096

  private(set) var names: [String]
  private var numbers: [String: Int]

  init(_ names: [String] = []) {
    self.names = names
    numbers = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
  }

  func number(of name: String) -> Int? { numbers[name] }

  fileprivate mutating func adding(_ name: String) -> Int? {
    if let number = numbers[name] { return number }
    guard names.count < Self.limit else { return nil }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }
}

/// Reads stored lines.
struct IndexedLineReader {
  var columns: ColumnNames
  /// The key of the hashes of texts.
  let key: UInt64
  private var line = IndexedLine()
  private var scratch: [UInt8] = []

  init(columns: ColumnNames, key: UInt64) { (self.columns, self.key) = (columns, key) }

  /// - Throws: if it is not a JSON object.
  mutating func read(_ bytes: [UInt8]) throws(JSONError) -> IndexedLine {
    line = IndexedLine()
    var reader = JSONReader(bytes)
    try reader.beginDocument()
    try reader.beginObject()
    while let (key, _) = try reader.nextKey() {
      switch key {
      case "id": line.id = Self.token(try reader.node().value)
      case "submittedAt": if case .string(let time) = try reader.node().value { line.milliseconds = Self.time(time) }
      case "replaces": line.replaces = Self.token(try reader.node().value)
      case "erasedAt":
        line.isErased = true
        try reader.skip()
      case "values": try readValues(&reader)
      default: try reader.skip()
      }
    }
    try reader.endDocument()
    if line.isErased { (line.values, line.texts) = ([], []) }
    return line
  }

  private static func token(_ value: JSONValue) -> Token? {
    if case .string(let text) = value { Token(text) } else { nil }
  }

  /// The milliseconds since 1970 of a time in UTC.
  private static func time(_ text: String) -> Int {
    guard let time = Timestamp(iso8601: text) else { return 0 }
    let fraction = text.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst().prefix(3)
    let milliseconds = fraction.count == 3 ? Int(Substring(fraction)) ?? 0 : 0
    return max(0, time.seconds * 1000 + milliseconds)
  }

  private mutating func readValues(_ reader: inout JSONReader) throws(JSONError) {
    reader.skipWhiteSpace()
    guard reader.peek == UInt8(ascii: "{") else { return try reader.skip() }
    try reader.beginObject()
    while let (cell, _) = try reader.nextKey() {
      reader.skipWhiteSpace()
      if reader.peek == UInt8(ascii: "\"") {
        scratch.removeAll(keepingCapacity: true)
        try reader.appendString(to: &scratch)
        take(text: scratch, of: cell)
      } else {
        take(try reader.node().value, of: cell)
      }
    }
  }

  private mutating func take(_ slot: IndexSlot, of name: String) {
    if slot != .none, let column = columns.adding(name) { line.values.append((column, slot)) }
  }

  private mutating func take(text: [UInt8], of name: String) {
    guard !text.isEmpty, let column = columns.adding(name) else { return }
    line.values.append((column, IndexSlot(text: text, key: key)))
    IndexTexts.append(text, of: column, to: &line.texts)
    // Only a definition says which texts are numbers, and none is available here.
    if let number = IndexSlot(spelled: text) { take(number, of: "\(name).\(AnswerColumn.digits)") }
  }

  private mutating func take(_ value: JSONValue, of name: String) {
    switch value {
    case .null: break
    case .bool(let flag): take(IndexSlot(flag), of: name)
    case .number(let digits): take(IndexSlot(number: digits), of: name)
    case .string(let text): take(text: Array(text.utf8), of: name)
    case .object(let members): take(members, of: name)
    case .array(let elements): take(elements, of: name)
    }
  }

  private mutating func take(_ members: [JSONValue.Member], of name: String) {
    // Password hashes are in no index.
    if members.map(\.key) == ["hash"] { return }
    if members.map(\.key) == ["amount", "currency"], case .string(let amount) = members[0].value {
      take(IndexSlot(number: amount), of: "\(name).amount")
      return take(members[1].value, of: "\(name).currency")
    }
    if members.map(\.key) == ["other"] { take(.other, of: name) }
    for member in members { take(member.value, of: "\(name).\(member.key)") }
  }

  private mutating func take(_ elements: [JSONValue], of name: String) {
    func have(_ keys: [String]) -> Bool { elements.allSatisfy { $0[keys[0]] != nil && $0[keys[1]] != nil } }
    let areObjects = elements.allSatisfy { if case .object = $0 { true } else { false } }
    // The single text of `other` is not an entry.
    let isOther = elements.count == 1 && elements[0]["other"] != nil
    if elements.isEmpty { return }
    if areObjects, have(["name", "sha256"]) {
      take(IndexSlot(count: elements.count), of: name)
      guard let column = columns.adding(name) else { return }
      for case .string(let file)? in elements.map({ $0["name"] }) {
        IndexTexts.append(Array(file.utf8), of: column, to: &line.texts)
      }
    } else if areObjects, have(["selected", "direction"]) {
      for element in elements where element["selected"] == true { element["id"].map { take($0, of: name) } }
    } else {
      if areObjects, !isOther { take(IndexSlot(count: elements.count), of: name) }
      for element in elements.prefix(IndexSlot.elementLimit) {
        if areObjects, !isOther, case .object(let members) = element {
          for member in members { take(member.value, of: "\(name).\(member.key)") }
        } else {
          take(element, of: name)
        }
      }
    }
  }
}

/// The folded texts of a submission, in sequence: a mark, three bytes with the number of the column, and the text. Its
/// words in other spellings follow after a separate mark. All marks are less than any byte of a folded text.
enum IndexTexts {
  private static let start: UInt8 = 0x02
  private static let spellings: UInt8 = 0x03
  private static let digit: UInt8 = 0x10
  static let headByteCount = 4

  static func append(_ text: [UInt8], of column: Int, to texts: inout [UInt8]) {
    texts += head(of: column)
    text.withUnsafeBufferPointer { utf8 in
      let spelledByteCount = Folding.appendSearched(utf8, to: &texts)
      texts[texts.count - spelledByteCount - 1] = Self.spellings
    }
  }

  static func head(of column: Int) -> [UInt8] {
    [start] + [8, 4, 0].map { digit | UInt8(truncatingIfNeeded: column >> $0) & 0xF }
  }

  /// The column of the text that contains a byte.
  static func column(ofByteAt place: Int, in texts: UnsafeRawBufferPointer) -> Int? {
    var head = place
    while head > 0, texts[head] != start { head -= 1 }
    guard texts[head] == start, head + headByteCount <= texts.count else { return nil }
    return texts[head + 1..<head + headByteCount].reduce(0) { $0 << 4 + Int($1 & 0xF) }
  }

  /// The folded text of a column in a submission; the first if there are several.
  static func text(of head: SearchedBytes, in texts: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard let found = head.place(in: texts) else { return nil }
    let rest = UnsafeRawBufferPointer(rebasing: texts[(found + headByteCount)...])
    let end = rest.firstIndex { $0 < 0x10 } ?? rest.count
    return UnsafeRawBufferPointer(rebasing: rest[..<end])
  }
}
