import Testing

import FormController
import HTTPCore

@Suite("Routes")
struct RouteTests {
  @Test(
    "an address is read as it is written",
    arguments: [
      .index, .health, .schema, .form("trip"), .formSchema("trip"), .cell(form: "trip", cell: "kinds"),
      .cell(form: "trip", cell: "_2"), .asset("css/site.0123456789abcdef.css"), .asset("icon.svg"),
      .further("/gallery"),
      .further("/gallery/text-empty"),
    ] as [Route])
  func roundTrip(_ route: Route) { #expect(Route(path: route.path) == route) }

  @Test(
    "what is not an address names nothing",
    arguments: [
      "", "*", "forms", "/forms", "/forms/", "/forms/trip/", "/forms/trip/cells", "/forms/trip/cells/a/b",
      "/forms/trip/schema.json/", "/forms//schema.json", "/forms/trip/schema", "/forms/trip/cell/a",
      "/forms//", "/healthz/", "/schema", "/schema/other.json", "/schema/form.json/", "/assets", "x/healthz",
    ])
  func nothing(_ path: String) { #expect(Route(path: path) == nil) }

  @Test("a path with a slash too many, or capitals, means the address without")
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

  @Test("an asset's name may hold anything, and is looked up as it is")
  func assets() {
    #expect(Route(path: "/assets/") == .asset(""))
    #expect(Route(path: "/assets//a/../b/") == .asset("/a/../b/"))
  }
}
