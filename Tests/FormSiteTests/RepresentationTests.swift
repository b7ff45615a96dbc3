import FormSite
import HTTPCore
import Testing

/// A POST whose sender prefers the resulting page as the answer (RFC 7240 §4.2).
@Suite("Pages in the answer to a POST")
struct RepresentationTests {
  private static let proxy = MountPath("/town")

  private static func post(
    _ body: String, to path: String = "/b/forms/trip", cookie: String? = nil, preferring preference: String?
  ) -> Request {
    var request = Request(
      method: .post, path: path, fields: [.contentType: "application/x-www-form-urlencoded"], body: Array(body.utf8),
      host: "test")
    if let preference { request.fields["Prefer"] = preference }
    if let cookie { request.fields[.cookie] = cookie }
    request.strippedPrefix = proxy ?? .root
    return request
  }

  private static func makeSite() throws -> Site {
    let base = try #require(MountPath("/b"))
    return try TestSite([SampleForms.trip], configure: { $0.basePath = base }).site
  }

  @Test("the answer to a POST is the page to which the redirect leads, with the same cookie")
  func samePage() async throws {
    for body in ["_open=kinds&purpose=Fair", "_open=class&purpose=Fair&days=2"] {
      let (plain, scripted) = (try Self.makeSite(), try Self.makeSite())
      let redirect = await plain.respond(to: Self.post(body, preferring: nil))
      #expect(redirect.status == .seeOther)
      let location = try #require(redirect.fields[.location])
      let link = location.prefix { $0 != "#" }
      var follower = Request(host: "test")
      follower.strippedPrefix = Self.proxy ?? .root
      let parts = link.dropFirst("/town".count).split(separator: "?")
      (follower.path, follower.query) = (String(parts[0]), parts.dropFirst().first.map(String.init))
      follower.fields[.cookie] = redirect.fields[.setCookie].map { String($0.prefix { $0 != ";" }) }
      let page = await plain.respond(to: follower)

      let answer = await scripted.respond(to: Self.post(body, preferring: "respond-async, return=representation"))
      #expect(answer.status == .ok)
      #expect(answer.body == page.body, "\(body)")
      #expect(answer.fields["Content-Location"] == String(link))
      #expect(answer.fields["Preference-Applied"] == "return=representation")
      #expect(answer.fields.values(of: .setCookie) == redirect.fields.values(of: .setCookie))
      #expect(answer.fields[.location] == nil)
    }
  }

  @Test("errors, and redirects whose client does not want them followed, stay as they are")
  func others() async throws {
    let site = try Self.makeSite()
    let wanted = "return=representation"
    #expect(await site.respond(to: Self.post("_do=submit", preferring: wanted)).status == .unprocessableContent)
    #expect(await site.respond(to: Self.post("_open=kinds", preferring: "return=minimal")).status == .seeOther)
    let missing = await site.respond(to: Self.post("", to: "/b/forms/none", preferring: wanted))
    #expect(missing.status == .notFound)
    #expect(missing.fields["Preference-Applied"] == nil)
  }
}
