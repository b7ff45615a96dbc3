import FormCells
import FormPages
import FormSite
import Glibc
import HTTPServer
import HTTPCore

let formCells = "../formcells"
var configuration = Site.Configuration()
configuration.spoolDirectory = "data/files/incoming"
let site = try Site(
  forms: FormDefinition.load(path: "forms"), pages: Pages(directory: "\(formCells)/Templates"),
  publicDirectory: "\(formCells)/Public", submissions: SubmissionFiles(data: "data"),
  attachments: AttachmentFolder("data/files"), configuration: configuration, onFailure: { print($0) })
let server = Server(
  ServerConfiguration(port: 8080, errorPage: { site.errorPage($0, strippedPrefix: $1, requestID: $2) }),
  screen: { site.refusal(of: $0) }, receive: { site.receiver(for: $0) },
  respond: { await site.respond(to: $0) })
try server.start()
print("listening on http://127.0.0.1:\(server.port)")

// Until the process ends: reload changed option files, and remove sessions and files that nobody uses.
for second in 0... {
  if second.isMultiple(of: 3600) { Task.detached { await site.removeUnsentFiles() } }
  sleep(1)
  for mistakes in site.reloadSources() { print(mistakes) }
  site.dropExpiredSessions()
}
