import Support

extension TemplateCompiler {
  mutating func compileAttribute(_ attribute: Attribute, of element: Element, known: HTMLElement?, isDrawing: Bool) {
    let name = attribute.name
    guard !HTMLAttribute.isForbidden(name) else {
      report(
        at: attribute.offset,
        "no '\(name)' in a template; the content security policy forbids it, use a class and a file under Public")
      return
    }
    guard !name.hasPrefix("xmlns") else {
      report(at: attribute.offset, "a namespace is declared on the root element only")
      return
    }
    checkName(attribute, of: element, known: known, isDrawing: isDrawing)
    checkPolicy(attribute, of: element)
    noteUse(of: attribute)
    for case .slot(let use) in attribute.pieces { noteUse(of: use.name) }
    if name == "id" { declareIdentifier(attribute) } else { collectReferences(attribute, of: element) }
    if name == "role", let roles = attribute.literal { checkRoles(roles, at: attribute.valueOffset) }
    if name == "content", element.attribute("http-equiv") != nil, attribute.literal == nil {
      report(at: attribute.offset, "'content' cannot contain a slot when there is an 'http-equiv'")
    }

    if case .slot(let use) = attribute.pieces.first, attribute.pieces.count == 1, use.isOptional {
      compileOptional(use, of: attribute)
    } else if attribute.traits.contains(.boolean), !isDrawing {
      compileBoolean(attribute)
    } else if attribute.traits.contains(.url) {
      compileURL(attribute)
    } else {
      builder.literal(opening: name)
      for piece in attribute.pieces { compilePiece(piece, of: attribute) }
      builder.literal("\"")
    }
  }

  private mutating func checkName(_ attribute: Attribute, of element: Element, known: HTMLElement?, isDrawing: Bool) {
    let name = attribute.name
    if name.hasPrefix("data-"), name.utf8.count > 5, name == name.lowercased(), !name.contains(":") { return }
    if name.hasPrefix("aria-") {
      if !ARIA.attributes.contains(name) {
        report(
          at: attribute.offset, "WAI-ARIA has no '\(name)'\(Suggestion.text(for: name, among: ARIA.attributes))")
      }
      return
    }
    guard let known else { return }
    let general = isDrawing ? HTMLElement.drawingAttributes : HTMLElement.globalAttributes
    if general.contains(name) || known.attributes.contains(name) { return }
    let suggestion = Suggestion.text(for: name, among: general.union(known.attributes))
    report(at: attribute.offset, "<\(element.name)> has no attribute '\(name)'\(suggestion)")
  }

  /// The content security policy of pages allows them to load from their own site only, and to post there only.
  private mutating func checkPolicy(_ attribute: Attribute, of element: Element) {
    let loads =
      switch (element.name, attribute.name) {
      case ("a", _), ("area", _), (_, "cite"), (_, "itemid"), (_, "itemtype"): false
      default: attribute.traits.contains(.url)
      }
    guard loads, case .literal(let bytes, _, _) = attribute.pieces.first else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    let addresses =
      attribute.traits.contains(.imageList)
      ? ImageList(text).images.map { ($0.address, attribute.valueOffset + $0.offset) } : [(text, attribute.valueOffset)]
    let foreign = addresses.first { address, _ in
      ["http:", "https:", "//"].contains(where: address.lowercased().hasPrefix)
    }
    guard let foreign else { return }
    let advice =
      switch (element.name, attribute.name) {
      case ("link", _): "put the style sheet under Public, and @import it in css/site.css"
      case ("script", _): "put the module under Public, and import it in js/formcells.mjs"
      case (_, "action"), (_, "formaction"): "a form can be posted only to its own site"
      default: "put the file under Public"
      }
    report(
      at: foreign.1,
      "browsers refuse this address: the content security policy of pages allows only their own site; \(advice)")
  }

  private mutating func checkRoles(_ roles: String, at offset: Int) {
    for role in roles.split(separator: " ") where !ARIA.roles.contains(String(role)) {
      let suggestion = Suggestion.text(for: String(role), among: ARIA.roles)
      report(at: offset, "WAI-ARIA has no role '\(role)'\(suggestion)")
    }
  }
}

// MARK: - Slots in attributes

extension TemplateCompiler {
  /// `name="{slot?}"`: the attribute is written only where the slot has a value or its flag holds.
  private mutating func compileOptional(_ use: SlotUse, of attribute: Attribute) {
    let name = attribute.name
    guard let access = resolve(use.name, at: use.offset) else { return }
    let isBoolean = attribute.traits.contains(.boolean)
    let isURL = attribute.traits.contains(.url)
    switch access {
    case .flag(let test) where ARIA.falseByDefault.contains(name):
      builder.flag(attribute: " \(name)=\"true\"".utf8, test)
    case .flag(let test):
      guard isBoolean || attribute.traits.contains(.optionallyEmpty) || name.hasPrefix("data-") else {
        let advice = name.hasPrefix("aria-") ? "; write {\(use.name)} for \"true\" or \"false\"" : ""
        report(at: use.offset, "'\(name)' is not a boolean attribute, so a flag cannot switch it\(advice)")
        return
      }
      builder.flag(name, test: test)
    case .optionalText where isURL, .text where isURL:
      report(at: use.offset, "'\(use.name)' is \(access.kind); '\(name)' needs a URL slot")
    case .optionalText where isBoolean, .optionalURL where isBoolean:
      report(at: use.offset, "'\(use.name)' is \(access.kind); the boolean attribute '\(name)' needs a flag")
    case .optionalText(let writer, _):
      builder.attribute(name, writer: writer, position: .attribute)
    case .optionalURL(let writer, _):
      builder.attribute(name, writer: writer, position: isURL ? .url : .attribute)
    case .text, .url:
      report(at: use.offset, "'\(use.name)' is \(access.kind) and never missing; write {\(use.name)}")
    case .list, .view, .fragments:
      reportKind(access, use: use)
    }
  }

  private mutating func compileBoolean(_ attribute: Attribute) {
    let name = attribute.name
    if let literal = attribute.literal {
      if literal.isEmpty || literal == name {
        builder.literal(" \(name)")
      } else if name == "hidden", literal == "until-found" {
        builder.literal(" hidden=\"until-found\"")
      } else {
        report(at: attribute.valueOffset, "'\(name)' is a boolean attribute: its value is empty or '\(name)'")
      }
      return
    }
    for case .slot(let use) in attribute.pieces {
      switch resolve(use.name, at: use.offset) {
      case nil: break
      case .flag:
        report(at: use.offset, "'\(name)' is a boolean attribute; write {\(use.name)?} as its whole value")
      case .some(let access):
        report(at: use.offset, "'\(use.name)' is \(access.kind); the boolean attribute '\(name)' needs a flag")
      }
      return
    }
  }

  /// A slot in the value of an attribute that is not a URL.
  private mutating func compilePiece(_ piece: Piece, of attribute: Attribute) {
    switch piece {
    case .literal(let bytes, _, _):
      builder.literal(Output.escaped(bytes, position: .attribute))
    case .slot(let use):
      guard let access = resolvePiece(use, of: attribute) else { return }
      switch access {
      case .text(let writer), .url(let writer), .optionalText(let writer, _), .optionalURL(let writer, _):
        builder.write(writer, position: .attribute)
      case .flag(let test):
        guard attribute.name.hasPrefix("aria-") || attribute.name.hasPrefix("data-") else {
          report(at: use.offset, "'\(use.name)' is a flag slot; only aria-* and data-* write \"true\" or \"false\"")
          return
        }
        builder.truth(test)
      case .list, .view, .fragments:
        reportKind(access, use: use)
      }
    }
  }

  /// The access of a slot that is not optional here: it is beside other text, or is written without `?`. It must have a
  /// value.
  private mutating func resolvePiece(_ use: SlotUse, of attribute: Attribute) -> Access? {
    if use.isOptional {
      report(at: use.offset, "{\(use.name)?} must be the whole value of '\(attribute.name)'")
      return nil
    }
    guard let access = resolve(use.name, at: use.offset) else { return nil }
    switch access {
    case .optionalText where !scope.present.contains(use.name), .optionalURL where !scope.present.contains(use.name):
      report(
        at: use.offset,
        "'\(use.name)' may be missing; write {\(use.name)?} as the whole value, or put it in "
          + "<t:if test=\"\(use.name)\">")
      return nil
    default: return access
    }
  }

  private mutating func reportKind(_ access: Access, use: SlotUse) {
    report(at: use.offset, "'\(use.name)' is \(access.kind); an attribute takes text")
  }
}

// MARK: - URLs

extension TemplateCompiler {
  /// A URL begins with a URL slot or with a literal that settles its scheme; text slots are allowed only after a `#`.
  private mutating func compileURL(_ attribute: Attribute) {
    builder.literal(opening: attribute.name)
    if let reference = attribute.literal {
      if attribute.traits.contains(.imageList) { return compileImages(reference, of: attribute) }
      if attribute.traits.contains(.file), isRelative(reference) {
        compileAsset(reference, at: attribute.valueOffset)
        return builder.literal("\"")
      }
    }
    var written: [UInt8] = []
    var followsFirst = false
    for (index, piece) in attribute.pieces.enumerated() {
      switch piece {
      case .literal(let bytes, _, let offset):
        if followsFirst, let first = bytes.first, !"/?#&".utf8.contains(first) {
          report(at: offset, "what follows a URL slot begins with '/', '?', '#' or '&'")
        }
        written += bytes
        if !followsFirst, written.withUnsafeBufferPointer({ !Output.hasHarmlessScheme($0) }) {
          reportScheme(offset)
        }
        builder.literal(Output.escaped(bytes, position: .attribute))
      case .slot(let use):
        compileURLSlot(use, of: attribute, isFirst: index == 0, after: written)
        followsFirst = followsFirst || index == 0
      }
    }
    builder.literal("\"")
  }

  /// Whether it is relative to the page, so that it would mean a different address on each page.
  private func isRelative(_ reference: String) -> Bool {
    let beginning = reference.prefix { !"/?#".contains($0) }
    return !beginning.isEmpty && !beginning.contains(":")
  }

  /// `srcset="logo.png, logo-large.png 2x"`: each image is a file among the site's assets, or an address.
  private mutating func compileImages(_ text: String, of attribute: Attribute) {
    for (index, image) in ImageList(text).images.enumerated() {
      let offset = attribute.valueOffset + image.offset
      if index > 0 { builder.literal(", ") }
      if isRelative(image.address) {
        compileAsset(image.address, at: offset)
      } else {
        if !Array(image.address.utf8).withUnsafeBufferPointer({ Output.hasHarmlessScheme($0) }) { reportScheme(offset) }
        builder.literal(Output.escaped(Array(image.address.utf8), position: .attribute))
      }
      guard !image.descriptor.isEmpty else { continue }
      if image.descriptor.wholeMatch(of: /[0-9]+w|[0-9]+(\.[0-9]+)?x/) == nil {
        report(
          at: offset,
          "'\(image.descriptor)' does not describe '\(image.address)'; write its width (200w) or its density (2x)"
        )
      }
      builder.literal(Output.escaped(Array(" \(image.descriptor)".utf8), position: .attribute))
    }
    builder.literal("\"")
  }

  private mutating func reportScheme(_ offset: Int) {
    report(at: offset, "a URL's scheme is one of \(HTMLAttribute.schemes.map(\.description).joined(separator: ", "))")
  }

  /// The address of an asset, followed by what comes after the file's name (a query or a fragment).
  private mutating func compileAsset(_ reference: String, at offset: Int) {
    let file = String(reference.prefix { $0 != "?" && $0 != "#" })
    assetUses.append(AssetUse(file: file, source: source, offset: offset))
    builder.write(
      Access.Writer { _, output in
        output.writeAddress(ofAsset: file)
        return true
      }, position: .attribute)
    builder.literal(Output.escaped(Array(reference.utf8.dropFirst(file.utf8.count)), position: .attribute))
  }

  private mutating func compileURLSlot(_ use: SlotUse, of attribute: Attribute, isFirst: Bool, after written: [UInt8]) {
    guard let access = resolvePiece(use, of: attribute) else { return }
    switch access {
    case .url(let writer), .optionalURL(let writer, _):
      if !isFirst, !written.contains(where: { "/?#".utf8.contains($0) }) {
        report(at: use.offset, "a URL slot is at the beginning, or after text with '/', '?' or '#'")
      }
      builder.write(writer, position: isFirst ? .url : .attribute)
    case .text(let writer), .optionalText(let writer, _):
      guard written.contains(UInt8(ascii: "#")) else {
        report(at: use.offset, "'\(use.name)' is \(access.kind); '\(attribute.name)' needs a URL slot")
        return
      }
      builder.write(writer, position: .attribute)
    case .flag:
      report(at: use.offset, "'\(use.name)' is a flag slot; '\(attribute.name)' needs a URL slot")
    case .list, .view, .fragments:
      reportKind(access, use: use)
    }
  }
}
