import FormCells
import FormCellsTesting
import FormController
import HTTPCore
import Support
import Synchronization
import TestSupport
import Testing

@testable import FormSite

/// `POST /forms/{form}` by a program that did not open the form.
@Suite("Forms that a program sends")
struct JSONSubmissionTests {
  private static let form = """
    { "id": "order", "title": "Order", "locale": "de-DE", "sections": [{ "cells": [
      { "id": "name", "type": "text", "label": "Name", "required": true, "maxLength": 10 },
      { "id": "total", "type": "currency", "label": "Total", "currency": "EUR", "minimum": 1 },
      { "id": "size", "type": "number", "label": "Size", "decimals": 2 },
      { "id": "pin", "type": "password", "label": "PIN" },
      { "id": "parts", "type": "list-picker", "label": "Parts", "selection": "multiple", "options": ["Door", "Roof", "Wheel"],
        "other": {} },
      { "id": "shift", "type": "radio-group", "label": "Shift", "options": ["Early", "Late"] },
      { "id": "fast", "type": "switch", "label": "Fast" },
      { "id": "why", "type": "text", "label": "Why", "visibleWhen": { "cell": "fast", "equals": true } },
      { "id": "unit", "type": "text", "label": "Unit", "readOnly": true, "value": "B 7" },
      { "id": "sort", "type": "order-picker", "label": "Sort", "criteria": [
        { "id": "priority", "label": "Priority" }, { "id": "due", "label": "Due", "selected": true }] }
    ] }] }
    """

  /// The response's status, its JSON and its header fields.
  private func send(
    _ body: String, as type: String = "application/json", accept: String? = "application/json", to test: TestSite,
    _ path: String = "/forms/order"
  ) async throws -> (status: Status, json: JSONValue?, fields: Fields) {
    var fields: Fields = [.contentType: type]
    if let accept { fields[.accept] = accept }
    let response = await test.site.respond(
      to: Request(method: .post, path: path, fields: fields, body: Array(body.utf8), host: "localhost"))
    let isJSON = response.fields[.contentType] == "application/json"
    return (response.status, isJSON ? try JSONReader.document(response.body).value : nil, response.fields)
  }

  @Test(
    "a second value for a cell that accepts one is refused, and the error names the cell",
    arguments: [
      ("name=a&name=b", "name", "2 values were sent; the cell accepts only one"),
      ("name=a&shift=Early&shift=Late", "shift", "2 values were sent; the cell accepts only one"),
      ("name=a&fast=false&fast=true", "fast", "2 values were sent; the cell accepts only one"),
      ("name=a&pin=1&pin=2", "pin", "2 values were sent; the cell accepts only one"),
    ])
  func twice(body: String, cell: String, message: String) async throws {
    let test = try TestSite([Self.form])
    let (status, json, _) = try await send(body, as: "application/x-www-form-urlencoded", to: test)
    #expect(status == .unprocessableContent)
    #expect(json == ["errors": [["cell": .string(cell), "message": .string(message)]]])
    // A visitor who comes from a form of another site gets the form, with the message.
    let page = try await send(body, as: "application/x-www-form-urlencoded", accept: "text/html", to: test)
    #expect(page.status == .unprocessableContent)
    #expect(try test.submissions(of: "order").isEmpty)
    let once = try await send("name=a&name=a", as: "application/x-www-form-urlencoded", to: test)
    #expect(once.status == .created)
  }

  @Test(
    "a multipart part that is not plain text is refused",
    arguments: [
      ("form-data; name=\"name\"; filename=\"a.txt\"", "7bit", Status.unprocessableContent),
      ("form-data; name=\"name\"", "base64", .unsupportedMediaType),
      ("form-data; name=\"name\"", "Quoted-Printable", .unsupportedMediaType),
      ("form-data; name=\"name\"", "8BIT", .created), ("form-data; name=\"name\"", "binary", .created),
    ])
  func part(disposition: String, encoding: String, status: Status) async throws {
    let test = try TestSite([Self.form])
    let answer = try await send(
      "--b\r\nContent-Disposition: \(disposition)\r\nContent-Transfer-Encoding: \(encoding)\r\n\r\nYQ==\r\n--b--\r\n",
      as: "multipart/form-data; boundary=b", to: test)
    #expect(answer.status == status)
    #expect(try test.submissions(of: "order").count == (status == .created ? 1 : 0))
  }

  private func values(of test: TestSite) throws -> JSONValue? { try test.submissions(of: "order").last?["values"] }

  private static let all: JSONValue = [
    "name": "Ada", "total": ["amount": "1234.50", "currency": "EUR"], "size": .number("12.5"), "pin": nil,
    "parts": ["Roof", "Door", ["other": "Bumper"]], "shift": "Late", "fast": true, "why": "now", "unit": "B 7",
    "sort": [
      ["id": "due", "selected": true, "direction": "descending"],
      ["id": "priority", "selected": false, "direction": "ascending"],
    ],
  ]

  @Test("JSON values are those of a submission; the answer is 201 with the id, and no session is created")
  func json() async throws {
    let test = try TestSite([Self.form])
    let body = String(decoding: JSONValue.object([.init("values", Self.all)]).compactBytes, as: UTF8.self)
    for accept in ["application/json", nil, "*/*"] {
      let (status, json, fields) = try await send(body, accept: accept, to: test)
      #expect(status == .created)
      let id = try #require(json?["id"])
      #expect(try test.submissions(of: "order").last?["id"] == id)
      #expect(fields[.setCookie] == nil)
      guard case .string(let text) = id else { return }
      #expect(fields[.location] == "/forms/order?receipt=\(text)")
      #expect(try values(of: test) == Self.all)
    }
    #expect(test.site.sessionFigures.count == 0)
  }

  @Test("form fields are named by cell ids, and several values repeat the name")
  func fields() async throws {
    let test = try TestSite([Self.form])
    let body =
      "name=Ada&total=1234.50&size=12.5&parts=Roof&parts=Door&parts.other=Bumper&shift=Late&fast=true&why=now"
      + "&unit=other&sort=due+descending"
    #expect(try await send(body, as: "application/x-www-form-urlencoded", to: test).status == .created)
    #expect(try values(of: test) == Self.all)
    // As a browser sends it: numbers in the visitor's format, and the response is a page.
    let page = try await send(
      body.replacing("1234.50", with: "1.234,50"), as: "application/x-www-form-urlencoded", accept: "text/html",
      to: test
    )
    #expect(page.status == .seeOther)
    #expect(try values(of: test) == Self.all)
    #expect(try test.submissions(of: "order").count == 2)
  }

  private static let typed = """
    { "id": "typed", "title": "Typed", "locale": "en-US", "sections": [{ "cells": [
      { "id": "line", "type": "text", "label": "Line" },
      { "id": "code", "type": "text", "label": "Code", "pattern": "[^]*" },
      { "id": "note", "type": "note", "label": "Note" },
      { "id": "pick", "type": "list-picker", "label": "Pick", "options": ["Door"], "other": { "maxLength": 1000 } }
    ] }] }
    """

  private static let hostile: [Unicode.Scalar] = [
    "a", "Z", "7", " ", "\t", "\n", "\r", "\u{0}", "\u{B}", "\u{C}", "\u{1B}", "\u{7F}", "\u{85}", "\u{A0}", "\u{AD}",
    "é", "e", "\u{301}",
    "\u{323}", "\u{200B}", "\u{200D}", "\u{200E}", "\u{202E}", "\u{2028}", "\u{2060}", "\u{2800}", "\u{3000}",
    "\u{3164}", "\u{1100}", "\u{1161}",
    "\u{FE0F}", "\u{FEFF}", "\u{FFFD}", "\u{1F468}", "\u{1F3FD}", "\u{1F1E9}", "\u{E0067}", "&", "=", "+", "%", "\"",
    "\\", "<", "\u{10FFFF}",
  ]

  @Test(
    "a text is recorded as the same value in every format, and sending that value again changes nothing",
    arguments: 0..<UInt64(TestExtent.count(2, full: 4)))
  func everyWay(seed: UInt64) async throws {
    let test = try TestSite([Self.typed])
    let form = try FormDefinition.decode(bytes: Array(Self.typed.utf8), path: "typed.json", directory: "")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<25 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<9, using: &random) {
        scalars.append(Self.hostile.randomElement(using: &random) ?? "a")
      }
      let first = try await recorded(String(scalars), by: test, form)
      for value in ["line", "code", "note"] {
        guard case .string(let text)? = first[value] else { continue }
        let again = try await recorded(text, by: test, form)
        #expect(again[value]?.compactBytes == first[value]?.compactBytes)
      }
    }
  }

  /// The values recorded for a text in all cells, which are the same in whatever format it is sent.
  private func recorded(_ text: String, by test: TestSite, _ form: Form) async throws -> JSONValue {
    let comment = Comment(rawValue: "\(text.unicodeScalars.map(\.value))")
    let fields = FormData(
      [("line", text), ("code", text), ("note", text), ("pick.other", text)].map { FormData.Pair(name: $0, value: $1) })
    var parts = ""
    for pair in fields.pairs {
      parts += "--x\r\nContent-Disposition: form-data; name=\"\(pair.name)\"\r\n\r\n\(pair.value)\r\n"
    }
    let pick: JSONValue = text.isBlank ? nil : ["other": .string(text)]
    let values: JSONValue = ["line": .string(text), "code": .string(text), "note": .string(text), "pick": pick]
    let json = JSONValue.object([.init("values", values)])
    var all: [JSONValue] = []
    for (body, type) in [
      (fields.urlEncoded, "application/x-www-form-urlencoded"),
      (Array((parts + "--x--").utf8), "multipart/form-data; boundary=x"),
      (json.compactBytes, "application/json"),
    ] {
      let (status, answer, _) = try await send(
        String(decoding: body, as: UTF8.self), as: type, to: test, "/forms/typed")
      #expect(status == .created, "\(type) \(answer.map { "\($0)" } ?? "") \(text.unicodeScalars.map(\.value))")
      all.append(try #require(try test.submissions(of: "typed").last?["values"]))
    }
    let given = form.hostValues(
      initial: ["line": .string(text), "code": .string(text), "note": .string(text)], readOnly: [:])
    #expect(given.faults.isEmpty, comment)
    for (index, cell) in ["line", "code", "note"].enumerated() {
      let host = given.values.values[index].map { form.cells[index].json(of: $0)?.compactBytes }
      #expect(host == all[0][cell]?.compactBytes, comment)
    }
    for values in all { #expect(values.compactBytes == all[0].compactBytes, comment) }
    return all[0]
  }

  @Test(
    "JSON numbers are read by value, whatever their notation",
    arguments: [
      ("12.0", "12"), ("12", "12"), ("1.2e1", "12"), ("120E-1", "12"), ("0e9", "0"), ("-0.0", "0"), ("-3.00e0", "-3"),
    ])
  func numbersByValue(_ sent: String, _ stored: String) async throws {
    let form = """
      { "id": "n", "title": "N", "locale": "en-US", "sections": [{ "cells": [
        { "id": "whole", "type": "number", "label": "Whole" },
        { "id": "part", "type": "number", "label": "Part", "decimals": 6 } ] }] }
      """
    let test = try TestSite([form])
    let status = try await send(#"{"values":{"whole":\#(sent),"part":1e-05}}"#, to: test, "/forms/n").status
    #expect(status == .created)
    let values = try test.submissions(of: "n").last?["values"]
    #expect(values?["whole"] == .number(stored) && values?["part"] == .number("0.00001"))
    #expect(try await send(#"{"values":{"whole":12.5}}"#, to: test, "/forms/n").status == .unprocessableContent)
    #expect(
      try await send(#"{"values":{"whole":1e999999999999}}"#, to: test, "/forms/n").status == .unprocessableContent)
  }

  @Test(
    "a body that is not UTF-8 is refused in the format of the client",
    arguments: [
      ("application/json", #"{"values":{"name":"Jos"#, .badRequest),
      ("application/x-www-form-urlencoded", "name=Jos", .badRequest),
      ("application/json; charset=iso-8859-1", #"{"values":{}}"#, .unsupportedMediaType),
      ("application/x-www-form-urlencoded; charset=iso-8859-1", "name=Jos", .unsupportedMediaType),
    ] as [(String, String, Status)])
  func encodings(_ type: String, _ body: String, _ status: Status) async throws {
    let test = try TestSite([Self.form])
    for accept in ["application/json", "text/html"] {
      let response = await test.site.respond(
        to: Request(
          method: .post, path: "/forms/order", fields: [.contentType: type, .accept: accept],
          body: Array(body.utf8) + [0xE9], host: "localhost"))
      #expect(response.status == status)
      let text = String(decoding: response.body, as: UTF8.self)
      #expect(
        text.contains("Send it in UTF-8.")
          && text.hasPrefix("{") == (accept == "application/json" || type.hasPrefix("application/json")))
    }
    #expect(try test.submissions(of: "order").isEmpty)
  }

  @Test("a password from a program is hashed like one from a page")
  func password() async throws {
    let test = try TestSite([Self.form])
    #expect(try await send(#"{"values":{"name":"Ada","pin":"493027"}}"#, to: test).status == .created)
    guard case .string(let hash)? = try values(of: test)?["pin"]?["hash"] else {
      Issue.record("no hash")
      return
    }
    #expect(hash.hasPrefix("$y$"))
  }

  @Test(
    "each error names its cell, and nothing is stored",
    arguments: [
      (#"{"values":{}}"#, ["name"]),
      (#"{"values":{"name":"Ada Lovelace, Countess","total":{"amount":"0.50","currency":"EUR"}}}"#, ["name", "total"]),
      (#"{"values":{"nmae":"Ada"}}"#, ["nmae", "name"]), (#"{"values":{"name":7}}"#, ["name"]),
      (#"{"values":{"name":"Ada","parts":["Window"]}}"#, ["parts"]),
      (#"{"values":{"name":"Ada","sort":[{"id":"size","selected":true,"direction":"ascending"}]}}"#, ["sort"]),
      (#"{"values":{"name":"Ada","name":"Bob"}}"#, ["name"]),
      (#"{"value":{}}"#, [nil, nil]), ("[]", [nil]), (#"{"values":{"#, [nil]), ("", [nil]),
    ] as [(String, [String?])])
  func mistakes(_ body: String, _ cells: [String?]) async throws {
    let test = try TestSite([Self.form])
    let (status, json, _) = try await send(body, to: test)
    #expect(status == .unprocessableContent)
    guard case .array(let errors)? = json?["errors"] else {
      Issue.record("no errors")
      return
    }
    #expect(errors.map { $0["cell"] } == cells.map { $0.map { .string($0) } ?? .null })
    for error in errors {
      guard case .string(let message)? = error["message"] else {
        Issue.record("no message")
        continue
      }
      #expect(!message.isEmpty)
    }
    #expect(try test.submissions(of: "order").isEmpty)
  }

  @Test("a program's form fields that no cell accepts are refused")
  func unknownFields() async throws {
    let test = try TestSite([Self.form])
    let type = "application/x-www-form-urlencoded"
    let wrong = try await send("name=Ada&nmae=Bob&shift=Noon&fast=perhaps&sort=size", as: type, to: test)
    #expect(wrong.status == .unprocessableContent)
    guard case .array(let errors)? = wrong.json?["errors"] else {
      Issue.record("no errors")
      return
    }
    // First the values that cannot be read, then the other problems of the form.
    #expect(errors.map { $0["cell"] } == ["nmae", "fast", "sort", "shift"])
    #expect(errors[0]["message"] == "the form has no cell “nmae”; did you mean “name”?")
    let refused = try await send("name=Ada&shift=Noon", as: type, to: test)
    #expect(refused.status == .unprocessableContent)
  }

  @Test("a repeat with the same Idempotency-Key is checked as of the time of the first record")
  func repeatedLater() async throws {
    let form = """
      { "id": "order", "title": "Order", "sections": [{ "cells": [
        { "id": "a", "type": "text", "label": "A" },
        { "id": "at", "type": "date-time", "label": "At", "value": "now", "minimum": "now" },
        { "id": "day", "type": "date", "label": "Day", "value": "today", "minimum": "today" }
      ] }] }
      """
    let test = try TestSite([form])
    func send(_ body: String) async throws -> Response {
      let fields: Fields = [
        .contentType: "application/json", .accept: "application/json", FieldName("Idempotency-Key"): "k",
      ]
      return await test.site.respond(
        to: Request(method: .post, path: "/forms/order", fields: fields, body: Array(body.utf8), host: "localhost"))
    }
    let first = try await send(#"{"values":{"a":"x"}}"#)
    #expect(first.status == .created)
    for _ in 0..<2 {
      test.pinned.advance(bySeconds: 2 * 86_400)
      let again = try await send(#"{"values":{"a":"x"}}"#)
      #expect(again.status == .created && again.body == first.body)
      #expect(try await send(#"{"values":{"a":"y"}}"#).status == .unprocessableContent)
    }
    #expect(try test.submissions(of: "order").count == 1)
  }

  @Test("JSON is accepted only at the form's address")
  func elsewhere() async throws {
    let test = try TestSite([Self.form])
    #expect(try await send("{}", to: test, "/forms/order/cells/parts").status == .unsupportedMediaType)
    #expect(try await send("{}", to: test, "/forms/none").status == .notFound)
  }

  @Test(
    "values for hidden, disabled or read-only cells are not checked, but other mistakes are reported",
    arguments: [
      (#"{"values":{"a":"x","r":"zz","d":"bad","n":"x","m":{"q":"zz","s":7},"e":[{},{},{}]}}"#, ""),
      (#"{"values":{"a":"x","off":"zz","ro":"zz"}}"#, ""),
      ("a=x&r=zz&d=bad&n=x&m.q=zz&off=zz&ro=zz", ""),
      (#"{"values":{"a":"x","sw":true,"r":"zz"}}"#, "r"), ("a=x&sw=on&r=zz", "r"),
      (#"{"values":{"a":"x","sw":true,"e":[{},{},{}]}}"#, "e"),
      (#"{"values":{"a":"x","sw":true,"e":[{"k":"zz"}]}}"#, "e[0].k"),
      (#"{"values":{"a":"x","sw":"perhaps","r":"zz"}}"#, "sw"), (#"{"values":{"a":"x","none":1}}"#, "none"),
    ])
  func unasked(body: String, refused: String) async throws {
    let hidden = #""visibleWhen": { "cell": "sw", "equals": true }"#
    let form = """
      { "id": "order", "title": "Order", "sections": [{ "cells": [
        { "id": "a", "type": "text", "label": "A", "required": true },
        { "id": "sw", "type": "switch", "label": "S" },
        { "id": "r", "type": "radio-group", "label": "R", "options": ["One", "Two"], \(hidden) },
        { "id": "d", "type": "date", "label": "D", \(hidden) },
        { "id": "n", "type": "number", "label": "N", \(hidden) },
        { "id": "m", "type": "matrix", "label": "M", "rows": [{ "id": "q", "label": "Q" }, { "id": "s", "label": "S" }],
          "options": ["good", "bad"], \(hidden) },
        { "id": "off", "type": "select", "label": "Off", "options": ["One", "Two"], "disabled": true },
        { "id": "ro", "type": "select", "label": "Ro", "options": ["One", "Two"], "value": "One", "readOnly": true }
      ] },
      { "id": "e", "title": "E", "item": "E", "container": "repeat", "maximum": 2, \(hidden),
        "cells": [{ "id": "k", "type": "select", "label": "K", "options": ["One", "Two"] }] }] }
      """
    let test = try TestSite([form])
    let type = body.hasPrefix("{") ? "application/json" : "application/x-www-form-urlencoded"
    let answer = try await send(body, as: type, to: test)
    #expect(answer.status == (refused.isEmpty ? .created : .unprocessableContent))
    guard case .array(let errors)? = answer.json?["errors"] else { return #expect(refused.isEmpty) }
    #expect(errors.map { $0["cell"] } == [.string(refused)])
  }

  @Test("a read-only cell keeps its value, and the log names the cell (F10)")
  func locked() async throws {
    let told = Mutex<[String]>([])
    let test = try TestSite([Self.form], onReadOnlyViolations: { entries in told.withLock { $0 += entries.cells } })
    #expect(try await send(#"{"values":{"name":"Ada","unit":"C 9","why":"hidden"}}"#, to: test).status == .created)
    #expect(try values(of: test)?["unit"] == "B 7")
    #expect(told.withLock { $0 } == ["unit"])
  }
}
