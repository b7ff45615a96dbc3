import FormCellsTesting
import FormCells
import FormPages
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// B40: a definition that changes while a visitor fills in its form does not change the form that they see.
@Suite("Versions")
struct VersionTests {
  private func form(_ text: String) throws -> Form {
    try FormDefinition.decode(bytes: Array(text.utf8), path: "test.json", directory: TestSite.root)
  }

  @Test("visitors who have begun keep their version, and others get the new one")
  func changed() async throws {
    let test = try TestSite([SampleForms.trip])
    let old = try form(SampleForms.trip)
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Class Select an option")

    let changed = SampleForms.trip.replacing("\"title\": \"Trip\"", with: "\"title\": \"Journey\"")
    try test.site.replace(forms: [try form(changed)], pages: try TestSite.pages.get().0)
    var other = Visitor(test.site)
    await other.open("/forms/trip")
    #expect(other.page.title == "Journey")

    try await visitor.press("Close")
    #expect(visitor.page.title == "Trip")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "trip").first?["version"] == .string(old.version))
  }

  @Test("a removed form is available to visitors who have begun it, and to nobody else")
  func removed() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Class Select an option")
    try test.site.replace(forms: [], pages: try TestSite.pages.get().0)
    var other = Visitor(test.site)
    await other.open("/forms/trip")
    #expect(other.status == .notFound)
    try await visitor.press("Close")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "trip").count == 1)
  }

  @Test("a page opened before a change is sent as the version from which it was made, even without a session")
  func changedBeforeTheFirstPost() async throws {
    let test = try TestSite([SampleForms.trip])
    let old = try form(SampleForms.trip)
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    visitor.type("3", into: "days")
    var another = visitor
    another.type("Bonn", into: "purpose")
    var last = visitor
    last.type("Rome", into: "purpose")
    let pages = try TestSite.pages.get().0
    let changed = SampleForms.trip.replacing("\"id\": \"days\"", with: "\"id\": \"nights\"")
    try test.site.replace(forms: [try form(changed)], pages: pages)
    try await visitor.press("Submit")
    #expect(visitor.path.contains("receipt="))
    let sent = try #require(try test.submissions(of: "trip").first)
    #expect(sent["version"] == .string(old.version))
    #expect(sent["values"]?["days"] == "3")

    // This is so even if a cell or the whole form was removed.
    try test.site.replace(
      forms: [try form(SampleForms.trip.replacing("\"id\": \"class\"", with: "\"id\": \"rank\""))], pages: pages)
    try await another.press("Class Select an option")
    #expect(another.place == "/forms/trip/cells/class")
    try await another.press("Close")
    try await another.press("Submit")
    try test.site.replace(forms: [], pages: pages)
    try await last.press("Submit")
    #expect(try test.submissions(of: "trip").map { $0["version"] } == Array(repeating: .string(old.version), count: 3))
  }

  @Test("a page made from an unknown version is shown as the new version before anything is sent")
  func forgotten() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    let changed = SampleForms.trip.replacing("\"id\": \"days\"", with: "\"id\": \"nights\"")
    visitor.record()
    visitor.note("the server is started again, with a cell 'nights' in the place of 'days'")
    visitor = visitor.moved(to: try test.restarted([changed]).site)
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "trip").isEmpty)
    #expect(visitor.page.element(id: "purpose")?["value"] == "Lyon")
    visitor.type("2", into: "nights")
    try await visitor.press("Submit")
    try visitor.verify("definition-changed")
    #expect(try test.submissions(of: "trip").first?["values"]?["nights"] == "2")
  }

  @Test("a form posted without a button is submitted; an unknown button is answered with 400")
  func buttons() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.post(
      FormData([.init(name: "purpose", value: "Lyon"), .init(name: "kinds", value: "taxi")]), to: "/forms/trip")
    #expect(visitor.path.contains("receipt="))
    await visitor.post(FormData([.init(name: "_do", value: "explode")]), to: "/forms/trip")
    #expect(visitor.status == .badRequest)
  }
}
