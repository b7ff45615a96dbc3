import Support
import Testing

@Suite("The texts of a form as it was sent")
struct SentTextsTests {
  /// Encoded texts and their decoded forms.
  private static let forms = [
    ("", ""), ("plain", "plain"), ("a+b%%41%4", "a b%A%4"), ("%C3%A9~+", "é~ "), ("%5Ffill", "_fill"), ("+", " "),
    ("%", "%"), ("%zz%2", "%zz%2"), ("%26%3D%25%2B", "&=%+"), ("%00", "\0"),
  ]

  @Test("an encoded text is decoded when it is asked for", arguments: forms)
  func decoded(_ encoded: String, _ text: String) {
    let sent = SentTexts(Array("x\(encoded)x".utf8))
    let place = SentTexts.Place(1..<encoded.utf8.count + 1, isEncoded: true)
    #expect(sent.string(at: place) == text)
    #expect(sent.isText(text, at: place))
    #expect(sent.byte(0, at: place) == text.utf8.first && sent.byte(1, at: place) == text.utf8.dropFirst().first)
    for other in [text + "x", "x" + text, String(text.dropLast()) + "\u{1}", "x"] {
      #expect(!sent.isText(other, at: place))
    }
    #expect(sent.isText("", at: place) == text.isEmpty)
  }

  @Test("a difference at any position is found, also in percent-encoded text", arguments: 1...40)
  func differences(_ length: Int) {
    let characters = (0..<length).map { Array("serial/number é,+%~0")[$0 * 7 % 20] }
    var encoded: [UInt8] = []
    PercentEncoding.append(form: String(characters), to: &encoded)
    // Also unescaped, if no character must be escaped.
    for bytes in [encoded, Array(String(characters).utf8)] where !(bytes != encoded && bytes.contains { $0 < 0x2C }) {
      let sent = SentTexts(bytes)
      let place = SentTexts.Place(bytes.indices, isEncoded: true)
      #expect(sent.isText(String(characters), at: place))
      for position in characters.indices {
        var other = characters
        other[position] = "x"
        #expect(!sent.isText(String(other), at: place))
        other.remove(at: position)
        #expect(!sent.isText(String(other), at: place))
      }
    }
  }

  @Test("an appended text that is already decoded stays unchanged", arguments: forms)
  func appended(_ text: String, _: String) {
    var sent = SentTexts(Array("body".utf8))
    sent.append("name".utf8, value: text.utf8)
    #expect(sent.fields.count == 1 && sent.isText("name", at: sent.fields[0].name))
    let place = sent.fields[0].value
    #expect(sent.string(at: place) == text && sent.isText(text, at: place))
    #expect(sent.byte(0, at: place) == text.utf8.first && sent.byte(1, at: place) == text.utf8.dropFirst().first)
  }

  @Test(
    "CRLF equals LF, and a lone CR equals no text",
    arguments: [
      ("a%0D%0Ab", "a\nb", true), ("a%0Ab", "a\nb", true), ("a\r\n", "a\n", true), ("%0D%0A%0D%0A", "\n\n", true),
      ("a%0Db", "a\nb", false), ("a%0D", "a", false), ("a%0D", "a\n", false), ("a%0D%0D%0A", "a\n", false),
      ("a%0Db", "a\rb", false), ("a%0D%0Ab", "ab", false), ("", "", true),
    ])
  func lineEnds(_ encoded: String, _ text: String, _ isEqual: Bool) {
    let sent = SentTexts(Array(encoded.utf8))
    let place = SentTexts.Place(0..<encoded.utf8.count, isEncoded: true)
    #expect(sent.isText(text, at: place, joinsLineEnds: true) == isEqual)
  }

  @Test("a token is read from encoded text as from a string")
  func tokens() {
    let token = Token((0x0123_4567_89ab_cdef, 1))
    for (encoded, expected) in [
      (token.text, token), ("%30" + token.text.dropFirst(), token), (token.text + "0", nil), ("", nil),
      (token.text.uppercased(), nil),
    ] {
      let sent = SentTexts(Array(encoded.utf8))
      #expect(sent.token(at: SentTexts.Place(0..<encoded.utf8.count, isEncoded: true)) == expected)
    }
    #expect(Token(low: "00000000000000ff") == Token((0, 255)))
    #expect(Token(low: "ff") == nil && Token(low: token.text) == nil)
  }

  @Test("invalid UTF-8 equals no text, and is repaired when it is decoded")
  func repaired() {
    let sent = SentTexts(Array("a%FFb".utf8))
    let place = SentTexts.Place(0..<5, isEncoded: true)
    #expect(sent.string(at: place) == "a\u{FFFD}b" && !sent.isText("a\u{FFFD}b", at: place))
  }
}
