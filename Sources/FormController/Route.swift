package import HTTPCore
package import Support
package import FormCells

/// All addresses of the site. It parses and prints them, so that no URL is written anywhere else. The path is the part below
/// the site's mount path.
package enum Route: Equatable, Sendable {
  case index
  case form(String)
  /// An overlay in front of a form: a cell's selection view by the cell's id, or a modal section by `_` and its position.
  case cell(form: String, cell: String)
  /// The view of an entry of a repeated section.
  case entry(form: String, section: String, number: String)
  /// The JSON Schema of what a program may send to a form.
  case formSchema(String)
  case health
  /// "This Device": what the browser stores, and a button that deletes it.
  case device
  /// The page that browsers show instead of one that they cannot fetch.
  case offline
  /// The service worker (Service Workers §4).
  case serviceWorker
  /// The manifest that makes the site installable (Web Application Manifest).
  case manifest
  case schema
  case asset(String)
  /// A path whose first name is not one of the site's; extra pages may be there.
  case extraPages(String)

  /// - Parameter path: as received, percent-encoded. Ids need no encoding, so an encoded path matches nothing.
  package init?(path: String) {
    // Called for every request, so the names are compared in place.
    guard let route = path.withBytes({ Self.route($0, of: path) }) else { return nil }
    self = route
  }

  private static func route(_ bytes: UnsafeBufferPointer<UInt8>, of path: String) -> Route? {
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    var rest: Name? = Name(bytes: bytes[1...])
    let first = next(&rest)
    let afterFirst = rest
    switch (first, next(&rest), next(&rest), next(&rest), rest) {
    case ("forms"?, let form?, nil, _, _) where !form.bytes.isEmpty: return .form(form.text)
    case ("forms"?, let form?, "cells"?, let cell?, nil): return .cell(form: form.text, cell: cell.text)
    case ("forms"?, let form?, "items"?, let section?, let number?) where !number.bytes.contains(UInt8(ascii: "/")):
      return .entry(form: form.text, section: section.text, number: number.text)
    case ("forms"?, let form?, "schema.json"?, nil, _) where !form.bytes.isEmpty: return .formSchema(form.text)
    case ("assets"?, _?, _, _, _): return afterFirst.map { .asset($0.text) }
    case (""?, nil, _, _, _): return .index
    case ("healthz"?, nil, _, _, _): return .health
    case ("device"?, nil, _, _, _): return .device
    case ("offline"?, nil, _, _, _): return .offline
    case ("service-worker.js"?, nil, _, _, _): return .serviceWorker
    case ("manifest.webmanifest"?, nil, _, _, _): return .manifest
    case ("schema"?, "form.json"?, nil, _, _): return .schema
    case ("forms"?, _, _, _, _), ("assets"?, _, _, _, _), ("healthz"?, _, _, _, _), ("schema"?, _, _, _, _): return nil
    default: return .extraPages(path)
    }
  }

  /// One or several names of a path.
  private struct Name {
    let bytes: Slice<UnsafeBufferPointer<UInt8>>
    var text: String { String(decoding: bytes, as: UTF8.self) }

    static func ~= (text: StaticString, name: Name) -> Bool {
      name.bytes.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
  }

  /// - Parameter mount: the required beginning of the path. Other paths match nothing, except that of the health check.
  package init?(path: String, below mount: MountPath) {
    if mount.isRoot || path == Route.health.path {
      self.init(path: path)
    } else {
      guard path.utf8.starts(with: mount.text.utf8) else { return nil }
      let rest = Substring(path.utf8.dropFirst(mount.text.utf8.count))
      self.init(path: rest.isEmpty ? Route.index.path : String(rest))
    }
  }

  /// The route that a malformed path means: one with an extra slash, or with upper-case letters. All names are in lower case.
  /// The caller checks whether the page exists.
  package static func meant(by path: String, below mount: MountPath) -> Route? {
    let written = path.asciiLowercased
    let prefix = mount.text.asciiLowercased
    guard written.utf8.starts(with: prefix.utf8) else { return nil }
    let rest = written.utf8.dropFirst(prefix.utf8.count)
    guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return nil }
    let names = rest.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    if names.isEmpty || names == ["forms"] { return .index }
    let route = Route(path: "/" + names.joined(separator: "/"))
    if case .asset = route { return nil }
    return route
  }

  /// The next name of a path, up to a slash; `nil` after the last one.
  private static func next(_ rest: inout Name?) -> Name? {
    guard let path = rest?.bytes else { return nil }
    let end = path.firstIndex(of: UInt8(ascii: "/"))
    rest = end.map { Name(bytes: path[($0 + 1)...]) }
    return Name(bytes: path[..<(end ?? path.endIndex)])
  }

  package var path: String {
    switch self {
    case .index: "/"
    case .form(let form): "/forms/\(form)"
    case .cell(let form, let cell): "/forms/\(form)/cells/\(cell)"
    case .entry(let form, let section, let number): "/forms/\(form)/items/\(section)/\(number)"
    case .formSchema(let form): "/forms/\(form)/schema.json"
    case .health: "/healthz"
    case .device: "/device"
    case .offline: "/offline"
    case .serviceWorker: "/service-worker.js"
    case .manifest: "/manifest.webmanifest"
    case .schema: "/schema/form.json"
    case .asset(let name): "/assets/\(name)"
    case .extraPages(let path): path
    }
  }

  /// The address of an overlay, by its name in addresses (`Form.address(of:)`).
  package static func view(of form: String, _ address: String) -> Route {
    if let (section, number) = address.cut(at: UInt8(ascii: "/")) {
      return .entry(form: form, section: section, number: number)
    }
    return .cell(form: form, cell: address)
  }

  /// The methods that it accepts. HEAD is always allowed with GET (RFC 9110 §9.3.2).
  package var allows: [Method] {
    switch self {
    case .form, .cell, .entry, .device: Self.ofForms
    default: Self.ofPages
    }
  }

  private static let ofForms: [Method] = [.get, .head, .post, .options]
  private static let ofPages: [Method] = [.get, .head, .options]
}

/// The page of a form that an address asks for: `?step=2`, `?step=review`; parses and prints.
package enum StepQuery: Sendable, Equatable {
  /// No `?step=`: the first page.
  case first
  case pageID(FormPageID)
  /// No form has such a page.
  case unknown

  /// - Parameter text: the value of `?step=`; `nil` if the address has none.
  init(_ text: String?) {
    guard let text else {
      self = .first
      return
    }
    // Accepted only as it is printed.
    if let number = Int(text), number > 0, String(number) == text {
      self = .pageID(.step(number - 1))
    } else {
      self = text == "review" ? .pageID(.review) : .unknown
    }
  }

  /// The value of `?step=`; `nil` for the first step, whose address has none.
  package static func text(of pageID: FormPageID) -> String? {
    switch pageID {
    case .step(0): nil
    case .step(let step): String(step + 1)
    case .review: "review"
    }
  }

  /// The page; `nil` if this form has no such page.
  /// - Parameter first: the page of an address without a step.
  func pageID(in form: Form, first: @autoclosure () -> FormPageID) -> FormPageID? {
    switch self {
    case .first: first()
    case .pageID(.review): form.hasReview ? .review : nil
    case .pageID(.step(let step)): form.steps.indices.contains(step) ? .step(step) : nil
    case .unknown: nil
    }
  }
}

/// Identifies one of a visitor's drafts in `?draft=`: the lower half of its token, as 16 lower-case hex digits. The upper half
/// stays on the pages. Submissions' ids are made with it, so it is in no address and no log.
package struct DraftName: Hashable, Sendable {
  let bits: UInt64

  package init(of token: Token) { bits = token.low }

  /// Any text but 16 lower-case hex digits names no draft.
  init(_ text: String) { bits = Token(low: text)?.low ?? 0 }

  package var text: String { String(upTo: Self.digitCount) { $0.append(self) } }

  /// The length of its text.
  static let digitCount = 16
}

/// Which of the visitor's drafts of a form a request names.
enum DraftChoice: Sendable, Equatable {
  /// No `?draft=`: the one changed last, or a blank form if there is none.
  case last
  /// `?draft=new`: a blank form.
  case new
  case named(DraftName)

  /// - Parameter text: the value of `?draft=`; `nil` if the address has none.
  init(_ text: String?) {
    switch text {
    case nil: self = .last
    case "new": self = .new
    case let name?: self = .named(DraftName(name))
    }
  }
}

extension ByteWriter {
  /// Appends the 16 digits.
  mutating func append(_ draft: DraftName) { append(hexadecimal: draft.bits, digits: DraftName.digitCount) }
}
