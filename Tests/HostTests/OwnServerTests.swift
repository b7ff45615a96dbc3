import FormCells
import FormCellsTesting
import FormPages
import FormSite
import Foundation
import Glibc
import HTTPCore
import HTTPServer
import TestSupport
import Testing

/// Submissions in one of the host's tables.
actor Visits: SubmissionSink {
  private(set) var names: [String: String] = [:]

  func store(_ submission: SubmissionRecord) async throws {
    guard case .string(let name)? = submission["name"] else { return }
    // In SQL: INSERT … ON CONFLICT (id) DO NOTHING
    names[submission.id] = names[submission.id] ?? name
  }
}

/// Files in the host's store, under their digests.
actor Bucket: SubmissionSink {
  private(set) var objects: [String: [UInt8]] = [:]

  func store(_ submission: SubmissionRecord) async throws {
    for file in submission.attachments where objects[file.sha256] == nil {
      var object: [UInt8] = []
      // A real store would upload the parts and count the file once all of them have arrived.
      for try await piece in file.pieces { object += piece }
      objects[file.sha256] = object
    }
  }
}

/// The signed-in user.
func visitor(of request: Request) -> VisitorContext? {
  guard let user = request.cookies["user"] else { return nil }
  return VisitorContext(
    identity: user,
    initialValues: ["visit": ["areas": ["Lobby"]]],
    readOnlyValues: ["visit": ["name": .string(user)]])
}

/// Accounts in one of the host's tables.
actor Accounts {
  private var emails: Set<String> = ["ada@example.org"]

  func check(_ values: JSONValue, _ context: SubmissionCheckContext) async throws -> [CellID: String] {
    guard context.form == "account", case .string(let email)? = values["email"], emails.contains(email) else {
      return [:]
    }
    return ["email": context.language == "de" ? "Schon registriert." : "This address is registered already."]
  }
}

/// Receipts. Each one is paid only once.
actor Receipts: SubmissionSink {
  private enum Claim {
    case reserved(by: String, until: ContinuousClock.Instant)
    case paid(by: String)
  }

  /// Claims by receipt number. In SQL: a unique column.
  private var claims: [String: Claim] = [:]

  func check(_ values: JSONValue, _ context: SubmissionCheckContext) async throws -> [CellID: String] {
    var messages: [CellID: String] = [:]
    for (position, receipt) in Self.numbers(in: values).enumerated() where isTaken(receipt, for: context.id) {
      messages[CellID("receipt", inEntry: position, of: "expenses")] = "This receipt was claimed already."
    }
    // A refused submission reserves nothing.
    guard messages.isEmpty else { return messages }
    for receipt in Self.numbers(in: values) {
      claims[receipt] = .reserved(by: context.id, until: .now + .seconds(60))
    }
    return [:]
  }

  func store(_ submission: SubmissionRecord) async throws {
    let receipts = Self.numbers(in: submission.values)
    guard !receipts.contains(where: { isTaken($0, for: submission.id) }) else { throw Conflict() }
    for receipt in receipts { claims[receipt] = .paid(by: submission.id) }
  }

  private func isTaken(_ receipt: String, for submission: String) -> Bool {
    switch claims[receipt] {
    case .paid(let owner): owner != submission
    case .reserved(let owner, let end): owner != submission && end > .now
    case nil: false
    }
  }

  private static func numbers(in values: JSONValue) -> [String] {
    guard case .array(let expenses)? = values["expenses"] else { return [] }
    return expenses.map { expense in
      if case .string(let number)? = expense["receipt"] { number } else { "" }
    }
  }

  private struct Conflict: Error {}
}

/// Equipment in one of the host's tables.
struct Equipment: OptionProvider {
  let names: [String: String]

  func page(first count: Int) async throws -> OptionPage { try await search(for: "", first: count) }

  func search(for text: String, first count: Int) async throws -> OptionPage {
    // In SQL: SELECT … WHERE name LIKE … ORDER BY name LIMIT count, and the same with COUNT(*)
    let found = names.filter { text.isEmpty || $0.value.contains(text) }.sorted { $0.value < $1.value }
    return OptionPage(
      options: found.prefix(count).map { Option(value: $0.key, label: Localized($0.value)) }, matchCount: found.count)
  }

  func labels(for values: [String]) async throws -> [Option] {
    values.compactMap { value in names[value].map { Option(value: value, label: Localized($0)) } }
  }
}

/// Equipment that a form filters by hall: `"where": { "hall": { "cell": "hall" } }`.
struct HallEquipment: FilteringOptionProvider {
  let all: Equipment
  let halls: [String: Equipment]

  private func equipment(where columns: [String: String]) -> Equipment {
    halls[columns["hall"] ?? ""] ?? Equipment(names: [:])
  }

  func page(where columns: [String: String], first count: Int) async throws -> OptionPage {
    try await equipment(where: columns).page(first: count)
  }

  func search(for text: String, where columns: [String: String], first count: Int) async throws -> OptionPage {
    try await equipment(where: columns).search(for: text, first: count)
  }

  func labels(for values: [String], where columns: [String: String]) async throws -> [Option] {
    try await equipment(where: columns).labels(for: values)
  }

  func page(first count: Int) async throws -> OptionPage { try await all.page(first: count) }

  func search(for text: String, first count: Int) async throws -> OptionPage {
    try await all.search(for: text, first: count)
  }

  func labels(for values: [String]) async throws -> [Option] { try await all.labels(for: values) }
}

/// Equipment in a tree of shelves: `"parent": "shelf"`.
struct ShelvedEquipment: TreeOptionProvider {
  let all: Equipment
  /// The shelf of each piece, by id; a shelf is equipment itself.
  let shelves: [String: String]

  func page(below value: String?, in tree: String, first count: Int) async throws -> OptionPage {
    // In SQL: SELECT … WHERE shelf = value ORDER BY name LIMIT count, and the same with COUNT(*)
    let names = all.names.filter { shelves[$0.key] == value }
    return try await Equipment(names: names).page(first: count)
  }

  func places(of values: [String], in tree: String) async throws -> [String: OptionPlace] {
    // In SQL: one recursive query for all values
    var places: [String: OptionPlace] = [:]
    for value in values {
      var path: [String] = []
      while let shelf = shelves[path.first ?? value], path.count < 16 { path.insert(shelf, at: 0) }
      places[value] = OptionPlace(
        path: path.map { Option(value: $0, label: all.names[$0].map { Localized($0) }) },
        hasOptionsBelow: shelves.values.contains(value))
    }
    return places
  }

  func page(first count: Int) async throws -> OptionPage { try await all.page(first: count) }

  func search(for text: String, first count: Int) async throws -> OptionPage {
    try await all.search(for: text, first: count)
  }

  func labels(for values: [String]) async throws -> [Option] { try await all.labels(for: values) }
}

@Suite("A host's own server, as the documents show it")
struct OwnServerTests {
  private static let root = String(#filePath.split(separator: "/Tests/").first ?? "")
  private let forms = "\(root)/Tests/HostTests/Forms"
  private let templates = "\(root)/Templates"
  private let assets = "\(root)/Public"
  private let visits = Visits()

  @Test("a site answers a request")
  func site() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let (data, request) = (folder.path, Request(path: "/forms/visit", host: "localhost"))
    let site = try Site(
      forms: FormDefinition.load(path: forms), pages: Pages(directory: templates), publicDirectory: assets,
      submissions: SubmissionFiles(data: data))
    let response = await site.respond(to: request)
    #expect(response.status == .ok)
  }

  @Test("a form in Swift has the same version as the one in the file")
  func swift() throws {
    let visit = try Form(id: "visit", title: "Visitor Badge") {
      Section("Who Comes?") {
        TextCell("name", label: "Full Name").required().maxLength(40).autocomplete("name")
        ListPicker("areas", label: "Areas", options: ["Lobby", "Workshop", "Laboratory"]).selection(.multiple)
      }
    }
    let file = try FormDefinition.load(path: forms)
    #expect(file.map(\.version) == [visit.version])
  }

  @Test("a server for a site starts and drains")
  func server() async throws {
    let site = try Site(
      forms: FormDefinition.load(path: forms), pages: Pages(directory: templates), publicDirectory: assets,
      submissions: visits, onFailure: { print($0) })
    let port: UInt16 = 0
    let server = Server(
      ServerConfiguration(port: port, errorPage: { site.errorPage($0, strippedPrefix: $1, requestID: $2) }),
      screen: { site.refusal(of: $0) }, receive: { site.receiver(for: $0) },
      respond: { await site.respond(to: $0, as: visitor(of: $0)) })
    try server.start()
    #expect(server.port > 0)
    server.drain(within: .zero)
  }

  @Test("a sink reads files in pieces")
  func files() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let data = folder.path
    let report = try Form(id: "report", title: "Report") {
      Section { AttachmentCell("photos", label: "Photos").required() }
    }
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let photo = head + (0..<600_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let bucket = Bucket()
    let site = try Site(
      forms: [report], pages: Pages(directory: templates), publicDirectory: assets, submissions: bucket,
      attachments: AttachmentFolder("\(data)/files", byteLimit: 10 << 30))
    var ada = Visitor(site)
    await ada.open("/forms/report")
    try ada.choose(photo, named: "crack.png", in: "Choose a file")
    try await ada.press("Submit")
    #expect(ada.path.contains("receipt="))
    #expect(await bucket.objects.values.first == photo)
  }

  @Test("a file made in memory for a test of a sink has the pieces and the digest of its bytes")
  func fileInMemory() async throws {
    let file = SubmittedFile(
      cell: CellID("photo", inEntry: 2, of: "stops"), name: "a.bin", type: "application/octet-stream",
      bytes: [UInt8](repeating: 7, count: 600_000))
    for _ in 0..<2 {
      var counts: [Int] = []
      for try await piece in file.pieces { counts.append(piece.count) }
      #expect(counts == [262_144, 262_144, 75_712])
    }
    let bucket = Bucket()
    try await bucket.store(
      SubmissionRecord(id: "1", form: "report", version: "v", time: "", line: [], attachments: [file]))
    #expect(await bucket.objects[file.sha256]?.count == file.byteCount)
  }

  @Test("a check refuses values that only the host can judge")
  func check() async throws {
    let account = try Form(id: "account", title: "Account") {
      Section { TextCell("email", label: "E-mail").required().format(.email) }
    }
    let accounts = Accounts()
    let site = try Site(
      forms: [account], pages: Pages(directory: templates), publicDirectory: assets, submissions: visits,
      check: { try await accounts.check($0, $1) })
    var ada = Visitor(site)
    await ada.open("/forms/account")
    ada.type("ada@example.org", into: "email")
    try await ada.press("Submit")
    #expect(ada.status.rawValue == 422)
    #expect(ada.page.element(id: "email_error")?.text.contains("This address is registered already.") == true)
    ada.type("ben@example.org", into: "email")
    try await ada.press("Submit")
    #expect(ada.path.contains("receipt="))
  }

  @Test("a check that reserves values sees each entry, and its reservation ends with the record")
  func receipts() async throws {
    let claim = try Form(id: "claim", title: "Claim") {
      Section("Expenses") { TextCell("receipt", label: "Receipt").required() }
        .repeated("expenses", item: "Expense", minimum: 1)
    }
    let receipts = Receipts()
    let site = try Site(
      forms: [claim], pages: Pages(directory: templates), publicDirectory: assets, submissions: receipts,
      check: { try await receipts.check($0, $1) })
    for (receipt, status) in [("A-1", 200), ("A-1", 422), ("A-2", 200)] {
      var ada = Visitor(site)
      await ada.open("/forms/claim")
      try await ada.press("Add Expense")
      ada.type(receipt, into: "expenses_1_receipt")
      try await ada.press("Apply")
      try await ada.press("Submit")
      #expect(ada.status.rawValue == status)
      if status == 422 {
        #expect(ada.page.element(id: "_problems")?.text.contains("This receipt was claimed already.") == true)
      } else {
        #expect(ada.path.contains("receipt="))
      }
    }
  }

  @Test("options come from the host's store")
  func options() async throws {
    let temporary = try TemporaryFolder()
    defer { temporary.remove() }
    let folder = temporary.path
    let definition = """
      { "title": "Booking", "sections": [{ "cells": [
        { "id": "machine", "type": "list-picker", "label": "Machine", "source": { "provider": "equipment" } }] }] }
      """
    temporary.write("booking.json", Array(definition.utf8))
    #expect(throws: Never.self) {
      try Form(id: "booking", title: "Booking", stores: OptionStores(providers: ["equipment"])) {
        Section { ListPicker("machine", label: "Machine", source: .provider("equipment")) }
      }
    }
    let equipment = Equipment(names: ["m-1": "Lathe", "m-2": "Milling Machine"])
    let forms = try FormDefinition.load(path: folder, stores: OptionStores(providers: ["equipment"]))
    let site = try Site(
      forms: forms, pages: Pages(directory: templates), publicDirectory: assets, submissions: visits,
      optionProviders: ["equipment": equipment])
    var ada = Visitor(site)
    await ada.open("/forms/booking")
    try await ada.press(beginning: "Machine")
    try ada.set("Lathe")
    try await ada.press("Apply")
    #expect(ada.page.element(id: "machine_value")?.text == "Lathe")
  }

  @Test("source files of options are reloaded, and their mistakes are reported once")
  func sources() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let definition = """
      { "title": "Visit", "sections": [{ "cells": [
        { "id": "host", "type": "select", "label": "Host", "source": { "file": "staff.csv" } }] }] }
      """
    folder.write("visit.json", Array(definition.utf8))
    folder.write("staff.csv", Array("value,label\nada,Ada\n".utf8))
    let site = try Site(
      forms: FormDefinition.load(path: folder.path), pages: Pages(directory: templates), publicDirectory: assets,
      submissions: visits)
    #expect(site.reloadSources().isEmpty)
    folder.write("staff.csv", Array("value,label\nada,\"Ada and nobody else\n".utf8))
    #expect(site.reloadSources().map(\.description).first?.contains("staff.csv:2:") == true)
    #expect(site.reloadSources().isEmpty)
    folder.write("staff.csv", Array("value,label\nada,Ada\neve,Eve\n".utf8))
    #expect(site.reloadSources().isEmpty)
  }

  @Test("a form can be tested with a visitor and snapshots")
  func form() async throws {
    let site = try Site(
      forms: FormDefinition.load(path: forms), pages: Pages(directory: templates), publicDirectory: assets,
      submissions: visits, configuration: Site.Configuration(timeZone: .utc),
      environment: PinnedEnvironment().environment())
    var ada = Visitor(site, as: visitor(of: Request(fields: [.cookie: "user=Ada"])))
    await ada.open("/forms/visit")
    try ada.verifyPage("visit")
    try ada.verifyTranscript("visit")
    ada.record()
    try await ada.press("Areas Lobby")
    try ada.set("Workshop")
    try await ada.press("Apply")
    try await ada.press("Submit")
    try ada.verify("visit-sent")
    #expect(await Array(visits.names.values) == ["Ada"])
  }
}

@Suite("Errors in a host that has Foundation")
struct LocalizedErrorTests {
  @Test("their localizedDescription is the description of the error")
  func descriptions() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let failures: [() throws -> Void] = [
      { _ = try FormDefinition.load(path: "\(folder.path)/visit.json") },
      { _ = try Pages(directory: "\(folder.path)/Templates") },
      { _ = try Form(id: "No Id", title: "Visit") { Section("Who?") { TextCell("name", label: "Name") } } },
    ]
    for failure in failures {
      let error = #expect(throws: (any Error).self) { try failure() }
      let told = try #require(error).localizedDescription
      #expect(told == "\(try #require(error))" && told.contains("error: "), "\(told)")
    }
  }
}

@Suite("Snapshots that a run records")
struct RecordingTests {
  @Test("all snapshots are written, then the run names them and fails")
  func all() async throws {
    let result = try await #require(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      let folder = try TemporaryFolder()
      setenv("RECORD_SNAPSHOTS", "all", 1)
      for name in ["one", "two", "three"] { try Snapshot.check(name, name, beside: "\(folder.path)/Test.swift") }
      setenv("RECORD_SNAPSHOTS", "never", 1)
      for name in ["one", "two", "three"] { try Snapshot.check(name, name, beside: "\(folder.path)/Test.swift") }
      folder.remove()
      exit(0)
    }
    let told = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(told.contains("error: 3 snapshots were written; look at them, then run again\n"))
    for name in ["one", "two", "three"] { #expect(told.contains("/Snapshots/\(name).txt\n")) }
  }
}
