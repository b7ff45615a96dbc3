import FormCells
import FormController
import FormSite
import HTTPCore
import Support

/// Signing in and out.
extension AnswersSite {
  func session(of visit: Visit, _ signIn: SignIn) throws(UserFileError) -> User? {
    for value in visit.request.cookies.values(of: Self.cookieName(visit.request)) {
      if let session = Token(value), let user = try signIn.user(of: session) { return user }
    }
    return nil
  }

  /// Leads to the page for signing in, and from there back.
  func askToSignIn(_ visit: Visit, _ route: AnswersRoute) -> Response {
    let context = visit.context(of: nil)
    // The post is lost; the form's table shows what is stored.
    let target =
      visit.request.method == .post
      ? route.form.map { context.links.table(of: $0) } ?? context.links.home
      : context.links.base + visit.request.target
    let link =
      target == context.links.home
      ? context.links.signIn
      : "\(context.links.signIn)?to=\(PercentEncoding.encode(target))"
    return .seeOther(link)
  }

  func answerSignIn(_ visit: Visit, _ signIn: SignIn) async throws -> Response {
    let context = visit.context(of: nil)
    let request = visit.request
    guard request.method == .post else {
      let target = Self.target(request.queryItems?["to"], context)
      if try session(of: visit, signIn) != nil { return .seeOther(target) }
      let hadSession = request.cookies.contains(Self.cookieName(request))
      return .page(visit.pages.signIn(SignInModel(target: target, hasEnded: hadSession), in: context))
    }
    let form: FormData
    do throws(FormError) { form = try request.form(limits: FormLimits()) } catch {
      return obstacle(.notFound, for: visit, user: nil, status: error.status)
    }
    let target = Self.target(form[SignInModel.targetField], context)
    let name = TextReading.line.read(form[SignInModel.nameField] ?? "")
    let password = form[SignInModel.passwordField] ?? ""
    var problems: [SignInModel.Problem] = []
    if name.isEmpty { problems.append(.nameMissing) }
    if password.isEmpty { problems.append(.passwordMissing) }
    var retryAfter: Int?
    if problems.isEmpty {
      switch try await signIn.signIn(name: name, password: password, from: request.peer) {
      case .done(let session):
        note("answers: \(User.name(name) ?? "") signed in from \(request.peer)")
        var response = Response.seeOther(target)
        response.fields.append(.setCookie, Self.cookie(session.text, for: request).serialized)
        return response
      case .wrong:
        note("answers: a wrong name or password from \(request.peer)")
        problems = [.wrong]
      case .wait(let seconds): (problems, retryAfter) = ([.tooMany(seconds: seconds)], seconds)
      case .busy: (problems, retryAfter) = ([.tooMany(seconds: 5)], 5)
      }
    }
    let model = SignInModel(name: name, problems: problems, target: target)
    var response = Response.page(
      visit.pages.signIn(model, in: context), status: retryAfter == nil ? .unprocessableContent : .tooManyRequests)
    if let retryAfter { response.fields[.retryAfter] = String(retryAfter) }
    return response
  }

  func signOut(_ visit: Visit, _ context: AnswersContext) -> Response {
    guard visit.request.method == .post, case .signIn(let signIn) = door else { return .seeOther(context.links.home) }
    for value in visit.request.cookies.values(of: Self.cookieName(visit.request)) {
      if let session = Token(value) { signIn.signOut(session) }
    }
    var response = Response.seeOther(context.links.signIn)
    response.fields.append(.setCookie, Self.cookie("", for: visit.request).serialized + "; Max-Age=0")
    return response
  }

  /// A page of this site, whatever the address says.
  private static func target(_ text: String?, _ context: AnswersContext) -> String {
    guard let text, text.hasPrefix(context.links.home), !text.hasPrefix("//"), !text.contains("\\"),
      text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), text.utf8.count <= 4000
    else { return context.links.home }
    return text
  }

  /// Behind https with a prefix that keeps other sites of the domain from setting it.
  private static func cookieName(_ request: Request) -> String {
    request.scheme == "https" ? "__Host-\(cookieName)" : cookieName
  }

  private static func cookie(_ value: String, for request: Request) -> SetCookie {
    SetCookie(cookieName(request), value, path: "/", isSecure: request.scheme == "https", sameSite: .lax)
  }
}
