import FormCells
import FormCellsTesting
import HTTPCore
import Options
import Support
import TestSupport
import Testing

@testable import FormSite

/// A store of options in memory.
private final class Machines: OptionProvider {
  struct Away: Error {}

  struct State {
    var options: [Option]
    var isAway = false
    /// Called before each answer, to delay it.
    var hold: (@Sendable () async throws -> Void)?
    var asked: [String] = []
  }

  let state: Lock<State>

  init(count: Int) {
    state = Lock(
      State(
        options: (1...count).map {
          let kind = $0.isMultiple(of: 2) ? "Pump" : "Valve"
          return Option(
            value: "m-\($0)", label: Localized("\(kind) \($0)"), description: Localized("Hall \($0 % 3)"))
        }))
  }

  var asked: [String] { state.withLock { $0.asked } }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  private func all(_ question: String) async throws -> [Option] {
    let state = state.withLock { state in
      state.asked.append(question)
      return state
    }
    try await state.hold?()
    if state.isAway { throw Away() }
    return state.options
  }

  func page(first count: Int) async throws -> OptionPage {
    let options = try await all("page \(count)")
    return OptionPage(options: Array(options.prefix(count)), matchCount: options.count)
  }

  func search(for text: String, first count: Int) async throws -> OptionPage {
    let options = try await all("search \(text) \(count)").filter { $0.label.text(in: []).contains(text) }
    return OptionPage(options: Array(options.prefix(count)), matchCount: options.count)
  }

  func labels(for values: [String]) async throws -> [Option] {
    try await all("labels \(values.count)").filter { values.contains($0.value) }
  }
}

/// The same machines, filtered by their second line.
private final class HallMachines: FilteringOptionProvider {
  let machines = Machines(count: 200)

  private func fitting(_ columns: [String: String], _ options: [Option]) -> [Option] {
    options.filter { $0.description?.text(in: []) == columns["hall"] }
  }

  func page(where columns: [String: String], first count: Int) async throws -> OptionPage {
    machines.change { $0.asked.append("where \(columns) \(count)") }
    let options = fitting(columns, machines.state.withLock { $0.options })
    return OptionPage(options: Array(options.prefix(count)), matchCount: options.count)
  }

  func search(for text: String, where columns: [String: String], first count: Int) async throws -> OptionPage {
    let options = fitting(columns, try await machines.search(for: text, first: .max).lists.flatMap(\.options))
    return OptionPage(options: Array(options.prefix(count)), matchCount: options.count)
  }

  func labels(for values: [String], where columns: [String: String]) async throws -> [Option] {
    fitting(columns, try await machines.labels(for: values))
  }

  func page(first count: Int) async throws -> OptionPage { try await machines.page(first: count) }

  func search(for text: String, first count: Int) async throws -> OptionPage {
    try await machines.search(for: text, first: count)
  }

  func labels(for values: [String]) async throws -> [Option] { try await machines.labels(for: values) }
}

@Suite("Options from a host's store")
struct OptionProviderTests {
  private let machines = Machines(count: 1200)
  private let failures = Failures()
  private let sink = HostSink()

  private func site(limit: Duration = .seconds(60), value: String = "", further: String = "", gives: Bool = true) throws
    -> Site
  {
    let definition = """
      { "id": "order", "title": "Order", "sections": [{ "cells": [
        { "id": "name", "type": "text", "label": "Name", "maxLength": 40 },
        { "id": "parts", "type": "list-picker", "label": "Parts", "selection": "multiple", "required": true,
          "source": { "provider": "machines" }\(value) },
        { "id": "place", "type": "select", "label": "Place", "source": { "provider": "machines" } }\(further)] }] }
      """
    let form = try FormDefinition.decode(
      bytes: Array(definition.utf8), path: "order.json", directory: "/", stores: OptionStores(providers: ["machines"]))
    var configuration = Site.Configuration()
    configuration.optionProviderLimit = limit
    return try Site(
      forms: [form], pages: TestSite.pages.get().0, publicDirectory: TestSite.root + "/Public", submissions: sink,
      optionProviders: gives ? ["machines": machines] : [:], configuration: configuration,
      environment: PinnedEnvironment().environment(), onFailure: failures.add)
  }

  private func text(_ visitor: Visitor) -> String { visitor.page.all("body").first?.text ?? "" }

  private func rows(_ visitor: Visitor) -> [String] {
    visitor.page.all("input") { $0["type"] == "checkbox" && $0["name"] == "_pick" }.compactMap { $0["value"] }
  }

  @Test("a view shows the first rows, searches and shows more, and ticked options are applied and sent")
  func journey() async throws {
    var visitor = Visitor(try site())
    await visitor.open("/forms/order")
    #expect(machines.asked.isEmpty)
    visitor.type("Ada", into: "name")
    try await visitor.press(beginning: "Parts")
    #expect(rows(visitor).count == 50 && rows(visitor).first == "m-1")
    #expect(text(visitor).contains("50 of 1,200 shown"))
    #expect(visitor.page.buttons("Select All").isEmpty)
    try visitor.set("Valve 3", to: true)
    try await visitor.press("Show more")
    #expect(rows(visitor).count == 100)
    try visitor.set("Pump 98", to: true)
    visitor.type("Pump 119", into: "_q")
    try await visitor.press("Search")
    #expect(rows(visitor) == ["m-1190", "m-1192", "m-1194", "m-1196", "m-1198"])
    try visitor.set("Pump 1198", to: true)
    visitor.type("", into: "_q")
    try await visitor.press("Search")
    #expect(text(visitor).contains("Valve 3") && text(visitor).contains("Pump 1198"))
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "parts_value")?.text.contains("Pump 1198") == true)
    try await visitor.press(beginning: "Place")
    try await visitor.press(beginning: "Pump 2")
    #expect(visitor.page.element(id: "place_value")?.text == "Pump 2")
    try await visitor.press("Submit")
    #expect(visitor.path.contains("receipt="))
    let taken = try #require(await sink.taken.first)
    #expect(taken.values["parts"] == ["m-3", "m-98", "m-1198"] && taken.values["place"] == "m-2")
    #expect(text(visitor).contains("Pump 1198"))
    #expect(failures.all.isEmpty)
  }

  @Test("an unknown value is refused, and an option that was removed is named")
  func unknownValues() async throws {
    let site = try site()
    var request = Request(method: .post, path: "/forms/order", host: "test")
    request.fields[.contentType] = "application/json"
    request.body = Array(#"{"values":{"name":"Ada","parts":["m-1","m-9999"]}}"#.utf8)
    let refused = await site.respond(to: request)
    #expect(refused.status == .unprocessableContent)
    #expect(String(decoding: refused.body, as: UTF8.self).contains("m-9999"))
    request.body = Array(#"{"values":{"name":"Ada","parts":["m-1","m-2"]}}"#.utf8)
    #expect(await site.respond(to: request).status == .created)

    var visitor = Visitor(site)
    await visitor.open("/forms/order")
    try await visitor.press(beginning: "Parts")
    try visitor.set("Valve 3", to: true)
    try await visitor.press("Apply")
    machines.change { $0.options.removeAll { $0.value == "m-3" } }
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent && !visitor.path.contains("receipt="))
    #expect(text(visitor).contains("Valve 3"))
    #expect(await sink.taken.count == 1)
  }

  @Test("while the store is unavailable, entries are kept, and they can be sent once it is back")
  func away() async throws {
    let site = try site()
    var visitor = Visitor(site)
    await visitor.open("/forms/order")
    try await visitor.press(beginning: "Parts")
    try visitor.set("Valve 3", to: true)
    try await visitor.press("Apply")
    let before = visitor
    machines.change { $0.isAway = true }
    visitor.type("Ada", into: "name")
    try await visitor.press("Submit")
    #expect(visitor.status == .serviceUnavailable && visitor.fields[.retryAfter] == "5")
    #expect(failures.all.last.map { "\($0)" } == "options: form order, provider machines: error: Away()")
    // The form shows the chosen options without asking the provider.
    await visitor.open("/forms/order")
    #expect(visitor.status == .ok && visitor.page.element(id: "parts_value")?.text == "Valve 3")
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
    await visitor.open("/forms/order/cells/parts")
    #expect(visitor.status == .serviceUnavailable)
    machines.change { $0.isAway = false }
    visitor.takeOver(before)
    visitor.type("Ada", into: "name")
    try await visitor.press("Submit")
    #expect(visitor.path.contains("receipt="))
    #expect(await sink.taken.first?.values["parts"] == ["m-3"])
  }

  @Test("ticks that are posted while the store is unavailable are there when it is back")
  func ticksWhileAway() async throws {
    var visitor = Visitor(try site())
    await visitor.open("/forms/order")
    try await visitor.press(beginning: "Parts")
    try visitor.set("Valve 3", to: true)
    machines.change { $0.isAway = true }
    try await visitor.press("Show more")
    #expect(visitor.status == .serviceUnavailable)
    machines.change { $0.isAway = false }
    await visitor.open("/forms/order/cells/parts")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "parts_value")?.text == "Valve 3")
  }

  @Test("a store that does not answer in time counts as unavailable")
  func slow() async throws {
    machines.change { state in state.hold = { try await Task.sleep(for: .seconds(3600)) } }
    var visitor = Visitor(try site(limit: .milliseconds(20)))
    await visitor.open("/forms/order")
    try await visitor.press(beginning: "Parts")
    #expect(visitor.status == .serviceUnavailable)
    #expect(failures.all.last.map { "\($0)" }?.contains("no answer within") == true)
  }

  @Test("choices outlive the session because the page contains them")
  func hiddenFieldValue() async throws {
    var visitor = Visitor(try site())
    await visitor.open("/forms/order")
    try await visitor.press(beginning: "Parts")
    for number in stride(from: 1, through: 49, by: 2) { try visitor.set("Valve \(number)", to: true) }
    try await visitor.press("Apply")
    visitor.cookie = nil
    try await visitor.press("Submit")
    #expect(
      await sink.taken.first?.values["parts"] == .array(stride(from: 1, through: 49, by: 2).map { .string("m-\($0)") }))
  }

  @Test("values from the definition and from the host are shown with the labels of the store")
  func given() async throws {
    var visitor = Visitor(
      try site(value: #", "value": ["m-4"]"#),
      as: VisitorContext(identity: "ada", initialValues: ["order": ["place": "m-6"]]))
    await visitor.open("/forms/order")
    #expect(visitor.page.element(id: "parts_value")?.text == "Pump 4")
    #expect(visitor.page.element(id: "place_value")?.text == "Pump 6")
    try await visitor.press("Submit")
    #expect(await sink.taken.first?.values["place"] == "m-6")
    #expect(failures.all.isEmpty)
  }

  @Test("a definition's value is sent if a program leaves the cell out, and conditions see it")
  func givenToPrograms() async throws {
    let site = try site(
      value: #", "value": ["m-4", "m-7"]"#,
      further: """
        , { "id": "reason", "type": "text", "label": "Reason", "visibleWhen": { "cell": "parts", "filled": true } },
        { "id": "fixed", "type": "select", "label": "Fixed", "source": { "provider": "machines" }, "value": "m-2",
          "readOnly": true }
        """)
    var request = Request(method: .post, path: "/forms/order", host: "test")
    request.fields[.contentType] = "application/json"
    request.body = Array(#"{"values":{"name":"Ada","reason":"Leak"}}"#.utf8)
    #expect(await site.respond(to: request).status == .created)
    let values = try #require(await sink.taken.last?.values)
    #expect(values["parts"] == ["m-4", "m-7"] && values["fixed"] == "m-2" && values["reason"] == "Leak")
    // The schema requires no more than the form does.
    let schema = await site.respond(to: Request(path: "/forms/order/schema.json", host: "test"))
    #expect(schema.status == .ok)
    #expect(!String(decoding: schema.body, as: UTF8.self).contains(#""required":["parts"]"#))

    var visitor = Visitor(site)
    await visitor.open("/forms/order")
    #expect(visitor.page.element(id: "reason") != nil)
    visitor.type("Leak", into: "reason")
    try await visitor.press("Submit")
    let sent = try #require(await sink.taken.last?.values)
    #expect(sent["parts"] == ["m-4", "m-7"] && sent["fixed"] == "m-2" && sent["reason"] == "Leak")

    // An option that no longer exists is named.
    machines.change { $0.options.removeAll { $0.value == "m-4" } }
    let refused = await site.respond(to: request)
    #expect(refused.status == .unprocessableContent && String(decoding: refused.body, as: UTF8.self).contains("m-4"))
  }

  @Test("a value whose option disappeared and came back is sent")
  func backAgain() async throws {
    var visitor = Visitor(try site())
    await visitor.open("/forms/order")
    try await visitor.press(beginning: "Parts")
    try visitor.set("Valve 3", to: true)
    try visitor.set("Pump 4", to: true)
    try await visitor.press("Apply")
    let all = machines.state.withLock { $0.options }
    machines.change { $0.options.removeAll { $0.value == "m-3" } }
    visitor.cookie = nil
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    machines.change { $0.options = all }
    try await visitor.press("Submit")
    #expect(visitor.path.contains("receipt="))
    #expect(await sink.taken.first?.values["parts"] == ["m-4", "m-3"])
  }

  @Test("more chosen options than a page names are kept")
  func many() async throws {
    var body = FormData()
    for number in 1...600 { body.append("parts", "m-\(number)") }
    var visitor = Visitor(try site())
    await visitor.post(body, to: "/forms/order")
    #expect(visitor.path.contains("receipt="))
    #expect(await sink.taken.first?.values["parts"] == .array((1...600).map { .string("m-\($0)") }))
  }

  @Test("too many values are refused and kept, and the store is asked for at most 1,000 of them at once")
  func tooMany() async throws {
    let site = try site()
    let values = (1...1001).map { "m-\($0)" }
    var request = Request(method: .post, path: "/forms/order", host: "test")
    request.fields[.contentType] = "application/json"
    request.body =
      JSONValue.object([
        .init("values", ["parts": .array(values.map { .string($0) })])
      ]).compactBytes
    let refused = await site.respond(to: request)
    #expect(refused.status == .unprocessableContent && machines.asked.isEmpty)
    #expect(
      String(decoding: refused.body, as: UTF8.self)
        .contains("1001 values are chosen; of a provider's options 1000 can be"))

    var body = FormData()
    for value in values { body.append("parts", value) }
    var visitor = Visitor(site)
    await visitor.post(body, to: "/forms/order")
    #expect(visitor.status == .unprocessableContent)
    #expect(text(visitor).contains("Select at most 1,000; 1,001 selected."))
    #expect(machines.asked.contains("labels 1000") && machines.asked.contains("labels 1"))
    visitor.cookie = nil
    try await visitor.press(beginning: "Parts")
    try await visitor.press("Apply")
    #expect(visitor.status == .unprocessableContent && text(visitor).contains("Select at most 1,000; 1,001 selected."))
    try visitor.set("Valve 1", to: false)
    try await visitor.press("Apply")
    try await visitor.press("Submit")
    #expect(visitor.path.contains("receipt="))
    #expect(await sink.taken.first?.values["parts"] == .array(values.dropFirst().map { .string($0) }))
  }

  @Test("a definition that names more values than can be chosen is refused")
  func limits() throws {
    let values = (1...1001).map { "\"m-\($0)\"" }.joined(separator: ", ")
    #expect { try site(value: ", \"value\": [\(values)]") } throws: { "\($0)".contains("1001 values are chosen") }
    #expect { try site(value: #", "minimum": 1001"#) } throws: { "\($0)".contains("1001 cannot be chosen") }
    #expect { try site(value: #", "maximum": 1001"#) } throws: { "\($0)".contains("“maximum” has no effect") }
    #expect { try site(value: #", "maximum": 1, "value": ["m-1", "m-2"]"#) } throws: {
      "\($0)".contains("the cell would reject this value")
    }
    _ = try site(value: ", \"maximum\": 1000, \"value\": [\(values.dropFirst(7))]")
  }

  private func followingSite(_ provider: any OptionProvider) throws -> Site {
    let definition = """
      { "id": "order", "title": "Order", "sections": [{ "cells": [
        { "id": "hall", "type": "radio-group", "label": "Hall", "options": ["Hall 0", "Hall 1", "Hall 7"] },
        { "id": "part", "type": "list-picker", "label": "Part", "required": true,
          "source": { "provider": "machines", "where": { "hall": { "cell": "hall" } } } }] }] }
      """
    let form = try FormDefinition.decode(
      bytes: Array(definition.utf8), path: "order.json", directory: "/", stores: OptionStores(providers: ["machines"]))
    return try Site(
      forms: [form], pages: TestSite.pages.get().0, publicDirectory: TestSite.root + "/Public", submissions: sink,
      optionProviders: ["machines": provider], environment: PinnedEnvironment().environment(),
      onFailure: failures.add)
  }

  @Test("a provider filters options by another cell; a value that no longer fits is cleared, or refused")
  func following() async throws {
    let provider = HallMachines()
    var visitor = Visitor(try followingSite(provider))
    await visitor.open("/forms/order")
    try await visitor.press(beginning: "Part")
    #expect(text(visitor).contains("Fill in “Hall” first.") && !text(visitor).contains("Valve"))
    #expect(provider.machines.asked.isEmpty)
    try await visitor.press("Close")
    try visitor.set("Hall 1")
    try await visitor.press(beginning: "Update")
    try await visitor.press(beginning: "Part")
    func picks() -> [String] {
      visitor.page.all("input") { $0["name"] == "_pick" && $0["value"] != "" }.compactMap { $0["value"] }
    }
    #expect(picks().count == 50 && picks().first == "m-1" && picks()[1] == "m-4")
    visitor.type("Pump", into: "_q")
    try await visitor.press("Search")
    #expect(picks().first == "m-4")
    try visitor.set("Pump 4")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "part_value")?.text == "Pump 4")
    try visitor.set("Hall 0")
    try await visitor.press(beginning: "Update")
    #expect(text(visitor).contains("Part: cleared, because “Hall” has changed."))
    try await visitor.press("Undo")
    #expect(visitor.page.element(id: "part_value")?.text == "Pump 4")
    // In a newer version of the store, the chosen option belongs to another hall.
    provider.machines.change { $0.options[3].description = Localized("Hall 0") }
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(text(visitor).contains("Does not fit the other answers: Pump 4. Select another option."))
    try visitor.set("Hall 0")
    try await visitor.press("Submit")
    #expect(await sink.taken.first?.values["part"] == "m-4")
    #expect(failures.all.isEmpty)
  }

  @Test("a required cell is not required if no option of the provider fits")
  func nothingFits() async throws {
    let provider = HallMachines()
    var visitor = Visitor(try followingSite(provider))
    await visitor.open("/forms/order")
    try visitor.set("Hall 7")
    try await visitor.press("Submit")
    #expect(visitor.path.contains("receipt="), "\(text(visitor))")
    #expect(provider.machines.asked.contains(#"where ["hall": "Hall 7"] 1"#))
  }

  @Test("a site refuses a provider that cannot filter, if a definition needs it")
  func cannotFilter() throws {
    #expect {
      try followingSite(machines)
    } throws: {
      "\($0)".contains("the provider “machines” does not conform to FilteringOptionProvider; implement that protocol")
    }
  }

  @Test("a provider name that the host does not have is refused by the site and in the definition")
  func unknownName() throws {
    #expect {
      try site(gives: false)
    } throws: {
      "\($0)".contains("there is no provider “machines”; give the site one of this name: optionProviders")
    }
    let definition = """
      { "title": "Order", "sections": [{ "cells": [
        { "id": "parts", "type": "select", "label": "Parts", "source": { "provider": "machine" } }] }] }
      """
    #expect {
      try FormDefinition.decode(
        bytes: Array(definition.utf8), path: "order.json", directory: "/", stores: OptionStores(providers: ["machines"])
      )
    } throws: {
      "\($0)".contains("order.json:2:80") && "\($0)".contains("did you mean “machines”?")
    }
    #expect {
      try FormDefinition.decode(bytes: Array(definition.utf8), path: "order.json", directory: "/")
    } throws: {
      "\($0)".contains("formcells has none")
    }
  }
}
