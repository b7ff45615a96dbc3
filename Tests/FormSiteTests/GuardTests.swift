import HTTPCore
import Testing

@testable import FormSite

/// A submit of the sample form, by browsers and others; 422 says that it was let in and read.
@Suite("Posts from elsewhere")
struct GuardTests {
  private let site: Site

  init() throws { site = try TestSite([SampleForms.trip]).site }

  private func status(_ fields: Fields, scheme: String = "http", host: String = "forms.example") async -> Status {
    var fields = fields
    if !fields.contains(.contentType) { fields.append(.contentType, "application/x-www-form-urlencoded") }
    return await site.respond(
      to: Request(
        method: .post, path: "/forms/trip", fields: fields, body: Array("_do=submit".utf8), scheme: scheme, host: host)
    ).status
  }

  @Test("the browser's word on the site decides, and failing that the page's origin")
  func own() async {
    #expect(await status([.secFetchSite: "same-origin"]) == .unprocessableContent)
    #expect(await status([.secFetchSite: "same-site"]) == .forbidden)
    #expect(await status([.origin: "http://forms.example"]) == .unprocessableContent)
    #expect(await status([.origin: "http://forms.example:80"]) == .unprocessableContent)
    #expect(await status([.origin: "http://other.example"]) == .forbidden)
    #expect(await status([:]) == .unprocessableContent)
  }

  @Test("an origin is its scheme too")
  func scheme() async {
    #expect(await status([.origin: "https://forms.example"]) == .forbidden)
    #expect(await status([.origin: "http://forms.example"], scheme: "https") == .forbidden)
    #expect(await status([.origin: "HTTPS://forms.example:443"], scheme: "https") == .unprocessableContent)
  }

  @Test("what no browser says twice is refused, also where both are alike")
  func repeated() async {
    #expect(await status([.secFetchSite: "same-origin", .secFetchSite: "cross-site"]) == .forbidden)
    #expect(await status([.secFetchSite: "same-origin", .secFetchSite: "same-origin"]) == .forbidden)
    #expect(await status([.origin: "http://forms.example", .origin: "http://other.example"]) == .forbidden)
    #expect(await status([.secFetchSite: "same-origin", .origin: "null", .origin: "null"]) == .forbidden)
  }

  @Test("two types of content that contradict each other are not a request")
  func types() async {
    let form = "application/x-www-form-urlencoded"
    #expect(await status([.contentType: form, .contentType: "text/plain"]) == .badRequest)
    #expect(await status([.contentType: form, .contentType: form]) == .unprocessableContent)
  }
}
