package import HTTPCore
package import Support
package import FormCells

/// Every address of the site; parses and prints, so that no URL stands anywhere else. Its path is the one below the site's
/// mount path.
package enum Route: Equatable, Sendable {
  case index
  case form(String)
  /// The view that opens in front of a form: a cell's selection view by the cell's id, or a modal section by `_` and its
  /// position.
  case cell(form: String, cell: String)
  /// The view of an entry of a repeated section.
  case entry(form: String, section: String, number: String)
  /// The JSON Schema of what a program may send to a form.
  case formSchema(String)
  case health
  /// "This Device": what the browser stores, and the button that deletes it.
  case device
  /// The page that browsers show for one that they cannot fetch.
  case offline
  /// The service worker (Service Workers §4).
  case serviceWorker
  /// The manifest, by which the site can be installed (Web Application Manifest).
  case manifest
  case schema
  case asset(String)
  /// Below a first name that is none of the site's own: further pages may be there.
  case extraPages(String)

  /// - Parameter path: as received, percent-encoded. Ids need no encoding: a path that has any names nothing.
  package init?(path: String) {
    // Every request comes by here: the names are looked at where they stand.
    guard let route = path.withBytes({ Self.route($0, of: path) }) else { return nil }
    self = route
  }

  private static func route(_ bytes: UnsafeBufferPointer<UInt8>, of path: String) -> Route? {
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    var rest: Name? = Name(bytes: bytes[1...])
    let first = next(&rest)
    let behindFirst = rest
    switch (first, next(&rest), next(&rest), next(&rest), rest) {
    case ("forms"?, let form?, nil, _, _) where !form.bytes.isEmpty: return .form(form.text)
    case ("forms"?, let form?, "cells"?, let cell?, nil): return .cell(form: form.text, cell: cell.text)
    case ("forms"?, let form?, "items"?, let section?, let number?) where !number.bytes.contains(UInt8(ascii: "/")):
      return .entry(form: form.text, section: section.text, number: number.text)
    case ("forms"?, let form?, "schema.json"?, nil, _) where !form.bytes.isEmpty: return .formSchema(form.text)
    case ("assets"?, _?, _, _, _): return behindFirst.map { .asset($0.text) }
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

  /// A name of a path, or several.
  private struct Name {
    let bytes: Slice<UnsafeBufferPointer<UInt8>>
    var text: String { String(decoding: bytes, as: UTF8.self) }

    static func ~= (text: StaticString, name: Name) -> Bool {
      name.bytes.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
  }

  /// - Parameter mount: what the path begins with. Paths outside it match nothing, except the one that a probe asks.
  package init?(path: String, below mount: MountPath) {
    if mount.isRoot || path == Route.health.path {
      self.init(path: path)
    } else {
      guard path.utf8.starts(with: mount.text.utf8) else { return nil }
      let rest = Substring(path.utf8.dropFirst(mount.text.utf8.count))
      self.init(path: rest.isEmpty ? Route.index.path : String(rest))
    }
  }

  /// The address that is meant by a path which names nothing as it stands: it has a slash too many, or letters in another case.
  /// All names are in small letters. The caller checks whether the page exists.
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

  /// The next name of a path, up to a slash; nil behind the last.
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

  /// The address of what opens in front of a form, by its name in addresses (`Form.address(of:)`).
  package static func view(of form: String, _ address: String) -> Route {
    if let (section, number) = address.cut(at: UInt8(ascii: "/")) {
      return .entry(form: form, section: section, number: number)
    }
    return .cell(form: form, cell: address)
  }

  /// The methods that it takes; HEAD goes with GET (RFC 9110 §9.3.2).
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

  /// - Parameter text: of `?step=`; nil: the address has none.
  init(_ text: String?) {
    guard let text else {
      self = .first
      return
    }
    // As it is printed, and no other way.
    if let number = Int(text), number > 0, String(number) == text {
      self = .pageID(.step(number - 1))
    } else {
      self = text == "review" ? .pageID(.review) : .unknown
    }
  }

  /// As `?step=` says it; nil: the first step, whose address has none.
  package static func text(of pageID: FormPageID) -> String? {
    switch pageID {
    case .step(0): nil
    case .step(let step): String(step + 1)
    case .review: "review"
    }
  }

  /// The page, where this form has it.
  /// - Parameter first: what an address without a step stands for.
  func pageID(in form: Form, first: @autoclosure () -> FormPageID) -> FormPageID? {
    switch self {
    case .first: first()
    case .pageID(.review): form.hasReview ? .review : nil
    case .pageID(.step(let step)): form.steps.indices.contains(step) ? .step(step) : nil
    case .unknown: nil
    }
  }
}

/// Tells one of a visitor's drafts from another in `?draft=`: the lower half of its token, as 16 lower-case hex digits. The
/// upper half stays on the pages: submissions' ids are made with it, so no address and no log has it.
package struct DraftName: Hashable, Sendable {
  let bits: UInt64

  package init(of token: Token) { bits = token.low }

  /// Anything but 16 lower-case hex digits names no draft.
  init(_ text: String) { bits = Token(low: text)?.low ?? 0 }

  package var text: String { String(upTo: Self.digitCount) { $0.append(self) } }

  /// Of its text.
  static let digitCount = 16
}

/// Which of the visitor's drafts of a form a request asks for.
enum DraftChoice: Sendable, Equatable {
  /// No `?draft=`: the one changed last; a blank form where there is none.
  case last
  /// `?draft=new`: a blank form.
  case new
  case named(DraftName)

  /// - Parameter text: of `?draft=`; nil: the address has none.
  init(_ text: String?) {
    switch text {
    case nil: self = .last
    case "new": self = .new
    case let name?: self = .named(DraftName(name))
    }
  }
}

extension ByteWriter {
  /// Its 16 digits.
  mutating func append(_ draft: DraftName) { append(hexadecimal: draft.bits, digits: DraftName.digitCount) }
}
