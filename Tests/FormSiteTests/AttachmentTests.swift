import FormCells
import FormCellsTesting
import Glibc
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// Attachments without scripts.
@Suite("Attachments on the form")
struct AttachmentTests {
  static let form = """
    { "id": "claim", "title": "Claim", "review": true, "sections": [
      { "cells": [
        { "id": "subject", "type": "text", "label": "Subject", "required": true },
        { "id": "bills", "type": "attachment", "label": "Bills", "required": true, "maximum": 3,
          "accept": ["image/*", "application/pdf"] },
        { "id": "plan", "type": "attachment", "label": "Plan", "required": false, "maxBytes": 100 },
        { "id": "kind", "type": "list-picker", "label": "Kind", "required": false, "options": ["a", "b"] },
        { "id": "why", "type": "note", "label": "Why", "required": false, "visibleWhen": { "cell": "bills", "atLeast": 2 } }] },
      { "title": "More", "container": "modal", "cells": [
        { "id": "inner", "type": "attachment", "label": "Inner", "required": false }] },
      { "id": "trips", "container": "repeat", "title": "Trips", "item": "Trip", "cells": [
        { "id": "ticket", "type": "attachment", "label": "Ticket", "required": false },
        { "id": "to", "type": "text", "label": "To", "required": false }] }] }
    """

  static func pdf(_ text: String) -> [UInt8] { Array("%PDF-1.4 \(text)".utf8) }

  private func started() async throws -> (TestSite, Visitor) {
    let test = try TestSite([Self.form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/claim")
    return (test, visitor)
  }

  private func elements(_ value: JSONValue?) throws -> [JSONValue] {
    guard case .array(let elements)? = value else {
      return try #require(nil as [JSONValue]?, "\(String(describing: value))")
    }
    return elements
  }

  private func names(_ visitor: Visitor) -> [String] { visitor.page.all("bdi").map(\.text) }

  private func error(of cell: String, _ visitor: Visitor) -> String? { visitor.page.element(id: "\(cell)_error")?.text }

  private func stored(_ test: TestSite) -> [String] { test.names(in: "files").filter { $0.utf8.count == 64 } }

  @Test("AT1 Add File adds the chosen files and returns to them; conditions see the files")
  func add() async throws {
    var (test, visitor) = try await started()
    #expect(visitor.page.all("form").first?["enctype"] == "multipart/form-data")
    try visitor.choose(Self.pdf("1"), named: "a.pdf", in: "Choose files")
    try visitor.choose(Self.pdf("2"), named: "b.pdf", in: "Choose files")
    visitor.type("Lunch", into: "subject")
    try await visitor.press("Add File")
    #expect(visitor.status == .ok)
    #expect(names(visitor) == ["a.pdf", "b.pdf"])
    #expect(
      visitor.page.element(id: String(visitor.path.split(separator: "#").last ?? ""))?.text.contains("b.pdf") == true)
    #expect(visitor.page.element(id: "why") != nil)
    #expect(visitor.page.element(id: "subject")?["value"] == "Lunch")
    #expect(stored(test).count == 2)
    #expect(Set(test.names(in: "files/unsent")) == Set(stored(test)))
  }

  @Test("AT2 every button that posts the form adds a chosen file, also the one that submits")
  func everyButton() async throws {
    var (test, visitor) = try await started()
    try visitor.choose(Self.pdf("1"), named: "a.pdf", in: "Choose files")
    try await visitor.press(beginning: "Kind")
    try await visitor.press("Close")
    #expect(names(visitor) == ["a.pdf"])
    visitor.type("Lunch", into: "subject")
    try visitor.choose(Self.pdf("2"), named: "b.pdf", in: "Choose files")
    try await visitor.press("Continue")
    #expect(
      visitor.page.all("dd").map(\.text).contains("a.pdf (PDF, 10 bytes)"), "\(visitor.page.all("dd").map(\.text))")
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "claim").first?["values"])
    let files = try elements(values["bills"])
    #expect(files.map { $0["name"] } == ["a.pdf", "b.pdf"])
    #expect(files[0]["sha256"] == .string(SHA256.hex(of: Self.pdf("1"))))
    #expect(files[0]["type"] == "application/pdf")
    #expect(files[0]["bytes"] == .number("10"))
    #expect(values["plan"] == [])
    #expect(TestFile.read("\(test.data)/files/\(SHA256.hex(of: Self.pdf("2")))") == Self.pdf("2"))
    #expect(test.names(in: "files/unsent").isEmpty)
  }

  @Test("AT7 files survive a refused submit, a lost session and a restart")
  func neverAgain() async throws {
    var (test, visitor) = try await started()
    for name in ["a.pdf", "b.pdf", "c.pdf"] { try visitor.choose(Self.pdf(name), named: name, in: "Choose files") }
    try await visitor.press("Continue")
    #expect(visitor.status == .unprocessableContent)
    #expect(error(of: "subject", visitor) == "Error: Enter a value.")
    #expect(names(visitor) == ["a.pdf", "b.pdf", "c.pdf"])
    test = try test.restarted([Self.form])
    var later = Visitor(test.site)
    later.takeOver(visitor)
    later.cookie = nil
    later.type("Lunch", into: "subject")
    try await later.press("Continue")
    try await later.press("Submit")
    let values = try #require(try test.submissions(of: "claim").first?["values"])
    let files = try elements(values["bills"])
    #expect(files.map { $0["sha256"] } == ["a.pdf", "b.pdf", "c.pdf"].map { .string(SHA256.hex(of: Self.pdf($0))) })
  }

  @Test("AT8 Remove removes a file, and Undo restores it, also after the session is lost")
  func remove() async throws {
    var (test, visitor) = try await started()
    try visitor.choose(Self.pdf("1"), named: "a.pdf", in: "Choose files")
    try visitor.choose(Self.pdf("2"), named: "b.pdf", in: "Choose files")
    try await visitor.press("Add File")
    try await visitor.press("Remove a.pdf")
    #expect(names(visitor) == ["b.pdf"])
    #expect(visitor.page.notice == "a.pdf: removed.")
    #expect(visitor.path.hasSuffix("#bills_file"))
    test = try test.restarted([Self.form])
    var later = Visitor(test.site)
    later.takeOver(visitor)
    try await later.press("Undo")
    #expect(names(later) == ["a.pdf", "b.pdf"])
  }

  @Test("AT8 Undo restores several removed files one by one")
  func removals() async throws {
    var (_, visitor) = try await started()
    for name in ["a.pdf", "b.pdf", "c.pdf"] { try visitor.choose(Self.pdf(name), named: name, in: "Choose files") }
    try await visitor.press("Add File")
    try await visitor.press("Remove a.pdf")
    try await visitor.press("Remove c.pdf")
    try await visitor.press("Undo")
    #expect(names(visitor) == ["b.pdf", "c.pdf"])
    try await visitor.press("Undo")
    #expect(names(visitor) == ["a.pdf", "b.pdf", "c.pdf"])
    // A file that was added after the removal is not removed by Undo.
    try await visitor.press("Remove a.pdf")
    try visitor.choose(Self.pdf("d.pdf"), named: "d.pdf", in: "Choose files")
    try await visitor.press("Add File")
    #expect(visitor.page.buttons("Undo").isEmpty)
  }

  @Test("AT6 errors name the files that cannot be added, and everything else is kept")
  func refusals() async throws {
    var (test, visitor) = try await started()
    visitor.type("Lunch", into: "subject")
    try visitor.choose(Self.pdf("1"), named: "a.pdf", in: "Choose files")
    try visitor.choose(Array("<html>".utf8), named: "evil.png", in: "Choose files")
    try visitor.choose([], named: "empty.pdf", in: "Choose files")
    try visitor.choose(Array(repeating: 65, count: 101), named: "plan.txt", in: "Choose a file")
    try await visitor.press("Continue")
    #expect(visitor.status == .unprocessableContent)
    #expect(names(visitor) == ["a.pdf"])
    #expect(
      error(of: "bills", visitor)
        == "Error: “evil.png” cannot be added because of its content. Accepted: pictures, PDF. “empty.pdf” is empty. Choose another file."
    )
    #expect(error(of: "plan", visitor) == "Error: “plan.txt” is larger than 100 bytes. Add a smaller file.")
    #expect(visitor.page.element(id: "subject")?["value"] == "Lunch")
    #expect(visitor.page.title.hasPrefix("Error: "))
    #expect(stored(test).count == 1)
    try await visitor.press("Continue")
    #expect(visitor.status == .ok)
  }

  @Test("Add File without a chosen file tells the visitor to choose one first")
  func nothingChosen() async throws {
    var (_, visitor) = try await started()
    try await visitor.press("Add File")
    #expect(error(of: "bills", visitor) == "Error: Choose a file first, then press Add File.")
  }

  @Test("files in modal sections and in entries are submitted with the form")
  func inside() async throws {
    var (test, visitor) = try await started()
    visitor.type("Lunch", into: "subject")
    try visitor.choose(Self.pdf("1"), named: "a.pdf", in: "Choose files")
    try await visitor.press(beginning: "More")
    try visitor.choose(Self.pdf("in"), named: "in.pdf", in: "Choose a file")
    try await visitor.press("Apply")
    #expect(visitor.page.all("button").contains { visitor.page.name(of: $0).contains("in.pdf") })
    try await visitor.press("Add Trip")
    try visitor.choose(Self.pdf("ticket"), named: "t.pdf", in: "Choose a file")
    try await visitor.press("Apply")
    let before = visitor
    test = try test.restarted([Self.form])
    var later = Visitor(test.site)
    later.takeOver(before)
    later.cookie = nil
    try await later.press("Continue")
    try await later.press("Submit")
    let values = try #require(try test.submissions(of: "claim").first?["values"])
    #expect(try elements(values["inner"]).first?["name"] == "in.pdf")
    #expect(try elements(elements(values["trips"]).first?["ticket"]).first?["name"] == "t.pdf")
    #expect(test.names(in: "files/unsent").isEmpty)
  }

  @Test("a post marks all files of its page as used, also those in sections that are not shown")
  func used() async throws {
    var (test, visitor) = try await started()
    try visitor.choose(Self.pdf("1"), named: "a.pdf", in: "Choose files")
    try await visitor.press(beginning: "More")
    try visitor.choose(Self.pdf("in"), named: "in.pdf", in: "Choose a file")
    try await visitor.press("Apply")
    #expect(stored(test).count == 2)
    let old = timespec(tv_sec: time(nil) - 100_000, tv_nsec: 0)
    for digest in stored(test) { utimensat(AT_FDCWD, "\(test.data)/files/unsent/\(digest)", [old, old], 0) }
    test.pinned.advance(bySeconds: FileUses.secondPause)
    try await visitor.press(beginning: "Kind")
    await test.site.removeUnsentFiles()
    #expect(stored(test).count == 2)
    for digest in stored(test) { utimensat(AT_FDCWD, "\(test.data)/files/unsent/\(digest)", [old, old], 0) }
    await test.site.removeUnsentFiles()
    #expect(stored(test).isEmpty)
  }

  @Test("after a crash while a submission was recorded, its files are later noted as sent or made unsent")
  func endedBetween() async throws {
    var (test, visitor) = try await started()
    try visitor.choose(Self.pdf("sent"), named: "a.pdf", in: "Choose files")
    visitor.type("Lunch", into: "subject")
    try await visitor.press("Continue")
    try await visitor.press("Submit")
    let sent = try #require(stored(test).first)
    await visitor.open("/forms/claim")
    try visitor.choose(Self.pdf("lost"), named: "b.pdf", in: "Choose files")
    try await visitor.press("Add File")
    let lost = try #require(stored(test).first { $0 != sent })
    let folder = "\(test.data)/files"
    #expect(rename("\(folder)/unsent/\(lost)", "\(folder)/sending/\(lost)") == 0)
    #expect(TestFile.write([], to: "\(folder)/sending/\(sent)"))
    let old = timespec(tv_sec: time(nil) - 100_000, tv_nsec: 0)
    for digest in [sent, lost] { utimensat(AT_FDCWD, "\(folder)/sending/\(digest)", [old, old], 0) }
    await test.site.removeUnsentFiles()
    #expect(stored(test).sorted() == [sent, lost].sorted())
    #expect(test.names(in: "files/sending").isEmpty)
    #expect(test.names(in: "files/unsent") == [lost])
  }

  @Test("a file is noted as used at most once in an interval, not with each post")
  func uses() {
    var uses = FileUses()
    #expect(uses.due(["b", "a", "b"], at: 1000) == ["a", "b"])
    #expect(uses.due(["a", "c"], at: 1299) == ["c"])
    #expect(uses.due(["a", "c"], at: 1300) == ["a"])
    // The store was not notified.
    uses.forget(["a"])
    #expect(uses.due(["a"], at: 1301) == ["a"])
    // With too many files at once, they are noted more often, but none is forgotten.
    let many = (0..<20_000).map(String.init)
    #expect(uses.due(many, at: 1302).count == many.count)
    #expect(uses.due(["a"], at: 1303) == ["a"])
  }

  @Test("AT9 without its seal, a file on the server can be neither attached nor read")
  func forged() async throws {
    var (test, visitor) = try await started()
    try visitor.choose(Self.pdf("secret"), named: "s.pdf", in: "Choose files")
    try await visitor.press("Add File")
    let link = try #require(visitor.page.all("a") { $0["href"]?.contains("?file=") == true }.first?["href"])
    var reader = Visitor(test.site)
    await reader.open(link)
    #expect(reader.status == .ok)
    #expect(reader.fields[.xContentTypeOptions] == "nosniff")
    #expect(reader.fields[.contentSecurityPolicy] == "sandbox; default-src 'none'")
    #expect(reader.fields[FieldName("Content-Disposition")]?.hasPrefix("attachment;") == true)
    await reader.open(String(link.dropLast(4)) + "AAAA")
    #expect(reader.status == .notFound)
    var form = FormData()
    form.append("subject", "x")
    form.append("bills", "\(SHA256.hex(of: Self.pdf("secret"))):15:application/pdf:s.pdf:AAAAAAAAAAAAAAAAAAAAAA")
    var thief = Visitor(test.site)
    await thief.post(form, to: "/forms/claim")
    #expect(thief.status == .unprocessableContent)
    #expect(error(of: "bills", thief) == "Error: “s.pdf” is no longer on the server. Remove it and add it again.")
    form.append(
      "bills.file", "\(SHA256.hex(of: Self.pdf("secret"))):15:application%2Fpdf:s.pdf:AAAAAAAAAAAAAAAAAAAAAA")
    await thief.post(form, to: "/forms/claim")
    #expect(thief.status == .unprocessableContent)
    #expect(
      error(of: "bills", thief)?.hasSuffix("send each file as “bills.file” in multipart/form-data, with a filename")
        == true)
    #expect(try test.submissions(of: "claim").isEmpty)
  }

  @Test("AT10 the host's program can refuse files with its own message")
  func check() async throws {
    let program = TestSite.script(
      "#!/bin/sh\nif grep -q virus; then echo \"$FILE_NAME has a virus\"; exit 1; fi\n[ \"$FILE_TYPE\" = application/pdf ]\n"
    )
    let test = try TestSite([Self.form], fileCheck: FileCheck(path: program))
    var visitor = Visitor(test.site)
    await visitor.open("/forms/claim")
    try visitor.choose(Self.pdf("fine"), named: "a.pdf", in: "Choose files")
    try visitor.choose(Self.pdf("a virus"), named: "b.pdf", in: "Choose files")
    try await visitor.press("Add File")
    #expect(names(visitor) == ["a.pdf"])
    #expect(error(of: "bills", visitor) == "Error: “b.pdf” was refused: b.pdf has a virus")
    #expect(stored(test).count == 1)
  }

  @Test("if the check of a file fails, the file is not added and the failure is logged")
  func failingCheck() async throws {
    let failures = Lock<[String]>([])
    let test = try TestSite(
      [Self.form], fileCheck: FileCheck(path: TestSite.script("#!/bin/sh\nexit 3\n")),
      onFailure: { error in failures.withLock { $0.append("\(error)") } })
    var visitor = Visitor(test.site)
    await visitor.open("/forms/claim")
    try visitor.choose(Self.pdf("1"), named: "a.pdf", in: "Choose files")
    try await visitor.press("Add File")
    #expect(error(of: "bills", visitor)?.hasPrefix("Error: “a.pdf” could not be checked, so it was not added.") == true)
    #expect(failures.withLock { $0 }.first?.contains("ended with status 3") == true)
  }
}

extension TestSite {
  /// The names in a folder below the data folder, sorted.
  func names(in folder: String) -> [String] {
    ((try? FolderContent(of: "\(data)/\(folder)"))?.entries ?? []).map(\.name).sorted()
  }

  /// Writes an executable program and returns its path.
  static func script(_ text: String) -> String {
    var template = Array("/tmp/formcells-program-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    _ = write(descriptor, bytes, bytes.count)
    fchmod(descriptor, 0o755)
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
