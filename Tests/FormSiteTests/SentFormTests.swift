import FormCells
import FormDesk
import HTTPMessage
import Support
import Synchronization
import Testing

@testable import FormSite

/// `POST /forms/{form}` by a program that has not opened the form.
@Suite("Forms that a program sends")
struct SentFormTests {
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

  /// The status, the answer as JSON, and its fields.
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

  private func values(of test: TestSite) throws -> JSONValue? { try test.submissions(of: "order").last?["values"] }

  private static let all: JSONValue = [
    "name": "Ada", "total": ["amount": "1234.50", "currency": "EUR"], "size": .number("12.5"), "pin": nil,
    "parts": ["Roof", "Door", ["other": "Bumper"]], "shift": "Late", "fast": true, "why": "now", "unit": "B 7",
    "sort": [
      ["id": "due", "selected": true, "direction": "descending"],
      ["id": "priority", "selected": false, "direction": "ascending"],
    ],
  ]

  @Test("as JSON, values are those of a submission; the answer is 201 with the id, and no session begins")
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

  @Test("as fields, each value stands under its id, several under the name several times")
  func fields() async throws {
    let test = try TestSite([Self.form])
    let body =
      "name=Ada&total=1234.50&size=12.5&parts=Roof&parts=Door&parts.other=Bumper&shift=Late&fast=true&why=now"
      + "&unit=other&sort=due+descending"
    #expect(try await send(body, as: "application/x-www-form-urlencoded", to: test).status == .created)
    #expect(try values(of: test) == Self.all)
    // As a page writes it: the visitor's own numbers, and the answer is a page.
    let page = try await send(
      body.replacing("1234.50", with: "1.234,50"), as: "application/x-www-form-urlencoded", accept: "text/html",
      to: test
    )
    #expect(page.status == .seeOther)
    #expect(try values(of: test) == Self.all)
    #expect(try test.submissions(of: "order").count == 2)
  }

  @Test("a password is hashed as from a page")
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
    "each mistake names its cell, and nothing is stored",
    arguments: [
      (#"{"values":{}}"#, ["name"]),
      (#"{"values":{"name":"Ada Lovelace, Countess","total":{"amount":"0.50","currency":"EUR"}}}"#, ["name", "total"]),
      (#"{"values":{"nmae":"Ada"}}"#, ["nmae"]), (#"{"values":{"name":7}}"#, ["name"]),
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

  @Test("fields that no cell takes are refused where JSON is wanted")
  func unknownFields() async throws {
    let test = try TestSite([Self.form])
    let type = "application/x-www-form-urlencoded"
    let wrong = try await send("name=Ada&nmae=Bob&shift=Noon&fast=perhaps&sort=size", as: type, to: test)
    #expect(wrong.status == .unprocessableContent)
    guard case .array(let errors)? = wrong.json?["errors"] else {
      Issue.record("no errors")
      return
    }
    #expect(errors.map { $0["cell"] } == ["nmae", "fast", "sort"])
    #expect(errors[0]["message"] == "the form has no cell “nmae”; did you mean “name”?")
    let refused = try await send("name=Ada&shift=Noon", as: type, to: test)
    #expect(refused.status == .unprocessableContent)
  }

  @Test("JSON is read at the form's address alone; elsewhere, and in another coding, it is refused")
  func elsewhere() async throws {
    let test = try TestSite([Self.form])
    #expect(try await send("{}", to: test, "/forms/order/cells/parts").status == .unsupportedMediaType)
    #expect(try await send("{}", to: test, "/forms/none").status == .notFound)
  }

  @Test("what cannot be changed keeps its value, and the log names the cell (F10)")
  func locked() async throws {
    let told = Mutex<[String]>([])
    let test = try TestSite([Self.form], onLockedEntries: { entries in told.withLock { $0 += entries.cells } })
    #expect(try await send(#"{"values":{"name":"Ada","unit":"C 9","why":"hidden"}}"#, to: test).status == .created)
    #expect(try values(of: test)?["unit"] == "B 7")
    #expect(told.withLock { $0 } == ["unit"])
  }
}
