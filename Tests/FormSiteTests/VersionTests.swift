import FormCells
import FormPages
import HTTPMessage
import TestSupport
import Testing

@testable import FormSite

/// B40, contract section 4: a definition that changes under a running visitor does not change his form.
@Suite("Versions")
struct VersionTests {
  private func form(_ text: String) throws -> Form {
    try FormDefinition.decode(bytes: Array(text.utf8), path: "test.json", directory: TestSite.root)
  }

  @Test("who has begun finishes on the version that he began, another visitor gets the new one")
  func changed() async throws {
    let test = try TestSite([SampleForms.trip])
    let old = try form(SampleForms.trip)
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Class Select an option")

    let changed = SampleForms.trip.replacing("\"title\": \"Trip\"", with: "\"title\": \"Journey\"")
    test.site.replace(forms: [try form(changed)], pages: try Pages(directory: TestSite.root + "/Templates"))
    var other = Visitor(test.site)
    await other.open("/forms/trip")
    #expect(other.page.title == "Journey")

    try await visitor.press("Close")
    #expect(visitor.page.title == "Trip")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "trip").first?["version"] == .string(old.version))
  }

  @Test("a form taken away is still there for who has begun it, and for nobody else")
  func removed() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Class Select an option")
    test.site.replace(forms: [], pages: try Pages(directory: TestSite.root + "/Templates"))
    var other = Visitor(test.site)
    await other.open("/forms/trip")
    #expect(other.status == .notFound)
    try await visitor.press("Close")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "trip").count == 1)
  }

  @Test("a form posted without any button is submitted; one with a button that no page has is 400")
  func buttons() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.post(
      FormData([.init(name: "purpose", value: "Lyon"), .init(name: "kinds", value: "v,taxi")]), to: "/forms/trip")
    #expect(visitor.path.contains("receipt="))
    await visitor.post(FormData([.init(name: "_do", value: "explode")]), to: "/forms/trip")
    #expect(visitor.status == .badRequest)
  }
}
