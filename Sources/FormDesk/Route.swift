package import HTTPMessage

/// Every address of the site; parses and prints, so that no URL stands anywhere else. Its path is the one below the site's
/// mount path.
package enum Route: Equatable, Sendable {
  case index
  case form(String)
  /// The view that opens in front of a form: a cell's selection view by the cell's id, or a modal section by `_` and its
  /// position.
  case cell(form: String, cell: String)
  /// The JSON Schema of what a program may send to a form.
  case formSchema(String)
  case health
  case schema
  case asset(String)
  /// Below a first name that is none of the site's own: further pages may be there.
  case further(String)

  /// - Parameter path: as received, percent-encoded. Ids need no encoding: a path that has any names nothing.
  package init?(path: String) {
    // Every request comes by here: the names are looked at where they stand.
    var rest = path.utf8.first == UInt8(ascii: "/") ? path.utf8.dropFirst() : nil
    let first = Self.next(&rest)
    let behindFirst = rest
    switch (first, Self.next(&rest), Self.next(&rest), Self.next(&rest), rest) {
    case ("forms", let form?, nil, _, _) where !form.isEmpty: self = .form(String(form))
    case ("forms", let form?, "cells", let cell?, nil): self = .cell(form: String(form), cell: String(cell))
    case ("forms", let form?, "schema.json", nil, _) where !form.isEmpty: self = .formSchema(String(form))
    case ("assets", _?, _, _, _): self = .asset(behindFirst.flatMap { String($0) } ?? "")
    case ("", nil, _, _, _): self = .index
    case ("healthz", nil, _, _, _): self = .health
    case ("schema", "form.json", nil, _, _): self = .schema
    case ("forms", _, _, _, _), ("assets", _, _, _, _), ("healthz", _, _, _, _), ("schema", _, _, _, _),
      (nil, _, _, _, _):
      return nil
    default: self = .further(path)
    }
  }

  /// - Parameter mount: what the path begins with; nothing is anywhere else, but for what tells a probe that the process
  ///   serves.
  package init?(path: String, below mount: MountPath) {
    if mount.isRoot || path == Route.health.path {
      self.init(path: path)
    } else {
      guard path.utf8.starts(with: mount.text.utf8) else { return nil }
      let rest = Substring(path.utf8.dropFirst(mount.text.utf8.count))
      self.init(path: rest.isEmpty ? Route.index.path : String(rest))
    }
  }

  /// The next name of a path, up to a slash; nil behind the last.
  private static func next(_ rest: inout Substring.UTF8View?) -> Substring? {
    guard let path = rest else { return nil }
    let end = path.firstIndex(of: UInt8(ascii: "/"))
    rest = end.map { path[path.index(after: $0)...] }
    return Substring(path[..<(end ?? path.endIndex)])
  }

  package var path: String {
    switch self {
    case .index: "/"
    case .form(let form): "/forms/\(form)"
    case .cell(let form, let cell): "/forms/\(form)/cells/\(cell)"
    case .formSchema(let form): "/forms/\(form)/schema.json"
    case .health: "/healthz"
    case .schema: "/schema/form.json"
    case .asset(let name): "/assets/\(name)"
    case .further(let path): path
    }
  }

  /// The methods that it takes; HEAD goes with GET (RFC 9110 §9.3.2).
  package var allows: [Method] {
    switch self {
    case .form, .cell: Self.ofForms
    default: Self.ofPages
    }
  }

  private static let ofForms: [Method] = [.get, .head, .post, .options]
  private static let ofPages: [Method] = [.get, .head, .options]
}
