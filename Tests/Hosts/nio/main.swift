import FormCells
import FormPages
import FormSite
import NIOHTTP1
import NIOPosix

// Usage: nio-host FORMS TEMPLATES PUBLIC DATA
let folders = CommandLine.arguments
let site = try Site(
  forms: FormDefinition.load(path: folders[1]), pages: Pages(directory: folders[2]), publicDirectory: folders[3],
  submissions: SubmissionFiles(data: folders[4]),
  check: { values, _ in values["name"] == "Grace" ? ["name": "Grace is registered already."] : [:] },
  onFailure: { print($0) })
let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
  .childChannelInitializer { channel in
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.configureHTTPServerPipeline()
      try channel.pipeline.syncOperations.addHandler(FormHandler(site))
    }
  }
  .bind(host: "127.0.0.1", port: 0).get()
print("listening on http://127.0.0.1:\(server.localAddress?.port ?? 0)")
try await server.closeFuture.get()
