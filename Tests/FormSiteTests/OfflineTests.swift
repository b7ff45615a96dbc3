import FormCellsTesting
import HTTPCore
import Testing

@testable import FormSite

/// The server's part of working without a network.
@Suite("Offline")
struct OfflineTests {
  private func get(_ path: String, of site: Site, _ fields: Fields = [:]) async -> (Response, text: String) {
    let response = await site.respond(to: Request(path: path, fields: fields))
    return (response, String(decoding: response.body, as: UTF8.self))
  }

  @Test("the manifest installs the site at its mount path, in the visitor's language")
  func manifest() async throws {
    let path = try #require(MountPath("/town/forms"))
    let site = try TestSite([SampleForms.trip], configure: { $0.basePath = path }).site
    let (response, text) = await get("/town/forms/manifest.webmanifest", of: site, [.acceptLanguage: "de"])
    #expect(response.fields[.contentType] == "application/manifest+json")
    #expect(response.fields[.cacheControl] == "no-cache")
    let parts = [
      #""name":"Formulare","lang":"de","dir":"ltr""#, #""start_url":"./","scope":"./","display":"standalone""#,
      #""src":"/town/forms/assets/icon."#,
    ]
    for part in parts { #expect(text.contains(part), "\(part)") }
    let page = await get("/town/forms/forms/trip", of: site)
    #expect(page.0.fields[.contentSecurityPolicy]?.contains("manifest-src 'self'") == true)
  }

  @Test("the service worker lists only files that exist, and is revalidated at each request")
  func serviceWorker() async throws {
    let site = try TestSite([SampleForms.trip]).site
    let (response, text) = await get("/service-worker.js", of: site)
    #expect(response.fields[.contentType] == "text/javascript; charset=utf-8")
    #expect(response.fields[.cacheControl] == "no-cache")
    let list = try #require(text.firstMatch(of: /"files":\[(.*?)\],"lifetime":1800,/))
    let files = list.1.split(separator: ",").map { "/" + $0.dropFirst().dropLast() }
    #expect(files.contains { $0.contains("/js/page.") } && files.contains { $0.contains("/css/later.") })
    #expect(!files.contains { $0.contains("service-worker") })
    for file in files { #expect(await get(file, of: site).0.status == .ok, "\(file)") }
  }

  @Test("if forms do not work offline, the service worker unregisters itself, and scripts store nothing")
  func switchedOff() async throws {
    let site = try TestSite([SampleForms.trip], configure: { $0.worksOffline = false }).site
    #expect(await get("/service-worker.js", of: site).text.contains("registration.unregister()"))
    let page = await get("/forms/trip", of: site).text
    let parts = try #require(page.firstMatch(of: /data-parts="([^"]*)"/))
    #expect(await get(String(parts.1), of: site).text.contains("data-offline=\"\""))
  }

  @Test("Clear This Device ends the session with its drafts, and deletes the cookies")
  func clear() async throws {
    let test = try TestSite([SampleForms.trip, SampleForms.other])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Class Select an option")
    let draft = visitor.address
    await visitor.open("/")
    #expect(visitor.page.all("a").contains { $0["href"] == "/device" })
    await visitor.open("/device")
    var request = Request(
      method: .post, path: "/device", fields: [.contentType: "application/x-www-form-urlencoded"], body: [])
    request.fields[.cookie] = visitor.cookie
    let response = await test.site.respond(to: request)
    #expect(response.status == .seeOther)
    #expect(response.fields[.location] == "/device?cleared=")
    let cookies = response.fields.values(of: .setCookie)
    #expect(cookies.map { String($0.prefix { $0 != ";" }) } == ["formcells=", "viewport="])
    #expect(cookies.allSatisfy { $0.contains("Max-Age=0") })
    // Somebody who still has the cookie finds no draft.
    await visitor.open(draft)
    #expect(visitor.page.element(id: "purpose")?["value"] != "Lyon")
    await visitor.open("/")
    #expect(visitor.page.all("a").allSatisfy { $0["class"] != "draft" })
  }

  @Test("a post from another site cannot clear the device")
  func foreign() async throws {
    let test = try TestSite([SampleForms.trip])
    let response = await test.site.respond(
      to: Request(
        method: .post, path: "/device",
        fields: [.contentType: "application/x-www-form-urlencoded", .secFetchSite: "cross-site"], body: []))
    #expect(response.status == .forbidden)
  }
}
