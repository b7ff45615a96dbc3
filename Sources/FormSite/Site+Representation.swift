import FormController
import FormPages
import HTTPCore

extension Site {
  func mayAskForRepresentation(_ request: Request) -> Bool {
    request.method == .post && request.fields.contains(.prefer)
  }

  /// The page that a POST leads to, in its own answer: for a script that asks for it (RFC 7240 §4.2), which saves the round
  /// trip of the redirect. A browser without scripts never asks: its reload and Back need the redirect.
  /// - Returns: the redirect itself, where nothing asks for more or its page cannot be shown.
  func representing(
    _ redirect: Response, to request: Request, as visitor: VisitorContext?, _ snapshot: SiteSnapshot
  ) async -> Response {
    guard redirect.status == .seeOther, let location = redirect.fields[.location],
      request.fields.list(.prefer).contains(Self.representation)
    else { return redirect }
    let link = location.prefix { $0 != "#" }
    let parts = link.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var follower = request
    follower.method = .get
    follower.body = []
    // Pages name addresses as browsers see them.
    follower.path = String(parts[0].dropFirst(request.strippedPrefix.text.count))
    follower.query = parts.count > 1 ? String(parts[1]) : nil
    for name in [FieldName.contentType, .contentLength, .contentEncoding] { follower.fields[name] = nil }
    let cookie = redirect.fields[.setCookie]
    if let cookie {
      let pair = String(cookie.prefix { $0 != ";" })
      follower.fields[.cookie] = ([pair] + request.fields.values(of: .cookie)).joined(separator: "; ")
    }
    var page = await answer(to: follower, as: visitor, snapshot)
    guard page.status == .ok else { return redirect }
    if let cookie { page.fields.append(.setCookie, cookie) }
    page.fields[.contentLocation] = String(link)
    page.fields[.preferenceApplied] = Self.representation
    return page
  }

  private static let representation = "return=representation"
}
