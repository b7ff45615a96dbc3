import Testing
import FormController
import HTTPCore
import FormSite

@Suite("Routes")
struct RouteTests {
  @Test(
    "each route's path is parsed to the same route",
    arguments: [
      .index, .health, .device, .offline, .serviceWorker, .manifest, .schema, .form("trip"), .formSchema("trip"),
      .cell(form: "trip", cell: "kinds"),
      .cell(form: "trip", cell: "_2"), .asset("css/site.0123456789abcdef.css"), .asset("icon.svg"),
      .extraPages("/gallery"),
      .extraPages("/gallery/text-empty"),
    ] as [Route])
  func roundTrip(_ route: Route) { #expect(Route(path: route.path) == route) }

  @Test(
    "other paths have no route",
    arguments: [
      "", "*", "forms", "/forms", "/forms/", "/forms/trip/", "/forms/trip/cells", "/forms/trip/cells/a/b",
      "/forms/trip/schema.json/", "/forms//schema.json", "/forms/trip/schema", "/forms/trip/cell/a",
      "/forms//", "/healthz/", "/schema", "/schema/other.json", "/schema/form.json/", "/assets", "x/healthz",
    ])
  func nothing(_ path: String) { #expect(Route(path: path) == nil) }

  @Test("a path with an extra slash or with capitals is recognized as the path without them")
  func meant() {
    for path in ["/forms/trip/", "/Forms//TRIP", "//forms/trip"] {
      #expect(Route.meant(by: path, below: .root) == .form("trip"))
    }
    #expect(Route.meant(by: "/forms/trip/Cells/Kinds/", below: .root) == .cell(form: "trip", cell: "kinds"))
    for path in ["/forms", "/Forms/", "/", "//"] { #expect(Route.meant(by: path, below: .root) == .index) }
    for path in ["/forms/trip/cells/", "/assets/a/", "/healthz/more"] {
      #expect(Route.meant(by: path, below: .root) == nil)
    }
  }

  @Test("an asset's name may contain anything and is used unchanged")
  func assets() {
    #expect(Route(path: "/assets/") == .asset(""))
    #expect(Route(path: "/assets//a/../b/") == .asset("/a/../b/"))
  }
}

/// A site below a mount path: one that it handles itself, or one that a proxy removes.
@Suite("Mount paths of a site")
struct MountTests {
  private static func path(_ text: String) throws -> MountPath { try #require(MountPath(text)) }

  @Test("addresses below the mount path are read as those without it, and all others have no route")
  func routes() throws {
    let mount = try Self.path("/a/b")
    for route in [Route.index, .schema, .form("trip"), .cell(form: "trip", cell: "_2"), .asset("icon.svg")] {
      #expect(Route(path: "/a/b" + route.path, below: mount) == route)
      #expect(Route(path: route.path, below: mount) == nil, "\(route)")
    }
    #expect(Route(path: "/a/b", below: mount) == .index)
    for path in ["/a", "/a/", "/a/bc", "/a/b//", "/a/b/forms", "/a/c/forms/trip", "/A/B/", "/a%2Fb/", "//a/b/", "*"] {
      let route = Route(path: path, below: mount)
      #expect(route == nil || route == .extraPages("//"), "\(path)")
    }
    #expect(Route(path: "/healthz", below: mount) == .health)
    #expect(Route(path: "/a/b/healthz", below: mount) == .health)
  }

  @Test("links begin with the prefix that the proxy removed, followed by the site's mount path")
  func links() async throws {
    let base = try Self.path("/b")
    let site = try TestSite([SampleForms.trip, SampleForms.other], configure: { $0.basePath = base }).site
    var request = Request(path: "/b/")
    var body = String(decoding: await site.respond(to: request).body, as: UTF8.self)
    #expect(body.contains("href=\"/b/forms/trip\""))
    #expect(body.contains("href=\"/b/assets/css/site."))

    request.strippedPrefix = try Self.path("/x/y")
    body = String(decoding: await site.respond(to: request).body, as: UTF8.self)
    #expect(body.contains("href=\"/x/y/b/forms/trip\""))
    #expect(!body.contains("\"/b/"))
    #expect(
      String(decoding: site.errorPage(.contentTooLarge, strippedPrefix: request.strippedPrefix).body, as: UTF8.self)
        .contains("href=\"/x/y/b/\""))
  }

  @Test("prefixes beyond the number that is cached work too, and do not affect others")
  func manyPrefixes() async throws {
    let site = try TestSite([SampleForms.trip]).site
    for number in 0..<100 {
      var request = Request(path: "/forms/trip")
      request.strippedPrefix = try Self.path("/p\(number)")
      let body = String(decoding: await site.respond(to: request).body, as: UTF8.self)
      #expect(body.contains("action=\"/p\(number)/forms/trip\""))
    }
    let body = String(decoding: await site.respond(to: Request(path: "/forms/trip")).body, as: UTF8.self)
    #expect(body.contains("action=\"/forms/trip\""))
  }

  @Test("two sites of one host have separate cookies")
  func cookies() async throws {
    func cookie(at path: MountPath, scheme: String) async throws -> String {
      let site = try TestSite([SampleForms.trip], configure: { $0.basePath = path }).site
      let response = await site.respond(
        to: Request(
          method: .post, path: path.text + "/forms/trip",
          fields: [.contentType: "application/x-www-form-urlencoded"], body: Array("_open=kinds".utf8), scheme: scheme))
      let field = try #require(response.fields[.setCookie])
      return field.replacing(/=[0-9A-Za-z_-]{20,}/, with: "")
    }
    let path = try Self.path("/a/b")
    #expect(try await cookie(at: .root, scheme: "http") == "formcells; Path=/; HttpOnly; SameSite=Lax")
    #expect(try await cookie(at: path, scheme: "http") == "formcells; Path=/a/b; HttpOnly; SameSite=Lax")
    #expect(try await cookie(at: .root, scheme: "https") == "__Host-formcells; Path=/; HttpOnly; Secure; SameSite=Lax")
    #expect(
      try await cookie(at: path, scheme: "https") == "__Host-formcells+a+b; Path=/; HttpOnly; Secure; SameSite=Lax")
  }
}
