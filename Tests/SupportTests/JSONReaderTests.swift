import Support
import Testing

@Suite("JSON is read as RFC 8259 says") struct JSONReaderTests {
  private static func read(_ text: String) -> Result<JSONValue, JSONError> { read(Array(text.utf8)) }
  private static func read(_ bytes: [UInt8]) -> Result<JSONValue, JSONError> {
    Result { () throws(JSONError) in try JSONReader.document(bytes).value }
  }

  static let accepted: [(String, JSONValue)] = [
    ("[]", []), ("{}", [:]), (" [ ] \n", []), ("[1]", [1]), ("\t{ \"a\" :\r\n1 } ", ["a": 1]),
    ("null", nil), ("true", true), ("false", false), ("\"\"", ""), ("[null,true]", [nil, true]),
    ("0", .number("0")), ("-0", .number("-0")), ("1.50", .number("1.50")), ("1e5", .number("1e5")),
    ("-1.2E-10", .number("-1.2E-10")), ("1E+2", .number("1E+2")),
    ("123456789012345678901234567890.5", .number("123456789012345678901234567890.5")),
    (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")), (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""\uD83D\uDE00""#, "😀"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\u0000""#, "\0"), ("\"\u{7F}\"", "\u{7F}"),
    ("\"é€😀\u{2028}\"", "é€😀\u{2028}"), (#"{"a":{"b":[{"c":[]}]}}"#, ["a": ["b": [["c": []]]]]),
    (#"{"":0}"#, ["": 0]), (#"{"a":1,"A":2}"#, ["a": 1, "A": 2]),
    (String(repeating: "[", count: 64) + String(repeating: "]", count: 64), nested(64)),
  ]

  private static func nested(_ depth: Int) -> JSONValue { (1..<depth).reduce([]) { inner, _ in [inner] } }

  @Test("a valid document is read", arguments: accepted)
  func accepts(text: String, value: JSONValue) throws { #expect(try Self.read(text).get() == value) }

  static let refused: [(String, JSONError.Reason, Int)] = [
    ("", .empty, 0), (" \n", .empty, 2), ("\u{FEFF}{}", .byteOrderMark, 0),
    ("[1,]", .trailingComma, 2), (#"{"a":1,}"#, .trailingComma, 6),
    ("[,1]", .unexpected("“,”", expected: "a value"), 1),
    ("[1,,2]", .unexpected("“,”", expected: "a value"), 3), ("[1 2]", .missingComma, 2),
    ("[1", .unclosed("["), 0), ("[1,", .unclosed("["), 0), ("[", .unclosed("["), 0),
    ("{", .unclosed("{"), 0), (#"{"a""#, .unexpectedEnd(expected: "“:”"), 4),
    ("[\n[1}", .wrongBracket("}", opening: "[", line: 2), 4),
    (#"{"a" 1}"#, .unexpected("“1”", expected: "“:”"), 5), (#"{"a":}"#, .unexpected("“}”", expected: "a value"), 5),
    ("{a_1:1}", .bareKey("a_1"), 1),
    ("{'a':1}", .otherQuote("'"), 1),
    ("{1:1}", .bareKey("1"), 1), ("{\"a\":1,5}", .decimalComma, 5),
    ("['a']", .otherQuote("'"), 1), ("[“a”]", .otherQuote("“"), 1), ("[] x", .trailingContent, 3),
    ("[]]", .superfluousBracket("]"), 2),
    ("1 2", .trailingContent, 2), ("// x\n1", .comment, 0), ("1 // x", .comment, 2), ("[/* x */1]", .comment, 1),
    ("{// x\n}", .comment, 1), ("[1, # x\n2]", .comment, 4), ("[1 // x\n]", .comment, 3),
    ("NaN", .literal("NaN"), 0), ("Infinity", .literal("Infinity"), 0), ("-Infinity", .number, 0),
    ("True", .literal("True"), 0),
    ("nul", .literal("nul"), 0), ("undefined", .literal("undefined"), 0), ("nullx", .literal("nullx"), 0),
    ("01", .leadingZero, 0), ("-01", .leadingZero, 0), ("1.", .number, 0),
    (".5", .number, 0),
    ("+1", .number, 0), ("-", .number, 0), ("1e", .number, 0), ("1e+", .number, 0),
    ("0x1F", .number, 0), ("1_000", .trailingContent, 1), ("1.2.3", .number, 0), ("[- 1]", .number, 1),
    ("\"a", .unclosedString, 0), ("\"\\", .unclosedString, 0),
    ("\"a\nb\"", .unclosedString, 0), (#"{"a: "b"}"#, .strayQuote, 1), (#"["a "b" c"]"#, .strayQuote, 1),
    ("\"\t\"", .controlCharacter(9), 1), ("\"\0\"", .controlCharacter(0), 1),
    (#""\x41""#, .escape(#"\x"#), 1), (#""\'""#, .escape(#"\'"#), 1), (#""\u12""#, .escape(#"\u"#), 1),
    (#""\u12G4""#, .escape(#"\u"#), 1), (#""\U0041""#, .escape(#"\U"#), 1),
    (#""\uD800""#, .loneSurrogate, 1), (#""\uDC00""#, .loneSurrogate, 1), (#""\uD800\uD800""#, .loneSurrogate, 1),
    (#""\uD800x""#, .loneSurrogate, 1), (#""\uD83D\n""#, .loneSurrogate, 1), (#"{"a":1,"a":2}"#, .duplicateKey("a"), 7),
    (#"{"a":1,"\u0061":2}"#, .duplicateKey("a"), 7), ("\u{A0}1", .unexpected("“\u{A0}”", expected: "a value"), 0),
    ("\u{0B}1", .unexpected("byte 0xb", expected: "a value"), 0),
    (String(repeating: "[", count: 65), .tooDeep(limit: 64), 64),
  ]

  @Test("an invalid document is refused at the place of its mistake", arguments: refused)
  func refuses(text: String, reason: JSONError.Reason, offset: Int) {
    #expect(Self.read(text) == .failure(JSONError(reason, at: offset)))
  }

  @Test(
    "bytes that are not UTF-8 are refused in strings and outside",
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func refusesInvalidUTF8(bytes: [UInt8]) {
    #expect(Self.read([0x22] + bytes + [0x22]) == .failure(JSONError(.invalidUTF8(bytes[0]), at: 1)))
    #expect(throws: JSONError.self) { try Self.read([0x5B] + bytes + [0x5D]).get() }
  }

  @Test("a document over its limit is refused before it is read") func refusesLarge() {
    #expect(throws: JSONError(.tooLarge(byteLimit: 3), at: 0)) {
      try JSONReader.document(Array("[1,2]".utf8), byteLimit: 3)
    }
  }

  @Test("every prefix of a document is refused") func prefixes() {
    let text = Array(#"{"a":[1,-2.5e3,"x\u00e9\n",{"b":null}],"c":true}"#.utf8)
    for length in text.indices {
      #expect(throws: JSONError.self) { try Self.read(Array(text[..<length])).get() }
    }
  }

  @Test("keys and values have their positions") func offsets() throws {
    let text = "{\n  \"ä\": [ 10, \"x\" ]\n}"
    let source = SourceText(Array(text.utf8))
    guard case .object(let members) = try JSONReader.document(source.bytes).content,
      case .array(let elements) = members[0].value.content
    else { throw JSONError(.empty, at: 0) }
    #expect(source.position(of: members[0].keyOffset) == SourcePosition(line: 2, column: 3))
    #expect(source.position(of: members[0].value.offset) == SourcePosition(line: 2, column: 8))
    #expect(source.position(of: elements[1].offset) == SourcePosition(line: 2, column: 14))
    #expect(source.position(of: text.utf8.count) == SourcePosition(line: 3, column: 2))
  }

  @Test("columns count characters, not bytes or scalars") func columns() {
    let source = SourceText(Array("👩🏻‍🚀e\u{301}x".utf8))
    #expect(source.position(of: source.bytes.count - 1) == SourcePosition(line: 1, column: 3))
  }

  @Test("a long array can be read one element at a time") func streaming() throws {
    var reader = JSONReader(Array(#" [ {"v":"a\n","n":{"x":[1]}}, "b", 3 ] "#.utf8))
    try reader.beginDocument()
    try reader.beginArray()
    #expect(try reader.nextElement())
    try reader.beginObject()
    #expect(try reader.nextKey()?.key == "v")
    var bytes: [UInt8] = []
    try reader.appendString(to: &bytes)
    #expect(bytes == Array("a\n".utf8))
    #expect(try reader.nextKey()?.key == "n")
    try reader.skip()
    #expect(try reader.nextKey() == nil)
    #expect(try reader.nextElement())
    #expect(try reader.string() == "b")
    #expect(try reader.nextElement())
    #expect(try reader.node().value == 3)
    #expect(try !reader.nextElement())
    try reader.endDocument()
  }

  @Test("a written value is read back as the same value", arguments: accepted.map(\.1))
  func roundTrip(value: JSONValue) throws {
    #expect(try Self.read(value.compactBytes).get() == value)
    #expect(try Self.read(value.prettyBytes).get() == value)
  }

  @Test("strings are escaped only where JSON requires it") func escaping() {
    let text = "\"\\/\u{8}\u{C}\n\r\t\u{1}\u{1F}\u{7F}é\u{2028}😀<"
    #expect(
      String(decoding: JSONValue.string(text).compactBytes, as: UTF8.self)
        == #""\"\\/\b\f\n\r\t\u0001\u001f\u007fé\u2028😀<""#)
  }

  @Test("pretty JSON is indented by two blanks") func pretty() {
    let value: JSONValue = ["b": [1, ["a": []]], "a": [:]]
    #expect(
      String(decoding: value.prettyBytes, as: UTF8.self)
        == "{\n  \"b\": [\n    1,\n    {\n      \"a\": []\n    }\n  ],\n  \"a\": {}\n}\n")
    #expect(String(decoding: value.compactBytes, as: UTF8.self) == #"{"b":[1,{"a":[]}],"a":{}}"#)
  }
}

extension JSONReaderTests {
  @Test("every error has a message, and most messages differ") func messages() {
    let messages = Self.refused.map { JSONError($0.1, at: 0).message }
    #expect(messages.allSatisfy { !$0.isEmpty })
    #expect(Set(messages).count >= 15)
  }
}
