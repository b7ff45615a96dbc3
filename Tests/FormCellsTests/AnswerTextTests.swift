import FormCells
import Testing

@Suite("Answers in texts") struct AnswerTextTests {
  @Test(
    "a text is split into words and references to answers",
    arguments: [
      ("Why {answer:a-1}?", [.words("Why "), .answer("a-1"), .words("?")]), ("{answer:a}", [.answer("a")]),
      ("{answer:a}{answer:b}", [.answer("a"), .answer("b")]), ("No {brace}", [.words("No {brace}")]),
      ("{{answer:a} is {answer:b}", [.words("{answer:a} is "), .answer("b")]),
      ("open {answer:a", [.words("open {answer:a")]),
    ] as [(String, [AnswerText.Part])])
  func parts(text: String, parts: [AnswerText.Part]) { #expect(AnswerText.parts(text) == parts) }

  @Test("answers are wrapped in directional isolates, and a missing answer adds nothing") func filled() {
    let answers = ["a": "\u{5D0}", "b": "x\u{2069}y"]
    func filled(_ text: String) -> String { AnswerText.filled(text) { answers[$0] ?? "" } }
    #expect(filled("1 {answer:a} 2") == "1 \u{2068}\u{5D0}\u{2069} 2")
    #expect(filled("{answer:b}") == "\u{2068}xy\u{2069}")
    #expect(filled("[{answer:c}]") == "[]")
    #expect(filled("{{answer:a}") == "{answer:a}")
  }

  private static let others =
    #"{ "id": "name", "type": "text", "label": "N" }, { "id": "pin", "type": "password", "label": "P" }, { "id": "info", "type": "content", "text": "T" }"#

  @Test(
    "a reference to a cell whose answer cannot be shown is refused",
    arguments: [
      (#""label": "Why {answer:nam}?""#, "bad-value .label: no cell has the id “nam”; did you mean “name”?"),
      (#""label": "{answer:x}""#, "bad-value .label: the text is of the cell “x” itself; name another cell"),
      (
        #""label": "L", "helper": { "en": "{answer:pin}" }"#,
        "bad-value .helper.en: “pin” is a password, which no page shows; name another cell"
      ),
      (
        #""label": "L", "notes": [{ "when": { "cell": "name", "filled": true }, "text": "{answer:info}" }]"#,
        "bad-value .notes[0].text: “info” is a text of the form, which has no answer; name another cell"
      ),
      (
        #""label": "Why {answer:name""#,
        "bad-value .label: “{answer:” has no end; write {answer:CELL}, or {{answer: for the words themselves"
      ),
    ])
  func refused(keys: String, message: String) {
    #expect(mistakes(cell: #"{ "id": "x", "type": "text", \#(keys) }"#, others: Self.others) == [message])
  }

  @Test(
    "a reference to a cell of an entry is refused, and the message proposes a calculation",
    arguments: [
      ("amount", "sum(expenses.amount)"), ("what", "count(expenses.what)"),
    ])
  func ofEntries(id: String, instead: String) {
    let found = mistakes(
      #"""
      { "title": "T", "sections": [
        { "title": "E", "container": "repeat", "id": "expenses", "item": "E", "cells": [
          { "id": "amount", "type": "number", "label": "A" }, { "id": "what", "type": "text", "label": "W" }] },
        { "cells": [{ "id": "x", "type": "text", "label": "{answer:\#(id)}" }] }] }
      """#)
    let expected =
      "“\(id)” is in each entry of “expenses”, and a text cannot hold the answers of one; name a cell outside that calculates "
      + #"something of all, with "calculate": "\#(instead)""#
    #expect(found.count == 1 && found[0].hasSuffix(expected))
  }

  @Test(
    "a reference to an answer is refused in texts that cannot show answers",
    arguments: [
      (#""label": "L", "placeholder": "{answer:name}""#, ".placeholder"),
      (#""label": "L", "suffix": { "en": "in {answer:name}" }"#, ".suffix.en"),
      (#""label": "L", "messages": { "required": "No {answer:name}" }"#, ".messages.required"),
    ])
  func notHere(keys: String, path: String) {
    #expect(
      mistakes(cell: #"{ "id": "x", "type": "text", \#(keys) }"#, others: Self.others) == [
        "bad-value \(path): answers are not shown here, only in labels, helpers, notes, contents, titles and footers of sections, and "
          + "messages of rules; write {{answer: for the words themselves"
      ])
  }

  @Test("options and the form's texts cannot show answers; `{{` in a title means `{`") func nowhere() throws {
    let form =
      #"{ "title": "T {answer:a}", "submit": { "label": "S {answer:a}" }, "sections": [{ "title": "E", "container": "repeat", "id": "e", "item": "{answer:a}", "cells": [{ "id": "a", "type": "radio-group", "label": "A", "options": ["{answer:a}", { "value": "b", "label": "{answer:a}" }] }] }] }"#
    #expect(
      mistakes(form).map { String($0.split(separator: ": ")[2]) } == [
        "title", "submit.label", "sections[0].item", "sections[0].cells[0].options[0]",
        "sections[0].cells[0].options[1].label",
      ])
    let plain = try decode(
      #"{ "title": "{{answer:a}", "sections": [{ "cells": [{ "id": "a", "type": "text", "label": "A" }] }] }"#)
    #expect(plain.title.text(in: []) == "{answer:a}")
  }

  @Test("without answers, a text shows the labels of the cells it refers to") func named() throws {
    let form = try decode(
      #"""
      { "title": "T", "sections": [{ "cells": [
          { "id": "town", "type": "text", "label": "Town" },
          { "id": "why", "type": "text", "label": "Why {answer:town}?", "helper": "{{answer: {answer:why-not}" },
          { "id": "why-not", "type": "text", "label": "Why not {answer:town}?" } ] }] }
      """#)
    let texts = [form.cells[1].label, try #require(form.cells[1].helper)].map { form.named($0, in: []) }
    #expect(texts == ["Why Town?", "{answer: Why not …?"])
  }

  @Test("a page watches the cells whose answers its texts show") func following() throws {
    let form = try decode(
      #"""
      { "title": "T", "sections": [{ "title": "Of {answer:c}", "cells": [
          { "id": "a", "type": "text", "label": "A" }, { "id": "b", "type": "text", "label": "B {answer:a}" },
          { "id": "c", "type": "text", "label": "C" }, { "id": "d", "type": "content", "text": "{answer:b}" } ] }] }
      """#)
    #expect(form.cellsOfTexts == [0, 1, 2])
    #expect(form.followings.map { $0 == nil } == [false, false, false, true])
    #expect(try plain("no braces").cellsOfTexts.isEmpty)
  }

  private func plain(_ text: String) throws -> Form {
    try decode(
      #"{ "title": "T", "sections": [{ "cells": [{ "id": "a", "type": "text", "label": "\#(text)" }] }] }"#)
  }
}
