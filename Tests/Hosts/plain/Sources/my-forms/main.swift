import FormCells
import FormPages
import FormSite
import Glibc
import HTTPServer
import HTTPCore

let formCells = "../formcells"
let site = try Site(
  forms: FormDefinition.load(path: "forms"), pages: Pages(directory: "\(formCells)/Templates"),
  publicDirectory: "\(formCells)/Public", submissions: SubmissionFiles(data: "data"), onFailure: { print($0) })
let server = Server(
  ServerConfiguration(port: 8080, errorPage: { site.errorPage($0, strippedPrefix: $1, requestID: $2) }),
  screen: { site.refusal(of: $0) },
  respond: { await site.respond(to: $0) })
try server.start()
print("listening on http://127.0.0.1:\(server.port)")

// Until the process is ended: option files that have changed are read again, and sessions that nobody uses go.
while true {
  sleep(1)
  for mistakes in site.reloadSources() { print(mistakes) }
  site.dropExpiredSessions()
}
