import FormCellsTesting
import FormCells
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

@Suite("Scanning into a text field")
struct ScanTests {
  static let form = """
    { "id": "plate", "title": "Plate", "sections": [{ "cells": [
      { "id": "serial", "type": "text", "label": "Serial Number", "scan": true, "maxLength": 20,
        "helper": "Type it, or scan the code on the plate." },
      { "id": "count", "type": "text", "label": "Count", "scan": true, "format": "integer" },
      { "id": "fixed", "type": "text", "label": "Fixed", "scan": true, "readOnly": true, "value": "F" },
      { "id": "off", "type": "text", "label": "Off", "scan": true, "disabled": true },
      { "id": "plain", "type": "text", "label": "Plain" },
      { "id": "secret", "type": "password", "label": "Secret" },
      { "id": "remark", "type": "note", "label": "Remark" }
    ] }] }
    """
  static let photo = Array("a photo".utf8)

  static func reader(_ reading: CodeReading) -> CodeReader {
    CodeReader { picture in picture == .bytes(photo) ? reading : .noPicture }
  }

  @Test(
    "TI18 TI19 TI20 with a code reader, changeable fields have a Scan button, which a helper may explain"
  )
  func offered() async throws {
    var visitor = Visitor(try TestSite([Self.form], codeReader: Self.reader(.noCode)).site)
    await visitor.open("/forms/plate")
    #expect(visitor.page.buttons("Scan").map { $0["value"] } == ["serial", "count"])
    #expect(visitor.page.buttons("Scan").filter { $0["formenctype"] == "multipart/form-data" }.count == 2)
    let inputs = visitor.page.all("input") { $0["type"] == "file" }
    #expect(
      inputs.map { visitor.page.name(of: $0) } == [
        "Photo of the code for Serial Number", "Photo of the code for Count",
      ])
    #expect(inputs.filter { $0["accept"] == "image/*" && $0["capture"] == "environment" }.count == 2)
    #expect(visitor.page.element(id: "serial_helper")?.text == "Type it, or scan the code on the plate.")
    #expect(visitor.page.element(id: "serial")?["aria-describedby"]?.contains("serial_helper") == true)
    var without = Visitor(try TestSite([Self.form]).site)
    await without.open("/forms/plate")
    #expect(without.page.buttons("Scan").isEmpty)
    #expect(without.page.all("input") { $0["type"] == "file" }.isEmpty)
  }

  @Test("TI21 TI22 TI23 the code fills the field and can be changed, and nothing else on the page is lost")
  func fills() async throws {
    let test = try TestSite([Self.form], codeReader: Self.reader(.code("SN-4711", isFirstOfSeveral: false)))
    var visitor = Visitor(test.site)
    await visitor.open("/forms/plate")
    visitor.type("typed", into: "plain")
    visitor.type("s3cret word", into: "secret")
    visitor.type("one\ntwo", into: "remark")
    try visitor.choose(Self.photo, in: "Photo of the code for Serial Number")
    try await visitor.press("Scan")
    #expect(visitor.status == .ok)
    #expect(visitor.place == "/forms/plate#serial")
    #expect(visitor.page.element(id: "serial")?["value"] == "SN-4711")
    #expect(visitor.page.element(id: "plain")?["value"] == "typed")
    #expect(visitor.page.notice == "Serial Number: the code was read. Check it.")
    visitor.type("SN-4712", into: "serial")
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "plate").first?["values"])
    #expect(values["serial"] == "SN-4712")
    #expect(values["remark"] == "one\ntwo")
    #expect(values["secret"]?["hash"] != nil)
  }

  @Test(
    "if a scan fails, a message at the field says what to do, and the entries are kept",
    arguments: [
      (CodeReading.noCode, "No barcode or QR code was found in the picture."),
      (.noPicture, "The file is not a picture that can be read."), (.tookTooLong, "Reading the picture took too long."),
      (.busy, "Other pictures are being read just now."), (.failed("no more memory"), "The picture could not be read."),
    ])
  func refused(_ reading: CodeReading, _ message: String) async throws {
    let test = try TestSite([Self.form], codeReader: Self.reader(reading))
    var visitor = Visitor(test.site)
    await visitor.open("/forms/plate")
    visitor.type("old", into: "serial")
    visitor.type("typed", into: "plain")
    visitor.type("s3cret word", into: "secret")
    try visitor.choose(Self.photo, in: "Photo of the code for Serial Number")
    try await visitor.press("Scan")
    #expect(visitor.status == .unprocessableContent)
    let field = try #require(visitor.page.element(id: "serial"))
    #expect(field["value"] == "old")
    #expect(field["aria-invalid"] == "true")
    #expect(visitor.page.element(id: "serial_error")?.text.hasPrefix("Error: " + message) == true)
    #expect(visitor.page.title.hasPrefix("Error: "))
    #expect(visitor.page.element(id: "plain")?["value"] == "typed")
    #expect(visitor.page.element(id: "secret_state") != nil)
    // The message belongs to that one attempt.
    await visitor.open("/forms/plate")
    #expect(visitor.page.element(id: "serial_error") == nil)
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "plate").first?["values"]?["serial"] == "old")
  }

  @Test("a missing or too large photo is refused without the reader")
  func noPhoto() async throws {
    let test = try TestSite([Self.form], codeReader: CodeReader { _ in .code("never", isFirstOfSeveral: false) })
    var visitor = Visitor(test.site)
    await visitor.open("/forms/plate")
    try await visitor.press("Scan")
    #expect(
      visitor.page.element(id: "serial_error")?.text == "Error: Take or choose a photo of the code, then press Scan.")
    try visitor.choose(
      [UInt8](repeating: 1, count: CodeReader.pictureByteLimit + 1), in: "Photo of the code for Count")
    try await visitor.press("Scan", at: 1)
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "count_error")?.text.contains("larger than 8 MB") == true)
    #expect(visitor.page.element(id: "count")?["value"] == "")
  }

  @Test("the first of several codes is used, with a notice; control characters are removed")
  func several() async throws {
    let code = CodeReading.code("01\u{1D}0426\r\n\u{7}9", isFirstOfSeveral: true)
    var visitor = Visitor(try TestSite([Self.form], codeReader: Self.reader(code)).site)
    await visitor.open("/forms/plate")
    try visitor.choose(Self.photo, in: "Photo of the code for Serial Number")
    try await visitor.press("Scan")
    #expect(visitor.page.element(id: "serial")?["value"] == "010426 9")
    #expect(visitor.page.notice?.contains("several codes") == true)
  }

  @Test("scanned values are checked like typed values")
  func checked() async throws {
    let code = CodeReading.code(String(repeating: "9", count: 30), isFirstOfSeveral: false)
    var visitor = Visitor(try TestSite([Self.form], codeReader: Self.reader(code)).site)
    await visitor.open("/forms/plate")
    try visitor.choose(Self.photo, in: "Photo of the code for Serial Number")
    try await visitor.press("Scan")
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.element(id: "serial_error")?.text.contains("20 allowed, 30 entered") == true)
  }

  @Test("read-only, disabled and other cells refuse a scan, as do all cells without a reader")
  func notScannable() async throws {
    let test = try TestSite([Self.form], codeReader: Self.reader(.code("new", isFirstOfSeveral: false)))
    var visitor = Visitor(test.site)
    for (cell, status) in [("fixed", Status.ok), ("off", .ok), ("plain", .badRequest), ("nowhere", .badRequest)] {
      await visitor.post(FormData([.init(name: "_scan", value: cell)]), to: "/forms/plate")
      #expect(visitor.status == status, "\(cell)")
    }
    await visitor.open("/forms/plate")
    #expect(visitor.page.element(id: "fixed")?["value"] == "F")
    #expect(visitor.page.element(id: "off")?["value"] == "")
    var without = Visitor(try TestSite([Self.form]).site)
    await without.post(FormData([.init(name: "_scan", value: "serial")]), to: "/forms/plate")
    #expect(without.status == .badRequest)
  }

  @Test("entries made in another tab while a picture is read are kept")
  func meanwhile() async throws {
    let other = Lock<Visitor?>(nil)
    let typedMeanwhile = Lock("")
    let reader = CodeReader { _ in
      guard var visitor = other.withLock({ $0 }) else { return .noCode }
      await visitor.open("/forms/plate")
      visitor.type("meanwhile", into: "plain")
      let token = visitor.page.all("input") { $0["name"] == "_fill" }.first?["value"] ?? ""
      await visitor.post(
        FormData([
          .init(name: "_fill", value: token), .init(name: "_clear", value: "secret"),
          .init(name: "plain", value: "meanwhile"),
        ]), to: "/forms/plate")
      typedMeanwhile.withLock { $0 = visitor.page.element(id: "plain")?["value"] ?? "" }
      return .code("SN-1", isFirstOfSeveral: false)
    }
    let test = try TestSite([Self.form], codeReader: reader)
    var visitor = Visitor(test.site)
    await visitor.open("/forms/plate")
    try await visitor.press("Scan")
    other.withLock { [visitor] in $0 = visitor }
    // Otherwise the reader would retain its own site.
    defer { other.withLock { $0 = nil } }
    try visitor.choose(Self.photo, in: "Photo of the code for Serial Number")
    try await visitor.press("Scan")
    #expect(typedMeanwhile.withLock { $0 } == "meanwhile")
    #expect(visitor.page.element(id: "serial")?["value"] == "SN-1")
    #expect(visitor.page.element(id: "plain")?["value"] == "meanwhile")
  }

  @Test("in a modal section, the code fills the section's field, and Apply takes it into the form")
  func inModalSection() async throws {
    let form = """
      { "id": "plate", "title": "Plate", "sections": [{ "cells": [{ "id": "plain", "type": "text", "label": "Plain" }] },
        { "container": "modal", "label": "Machine", "title": "Machine", "cells": [
          { "id": "serial", "type": "text", "label": "Serial Number", "scan": true },
          { "id": "colour", "type": "text", "label": "Colour" }
        ] }] }
      """
    let readings = Lock([CodeReading.noCode, .code("SN-1", isFirstOfSeveral: false)])
    let test = try TestSite([form], codeReader: CodeReader { _ in readings.withLock { $0.removeFirst() } })
    var visitor = Visitor(test.site)
    await visitor.open("/forms/plate")
    visitor.type("typed", into: "plain")
    try await visitor.press(beginning: "Machine")
    visitor.type("red", into: "colour")
    try visitor.choose(Self.photo, in: "Photo of the code for Serial Number")
    try await visitor.press("Scan")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.all("dialog").count == 1)
    #expect(visitor.page.element(id: "serial_error")?.text.contains("No barcode") == true)
    try visitor.choose(Self.photo, in: "Photo of the code for Serial Number")
    try await visitor.press("Scan")
    #expect(visitor.status == .ok)
    #expect(visitor.path.hasSuffix("#serial"))
    #expect(visitor.page.all("dialog").count == 1)
    #expect(visitor.page.element(id: "serial")?["value"] == "SN-1")
    #expect(visitor.page.element(id: "colour")?["value"] == "red")
    try await visitor.press("Apply")
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "plate").first?["values"])
    #expect(values["serial"] == "SN-1")
    #expect(values["plain"] == "typed")
  }
}
