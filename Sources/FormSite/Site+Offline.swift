import Assets
import FormCells
import FormController
import FormPages
import HTTPCore
import Support

/// The service worker, the manifest, the offline page, and the page "This Device".
extension Site {
  /// `GET /service-worker.js`. A browser installs a new one when its bytes differ, and these name the files of all pages.
  func serviceWorker(to request: Request) -> Response {
    assets.load().serviceWorker.value.response(to: request.fields)
  }

  /// `GET /manifest.webmanifest`.
  func manifest(_ requestContext: RequestContext) -> Response {
    let words = requestContext.language.words
    let icon = JSONValue.object([
      .init("src", .string(requestContext.mount.assets.icon)), .init("type", .string("image/svg+xml")),
      .init("sizes", .string("any")), .init("purpose", .string("any")),
    ])
    let manifest = JSONValue.object([
      .init("name", .string(words[.forms])), .init("lang", .string(words.language.description)),
      .init("dir", .string(words.language.direction.rawValue)), .init("id", .string("./")),
      .init("start_url", .string("./")), .init("scope", .string("./")), .init("display", .string("standalone")),
      .init("icons", .array([icon])),
    ])
    var response = Response(contentType: "application/manifest+json", body: manifest.compactBytes).secured()
    response.fields[.cacheControl] = "no-cache"
    response.fields[.vary] = "Accept-Language"
    return response
  }

  /// `GET /offline`. The service worker caches it.
  func offlinePage(_ requestContext: RequestContext) -> Response {
    .page(FormController.devicePage(.offline, in: requestContext))
  }

  /// `GET /device`
  func devicePage(_ requestContext: RequestContext) -> Response {
    .page(FormController.devicePage(requestContext.showsCleared ? .cleared : .kept, in: requestContext))
  }

  /// `POST /device`: "Clear This Device" ends the session and deletes its drafts. A script has already deleted the caches.
  /// There is no `Clear-Site-Data` header: it would clear the whole origin, which may have other pages of the host.
  func clearDevice(in requestContext: RequestContext) async -> Response {
    for id in requestContext.sessions {
      _ = await transact(id, in: requestContext) { session in
        let owner = session.owner
        session = Session()
        session.owner = owner
        return ((), SessionStore.Change.kept)
      }
    }
    return Response.seeOther(requestContext.mount.link(to: .device) + "?cleared=").forgetting(requestContext)
  }
}
