import TestSupport
import Testing
import Localization

@testable import Options

@Suite("JSON sources")
struct OptionsJSONTests {
  private let standard = OptionColumns()
  private let named = OptionColumns(value: "id", label: "name", description: "site")

  @Test("An array of options is read with all keys of an option")
  func options() throws {
    let text = """
      \u{FEFF}["plain", {"value": "a", "label": "A\\u00e9\\n", "description": "D", "footnote": "F",
       "image": "i.png", "initials": "AA", "disabled": true}, {"value": "b", "label": "B", "disabled": false}]
      """
    let table = try OptionFile(path: "o.JSON", columns: standard).table(Array(text.utf8))
    #expect((0..<3).map(table.value(at:)) == ["plain", "a", "b"])
    #expect((0..<3).map { table.label(at: $0, in: []) } == ["plain", "Aé", "B"])
    #expect(table.description(at: 1, in: []) == "D")
    #expect(table.footnote(at: 1, in: []) == "F")
    #expect(table.status(at: 1, in: []) == nil)
    #expect(table.image(at: 1) == "i.png")
    #expect(table.initials(at: 1) == "AA")
    #expect((0..<3).map(table.isDisabled(at:)) == [false, true, false])
    #expect(table.hasContacts)
  }

  @Test("Only the named columns are read")
  func columns() throws {
    let text = #"[{"description": 5, "disabled": 1, "id": "a", "name": "A"}, {"site": "S", "name": null, "id": "b"}]"#
    #expect(outcome(text.utf8, named, name: "o.json") == ["a|A|", "b|b|S"])
    let shared = OptionColumns(value: "id", label: "id", list: "name")
    let table = try OptionFile(path: "o.json", columns: shared).table(Array(text.utf8))
    #expect(table.label(at: 0, in: []) == "a")
    #expect(table.lists == [OptionList(title: "A", rows: 0..<1), OptionList(rows: 1..<2)])
  }

  @Test(
    "A wrong JSON file is refused, with the place",
    arguments: [
      ("", ["1:1 the file is empty; a JSON value is expected"]),
      (#"{"id": "a"}"#, ["1:1 an array of options is expected: [ … ]"]),
      (
        "[1, \"a\",\n null, [\"b\"]]",
        [
          "1:2 a number where an option is expected: a string or an object",
          "2:2 null where an option is expected: a string or an object",
          "2:8 an array where an option is expected: a string or an object",
        ]
      ),
      (#"[{"name": "A", "site": ""}]"#, ["1:2 the row has no “id”; every row needs it"]),
      (#"[{"id": null, "name": "A", "site": ""}]"#, ["1:9 “id” is null; a string is expected"]),
      (
        #"[{"id": 5, "name": ["A"], "site": {}}]"#,
        [
          "1:9 “id” is a number; a string is expected", "1:20 “name” is an array; a string is expected",
          "1:35 “site” is an object; a string is expected",
        ]
      ),
      (
        #"[{"id": "", "name": "A", "site": ""}, ""]"#,
        [
          "1:9 the value in “id” is empty; every row needs a unique value (also in line 1)"
        ]
      ),
      (
        #"[{"id": "a", "name": "A", "id": "b", "site": ""}]"#,
        [
          "1:27 the key “id” is a duplicate; remove one of them"
        ]
      ),
      (
        "[\n{\"id\":\"a\",\"name\":\"\",\"site\":\"\"},\n\"b\",\n\"a\"]",
        [
          "4:1 the value “a” is already in line 2; every row needs a unique value"
        ]
      ),
      (
        #"[{"id": "a"}]"#,
        [
          "1:1 there is no column “name”; the file has “id”", "1:1 there is no column “site”; the file has “id”",
        ]
      ),
      (#"["a",]"#, ["1:5 a comma before the closing bracket; remove it"]),
      (
        #"["a"] x"#, ["1:7 more text after the end of the JSON value; remove it, or the bracket that ends it too early"]
      ),
    ])
  func refuses(text: String, mistakes: [String]) {
    #expect(outcome(text.utf8, named, name: "o.json") == mistakes)
  }

  @Test("An option object is checked as in a definition: unknown and missing keys are refused")
  func strictObjects() {
    let text = """
      [{"value": "a", "lable": "A"},
       {"value": "b", "label": "B", "status": null, "colour": "red"},
       {"value": "c"}]
      """
    #expect(
      outcome(text.utf8, standard, name: "o.json") == [
        "1:2 the row has no “label”; every row needs it (also in line 3)",
        "1:17 the key “lable” is unknown in an option; did you mean “label”?",
        "2:41 “status” is null; a string is expected",
        "2:47 the key “colour” is unknown in an option; known are “value”, “label”, “description”, “footnote”, "
          + "“status”, “image”, “initials”, “disabled”",
      ])
  }

  @Test("An option's texts are checked as in a definition: none is empty or has control characters")
  func strictTexts() {
    let text = #"""
      [{"value": "a", "label": "", "description": " \u00a0"}, " ", "b\u0000", "é\u0085", "\u3042 c\nd", "e ",
       {"value": "f", "label": "\u007f", "initials": ""}]
      """#
    #expect(
      outcome(text.utf8, standard, name: "o.json") == [
        "1:26 “label” is empty; write a text, or leave out a key that an option need not have",
        "1:45 “description” is empty; write a text, or leave out a key that an option need not have",
        "1:57 the value in “value” is empty; every row needs a unique value",
        "1:62 the value in “value” has the control character U+0000, which pages do not send back unchanged; remove it",
        "1:73 the value in “value” has a line end, which pages do not send back unchanged; remove it (also in line 1)",
        "2:26 the string has the control character U+007F; remove it",
        "2:48 “initials” is empty; write a text, or leave out a key that an option need not have",
      ])
    let data = #"[{"id": "a", "name": "", "site": "\u0000"}]"#
    #expect(outcome(data.utf8, named, name: "o.json").count == 1)
    #expect(outcome(data.utf8, named, name: "o.json")[0].hasPrefix("a|a|"))
  }

  @Test("An image that is not among the assets is refused, and the nearest one is named")
  func images() throws {
    let columns = OptionColumns(value: "id", label: "id", image: "photo")
    let file = OptionFile(path: "o.jsonl", columns: columns, images: ["people/ada.webp", "people/bob.webp"])
    let text = "{\"id\": \"ada\", \"photo\": \"people/ada.webp\"}\n{\"id\": \"eve\", \"photo\": \"people/add.webp\"}\n"
    do throws(OptionFileErrors) {
      _ = try file.table(Array(text.utf8))
      Issue.record("no mistake was found")
    } catch {
      #expect(
        error.errors.map(\.description) == [
          "o.jsonl:2:1: error: there is no image “people/add.webp” under Public; did you mean “people/ada.webp”?\n"
            + "{\"id\": \"eve\", \"photo\": \"people/add.webp\"}\n^"
        ])
    }
  }

  @Test("JSON Lines: an incomplete line and an array are reported as such")
  func tornLines() {
    let torn = "2:1 the line ends in the middle of its option; in a .jsonl file each option is on one line"
    for middle in [#"{"id":"b","na"#, #"{"id":"b","name":"B"#, #"{"id":"b","name":"#, #"{"id":"b","name":"B","#] {
      let text = "{\"id\":\"a\",\"name\":\"A\",\"site\":\"S\"}\n\(middle)\n"
      #expect(outcome(text.utf8, named, name: "o.jsonl") == [torn], "\(middle)")
      #expect(outcome((text + #"{"id":"c","name":"C"}"#).utf8, named, name: "o.jsonl") == [torn], "\(middle)")
    }
    #expect(
      outcome("[\n{\"id\":\"a\"},\n{\"id\":\"b\"}\n]".utf8, named, name: "o.jsonl") == [
        "1:1 this is an array; a .jsonl file has an option a line. Name a file with an array .json"
      ])
  }

  @Test("JSON Lines: each line is an option, and blank lines are skipped")
  func lines() {
    let text = "{\"id\":\"a\",\"name\":\"A\",\"site\":\"S\"}\r\n\n  {\"id\":\"b\",\"name\":\"B\\n\"}  \n\"c\""
    #expect(outcome(text.utf8, named, name: "o.jsonl") == ["a|A|S", "b|B|", "c|c|"])
    #expect(outcome("\n".utf8, named, name: "o.jsonl") == [])
  }

  @Test("JSON Lines: one bad line does not hide the next")
  func badLines() {
    let text = """
      {"id":"a","name":"A","site":"S"}
      {"id":"b",
      "name":"B"}
      {"id":"c"} x
      7
      {"id":"a"}
      """
    #expect(
      outcome(text.utf8, named, name: "o.jsonl") == [
        "2:1 the line ends in the middle of its option; in a .jsonl file each option is on one line",
        "4:12 more text after the end of the JSON value; remove it, or the bracket that ends it too early",
        "5:1 a number where an option is expected: a string or an object",
        "6:7 the value “a” is already in line 1; every row needs a unique value",
      ])
  }

  @Test("Random pieces of JSON give either rows or mistakes", arguments: ["n.json", "n.jsonl"])
  func noise(name: String) {
    var generator = SeededGenerator(seed: 9)
    let pieces = ["{", "}", "[", "]", "\"id\"", ":", ",", "\"a\"", "\"name\"", "null", "1", "\n", "\"", "\\", "é", " "]
    for _ in 0..<2000 {
      let count = Int.random(in: 0..<20, using: &generator)
      let noise = (0..<count).map { _ in pieces.randomElement(using: &generator)! }.joined()
      expectSound("[\(noise)".utf8, named, name: name)
    }
  }
}
