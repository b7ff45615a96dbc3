import Support

/// The addresses of the answers' pages, below their root.
enum AnswersRoute: Equatable {
  case home
  case signIn
  case signOut
  case asset(String)
  case table(form: String)
  case figures(form: String)
  case download(DownloadFormat, form: String)
  case answer(form: String, id: String)
  case eraseQuestion(form: String, id: String)
  /// - `digest`: the file's digest, 64 lower-case hex digits.
  /// - `name`: the file's name, which distinguishes files with the same content.
  case file(form: String, id: String, digest: String, name: String)
  /// - `path`: the path of a page of the form that is being corrected, below the correction's root.
  case correction(form: String, id: String, path: String)

  /// - Parameter path: as received, percent-encoded. Ids need no encoding, so an encoded path names no page.
  init?(path: String) {
    let names = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    switch (names.first, names.count) {
    case ("", 1): self = .home
    case ("sign-in", 1): self = .signIn
    case ("sign-out", 1): self = .signOut
    case ("assets", 2...): self = .asset(names.dropFirst().joined(separator: "/"))
    case ("forms", 2...):
      guard let route = Self.route(of: names[1], Array(names.dropFirst(2))) else { return nil }
      self = route
    default: return nil
    }
  }

  /// The correct address for one that has a trailing slash or capital letters; `nil` if there is none. The site of a
  /// correction handles its own addresses.
  static func meant(by path: String) -> String? {
    let names = path.split(separator: "/").map(String.init)
    let isFile = names.count == 6 && names[3].asciiLowercased == "files"
    // The name of a file stays as it is.
    let meant = names.enumerated().map { isFile && $0 == 5 ? $1 : $1.asciiLowercased }
    if meant == ["forms"] { return "/" }
    let address = "/" + meant.joined(separator: "/")
    guard address != path, let route = AnswersRoute(path: address) else { return nil }
    switch route {
    case .asset, .correction: return nil
    default: return address
    }
  }

  private static func route(of form: String, _ names: [String]) -> AnswersRoute? {
    guard let first = names.first else {
      for format in DownloadFormat.allCases where form.hasSuffix(".\(format.rawValue)") {
        return .download(format, form: String(form.dropLast(format.rawValue.count + 1)))
      }
      return form.isEmpty ? nil : .table(form: form)
    }
    if names == ["figures"] { return .figures(form: form) }
    guard Token(first) != nil else { return nil }
    switch (names.dropFirst().first, names.count) {
    case (nil, _): return .answer(form: form, id: first)
    case ("erase", 2): return .eraseQuestion(form: form, id: first)
    case ("files", 4): return .file(form: form, id: first, digest: names[2], name: names[3])
    case ("correct", _):
      return .correction(form: form, id: first, path: "/" + names.dropFirst(2).joined(separator: "/"))
    default: return nil
    }
  }

  /// The form that the route is about.
  var form: String? {
    switch self {
    case .home, .signIn, .signOut, .asset: nil
    case .table(let form), .figures(let form), .download(_, let form), .answer(let form, _),
      .eraseQuestion(let form, _),
      .file(let form, _, _, _), .correction(let form, _, _):
      form
    }
  }

  var takesPosts: Bool {
    switch self {
    case .signIn, .signOut, .answer, .correction: true
    case .home, .asset, .table, .figures, .download, .eraseQuestion, .file: false
    }
  }
}
