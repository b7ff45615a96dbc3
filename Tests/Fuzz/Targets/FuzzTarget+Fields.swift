import HTTPCore
import Localization

extension FuzzTarget {
  static let fields = [
    FuzzTarget(
      name: "cookies", invariant: "Cookies that are written out again are read again, and are no longer than what came."
    ) { bytes in
      let pairs = Cookies(String(decoding: bytes, as: UTF8.self)).pairs
      for pair in pairs {
        try expect(!pair.name.isEmpty && !pair.name.utf8.contains { $0 == 0x3B || $0 == 0x3D }, "a name: \(pair.name)")
      }
      let plain = pairs.filter { pair in
        !pair.value.utf8.contains { $0 <= 0x20 || $0 == 0x3B || $0 == 0x22 } && !pair.name.utf8.contains { $0 <= 0x20 }
      }
      let written = plain.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
      try expect(Cookies(written).pairs == plain, "\(plain) comes back as \(Cookies(written).pairs)")
    },
    FuzzTarget(
      name: "accept", invariant: "Preferences are ordered by weights of 0 to 1, and at most one a comma."
    ) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let items = AcceptList(text).items
      try expect(items.count <= text.utf8.count { $0 == 0x2C } + 1, "\(items.count) preferences")
      try expect(items.allSatisfy { 0...1000 ~= $0.quality }, "a weight beyond its range")
      try expect(zip(items, items.dropFirst()).allSatisfy { $0.quality >= $1.quality }, "not in order")
      for item in items {
        guard let tag = LanguageTag(parsing: item.value) else { continue }
        try expect(LanguageTag(parsing: tag.description) == tag, "\(tag) is not a tag any more")
        _ = NumberFormat.of(tag)
      }
    },
    FuzzTarget(
      name: "media-type", invariant: "A media type's essence is two tokens, and its parameters are in the field."
    ) { bytes in
      guard let type = MediaType(String(decoding: bytes, as: UTF8.self)) else { return }
      try expect(MediaType(type.essence)?.essence == type.essence, "\(type.essence) is not a type any more")
      let length = type.parameters.reduce(type.essence.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
      try expect(length <= 3 * bytes.count, "\(length) bytes of \(bytes.count)")
    },
    FuzzTarget(
      name: "entity-tag", invariant: "An entity tag that is read is written as it stood, and is named by itself."
    ) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      _ = EntityTag("a").isNamed(byIfNoneMatch: text)
      guard let tag = EntityTag(parsing: text) else { return }
      try expect(tag.description == text, "\(text) is written as \(tag)")
      if !tag.opaque.contains("\\") { try expect(tag.isNamed(byIfNoneMatch: text), "\(tag) does not name itself") }
    },
  ]
}
