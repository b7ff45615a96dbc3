import FormCells
import FormController
import FormSite
import HTTPCore
import Support

/// Signing in and out.
extension AnswersSite {
  func session(of requestContext: RequestContext, _ signIn: SignIn) throws(UserFileError) -> User? {
    for value in requestContext.request.cookies.values(of: Self.cookieName(requestContext.request)) {
      if let session = Token(value), let user = try signIn.user(of: session) { return user }
    }
    return nil
  }

  /// Redirects to the page for signing in, which leads back afterwards.
  func askToSignIn(_ requestContext: RequestContext, route: AnswersRoute) -> Response {
    let context = requestContext.context(of: nil)
    var target = context.links.base + requestContext.request.target
    if requestContext.request.method == .post {
      let posted: FormData?
      do throws(FormError) { posted = try requestContext.request.form(limits: FormLimits()) } catch { posted = nil }
      switch route {
      case .correction:
        // The page for signing in keeps what was typed, and posts it afterwards.
        if let posted {
          let kept = posted.pairs.map { SignInModel.KeptField(name: $0.name, value: $0.value) }
          return signInPage(
            SignInModel(target: target, hasEnded: true, kept: kept), in: requestContext, status: .forbidden)
        }
      case .answer(let form, let id) where posted?[Self.eraseField] != nil:
        // The question before erasing is shown again.
        let query = requestContext.request.query.map { "?\($0)" } ?? ""
        target = context.links.eraseQuestion(id, of: form) + query
      case .signOut, .signIn: target = context.links.home
      default: break
      }
    }
    if target == context.links.home { return .seeOther(context.links.signIn) }
    let link = "\(context.links.signIn)?to=\(PercentEncoding.encode(target))"
    if link.utf8.count <= Self.linkByteLimit { return .seeOther(link) }
    return signInPage(
      SignInModel(
        target: target, hasEnded: requestContext.request.cookies.contains(Self.cookieName(requestContext.request))),
      in: requestContext,
      status: .forbidden)
  }

  /// The size of an address, in bytes, that every server and proxy accepts.
  private static let linkByteLimit = 4000
  /// The size limit of the address to return to, in bytes: that of any request that can arrive here.
  private static let targetByteLimit = 8 << 10

  private func signInPage(_ model: SignInModel, in requestContext: RequestContext, status: Status = .ok) -> Response {
    .page(requestContext.pages.signIn(model, in: requestContext.context(of: nil)), status: status)
  }

  /// Answers a post that came without a session, after its user has signed in.
  private func answerKept(
    _ form: FormData, to target: String, session: Token, signIn: SignIn, in requestContext: RequestContext,
    context: AnswersContext
  ) async throws -> Response {
    var request = requestContext.request
    let parts = target.dropFirst(context.links.base.utf8.count).split(separator: "?", maxSplits: 1)
    request.path = parts.first.map(String.init) ?? "/"
    request.query = parts.count > 1 ? String(parts[1]) : nil
    guard let route = AnswersRoute(path: request.path), case .correction = route,
      let user = try signIn.user(of: session)
    else { return .seeOther(target) }
    request.receivedForm = nil
    request.body = FormData((form.kept ?? []).map { FormData.Pair(name: $0.name, value: $0.value) }).urlEncoded
    request.fields[.contentType] = "application/x-www-form-urlencoded"
    return try await response(to: route, for: user, RequestContext(request, site: self, pages: requestContext.pages))
  }

  func answerSignIn(_ requestContext: RequestContext, signIn: SignIn) async throws -> Response {
    let context = requestContext.context(of: nil)
    let request = requestContext.request
    guard request.method == .post else {
      let target = Self.target(request.queryItems["to"], in: context)
      if try session(of: requestContext, signIn) != nil { return .seeOther(target) }
      let hadSession = request.cookies.contains(Self.cookieName(request))
      return signInPage(SignInModel(target: target, hasEnded: hadSession), in: requestContext)
    }
    let form: FormData
    do throws(FormError) { form = try request.form(limits: FormLimits()) } catch {
      return errorPage(.notFound, for: requestContext, user: nil, status: error.status)
    }
    let target = Self.target(form[SignInModel.targetField], in: context)
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
        var response =
          form[SignInModel.keepsField] == nil
          ? Response.seeOther(target)
          : try await answerKept(
            form, to: target, session: session, signIn: signIn, in: requestContext, context: context)
        response.fields.append(.setCookie, Self.cookie(session.text, for: request).serialized)
        return response
      case .wrong:
        note("answers: a wrong name or password from \(request.peer)")
        problems = [.wrong]
      case .wait(let seconds): (problems, retryAfter) = ([.tooMany(seconds: seconds)], seconds)
      case .busy: (problems, retryAfter) = ([.tooMany(seconds: 5)], 5)
      }
    }
    var response = signInPage(
      SignInModel(name: name, problems: problems, target: target, kept: form.kept), in: requestContext,
      status: retryAfter == nil ? .unprocessableContent : .tooManyRequests)
    if let retryAfter { response.fields[.retryAfter] = String(retryAfter) }
    return response
  }

  func signOut(_ requestContext: RequestContext, in context: AnswersContext) -> Response {
    guard requestContext.request.method == .post, case .signIn(let signIn) = authentication else {
      return .seeOther(context.links.home)
    }
    for value in requestContext.request.cookies.values(of: Self.cookieName(requestContext.request)) {
      if let session = Token(value) { signIn.signOut(session) }
    }
    var response = Response.seeOther(context.links.signIn)
    response.fields.append(.setCookie, Self.cookie("", for: requestContext.request).serialized + "; Max-Age=0")
    return response
  }

  /// The address to go to after signing in. It is always a page of this site.
  private static func target(_ text: String?, in context: AnswersContext) -> String {
    guard let text, text.hasPrefix(context.links.home), !text.hasPrefix("//"), !text.contains("\\"),
      text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), text.utf8.count <= targetByteLimit
    else { return context.links.home }
    return text
  }

  /// With https, the name has a prefix that stops other sites of the domain from setting the cookie.
  private static func cookieName(_ request: Request) -> String {
    request.scheme == "https" ? "__Host-\(cookieName)" : cookieName
  }

  private static func cookie(_ value: String, for request: Request) -> SetCookie {
    SetCookie(cookieName(request), value: value, path: "/", isSecure: request.scheme == "https", sameSite: .lax)
  }
}

extension FormData {
  /// The fields that a page for signing in has kept of an earlier post; `nil` if there was none.
  fileprivate var kept: [SignInModel.KeptField]? {
    guard self[SignInModel.keepsField] != nil else { return nil }
    let prefix = SignInModel.keptPrefix
    return pairs.filter { $0.name.hasPrefix(prefix) }
      .map { SignInModel.KeptField(name: String($0.name.dropFirst(prefix.count)), value: $0.value) }
  }
}
