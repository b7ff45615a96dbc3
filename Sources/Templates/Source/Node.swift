/// A template's content as it was written; offsets are in bytes from the start of the file.
enum Node: Sendable {
  case element(Element)
  case text([Piece])
}

struct Element: Sendable {
  /// The name, with the prefix `t:` for a directive.
  let name: String
  /// The offset of its `<`.
  let offset: Int
  var attributes: [Attribute]
  let traits: HTMLElement.Traits
  var children: [Node]

  init(name: String, offset: Int, attributes: [Attribute], children: [Node] = []) {
    self.name = name
    self.offset = offset
    self.attributes = attributes
    self.children = children
    traits = HTMLElement.traits[name] ?? []
  }

  /// The first child element that is not a directive; the element itself if there is none.
  var firstElement: Element {
    for case .element(let element) in children where !element.name.hasPrefix("t:") { return element }
    return self
  }

  func attribute(_ name: String) -> Attribute? {
    attributes.first { $0.name == name }
  }
}

struct Attribute: Sendable {
  let name: String
  let offset: Int
  let valueOffset: Int
  let pieces: [Piece]
  /// The constant that was the whole value, before its text replaced it.
  let constant: String?
  let traits: HTMLAttribute.Traits

  init(name: String, offset: Int, valueOffset: Int, pieces: [Piece], constant: String? = nil) {
    self.name = name
    self.offset = offset
    self.valueOffset = valueOffset
    self.pieces = pieces
    self.constant = constant
    traits = HTMLAttribute.traits[name] ?? []
  }

  /// The name of the slot or constant that is the whole value.
  var wholeName: String? {
    if case .slot(let use) = pieces.first, pieces.count == 1 { return use.name }
    return constant
  }

  /// The value, if it contains no slot.
  var literal: String? {
    if pieces.count == 1, case .literal(let bytes, _, _) = pieces[0] { return String(decoding: bytes, as: UTF8.self) }
    var bytes: [UInt8] = []
    for piece in pieces {
      guard case .literal(let part, _, _) = piece else { return nil }
      bytes += part
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A run of text, or a slot in it.
enum Piece: Sendable {
  /// `isReference`: it came from a character or entity reference, so its white space was meant.
  case literal([UInt8], isReference: Bool, offset: Int)
  case slot(SlotUse)
}

/// `{name}` or `{name?}`.
struct SlotUse: Sendable {
  let name: String
  let isOptional: Bool
  /// The offset of the name.
  let offset: Int
}
