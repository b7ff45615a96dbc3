import FormPages
import HTTPMessage

/// Every address of the site; parses and prints, so that no URL stands anywhere else (contract, section 3).
enum Route: Equatable, Sendable {
  case index
  case form(String)
  /// What opens in front of a form: a cell's selection view by the cell's id, or a modal section by `_` and its position.
  case cell(form: String, cell: String)
  case health
  case schema
  case asset(String)
  case gallery
  /// One fixture of the gallery, by slug.
  case galleryPage(String)
  case conformance

  /// - Parameter path: as received, percent-encoded. Ids need no encoding: a path that has any names nothing.
  init?(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    switch parts.count {
    case 1 where parts[0].isEmpty: self = .index
    case 1 where parts[0] == "healthz": self = .health
    case 2 where parts[0] == "forms" && !parts[1].isEmpty: self = .form(parts[1])
    case 2 where parts == ["schema", "form.json"]: self = .schema
    case 4 where parts[0] == "forms" && parts[2] == "cells": self = .cell(form: parts[1], cell: parts[3])
    case 1 where parts[0] == "gallery": self = .gallery
    case 2 where parts == ["gallery", "conformance"]: self = .conformance
    case 2 where parts[0] == "gallery" && !parts[1].isEmpty: self = .galleryPage(parts[1])
    case 2... where parts[0] == "assets": self = .asset(parts.dropFirst().joined(separator: "/"))
    default: return nil
    }
  }

  var path: String {
    switch self {
    case .index: "/"
    case .form(let form): "/forms/\(form)"
    case .cell(let form, let cell): "/forms/\(form)/cells/\(cell)"
    case .health: "/healthz"
    case .schema: "/schema/form.json"
    case .asset(let name): "/assets/\(name)"
    case .gallery: "/gallery"
    case .galleryPage(let slug): "/gallery/\(slug)"
    case .conformance: "/gallery/conformance"
    }
  }

  /// What may be asked of it; HEAD goes with GET (RFC 9110 §9.3.2).
  var allows: [Method] {
    switch self {
    case .form, .cell: [.get, .head, .post, .options]
    default: [.get, .head, .options]
    }
  }
}
