import Templates
import Testing

/// The tags and attribute names of a page without its text, as the tokenizer of a browser reads them.
struct Tokens: Equatable {
  private(set) var tags: [String] = []

  init(_ page: String) {
    let scalars = Array(page.unicodeScalars)
    var index = 0
    while index < scalars.count {
      guard scalars[index] == "<" else {
        index += 1
        continue
      }
      var tag = ""
      var quote: Unicode.Scalar?
      index += 1
      while index < scalars.count {
        let scalar = scalars[index]
        index += 1
        if let open = quote {
          if scalar == open { quote = nil }
        } else if scalar == ">" {
          break
        } else if scalar == "\"" || scalar == "'" {
          quote = scalar
        } else {
          tag.unicodeScalars.append(scalar)
        }
      }
      tags.append(tag)
    }
  }
}

@Suite("No value changes a page's structure")
struct StructureTests {
  /// A page with slots in every kind of position.
  static let page = """
    <div id="{id}" title="{text}" data-x="a {text} b" lang="{optional?}"><a href="{url}">{text}</a><a href="{link?}">x</a>
    <textarea name="{text}">{text}</textarea><pre>{text}</pre><img src="{url}" alt="{text}"/><title>{text}</title>
    <t:if test="optional"><p title="x{optional}">{optional}</p></t:if>
    <t:each of="items"><i title="{text}">{text}</i></t:each><t:with of="item"><b title="{text}">{text}</b></t:with></div>
    """

  struct Inner: View {
    var text: String
    static var slots: [Slot<Inner>] { [.text("text") { $0.text }] }
  }

  struct Page: View {
    var text: String
    static var slots: [Slot<Page>] {
      [
        .text("id") { $0.text }, .text("text") { $0.text }, .optionalText("optional") { $0.text },
        .url("url") { $0.text }, .optionalURL("link") { $0.text },
        .list("items") { [Inner(text: $0.text), Inner(text: $0.text)] }, .view("item") { Inner(text: $0.text) },
      ]
    }
  }

  static let hostile = [
    "\"", "'", "<", ">", "&", "\" onclick=\"x", "' onclick='x", "\"><script>alert(1)</script>", "</script>", "]]>",
    "-->", "<!--", "</textarea><b>", "</title><b>", "</pre><b>", "\0", "<\0b>", "&lt;b&gt;", "&#60;b&#62;",
    "javascript:x",
    "😀\"<", "\u{2028}<", "{text}", "<t:slot/>", "\u{FEFF}<b>", "`\"`", "=\"", "/>", " ", "\n<b>",
  ]

  @Test("The elements and attributes are the same, whatever text is in the slots")
  func hostileTexts() throws {
    let template = try compile(StructureTests.page, for: Page.self)
    let expected = Tokens(template.text(Page(text: "harmless")))
    #expect(expected.tags.count > 20)
    for text in StructureTests.hostile {
      #expect(Tokens(template.text(Page(text: text))) == expected, "\(text.debugDescription)")
    }
    var random = Generator(state: 20)
    for _ in 0..<3_000 {
      let text = (0..<random.below(6)).map { _ in StructureTests.hostile[random.below(StructureTests.hostile.count)] }
        .joined(separator: String(repeating: "x", count: random.below(20)))
      let tokens = Tokens(template.text(Page(text: text)))
      #expect(tokens == expected, "\(text.debugDescription)")
      if tokens != expected { return }
    }
  }

  @Test("The tokenizer notices a changed structure")
  func canary() throws {
    #expect(Tokens("<p title=\"a\" b>x</p>") != Tokens("<p title=\"a b>x</p>"))
    #expect(Tokens("<p>x<b></p>") != Tokens("<p>x</p>"))
  }

  @Test("A line break at the beginning of a textarea is kept")
  func leadingLineBreak() throws {
    let template = try compile("<textarea>{text}</textarea><pre>{text}</pre>", for: Page.self)
    #expect(template.text(Page(text: "\nx")) == "<textarea>\n\nx</textarea><pre>\n\nx</pre>")
  }

  /// SplitMix64: the same texts in every run.
  struct Generator {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((word ^ (word >> 31)) % UInt64(limit))
    }
  }
}
