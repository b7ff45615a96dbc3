import FormCells
import FormCellsTesting
import HTTPCore
import Options
import Support
import TestSupport
import Testing

@testable import FormSite

/// A store of places in memory, in a tree.
private final class Places: TreeOptionProvider {
  struct State {
    var rows: [(value: String, label: String, parent: String?)]
    var asked: [String] = []
    /// Wrong places that it returns for some options.
    var lies: [String: OptionPlace?] = [:]
    /// Rows that it wrongly lists on every level.
    var listedEverywhere: [String] = []
  }

  let state: Lock<State>

  init(_ rows: [(value: String, label: String, parent: String?)]) { state = Lock(State(rows: rows)) }

  var asked: [String] { state.withLock { $0.asked } }

  private func ask(_ question: String) -> State {
    state.withLock { state in
      state.asked.append(question)
      return state
    }
  }

  private func page(_ rows: [(value: String, label: String, parent: String?)], first count: Int) -> OptionPage {
    OptionPage(
      options: rows.prefix(count).map { Option(value: $0.value, label: Localized($0.label)) }, matchCount: rows.count)
  }

  func page(first count: Int) async throws -> OptionPage { page(ask("page").rows, first: count) }

  func search(for text: String, first count: Int) async throws -> OptionPage {
    page(ask("search \(text)").rows.filter { $0.label.contains(text) }, first: count)
  }

  func labels(for values: [String]) async throws -> [Option] {
    page(ask("labels \(values.joined(separator: " "))").rows.filter { values.contains($0.value) }, first: .max).lists[0]
      .options
  }

  func page(below value: String?, in tree: String, first count: Int) async throws -> OptionPage {
    let state = ask("\(tree) \(value ?? "top") \(count)")
    return page(
      state.rows.filter { $0.parent == value || state.listedEverywhere.contains($0.value) }, first: count)
  }

  func places(of values: [String], in tree: String) async throws -> [String: OptionPlace] {
    let state = ask("places \(values.count)")
    let rows = Dictionary(uniqueKeysWithValues: state.rows.map { ($0.value, $0) })
    var places: [String: OptionPlace] = [:]
    for value in values {
      if let lie = state.lies[value] {
        places[value] = lie
        continue
      }
      var path: [Option] = []
      var above = rows[value]?.parent
      while let row = above.flatMap({ rows[$0] }) {
        path.insert(Option(value: row.value, label: Localized(row.label)), at: 0)
        above = row.parent
      }
      places[value] = OptionPlace(path: path, hasOptionsBelow: state.rows.contains { $0.parent == value })
    }
    return places
  }
}

/// A store of the same options without levels.
private struct Flat: OptionProvider {
  func page(first count: Int) async throws -> OptionPage { OptionPage(options: [], matchCount: 0) }
  func search(for text: String, first count: Int) async throws -> OptionPage { OptionPage(options: [], matchCount: 0) }
  func labels(for values: [String]) async throws -> [Option] { [] }
}

@Suite("Options as a tree from a host's store")
struct TreeProviderTests {
  private let places = Places([
    ("de", "Germany", nil), ("by", "Bavaria", "de"), ("m", "Munich", "by"), ("n", "Nuremberg", "by"),
    ("b", "Berlin", "de"), ("fr", "France", nil), ("p", "Paris", "fr"), ("mc", "Monaco", nil),
  ])
  private let failures = Failures()
  private let sink = HostSink()

  private func site(_ provider: (any OptionProvider)? = nil, keys: String = "") throws -> Site {
    let definition = """
      { "id": "trip", "title": "Trip", "review": true, "sections": [{ "cells": [
        { "id": "place", "type": "list-picker", "label": "Place", "source": { "provider": "places", "parent": "above"\(keys) } },
        { "id": "seen", "type": "list-picker", "label": "Seen", "selection": "multiple",
          "source": { "provider": "places", "parent": "above", "choose": "any" } }] }] }
      """
    let form = try FormDefinition.decode(
      bytes: Array(definition.utf8), path: "trip.json", directory: "/", stores: OptionStores(providers: ["places"]))
    return try Site(
      forms: [form], pages: TestSite.pages.get().0, publicDirectory: TestSite.root + "/Public", submissions: sink,
      optionProviders: ["places": provider ?? places], environment: PinnedEnvironment().environment(),
      onFailure: failures.add)
  }

  private func text(_ visitor: Visitor) -> String { visitor.page.all("body").first?.text ?? "" }

  private func picks(_ visitor: Visitor) -> [String] {
    visitor.page.all("input") { $0["name"] == "_pick" && $0["value"] != "" }.compactMap { $0["value"] }
  }

  @Test("a view goes down and up the levels, searches all of them, and shows the paths of options")
  func journey() async throws {
    var visitor = Visitor(try site())
    await visitor.open("/forms/trip")
    #expect(places.asked.isEmpty)
    try await visitor.press(beginning: "Place")
    #expect(picks(visitor) == ["mc"])
    #expect(places.asked == ["above top 50", "places 3"])
    try await visitor.press("Germany")
    #expect(visitor.path.contains("in=de") && picks(visitor) == ["b"])
    try await visitor.press("Bavaria")
    #expect(picks(visitor) == ["m", "n"] && visitor.page.element(id: "_path")?.text == "Germany › Bavaria")
    try visitor.set("Munich")
    try await visitor.press("Back")
    #expect(visitor.path.contains("in=de"))
    visitor.type("Pa", into: "_q")
    try await visitor.press("Search")
    #expect(picks(visitor) == ["p"] && text(visitor).contains("France"))
    try await visitor.press("Clear")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "place_value")?.text == "Germany › Bavaria › Munich")
    try await visitor.press(beginning: "Seen")
    #expect(picks(visitor) == ["de", "fr", "mc"])
    try visitor.set("France", to: true)
    try await visitor.press("Entries below “Germany”")
    try await visitor.press("Select All")
    try await visitor.press("Apply")
    try await visitor.press("Continue")
    #expect(text(visitor).contains("Germany › Bavaria › Munich"))
    #expect(text(visitor).contains("FranceGermany › BavariaGermany › Berlin"))
    try await visitor.press("Submit")
    #expect(text(visitor).contains("Germany › Bavaria › Munich"))
    #expect(await sink.taken.first?.values["place"] == "m")
    #expect(failures.all.isEmpty)
  }

  @Test("the paths of chosen options are kept if the provider no longer knows them")
  func kept() async throws {
    var visitor = Visitor(try site())
    await visitor.open("/forms/trip/cells/place?in=by")
    try visitor.set("Munich")
    try await visitor.press("Apply")
    places.state.withLock { $0.lies["m"] = .some(nil) }
    await visitor.open("/forms/trip")
    #expect(visitor.page.element(id: "place_value")?.text == "Germany › Bavaria › Munich")
  }

  @Test("values that have rows below them and unknown values are refused")
  func refusals() async throws {
    let site = try site()
    for (value, status) in [("by", Status.unprocessableContent), ("zz", .unprocessableContent), ("m", .created)] {
      let request = Request(
        method: .post, path: "/forms/trip", fields: [.contentType: "application/json", .accept: "application/json"],
        body: Array(#"{"values":{"place":"\#(value)"}}"#.utf8), host: "test")
      #expect(await site.respond(to: request).status == status)
    }
    #expect(failures.all.isEmpty)
  }

  @Test("the address of a level that no longer exists leads to the top level")
  func gone() async throws {
    var visitor = Visitor(try site())
    for level in ["zz", "m"] {
      await visitor.open("/forms/trip/cells/place?in=\(level)")
      #expect(!visitor.path.contains("in=") && picks(visitor) == ["mc"])
    }
  }

  @Test(
    "answers that form no tree are errors in the log",
    arguments: [
      ("m", OptionPlace(path: ["m"]), "“m” is below itself"),
      (
        "m", OptionPlace(path: (1...16).map { Option(value: "x\($0)") }),
        "“m” is below 16 others; a tree has at most 16 levels"
      ),
      ("m", OptionPlace(path: ["de"]), "“m” is on the level below “by”, and its place on that below “de”"),
      ("m", OptionPlace(path: ["fr", "by"]), "an option has one place"),
      ("m", nil, "“m” is an option, but has no place"),
    ])
  func wrongAnswers(value: String, place: OptionPlace?, said: String) async throws {
    places.state.withLock { $0.lies[value] = .some(place) }
    var visitor = Visitor(try site())
    await visitor.open("/forms/trip/cells/place?in=by")
    #expect(visitor.status == .serviceUnavailable)
    #expect(failures.all.contains { "\($0)".contains("provider places") && "\($0)".contains(said) }, "\(failures.all)")
  }

  @Test("an option that is listed below itself is an error")
  func circle() async throws {
    places.state.withLock { $0.listedEverywhere = ["by"] }
    var visitor = Visitor(try site())
    await visitor.open("/forms/trip/cells/place?in=by")
    #expect(visitor.status == .serviceUnavailable)
    #expect(
      failures.all.contains { "\($0)".contains("“by” is on the level below “by”, and its place on that below “de”") })
  }

  @Test("a long level can show more rows, and Back returns to the row that led down")
  func longLevel() async throws {
    places.state.withLock { state in
      state.rows = (1...300).map { ("p-\($0)", "Place \($0)", nil) } + [("q", "Room", "p-120")]
    }
    var visitor = Visitor(try site())
    await visitor.open("/forms/trip/cells/place")
    #expect(text(visitor).contains("50 of 300 shown"))
    try await visitor.press("Show more")
    try await visitor.press("Show more")
    try await visitor.press("Place 120")
    #expect(picks(visitor) == ["q"])
    try await visitor.press("Back")
    #expect(text(visitor).contains("150 of 300 shown"))
    let fragment = visitor.path.split(separator: "#").last.map(String.init)
    #expect(fragment.flatMap { visitor.page.element(id: $0) }?.text.contains("Place 120") == true, "\(visitor.path)")
  }

  @Test("a site refuses a provider without levels, and a definition refuses “where” with “parent”")
  func cannotBeTree() throws {
    #expect { try site(Flat()) } throws: {
      "\($0)".contains("the provider “places” does not conform to TreeOptionProvider; implement that protocol")
    }
    #expect { try site(keys: #", "where": { "a": { "cell": "seen" } }"#) } throws: {
      "\($0)".contains("“where” and “parent”: a tree is shown as a whole")
    }
  }
}
