import FormCells
import FormPages
import Support
import Testing

@testable import Answers

/// How tables show values.
@Suite("Values in tables")
struct ColumnTextTests {
  private static func texts(_ values: String, _ language: LanguageTag = "en") throws -> [String: String] {
    let form = try AnswersPage.form(AnswersPage.trip)
    let context = try AnswersPage.context([language])
    let line = try StoredLine(AnswersPage.line(1, of: form, values))
    return context.columns(of: form).reduce(into: [:]) { found, column in
      let text = ColumnText(column, of: form, in: ["en"], language: context.language)
      found[column.column.name] = text.shown(in: line.values)?.text
    }
  }

  @Test("values of each kind are written in the page's language")
  func kinds() throws {
    let found = try Self.texts(AnswersPage.ada)
    let expected = [
      "name": "Ada Lovelace", "abroad": "On", "class": "First", "means": "Train, Car", "total.amount": "€1,234.50",
      "distance": "12.50 km", "stay.from": "January 5, 2026", "stay.to": "January 9, 2026", "start": "9:30\u{202F}AM",
      "effort": "1 h 30 min", "call": "January 31, 2026, 9:30\u{202F}AM", "service.speed": "Good", "bills": "1",
      "remarks": "Two lines: the second one.", "expenses": "2", "expenses.what": "Taxi, Hotel",
      "expenses.cost.amount": "€30.00",
    ]
    for (name, text) in expected { #expect(found[name] == text, "\(name)") }
    #expect(found["service.care"] == nil && found["class.other"] == nil)
    #expect(try Self.texts(AnswersPage.ada, "de")["total.amount"] == "1.234,50\u{A0}€")
  }

  @Test("an empty value has no text")
  func empty() throws {
    let found = try Self.texts(AnswersPage.grace)
    #expect(found["class"] == "Sleeper" && found["class.other"] == "Sleeper" && found["abroad"] == "Off")
    #expect(Set(found.keys) == ["name", "abroad", "class", "class.other"])
  }

  @Test("a cell that was a password in an earlier version shows nothing of it")
  func passwords() throws {
    let hash = #"{"hash": "$y$j9T$secretsalt$secrethash"}"#
    let found = try Self.texts(
      #"{"name": \#(hash), "abroad": \#(hash), "class": \#(hash), "total": \#(hash), "distance": \#(hash), "start": \#(hash)}"#
    )
    #expect(found.isEmpty, "\(found)")
  }

  @Test("values of another type, and options that no longer exist, are shown as stored")
  func others() throws {
    let found = try Self.texts(
      #"{"name": 7, "abroad": "yes", "class": "9", "total": 12, "distance": "far", "stay": "soon", "start": "noon", "bills": "a"}"#
    )
    #expect(found["name"] == "7" && found["abroad"] == "yes" && found["class"] == "9")
    #expect(found["total.amount"] == "12")
    #expect(found["distance"] == "far" && found["start"] == "noon" && found["bills"] == "a")
    #expect(found["stay.from"] == nil)
  }

  @Test("of many values, the first are shown, with the number of the others")
  func many() throws {
    let form = try AnswersPage.form(AnswersPage.trip)
    let entries = (1...9).map { #"{"what": "Item \#($0)"}"# }.joined(separator: ", ")
    let line = try StoredLine(AnswersPage.line(1, of: form, #"{"expenses": [\#(entries)]}"#))
    let context = try AnswersPage.context()
    let column = try #require(context.columns(of: form).first { $0.column.name == "expenses.what" })
    let text = ColumnText(column, of: form, in: ["en"], language: context.language).shown(in: line.values)?.text
    #expect(text == "Item 1, Item 2, Item 3, Item 4, Item 5, and 4 more")
  }

  @Test("a line that is not a submission is refused")
  func damaged() throws {
    #expect(throws: DamagedLine.self) { try StoredLine(Array("{\"id\":".utf8)) }
    #expect(throws: DamagedLine(reason: "it has no id")) { try StoredLine(Array("{}".utf8)) }
    #expect(throws: DamagedLine.self) { try StoredLine(Array(#"{"id":"a","values":{"b":1,"b":2}}"#.utf8)) }
    var long = Array(#"{"id":"a","values":{"b":""#.utf8)
    long += [UInt8](repeating: UInt8(ascii: "x"), count: JSONReader.documentByteLimit)
    long += Array(#""}}"#.utf8)
    #expect(throws: DamagedLine.self) { try StoredLine(long) }
    #expect(throws: Never.self) { try StoredLine(long, byteLimit: StoredLine.byteLimit) }
    // The id of a damaged line can still be read.
    #expect(StoredLine.id(of: long) == "a" && StoredLine.id(of: Array(#"{"id":"a","#.utf8)) == "a")
    #expect(StoredLine.id(of: Array("{}".utf8)) == nil && StoredLine.id(of: []) == nil)
    #expect(try StoredLine(Array(#"{"id":"a","values":null}"#.utf8)).values["b"] == nil)
  }

  @Test("a submission's neighbours are found only at its place")
  func neighbours() throws {
    let form = try AnswersPage.form(AnswersPage.trip)
    let rows = AnswersPage.rows(of: form, [AnswersPage.grace, AnswersPage.ada, AnswersPage.grace])
    func model(_ number: Int, at place: Int) throws -> AnswerModel {
      let line = try StoredLine(AnswersPage.line(number, of: form, AnswersPage.ada))
      return AnswerModel(
        form, current: form, line: line, state: .current, address: try AnswersPage.address("at=\(place)", of: form),
        neighbours: rows,
        zone: .utc)
    }
    // The rows around a place begin eleven places before it.
    let middle = try model(2, at: 17)
    #expect(middle.previous == .init(id: AnswersPage.id(1), place: 6))
    #expect(middle.next == .init(id: AnswersPage.id(3), place: 8))
    let elsewhere = try model(9, at: 7)
    #expect(elsewhere.previous == nil && elsewhere.next == nil)
  }
}
