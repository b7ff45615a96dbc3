import FormCells
import Testing

@Suite("Marked texts") struct MarkedTextTests {
  /// The marked text as HTML, without escapes.
  private func markup(_ source: String) -> String {
    MarkedText(source).paragraphs.map { spans in
      spans.map { span in
        let runs = span.runs.map { $0.isStrong ? "<b>\($0.text)</b>" : $0.text }.joined()
        return span.link.map { "<a \($0.url)>\(runs)</a>" } ?? runs
      }.joined()
    }.joined(separator: "|")
  }

  @Test(
    "CN1 paragraphs, links and strong words are the only markup",
    arguments: [
      ("a\nb\n\n \nc", "a\nb|c"),
      ("\n\na\n\n", "a"),
      ("a **b** c", "a <b>b</b> c"),
      ("**a [b](/c) d** e", "<b>a </b><a /c><b>b</b></a><b> d</b> e"),
      ("[a **b** c](/d)e", "<a /d>a <b>b</b> c</a>e"),
      ("[a](https://b.org/c_(d))(e)", "<a https://b.org/c_(d)>a</a>(e)"),
      ("[1] [a](/b)", "[1] <a /b>a</a>"),
      ("[[a](/b)]", "[<a /b>a</a>]"),
      ("2 * 3 * 4 and [x] (y) <i>z</i> # _u_", "2 * 3 * 4 and [x] (y) <i>z</i> # _u_"),
      ("[a](/b", "[a](/b"),
      ("****", "****"),
      ("👩‍🔬 **ä**", "👩‍🔬 <b>ä</b>"),
    ])
  func markup(_ source: String, _ expected: String) {
    #expect(markup(source) == expected)
  }

  @Test(
    "wrong markup is reported with how to correct it",
    arguments: [
      ("**a", "this “**” is never closed"), ("a ** b", "this “**” is never closed"),
      ("[](/a)", "has no words"), ("[ ](/a)", "has no words"),
      ("[a](javascript:alert(1))", "cannot lead to “javascript:alert(1)”"), ("[a](//b.org)", "cannot lead to"),
      ("[a](b.org)", "did you mean “https://b.org”?"), ("[a]()", "cannot lead to “”"), ("[a](#b)", "cannot lead to"),
      ("[a](/b c)", "write “%20”"), ("[a](https://)", "ends after its scheme"),
      ("[a](data:text/html,b)", "cannot lead"),
    ])
  func mistakes(_ source: String, _ message: String) {
    let mistakes = MarkedText(source).mistakes
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.contains(message) == true, "\(mistakes)")
  }

  @Test("CN2 a web address leads to another site; a path, an e-mail address and a number do not")
  func leavingSite() {
    let text = "[a](https://b.org) [a](HTTP://b.org) [a](/b) [a](mailto:a@b.org) [a](tel:+441)"
    #expect(MarkedText(text).mistakes.isEmpty)
    let links = MarkedText(text).paragraphs.flatMap(\.self).compactMap(\.link)
    #expect(links.map(\.leavesSite) == [true, true, false, false, false])
    #expect(MarkedText("**a** [b](/c)\n\nd").plain == "a b\nd")
  }
}
