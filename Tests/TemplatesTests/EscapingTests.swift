import Templates
import Testing

@Suite("Escaping by position")
struct EscapingTests {
  struct Value: View {
    var text: String
    static var slots: [Slot<Value>] { [.text("text") { $0.text }, .url("url") { $0.text }] }
  }

  let text: Template<Value>
  let attribute: Template<Value>
  let url: Template<Value>

  init() throws {
    text = try compile("{text}", for: Value.self)
    attribute = try compile("<p title=\"{text}\"/>", for: Value.self)
    url = try compile("<a href=\"{url}\"/>", for: Value.self)
  }

  static let values: [(value: String, text: String, attribute: String)] = [
    ("", "", ""),
    ("plain", "plain", "plain"),
    ("a & b", "a &amp; b", "a &amp; b"),
    ("&amp;", "&amp;amp;", "&amp;amp;"),
    ("<b>\"'`", "&lt;b&gt;\"'`", "&lt;b&gt;&quot;'`"),
    ("</script>", "&lt;/script&gt;", "&lt;/script&gt;"),
    ("]]>", "]]&gt;", "]]&gt;"),
    ("<!-- -->", "&lt;!-- --&gt;", "&lt;!-- --&gt;"),
    ("{text}", "{text}", "{text}"),
    ("tab\tand\nline\r\n", "tab\tand\nline\r\n", "tab\tand\nline\r\n"),
    ("\0", "\u{FFFD}", "\u{FFFD}"),
    (
      "a\u{01}\u{1B}\u{7F}\u{80}\u{9F}b", "a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b",
      "a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b"
    ),
    (scalars(0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF), "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    (scalars(0x1FFFE, 0x10FFFF), "\u{FFFD}\u{FFFD}", "\u{FFFD}\u{FFFD}"),
    ("\u{A0}é€\u{FDCF}\u{FDF0}\u{FFFD}😀👩‍👩‍👧", "\u{A0}é€\u{FDCF}\u{FDF0}\u{FFFD}😀👩‍👩‍👧", "\u{A0}é€\u{FDCF}\u{FDF0}\u{FFFD}😀👩‍👩‍👧"),
    ("日本語 & 😀", "日本語 &amp; 😀", "日本語 &amp; 😀"),
  ]

  @Test("A value is escaped for its position", arguments: values)
  func table(value: String, asText: String, asAttribute: String) {
    #expect(Array(text.text(Value(text: value)).utf8) == Array(asText.utf8))
    #expect(Array(attribute.text(Value(text: value)).utf8) == Array("<p title=\"\(asAttribute)\"></p>".utf8))
  }

  @Test(
    "A number is written in decimal digits", arguments: [0, 7, 9, 10, 99, 100, -1, -10, 1_234_567, .max, .min] as [Int])
  func numbers(_ number: Int) throws {
    let template = try compile("<p id=\"a{number}\">{number}</p>", for: Number.self)
    #expect(template.text(Number(number: number)) == "<p id=\"a\(number)\">\(number)</p>")
  }

  @Test("A number with precomputed digits is written the same", arguments: [0, 9, 10, 99, 100, 1_234_567, 99_999_999])
  func shortNumbers(_ number: Int) throws {
    let template = try compile("<p id=\"a{number}\">{number}</p>", for: Short.self)
    #expect(template.text(Short(number: ShortNumber(number))) == "<p id=\"a\(number)\">\(number)</p>")
  }

  struct Short: View {
    let number: ShortNumber
    static let slots: [Slot<Short>] = [.text("number", writing: { $1.write($0.number) })]
  }

  struct Number: View {
    let number: Int
    static let slots: [Slot<Number>] = [.text("number", writing: { $1.write($0.number) })]
  }

  @Test("Bytes are escaped for their position, in whatever pieces they arrive", arguments: values)
  func bytes(value: String, asText: String, asAttribute: String) throws {
    let template = try compile("<p title=\"{bytes}\">{bytes}</p>", for: Bytes.self)
    #expect(
      template.text(Bytes(bytes: Array(value.utf8)))
        == "<p title=\"\(asAttribute)-\(asAttribute)\">\(asText)-\(asText)</p>")
  }

  struct Bytes: View {
    let bytes: [UInt8]
    static let slots: [Slot<Bytes>] = [
      .text("bytes") { view, output in
        view.bytes.withUnsafeBufferPointer { output.write($0) }
        output.write("-")
        view.bytes.withUnsafeBufferPointer { output.write($0) }
      }
    ]
  }

  @Test("Texts of every length, with a special character at every place, are escaped correctly")
  func everyPlace() {
    for special in [
      "a", "&", "<", "\"", "\0", "\n", "\u{7F}", "é", "\u{85}", "€", EscapingTests.scalars(0xFFFF), "😀",
      EscapingTests.scalars(0x1FFFF), "&&", "é<",
    ] {
      for length in 0...70 {
        for place in 0...length {
          let value =
            String(repeating: "x~", count: place).prefix(place) + special
            + String(repeating: "y", count: length - place)
          let expected = EscapingTests.slowly(value, inAttribute: false)
          let quoted = EscapingTests.slowly(value, inAttribute: true)
          if Array(text.text(Value(text: value)).utf8) != Array(expected.utf8)
            || Array(attribute.text(Value(text: value)).utf8) != Array("<p title=\"\(quoted)\"></p>".utf8)
          {
            Issue.record("\(value.debugDescription) is written wrongly")
            return
          }
        }
      }
    }
  }

  /// A text given by scalars, because a literal cannot contain noncharacters.
  private static func scalars(_ values: UInt32...) -> String {
    String(String.UnicodeScalarView(values.compactMap(Unicode.Scalar.init)))
  }

  /// Escapes one scalar after another, as HTML requires for text and attribute values.
  private static func slowly(_ value: String, inAttribute: Bool) -> String {
    var result = String.UnicodeScalarView()
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;".unicodeScalars
      case "<": result += "&lt;".unicodeScalars
      case ">": result += "&gt;".unicodeScalars
      case "\"" where inAttribute: result += "&quot;".unicodeScalars
      case "\t", "\n", "\r", "\u{0C}": result.append(scalar)
      default:
        let isControl = scalar.properties.generalCategory == .control
        result.append(isControl || scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar)
      }
    }
    return String(result)
  }

  static let urls: [(value: String, written: String)] = [
    ("", ""), ("/a?b=1&c=2", "/a?b=1&amp;c=2"), ("a/b:c", "a/b:c"), ("?a:b", "?a:b"), ("#a:b", "#a:b"),
    ("http://a/", "http://a/"), ("HTTPS://a/", "HTTPS://a/"), ("mailto:a@b", "mailto:a@b"), ("tel:+1", "tel:+1"),
    ("javascript:alert(1)", "about:invalid"), ("JaVaScRiPt:alert(1)", "about:invalid"),
    (" javascript:alert(1)", "about:invalid"), ("java\tscript:alert(1)", "about:invalid"),
    ("\u{01}javascript:alert(1)", "about:invalid"), ("vbscript:x", "about:invalid"),
    ("data:text/html,<script>", "about:invalid"), ("x:y", "about:invalid"), (":", "about:invalid"),
    ("\"><script>", "&quot;&gt;&lt;script&gt;"),
  ]

  @Test("A URL is written only with a harmless scheme or none", arguments: urls)
  func schemes(value: String, written: String) {
    #expect(url.text(Value(text: value)) == "<a href=\"\(written)\"></a>")
  }
}
