import FormCells
import Options
import Support
import TestSupport
import Testing

/// Expressions with columns of the file that a cell's options come from.
@Suite("Values are calculated from columns of files") struct CalculationColumnTests {
  private static let rows = "id,name,price,The Hall,note\na,Adult,12.5,Main,\nb,Child,5,Side,x\nc,Guest,,,1\n"

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    folder.write("tickets.csv", Array(rows.utf8))
    folder.write(
      "extras.json",
      Array(
        #"[{ "id": "x", "name": "X", "price": 1.5 }, { "id": "y", "name": "Y", "price": "2" }, { "id": "z", "name": "Z", "price": null }]"#
          .utf8))
    folder.write("more.jsonl", Array("{\"id\": \"x\", \"name\": \"X\", \"price\": 0.125}\n".utf8))
    return folder
  }

  private static let cells = [
    #"{ "id": "ticket", "type": "list-picker", "label": "T", "source": { "file": "tickets.csv", "value": "id", "label": "name" } }"#,
    #"{ "id": "extras", "type": "checkbox-group", "label": "E", "source": { "file": "extras.json", "value": "id", "label": "name" } }"#,
    #"{ "id": "more", "type": "radio-group", "label": "M", "source": { "file": "more.jsonl", "value": "id", "label": "name" } }"#,
    #"{ "id": "count", "type": "number", "label": "C" }"#,
    #"{ "id": "fee", "type": "currency", "label": "F", "currency": "EUR" }"#,
    #"{ "id": "fixed", "type": "select", "label": "X", "options": ["a", "b"] }"#,
  ]

  private static func definition(_ type: String, _ expression: String) -> String {
    let cell = #"{ "id": "result", "label": "R", \#(type), "calculate": "\#(expression)" }"#
    return #"{ "title": "T", "sections": [{ "cells": [\#((cells + [cell]).joined(separator: ","))] }] }"#
  }

  private static let number = #""type": "number", "decimals": 3"#
  private static let amount = #""type": "currency", "currency": "EUR""#
  private static let text = #""type": "text""#

  @Test(
    "a calculation uses the columns of the chosen rows",
    arguments: [
      (number, "ticket.price", #"{ "ticket": "a" }"#, "12.5"), (number, "ticket.price", #"{ "ticket": "c" }"#, ""),
      (number, "ticket.price", "{}", ""), (amount, "count * ticket.price", #"{ "count": 3, "ticket": "b" }"#, "15.00"),
      (
        amount, "fee + count * ticket.price",
        #"{ "count": 2, "ticket": "a", "fee": { "amount": "0.5", "currency": "EUR" } }"#, "25.50"
      ),
      (text, "join(' ', ticket.'The Hall', ticket.name)", #"{ "ticket": "a" }"#, "Main Adult"),
      (text, "if(ticket.'The Hall' = 'Side', 'right', 'left')", #"{ "ticket": "b" }"#, "right"),
      (number, "more.price", #"{ "more": "x" }"#, "0.125"),
      (number, "sum(extras.price)", #"{ "extras": ["x", "y", "z"] }"#, "3.5"), (number, "sum(extras.price)", "{}", "0"),
      (amount, "sum(fee, extras.price, ticket.price)", #"{ "extras": ["x"], "ticket": "b" }"#, "6.50"),
    ])
  func values(type: String, expression: String, values: String, expected: String) throws {
    let folder = try Self.folder()
    let form = try decode(Self.definition(type, expression), directory: folder.path)
    let values = try form.values(decoding: Array(values.utf8), path: "values.json")
    #expect(FormState(form: form, values: values).values[form.cells.count - 1].text == expected)
  }

  @Test(
    "a column that does not exist, or does not fit the calculation, is refused",
    arguments: [
      (
        number, "ticket.prise",
        "sections[0].cells[0].source.file: FOLDER/tickets.csv: there is no column “prise”; the file has “id”, “name”, “price”, “The Hall”, “note”"
      ),
      (
        number, "fixed.price",
        "sections[0].cells[6].calculate: the options of “fixed” are in the form and have no columns; write them in a file with the column “price”, and name that as its “source”"
      ),
      (
        number, "extras.price", "sections[0].cells[6].calculate: “extras” holds several values; write sum(extras.price)"
      ),
      (
        number, "2 * ticket.note", "sections[0].cells[6].calculate: a text is not multiplied"
      ),
      (
        number, "sum(extras.name)",
        "sections[0].cells[6].calculate: the column “name” has texts, which are not added; write numbers in it"
      ),
      (
        #""type": "number""#, "ticket.price",
        "sections[0].cells[6].calculate: the result may have 1 decimal, and the cell has 0; write round(…, 0)"
      ),
      (number, "count.price", "sections[0].cells[6].calculate: “count” has no part “price”; write count alone"),
    ])
  func refused(type: String, expression: String, message: String) throws {
    let folder = try Self.folder()
    let found = mistakes(Self.definition(type, expression), directory: folder.path).map {
      String($0.split(separator: ": error: ").last ?? "").replacing(folder.path, with: "FOLDER")
    }
    #expect(found == [message])
  }

  @Test(
    "a code such as 01234 or 1.10 is joined as the file has it, also after the file is read again",
    arguments: [
      ("join(' ', ticket.zip, ticket.version)", "01234 1.10"), ("ticket.zip", "01234"), ("ticket.version", "1.10"),
      ("if(ticket.zip = '01234', 'right', 'left')", "right"), ("join('', if(member, 'x', ticket.zip))", "01234"),
    ])
  func codes(_ expression: String, _ expected: String) throws {
    let definition = Self.definition(Self.text, expression).replacing(
      #"{ "id": "count""#, with: #"{ "id": "member", "type": "switch", "label": "S" }, { "id": "count""#)
    func result(of form: Form) throws -> String {
      let values = try form.values(decoding: Array(#"{ "ticket": "a" }"#.utf8), path: "values.json")
      return FormState(form: form, values: values).values[form.cells.count - 1].text
    }
    let head = "id,name,zip,version\na,Adult,01234,1.10\n"
    for (former, later) in [("b,Child,n/a,x\n", "b,Child,99,2.0\n"), ("b,Child,99,2.0\n", "b,Child,n/a,x\n")] {
      let folder = try Self.folder()
      folder.write("tickets.csv", Array((head + former).utf8))
      let form = try decode(definition, directory: folder.path)
      #expect(try result(of: form) == expected)
      folder.write("tickets.csv", Array((head + later).utf8))
      if case .failed(let errors) = try #require(form.cells[0].optionSource).reloadIfChanged() {
        Issue.record("\(errors)")
      }
      #expect(try result(of: form) == expected)
      #expect(try result(of: decode(definition, directory: folder.path)) == expected)
    }
  }

  @Test("leading zeros make a column a text", arguments: ["01234", "-01", "00", "00.5", "0", "0.5", "-0.5", "0.50"])
  func zeros(_ text: String) throws {
    let folder = try Self.folder()
    folder.write("tickets.csv", Array("id,name,price\na,Adult,\(text)\nb,Child,5\n".utf8))
    let found = mistakes(Self.definition(Self.number, "2 * ticket.price"), directory: folder.path)
    #expect(found.isEmpty == ["0", "0.5", "-0.5", "0.50"].contains(text))
  }

  @Test("a changed file whose column no longer fits the calculation is refused") func reload() throws {
    let folder = try Self.folder()
    let form = try decode(Self.definition(Self.number, "ticket.price"), directory: folder.path)
    let source = try #require(form.cells[0].optionSource)
    let table = source.current
    func message(_ rows: String) -> String? {
      folder.write("tickets.csv", Array(rows.utf8))
      guard case .failed(let errors) = source.reloadIfChanged() else { return nil }
      return errors.errors.first?.reason.message
    }
    #expect(
      message("id,name,price,The Hall,note\na,Adult,free,Main,\n")
        == "the column “price” has “free”, and the form calculates with its numbers; write digits, such as 12.50")
    #expect(message("id,name,price,The Hall,note\na,Adult,12.5555,Main,\n")?.contains("more than 3 decimals") == true)
    #expect(message("id,name,note\na,Adult,x\n")?.contains("there is no column “price”") == true)
    #expect(source.current === table)
    #expect(message("id,name,price,The Hall,note\na,Adult,13,Main,y\n") == nil)
    #expect(source.current !== table)
  }

  @Test(
    "a changed file may have only as many decimals as its calculations have room for",
    arguments: [
      (amount, "ticket.price", "12.50", "12.505"), (amount, "2 * ticket.price + fee", "12.50", "12.505"),
      (amount, "round(ticket.price * 1.19, 2)", "12.505", nil), (number, "ticket.price", "12.505", "12.5055"),
      (number, "ticket.price * 0.5", "12.55", "12.555"), (#""type": "number""#, "ticket.price", "13", "12.5"),
      (text, "join(' ', ticket.price)", "12.505", nil), (#""type": "date""#, "start + ticket.price", "13", "12.5"),
    ] as [(String, String, String, String?)])
  func decimals(type: String, expression: String, fine: String, wrong: String?) throws {
    func rows(_ price: String) -> [UInt8] { Array("id,name,price\na,Adult,\(price)\nb,Child,5\n".utf8) }
    for first in ["10.00", "10"] {
      let folder = try Self.folder()
      folder.write("tickets.csv", rows(first))
      let definition = Self.definition(type, expression).replacing(
        #"{ "id": "count""#, with: #"{ "id": "start", "type": "date", "label": "S" }, { "id": "count""#)
      let source = try #require(try decode(definition, directory: folder.path).cells[0].optionSource)
      if let wrong {
        folder.write("tickets.csv", rows(wrong))
        if case .failed = source.reloadIfChanged() {} else { Issue.record("\(wrong) is taken") }
        // The same file is refused when the form is loaded.
        #expect(mistakes(definition, directory: folder.path).count == 1)
      }
      folder.write("tickets.csv", rows(fine))
      #expect(source.reloadIfChanged() == .reloaded(count: 2))
      #expect(mistakes(definition, directory: folder.path) == [])
      #expect(source.current.text(column: "price", at: 0) == fine)
    }
  }

  @Test("a column that only calculations read does not filter rows") func subsets() throws {
    let folder = try Self.folder()
    let form = try decode(Self.definition(Self.number, "ticket.price"), directory: folder.path)
    #expect(form.cells[0].optionSource?.current.largestSubset == 3)
  }
}
