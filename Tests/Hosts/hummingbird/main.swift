import FormCells
import FormPages
import FormSite
import HTTPCore
import Hummingbird

/// Stores visits in memory instead of a table. The first attempt fails, as if the table was locked.
actor Visits: SubmissionSink {
  private var isLocked = true
  private var lines: [(id: String, line: String)] = []

  struct Locked: Error {}

  func store(_ submission: SubmissionRecord) async throws {
    if isLocked {
      isLocked = false
      throw Locked()
    }
    if lines.contains(where: { $0.id == submission.id }) { return }
    lines.append((submission.id, String(decoding: submission.line, as: UTF8.self)))
  }

  var text: String { lines.map { $0.line + "\n" }.joined() }
}

// Usage: hummingbird-host TEMPLATES PUBLIC
let folders = CommandLine.arguments
let visit = try Form(id: "visit", title: "Visitor Badge") {
  Section("Who Comes?") {
    TextCell("name", label: "Full Name").required().maxLength(40).autocomplete("name")
    ListPicker("areas", label: "Areas", options: ["Lobby", "Workshop", "Laboratory"]).selection(.multiple)
  }
}
let path = MountPath("/town/forms") ?? .root
let visits = Visits()
let site = try Site(
  forms: [visit], pages: Pages(directory: folders[1]), publicDirectory: folders[2], submissions: visits,
  check: { values, context in
    guard case .array(let areas)? = values["areas"], areas.contains("Laboratory") else { return [:] }
    return ["areas": "\(context.visitor?.identity ?? "You") may not enter the laboratory."]
  },
  configuration: Site.Configuration(basePath: path), onFailure: { print("failure:", $0) })

let router = Router(context: HostContext.self)
router.add(
  middleware: FormMiddleware(site: site, path: path.text) { request in
    request.cookies["user"].map { VisitorContext(identity: $0, readOnlyValues: ["visit": ["name": .string($0)]]) }
  })
router.get("/") { _, _ in "the host's own page" }
// A real host would ask for a password here.
router.get("/sign-in/:user") { _, context in
  let user = try context.parameters.require("user")
  return Hummingbird.Response(status: .noContent, headers: [.setCookie: "user=\(user); Path=/; HttpOnly; SameSite=Lax"])
}
router.get("/visits") { _, _ in await visits.text }

let server = Application(
  router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
  onServerRunning: { print("listening on http://127.0.0.1:\($0.localAddress?.port ?? 0)") })
try await server.runService()
