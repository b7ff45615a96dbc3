import Support

/// Every address of the answers' pages, below their own root.
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
  /// - `digest`: of the file, 64 lower-case hex digits.
  /// - `name`: tells files of one content apart.
  case file(form: String, id: String, digest: String, name: String)
  /// - `path`: of the form that is filled in again, below the correction's own root.
  case correction(form: String, id: String, path: String)

  /// - Parameter path: as received, percent-encoded. Ids need no encoding: a path that has any names nothing.
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

  /// The address that is meant by another one, with a slash at the end or with capital letters; nil: there is none. A form that is
  /// corrected sees to its own addresses.
  static func meant(by path: String) -> String? {
    let names = path.split(separator: "/").map(String.init)
    let isFile = names.count == 6 && names[3].asciiLowercased == "files"
    // A file has its own name.
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

  /// The form that it is about.
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
